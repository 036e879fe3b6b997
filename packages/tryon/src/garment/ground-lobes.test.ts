import { createPlane, createRaster, rgbToLab, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { withoutGroundLobes } from './ground-lobes';

const SIDE = 240;
const BLUE = [30, 110, 200] as const;
const BEIGE = [190, 160, 125] as const;
const WHITE = [245, 245, 240] as const;

interface Drawn {
  readonly lab: Float32Array;
  readonly shape: PlaneF32;
}

/** A blue square in columns and rows 60–179 on a beige ground, and upon it, in columns 140–175, a patch of rows 51–59 seen as its part. */
function drawn(patch: readonly number[]): Drawn {
  const picture = createRaster(SIDE, SIDE, 3);
  const shape = createPlane(SIDE, SIDE);
  for (let y = 0, i = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, i++) {
      const isGarment = x >= 60 && x < 180 && y >= 60 && y < 180;
      const isPatch = x >= 140 && x < 176 && y >= 51 && y < 60;
      const grain = ((x * 7 + y * 3) % 9) - 4;
      picture.data.set(
        (isGarment ? BLUE : isPatch ? patch : BEIGE).map((v) => v + grain),
        3 * i,
      );
      shape.data[i] = isGarment || isPatch ? 1 : 0;
    }
  }
  return { lab: rgbToLab(picture), shape };
}

const at = (x: number, y: number): number => y * SIDE + x;

describe('withoutGroundLobes', () => {
  it('drops a piece of the ground that was taken for a part of the garment', () => {
    const { lab, shape } = drawn(BEIGE);
    const left = withoutGroundLobes(lab, shape);
    expect(left?.data[at(158, 54)]).toBe(0);
    expect(left?.data[at(158, 64)]).toBe(1);
    expect(left?.data[at(100, 62)]).toBe(1);
  });

  it('leaves a collar of another colour than the ground’s', () => {
    const { lab, shape } = drawn(WHITE);
    expect(withoutGroundLobes(lab, shape)).toBeNull();
  });
});
