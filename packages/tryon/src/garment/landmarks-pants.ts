import type { Point } from '@drape/imaging';
import { distance, extremeIndex, hollowsOf, lerp, piece } from './chain';
import { noGarment } from './no-garment';
import type { Silhouette } from './silhouette';
import type { LegOutline, PantsLandmarks } from './types';
import { findWaist } from './waist';

/** Rise ÷ waist width of trousers laid flat; used where the legs touch and the contour is silent. */
const RISE_SHARE = 0.74;
/**
 * A gap that begins deeper than this below the waist (in waist widths) is not the crotch. Of 70 products high-waisted jeans and shorts
 * gathered by elastic reach 1.22; at 1.35 slanted shorts were torn.
 */
const RISE_MAX = 1.25;

/**
 * Waist, crotch, leg outlines and the slit between the legs.
 *
 * Throws TryOnRefusal(garment_not_detected) where no waist or no two leg ends are found.
 */
export function findPantsLandmarks(silhouette: Silhouette): PantsLandmarks {
  const waist = findWaist(silhouette);
  const { contour } = silhouette;
  const start = waist.rightIndex;
  const loop = contour.map((_, i) => contour[(start + i) % contour.length]);
  const end = (waist.leftIndex - start + contour.length) % contour.length;
  const lower = loop.slice(0, end + 1);
  const gap = findGap(lower, silhouette);
  const width = distance(waist.left, waist.right);
  const waistMiddle = lerp(waist.left, waist.right, 0.5);
  const deep = gap ? gap.top.y - waistMiddle.y : Number.POSITIVE_INFINITY;
  const real = gap !== null && deep < width * RISE_MAX && deep > width * 0.28;
  const crotch = real
    ? gap.top
    : { x: gap ? gap.top.x : silhouette.axisX, y: templateCrotch(silhouette, waistMiddle.y, width) };
  const ends = gap ? legEnds(lower, gap, waistMiddle.y) : guessedEnds(lower, silhouette);
  const lead = real ? [] : [crotch];
  const middle = gap ? gap.index : ends.right.inner;
  const innerRight = gap ? piece(lower, middle, ends.right.inner) : [lower[ends.right.inner]];
  const innerLeft = gap ? piece(lower, middle, ends.left.inner) : [lower[ends.left.inner]];
  const right: LegOutline = { outer: piece(lower, 0, ends.right.outer), inner: [...lead, ...innerRight] };
  const left: LegOutline = { outer: piece(lower, lower.length - 1, ends.left.outer), inner: [...lead, ...innerLeft] };
  const back = silhouette.toGarment;
  const map = (leg: LegOutline): LegOutline => ({ outer: leg.outer.map(back), inner: leg.inner.map(back) });
  return {
    kind: 'pants',
    waist: [back(waist.left), back(waist.right)],
    waistEdge: waist.edge.map(back),
    crotch: back(crotch),
    legs: [map(left), map(right)],
    slit: slitOf(crotch, gap, silhouette).map(back),
    confidence: (real ? 0.95 : gap ? 0.7 : 0.3) * (0.65 + 0.35 * silhouette.symmetry) * waist.confidence,
  };
}

interface Gap {
  /** Index of the gap's top on the lower outline. */
  readonly index: number;
  readonly top: Point;
  readonly from: number;
  readonly to: number;
}

/** How far from the mirror axis the hollow between the legs may be deepest, in widths: farther off it is one leg's own hem. */
const OFF_AXIS_MAX = 0.18;

/** The hollow between the legs, seen from below. */
function findGap(lower: readonly Point[], silhouette: Silhouette): Gap | null {
  const height = silhouette.bottom - silhouette.top;
  const width = silhouette.right - silhouette.left;
  const below = silhouette.top + height * 0.45;
  for (const { from, deepest, to } of hollowsOf(lower, height * 0.06)) {
    const [a, b] = [lower[from], lower[to]];
    const central = Math.abs(lower[deepest].x - silhouette.axisX) < width * OFF_AXIS_MAX;
    if (!central || a.y < below || b.y < below || a.x <= b.x) continue;
    // hems that slant may end higher than the gap between them: each leg's lowest point bounds it
    const index = highestBetween(lower, lowestBetween(lower, from, deepest), lowestBetween(lower, deepest, to));
    return { index, top: lower[index], from, to };
  }
  return null;
}

function highestBetween(points: readonly Point[], from: number, to: number): number {
  return extremeIndex(points, from, to, 0, -1);
}

function lowestBetween(points: readonly Point[], from: number, to: number): number {
  return extremeIndex(points, from, to, 0, 1);
}

function templateCrotch(silhouette: Silhouette, waistY: number, width: number): number {
  return Math.min(waistY + width * RISE_SHARE, silhouette.top + (silhouette.bottom - silhouette.top) * 0.55);
}

interface LegEnds {
  readonly right: { readonly outer: number; readonly inner: number };
  readonly left: { readonly outer: number; readonly inner: number };
}

/** Hem corners: extremes along and across each leg's own direction, which runs from the waist: the legs of shorts are too short. */
function legEnds(lower: readonly Point[], gap: Gap, waistY: number): LegEnds {
  const root = lower[gap.index];
  const rightFar = farthestFrom(lower, 0, gap.index, root);
  const leftFar = farthestFrom(lower, gap.index, lower.length - 1, root);
  const hip = { x: root.x, y: waistY };
  const right = cornersOf(lower, 0, gap.index, rightFar, hip);
  const left = cornersOf(lower, gap.index, lower.length - 1, leftFar, hip);
  return { right: { outer: right.first, inner: right.second }, left: { outer: left.second, inner: left.first } };
}

function farthestFrom(lower: readonly Point[], from: number, to: number, root: Point): number {
  let best = from;
  let most = -1;
  for (let i = from; i <= to; i++) {
    const apart = lower[i].y > root.y ? distance(lower[i], root) : -1;
    if (apart > most) [best, most] = [i, apart];
  }
  return best;
}

function cornersOf(
  lower: readonly Point[],
  from: number,
  to: number,
  far: number,
  hip: Point,
): { first: number; second: number } {
  const length = Math.max(1, distance(hip, lower[far]));
  const dx = ((lower[far].x - hip.x) / length) * 0.6;
  const dy = (lower[far].y - hip.y) / length;
  const norm = Math.hypot(dx, dy);
  const d = { x: dx / norm, y: dy / norm };
  const n = { x: d.y, y: -d.x };
  const spanFrom = Math.max(from, far - Math.round(length));
  const spanTo = Math.min(to, far + Math.round(length));
  const first = extremeIndex(lower, spanFrom, spanTo, d.x + n.x, d.y + n.y);
  const second = extremeIndex(lower, spanFrom, spanTo, d.x - n.x, d.y - n.y);
  return first <= second ? { first, second } : { first: second, second: first };
}

/** No gap at all: the lower edge is halved. */
function guessedEnds(lower: readonly Point[], silhouette: Silhouette): LegEnds {
  const last = lower.length - 1;
  const rightOuter = extremeIndex(lower, 0, last, 0.6, 1);
  const leftOuter = extremeIndex(lower, 0, last, -0.6, 1);
  if (rightOuter >= leftOuter) throw noGarment('The trouser legs cannot be told apart.');
  let inner = rightOuter;
  for (let i = rightOuter; i <= leftOuter; i++) {
    if (Math.abs(lower[i].x - silhouette.axisX) < Math.abs(lower[inner].x - silhouette.axisX)) inner = i;
  }
  return { right: { outer: rightOuter, inner }, left: { outer: leftOuter, inner } };
}

/** Row by row through the middle of the gap, at most 1.5 px sideways a row, extended below the hems. */
function slitOf(crotch: Point, gap: Gap | null, silhouette: Silhouette): Point[] {
  const { mask } = silhouette;
  const slit: Point[] = [crotch];
  let x = gap ? gap.top.x : crotch.x;
  const start = gap ? gap.top.y : silhouette.bottom;
  if (gap && gap.top.y > crotch.y + 1) slit.push(gap.top);
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
