import type { Point, RasterU8 } from '@drape/imaging';
import { distance } from '../../../geometry/vector';
import type { Pair } from '../../../model/pair';
import { always, changed, type Rule } from '../../../rules/rule';
import { clearAbove } from '../../neckline/neck-cut';

/** Half the width of a belt loop, a clip's bite or a scrap that stands up from a waistband, in waist widths. */
const LOOP_HALF = 0.035;
/** Least height of what is cut off, in waist widths; below it, it is the band's own wavy edge. */
const STANDS = 0.014;
/** How far below the line between the waist's corners the band is looked for, in waist widths. */
const LOW = 0.4;

export const WAIST_LOOPS: Rule<{ readonly rgba: RasterU8; readonly waist: Pair<Point> }, RasterU8> = {
  id: 'waist-loops',
  stage: 'garment',
  summary: 'Cuts off what stands up narrowly from a waistband.',
  appliesTo: always,
  apply: ({ rgba, waist: [left, right] }) => changed(rgba, (copy) => trimLoops(copy, left, right)),
  evidence: [],
};

/**
 * Cuts off narrow things that stand up from the upper edge of trousers or a skirt: over a shirt they would look like spikes.
 *
 * Space: the raster's pixels, `left` and `right` the corners of the waist. Aliasing: writes α of `rgba`.
 */
export function trimLoops(rgba: RasterU8, left: Point, right: Point): void {
  const from = Math.max(0, Math.ceil(left.x));
  const to = Math.min(rgba.width, Math.floor(right.x) + 1);
  const wide = distance(left, right);
  const slope = (right.y - left.y) / Math.max(1, right.x - left.x);
  if (to - from < 8 || Math.abs(slope) > 1) return;
  const line = (x: number): number => left.y + slope * (x - left.x);
  const heights = new Float64Array(to - from);
  for (let x = from; x < to; x++) heights[x - from] = line(x) - edgeAt(rgba, x, line(x) + LOW * wide);
  const radius = Math.max(1, Math.round(LOOP_HALF * wide));
  const band = ranked(ranked(heights, radius, Math.min), radius, Math.max);
  const least = Math.max(1.5, STANDS * wide);
  for (let i = 0; i < heights.length; i++) {
    if (heights[i] - band[i] <= least) continue;
    // its slanting flanks are cut off with it
    let [first, end] = [i, i + 1];
    while (first > 0 && heights[first - 1] - band[first - 1] > 0.5) first--;
    while (end < heights.length && heights[end] - band[end] > 0.5) end++;
    for (let x = from + first; x < from + end; x++) clearAbove(rgba, x, line(x) - band[x - from]);
    i = end;
  }
}

/** The y at which a column's fabric begins, at most `lowest`. */
function edgeAt({ width, height, data }: RasterU8, x: number, lowest: number): number {
  const end = Math.min(height, Math.ceil(lowest));
  for (let y = 0; y < end; y++) {
    const alpha = data[4 * (y * width + x) + 3];
    if (alpha > 127) return y + 1 - alpha / 255;
  }
  return lowest;
}

/** The lowest or highest of the values within a radius of each. */
function ranked(values: Float64Array, radius: number, pick: (a: number, b: number) => number): Float64Array {
  return values.map((_, i) => {
    let best = values[i];
    for (let k = Math.max(0, i - radius); k <= Math.min(values.length - 1, i + radius); k++)
      best = pick(best, values[k]);
    return best;
  });
}
