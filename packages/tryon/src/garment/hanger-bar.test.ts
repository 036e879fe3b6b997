import { describe, expect, it } from '@jest/globals';
import { createPlane, rgbToLab } from '@drape/imaging';
import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { drawPolygon, photograph } from '../../test/drawn-shapes';
import { dropBar } from './hanger-bar';
import { dropHanger } from './hanger';

const [WIDTH, HEIGHT] = [300, 400];
const BLACK = [22, 22, 24] as const;
const DARK_CLOTH = [36, 36, 42] as const;
const WALL = [200, 198, 194] as const;
/** The bar's rows, and where the waistband lies. */
const BAR = [60, 72] as const;
const WAIST = 100;

const box = (x0: number, y0: number, x1: number, y1: number): PlaneF32 =>
  drawPolygon(WIDTH, HEIGHT, [
    { x: x0, y: y0 },
    { x: x1, y: y0 },
    { x: x1, y: y1 },
    { x: x0, y: y1 },
  ]);

function put(shape: PlaneF32, photo: RasterU8, part: PlaneF32, colour: readonly number[]): void {
  for (let i = 0; i < part.data.length; i++) {
    if (part.data[i] < 0.5) continue;
    shape.data[i] = 1;
    for (let c = 0; c < 3; c++) photo.data[3 * i + c] = colour[c];
  }
}

/** Dark trousers; with `hung` on a black bar with a head and two clips, the wall showing under the bar. */
function drawn(hung: boolean): { shape: PlaneF32; lab: Float32Array } {
  const shape = createPlane(WIDTH, HEIGHT);
  const photo = photograph(shape, DARK_CLOTH, WALL);
  if (hung) put(shape, photo, box(60, BAR[0], 240, WAIST), WALL);
  put(shape, photo, box(60, WAIST, 240, 380), DARK_CLOTH);
  const hanger = [box(55, BAR[0], 245, BAR[1]), box(136, 46, 164, 72)];
  const clips = [box(72, 50, 92, 112), box(208, 50, 228, 112)];
  if (hung) for (const part of [...hanger, ...clips]) put(shape, photo, part, BLACK);
  return { shape, lab: rgbToLab(photo) };
}

describe('a dark bar above dark trousers', () => {
  it('goes with its head, its clips and the wall under it; the waistband stays', () => {
    const { shape, lab } = drawn(true);
    const left = dropHanger(lab, shape, { clips: true });
    const covered = (y: number): number =>
      left.data.subarray(y * WIDTH, (y + 1) * WIDTH).reduce((sum, v) => sum + (v > 0.5 ? 1 : 0), 0);
    expect(covered(66)).toBe(0);
    expect(covered(82)).toBe(0);
    expect(covered(WAIST + 8)).toBeGreaterThan(170);
    expect(covered(300)).toBe(180);
  });

  it('is not seen in a straight waistband without a head, nor in one with a loop', () => {
    const { shape, lab } = drawn(false);
    expect(dropBar(lab, shape)).toBe(shape);
    for (let y = WAIST - 12; y < WAIST; y++) shape.data.fill(1, y * WIDTH + 147, y * WIDTH + 153);
    expect(dropBar(lab, shape)).toBe(shape);
  });
});
