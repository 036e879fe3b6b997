import { close, createPlane, dilate, fillHoles, open } from '@drape/imaging';
import type { PlaneF32 } from '@drape/imaging';
import type { BackgroundField } from './background-field';
import { boundsOf } from './matte-shape';

/** More pieces than this in the mean column of the shape mean that it is broken: sleeves and legs make at most two. */
const RUNS_MAX = 1.7;
/** Spread of the background (Lab) up to which its colour alone draws a garment's outline. */
const EVEN_SIGMA = 2.5;

/** Whether the shape fell into strips, as a striped garment does whose one colour is the background's. */
export function isShattered(matte: PlaneF32): boolean {
  const box = boundsOf(matte);
  let runs = 0;
  for (let x = box.x; x < box.x + box.width; x++) {
    for (let y = box.y; y < box.y + box.height; y++) {
      const here = matte.data[y * matte.width + x] > 0.5;
      const above = y > box.y && matte.data[(y - 1) * matte.width + x] > 0.5;
      if (here && !above) runs++;
    }
  }
  return runs > RUNS_MAX * box.width;
}

/**
 * Puts a shape together again that fell into strips: on an even background everything that cannot be reached from the
 * border through the background's colour, elsewhere the strips closed over their gaps.
 */
export function mendShattered(matte: PlaneF32, field: BackgroundField): PlaneF32 {
  const { width, height } = matte;
  const closed = fillHoles(close(matte, Math.round(Math.max(width, height) * 0.05)));
  if (field.sigma > EVEN_SIGMA) return closed;
  const limit = Math.max(2, 3 * field.sigma);
  const other = createPlane(width, height);
  for (let i = 0; i < other.data.length; i++) other.data[i] = field.distance.data[i] > limit ? 1 : 0;
  const solid = fillHoles(close(other, 1));
  const reach = dilate(closed, Math.round(width * 0.1));
  const result = open(solid, 2);
  for (let i = 0; i < result.data.length; i++) result.data[i] = reach.data[i] > 0.5 ? result.data[i] : 0;
  return result;
}
