import { createPlane, createRaster, mapClasses } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { collarLayer, reclaimJawCollar } from './jaw-collar';
import type { CorrectionInput } from './correction-input';

const W = 160;
const H = 200;
const SKIN = [150, 105, 80] as const;
const COAT = [70, 66, 30] as const;

/** Nose in row 50, mouth in row 60, shoulders in row 100 and 100 apart; a coat that begins in row 90, a face above, and skin in `patch`. */
function drawn(patch: { x: number; y: number; rgb: readonly number[] }): CorrectionInput {
  const guide = createRaster(W, H, 3);
  const planes = mapClasses(() => createPlane(W, H));
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isPatch = Math.abs(x - patch.x) < 5 && Math.abs(y - patch.y) < 7;
      const isFace = y > 20 && y < 75 && Math.abs(x - 80) < 22;
      const isCoat = y >= 90 && Math.abs(x - 80) < 60;
      const [dark, grain] = [isCoat ? COAT : SKIN, ((x * 3 + y * 5) % 7) - 3];
      guide.data.set(
        (isPatch ? patch.rgb : dark).map((v) => v + grain),
        3 * i,
      );
      planes.skin.data[i] = isPatch || isFace ? 1 : 0;
      for (const plane of [planes.upper, planes.outer]) plane.data[i] = isCoat && !isPatch ? 1 : 0;
    }
  }
  const at = (x: number, y: number): { x: number; y: number } => ({ x, y });
  return {
    guide,
    planes,
    workScale: 1,
    oval: [],
    joints: {
      nose: at(80, 50),
      mouth: at(80, 60),
      ears: [at(58, 45), at(102, 45)],
    } as unknown as CorrectionInput['joints'],
    frame: { shoulderMid: at(80, 100), shoulderWidth: 100 } as unknown as CorrectionInput['frame'],
  };
}

const at = (x: number, y: number): number => y * W + x;

describe('reclaimJawCollar', () => {
  it("gives the inner side of a standing collar, read as the cheek's skin, to the coat", () => {
    const input = drawn({ x: 112, y: 76, rgb: COAT });
    reclaimJawCollar(input);
    expect(input.planes.skin.data[at(112, 78)]).toBeLessThan(0.1);
    expect(input.planes.outer.data[at(112, 78)]).toBeGreaterThan(0.9);
    expect(input.planes.skin.data[at(80, 55)]).toBe(1);
  });

  it('leaves a hand at the chin, and the shade on the neck', () => {
    const hand = drawn({ x: 112, y: 76, rgb: SKIN });
    reclaimJawCollar(hand);
    expect(hand.planes.skin.data[at(112, 78)]).toBe(1);
    const neck = drawn({ x: 80, y: 80, rgb: COAT });
    reclaimJawCollar(neck);
    expect(neck.planes.skin.data[at(80, 80)]).toBe(1);
  });
});

describe('collarLayer', () => {
  it('is the coat where one is worn, else the top', () => {
    const { planes, ...rest } = drawn({ x: 0, y: 0, rgb: SKIN });
    expect(collarLayer({ planes, ...rest })).toBe('outer');
    planes.top.data.set(planes.upper.data);
    planes.outer.data.fill(0);
    expect(collarLayer({ planes, ...rest })).toBe('top');
  });
});
