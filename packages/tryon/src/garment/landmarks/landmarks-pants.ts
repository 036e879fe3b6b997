import type { Point } from '@drape/imaging';
import { extremeIndex, piece } from '../../geometry/chain';
import { noGarment } from '../no-garment';
import { partLower } from '../read/guided-lower';
import type { PantsGuide } from '../read/lower-guide';
import type { Silhouette } from './silhouette';
import type { LegOutline, PantsLandmarks } from '../../model/garment';
import { distance, lerp } from '../../geometry/vector';

/** Rise ÷ waist width of trousers laid flat; used where the legs touch and the contour does not show it. */
const RISE_SHARE = 0.74;
/**
 * Greatest and least depth below the waist at which a crotch's gap begins, in waist widths. A deeper gap is not the crotch, unless the
 * garment is wider there than the gap is deep: elastic gathers the waist of shorts. Of 70 products high-waisted jeans reach 1.22; at 1.35
 * slanted shorts were torn.
 */
const RISE_MAX = 1.25;
const RISE_MIN = 0.28;

/** Least depth of a gap between the legs, in heights of the garment. */
const GAP_DEPTH_MIN = 0.06;
/** Factor on the confidence of trousers whose crotch is not seen. */
const NO_GAP_CONFIDENCE = 0.75;

/**
 * Waist, crotch, leg outlines and the slit between the legs: the outline, divided where the garment reader found its points.
 *
 * Throws TryOnRefusal(garment_not_detected) where there are no two legs.
 */
export function findPantsLandmarks(
  silhouette: Silhouette,
  { waist: corners, hems, crotch: found }: PantsGuide,
): PantsLandmarks {
  const [[leftOuter, leftInner], [rightOuter, rightInner]] = hems;
  const { waist, waistEdge, lower, at, confidence } = partLower(silhouette, corners, [
    rightOuter,
    rightInner,
    leftInner,
    leftOuter,
  ]);
  const [rightEnd, rightFork, leftFork, leftEnd] = at;
  if (rightEnd < 0 || rightEnd >= leftEnd || leftEnd >= lower.length)
    throw noGarment('The trouser legs cannot be told apart.');
  const gap = gapBetween(lower, rightFork, leftFork, silhouette);
  const width = distance(waist[0], waist[1]);
  const waistMiddle = lerp(waist[0], waist[1], 0.5);
  const isCrotch = ({ y }: Point): boolean =>
    y - waistMiddle.y > width * RISE_MIN && y - waistMiddle.y < width * RISE_MAX;
  const isWide = ({ y }: Point): boolean => y - waistMiddle.y < widthAt(silhouette, y);
  const isReal = gap !== null && (isCrotch(lower[gap]) || isWide(lower[gap]));
  const fork = gap ?? rightFork;
  const guessed = (): Point =>
    gap === null && isCrotch(found)
      ? { x: found.x, y: found.y }
      : { x: lower[fork].x, y: templateCrotch(silhouette, waistMiddle.y, width) };
  const crotch = isReal ? lower[fork] : guessed();
  const start = isReal ? [] : [crotch];
  const right: LegOutline = {
    outer: piece(lower, 0, rightEnd),
    inner: [...start, ...piece(lower, fork, rightFork)],
  };
  const left: LegOutline = {
    outer: piece(lower, lower.length - 1, leftEnd),
    inner: [...start, ...piece(lower, fork, leftFork)],
  };
  const back = silhouette.toGarment;
  const map = (leg: LegOutline): LegOutline => ({ outer: leg.outer.map(back), inner: leg.inner.map(back) });
  return {
    kind: 'pants',
    waist: [back(waist[0]), back(waist[1])],
    waistEdge: waistEdge.map(back),
    crotch: back(crotch),
    legs: [map(left), map(right)],
    slit: slitOf(crotch, gap === null ? null : lower[gap], silhouette).map(back),
    confidence: (isReal ? 1 : NO_GAP_CONFIDENCE) * confidence,
  };
}

/** Index of the highest point of the outline between the legs' inner corners; null where the legs touch down to the hems. */
function gapBetween(lower: readonly Point[], from: number, to: number, { top, bottom }: Silhouette): number | null {
  const index = extremeIndex(lower, from, to, 0, -1);
  const depth = Math.min(lower[from].y, lower[to].y) - lower[index].y;
  return depth < GAP_DEPTH_MIN * (bottom - top) ? null : index;
}

/** From the outline's left to its right edge in a row. */
function widthAt({ mask: { width, data } }: Silhouette, y: number): number {
  const from = Math.floor(y) * width;
  let [left, right] = [from, from + width - 1];
  while (left < right && data[left] <= 0.5) left++;
  while (right > left && data[right] <= 0.5) right--;
  return right - left;
}

function templateCrotch(silhouette: Silhouette, waistY: number, width: number): number {
  return Math.min(waistY + width * RISE_SHARE, silhouette.top + (silhouette.bottom - silhouette.top) * 0.55);
}

/** Row by row through the middle of the gap, at most 1.5 px sideways per row, extended below the hems. */
function slitOf(crotch: Point, gap: Point | null, silhouette: Silhouette): Point[] {
  const { mask } = silhouette;
  const slit: Point[] = [crotch];
  let x = (gap ?? crotch).x;
  const start = gap?.y ?? silhouette.bottom;
  if (gap !== null && gap.y > crotch.y + 1) slit.push(gap);
  for (let y = Math.ceil(start) + 1; y < silhouette.bottom + 4; y++) {
    const middle = gapMiddle(mask, x, y);
    if (middle !== null) x += Math.max(-1.5, Math.min(1.5, middle - x));
    slit.push({ x, y });
  }
  slit.push({ x, y: silhouette.bottom + 40 });
  return slit;
}

function gapMiddle(mask: { width: number; height: number; data: Float32Array }, x: number, y: number): number | null {
  if (y >= mask.height) return null;
  const inside = (px: number): boolean => px >= 0 && px < mask.width && mask.data[y * mask.width + px] > 0.5;
  let centre = Math.round(x);
  for (let d = 0; d <= 4 && inside(centre); d++) centre = Math.round(x) + (d % 2 === 0 ? d / 2 : -(d + 1) / 2);
  if (inside(centre)) return null;
  let left = centre;
  let right = centre;
  while (left > 0 && !inside(left - 1)) left--;
  while (right < mask.width - 1 && !inside(right + 1)) right++;
  if (left === 0 || right === mask.width - 1) return null;
  return (left + right + 1) / 2;
}
