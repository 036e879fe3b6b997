import type { RasterU8 } from '@drape/imaging';
import { outlineTop } from './neckline';
import type { Silhouette } from './silhouette';
import { findSeam, lightOf } from './sleeve-seam';
import type { Seam } from './sleeve-seam';
import type { Pair } from './types';

/** Where a garment is wider than this share of its largest width its shoulders begin: hoods and collars are narrower. */
const SHOULDERS = 0.5;
/** Rows below that, as a share of the height, that are the shoulders' slope. */
const SLOPE = 0.05;
/** Down to this share of the height below the shoulders the outline must bulge. */
const BULGE_TO = 0.55;
/** Deepest hollow of the widths, in largest widths, that is none. */
const HOLLOW = 0.027;
/** Depth of the outline's opening at the neck, as a share of the height, from which on it hangs on straps; those of sleeved tops are up to .11 deep. */
const NECK_DEEP = 0.18;
/** Clearness of the lines between body and sleeves: of the one that is seen less, and of both in the mean. */
const CLEAR = { least: 10, mean: 14 } as const;

/**
 * The lines along which long sleeves hang or lie beside the body of a top in whose outline no sleeve shows, image left first: its outline
 * bulges from the shoulders down, without an arm hole and without the notch below a cap sleeve, it has no straps, and inside it a line runs down either half.
 * Null where they are not seen to. Source: 366 phone pictures of tops: in 18 with such sleeves hollows of up to .023, in those without .032 and more
 * wherever the lines are as clear.
 */
export function findLyingSleeves(silhouette: Silhouette, rgba: RasterU8): Pair<Seam> | null {
  if (hollowOfWidths(silhouette) > HOLLOW || neckDepth(silhouette) > NECK_DEEP) return null;
  const light = lightOf(silhouette, rgba);
  const [a, b] = [findSeam(silhouette, light, -1), findSeam(silhouette, light, 1)];
  const isSeen = Math.min(a.clear, b.clear) > CLEAR.least && (a.clear + b.clear) / 2 > CLEAR.mean;
  return isSeen ? [a, b] : null;
}

/** How far below the garment's top its outline lies on the axis, as a share of the height. */
function neckDepth(silhouette: Silhouette): number {
  const { top, bottom, axisX } = silhouette;
  return (outlineTop(silhouette, axisX) - top) / Math.max(1, bottom - top);
}

/** How far the widths of the rows from the shoulders down to the middle fall short of their upper hull, in largest widths. */
function hollowOfWidths(silhouette: Silhouette): number {
  const widths = rowWidths(silhouette);
  const most = Math.max(...widths);
  const first = widths.findIndex((w) => w > SHOULDERS * most) + Math.round(SLOPE * widths.length);
  const part = widths.slice(first, Math.round(first + BULGE_TO * (widths.length - first)));
  let hollow = 0;
  for (let i = 0, next = 0; i < part.length - 1; i = next) {
    next = farthestSight(part, i);
    for (let k = i + 1; k < next; k++)
      hollow = Math.max(hollow, part[i] + ((part[next] - part[i]) * (k - i)) / (next - i) - part[k]);
  }
  return hollow / Math.max(1, most);
}

/** The next corner of the upper hull after the one at i. */
function farthestSight(values: readonly number[], i: number): number {
  let [best, steepest] = [i + 1, Number.NEGATIVE_INFINITY];
  for (let k = i + 1; k < values.length; k++) {
    const slope = (values[k] - values[i]) / (k - i);
    if (slope >= steepest) [best, steepest] = [k, slope];
  }
  return best;
}

/** From the first to the last column in each row. */
function rowWidths({ mask, top, bottom }: Silhouette): number[] {
  const widths: number[] = [];
  for (let y = Math.max(0, Math.round(top)); y < Math.min(mask.height, bottom); y++) {
    const row = mask.data.subarray(y * mask.width, (y + 1) * mask.width);
    const from = row.findIndex((v) => v >= 0.5);
    let to = row.length;
    while (to > from && row[to - 1] < 0.5) to--;
    widths.push(from < 0 ? 0 : to - from);
  }
  return widths;
}
