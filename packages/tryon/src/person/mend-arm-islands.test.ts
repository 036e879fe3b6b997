import { createPlane, createRaster } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { returnArmIslands } from './mend-arm-islands';
import type { MendInput } from './mend-planes';

const W = 240;
const H = 240;
type Rect = readonly [x: number, y: number, width: number, height: number];

const within = ([x, y, width, height]: Rect, u: number, v: number): boolean =>
  u >= x && u < x + width && v >= y && v < y + height;

/** A bare arm in columns 40–59 below a short sleeve that ends in row 90; what is parsed as the top besides is drawn over it. */
function drawn(island: Rect): MendInput {
  const names = ['skin', 'upper', 'top', 'outer', 'dress'];
  const planes = Object.fromEntries(names.map((name) => [name, createPlane(W, H)])) as unknown as MendInput['planes'];
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isTop = within(island, x, y) || within([36, 20, 28, 70], x, y) || within([64, 20, 100, 160], x, y);
      for (const plane of [planes.upper, planes.top]) plane.data[i] = isTop ? 1 : 0;
      planes.skin.data[i] = !isTop && within([40, 90, 20, 120], x, y) ? 1 : 0;
    }
  }
  const pair = (y: number): { x: number; y: number }[] => [
    { x: 50, y },
    { x: 150, y },
  ];
  return {
    ...{ guide: createRaster(W, H, 3), planes, workScale: 1 },
    frame: { shoulderWidth: 100 },
    joints: { shoulders: pair(30), elbows: pair(110), wrists: pair(180), hands: pair(200) },
  } as unknown as MendInput;
}

describe('returnArmIslands', () => {
  it.each([
    ['a watch', [40, 170, 20, 8]],
    ['a tattoo', [42, 125, 18, 30]],
    ['a tattoo that skin surrounds, at the rim', [43, 130, 5, 10]],
  ] as const)('gives %s on a bare forearm to the skin', (_, island) => {
    const { planes, ...input } = drawn(island);
    returnArmIslands({ planes, ...input });
    const i = (island[1] + 4) * W + island[0] + 3;
    expect(planes.skin.data[i]).toBe(1);
    expect(planes.upper.data[i]).toBe(0);
    expect(planes.top.data[i]).toBe(0);
  });

  it('leaves the sleeve and the top beside the arm', () => {
    const { planes, ...input } = drawn([40, 170, 20, 8]);
    returnArmIslands({ planes, ...input });
    expect(planes.upper.data[60 * W + 50]).toBe(1);
    expect(planes.upper.data[150 * W + 80]).toBe(1);
  });

  it.each([
    ['cloth that hangs together with the top', [40, 150, 24, 12]],
    ['a scrap beside the arm', [28, 140, 12, 8]],
    ['a sleeve that covers the hand as well', [38, 150, 24, 64]],
  ] as const)('leaves %s', (_, island) => {
    const { planes, ...input } = drawn(island);
    returnArmIslands({ planes, ...input });
    expect(planes.upper.data[(island[1] + 4) * W + island[0] + 3]).toBe(1);
  });
});
