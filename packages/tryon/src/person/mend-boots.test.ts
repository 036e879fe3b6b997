import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { returnTwinBoot } from './mend-boots';
import type { MendInput } from './mend-planes';

const SIZE = 120;
const BLUE = [80, 100, 150] as const;
const BROWN = [70, 50, 30] as const;

/** Two legs from knees at y 20 to ankles at y 100, in blue trousers down to y 60 and boots below; the left boot is read as trousers. */
function legs(boot: readonly [number, number, number], rightShaft = 60) {
  const guide = createRaster(SIZE, SIZE, 3);
  const names = ['lower', 'pants', 'skirt', 'dress', 'shoes', 'skin'] as const;
  const planes = Object.fromEntries(names.map((name) => [name, createPlane(SIZE, SIZE)]));
  for (const x0 of [30, 75]) {
    for (let y = 0; y < 118; y++) {
      for (let x = x0 - 8; x < x0 + 8; x++) {
        const i = y * SIZE + x;
        guide.data.set(y < 60 ? BLUE : boot, 3 * i);
        const isShoe = y >= (x0 === 30 ? 104 : rightShaft);
        for (const name of isShoe ? ['shoes'] : ['lower', 'pants']) planes[name].data[i] = 1;
      }
    }
  }
  const at = (y: number) => [30, 75].map((x) => ({ x, y, visibility: 1 }));
  const joints = { knees: at(20), ankles: at(100) };
  returnTwinBoot({ guide, planes, joints, workScale: 1 } as unknown as MendInput);
  const left = (y: number) => [planes['shoes'].data[y * SIZE + 30], planes['pants'].data[y * SIZE + 30]];
  return [40, 57, 63, 80, 98].map(left);
}

const TROUSERS = [0, 1];
const SHOE = [1, 0];

describe('returnTwinBoot', () => {
  it('gives the shaft of a boot back, as high as the other one and as its colours go', () => {
    expect(legs(BROWN)).toEqual([TROUSERS, TROUSERS, SHOE, SHOE, SHOE]);
  });

  it('leaves trousers over a shoe, whatever the other foot shows', () => {
    expect(legs(BLUE)).toEqual([TROUSERS, TROUSERS, TROUSERS, TROUSERS, TROUSERS]);
  });

  it('leaves low shoes alone', () => {
    expect(legs(BROWN, 95)).toEqual([TROUSERS, TROUSERS, TROUSERS, TROUSERS, TROUSERS]);
  });
});
