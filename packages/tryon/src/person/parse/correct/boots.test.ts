import { createPlane, createRaster, mapClasses } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { reclaimBoots } from './boots';
import type { CorrectionInput } from './correction-input';

const SIZE = 100;

/** A leg in blue trousers above y 60 and brown leather below; the parse calls everything above y 80 trousers; ankle at (50, 85). */
function boot(fabric: readonly number[]) {
  const planes = mapClasses(() => createPlane(SIZE, SIZE));
  const guide = createRaster(SIZE, SIZE, 3);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const i = y * SIZE + x;
      const onLeg = x >= 35 && x < 65;
      const noise = ((x * 7 + y * 13) % 9) - 4;
      const colour = onLeg ? (y < 60 ? fabric : [120, 70, 30]) : [200, 200, 200];
      for (let c = 0; c < 3; c++) guide.data[3 * i + c] = colour[c] + noise;
      if (!onLeg) continue;
      if (y < 80) planes.lower.data[i] = planes.pants.data[i] = 1;
      else planes.shoes.data[i] = 1;
    }
  }
  const ankles = [
    { x: 50, y: 85, visibility: 1 },
    { x: 50, y: 85, visibility: 0 },
  ];
  return { planes, guide, joints: { ankles }, frame: { shoulderWidth: 70 }, workScale: 1 };
}

describe('reclaimBoots', () => {
  it('gives the shaft back that is read as trousers', () => {
    const { planes, ...rest } = boot([30, 50, 140]);
    reclaimBoots({ planes, ...rest } as unknown as CorrectionInput);
    expect(planes.shoes.data[70 * SIZE + 50]).toBeGreaterThan(0.8);
    expect(planes.pants.data[70 * SIZE + 50]).toBeLessThan(0.2);
    expect(planes.pants.data[45 * SIZE + 50]).toBeGreaterThan(0.8);
  });

  it('leaves trousers of the same colour alone', () => {
    const { planes, ...rest } = boot([120, 70, 30]);
    reclaimBoots({ planes, ...rest } as unknown as CorrectionInput);
    expect(planes.pants.data[70 * SIZE + 50]).toBeGreaterThan(0.8);
  });
});
