import type { ProductCategory } from '@drape/contracts';
import type { Point } from '@drape/imaging';
import { hollowsOf, mirrored, rightHalf } from './chain';
import type { Silhouette } from './silhouette';
import { readUpperSide } from './upper-side';
import type { UpperSide } from './upper-bare';

export interface CategoryGuess {
  readonly category: ProductCategory;
  /** 0…1; below .5 the outline fits several categories. */
  readonly confidence: number;
}

/**
 * Guesses the category from the outline alone, for callers that name none.
 *
 * Trousers have a deep gap from below; skirts a plain top edge and no arm holes; dresses are long upper garments; jackets
 * are long-sleeved and rise to a collar. Tuned on 40 development products; top and jacket overlap by nature.
 */
export function guessCategory(silhouette: Silhouette): CategoryGuess {
  const height = silhouette.bottom - silhouette.top;
  const width = silhouette.right - silhouette.left;
  const legs = legGap(silhouette) / height;
  if (legs > 0.3) return { category: 'pants', confidence: Math.min(0.98, 0.6 + legs) };
  const chain = rightHalf(silhouette.contour, silhouette.axisX);
  const twin = rightHalf(mirrored(silhouette.contour, silhouette.axisX), silhouette.axisX);
  const sides = [chain, twin].map((c) => bestReading(c, silhouette.axisX));
  const known = sides.filter((s) => s !== null);
  const sleeves = known.filter((s) => s.length !== 'none');
  if (sleeves.length > 0)
    return sleeved(
      silhouette,
      sleeves,
      sleeves.some((s) => s.length === 'long'),
    );
  return sleeveless(silhouette, height, width, known);
}

/** A half outline read for short sleeves first, then for long ones that lie beside the body. */
function bestReading(chain: readonly Point[], axisX: number): UpperSide | null {
  const near = readUpperSide(chain, axisX, { searchShare: 0.6, expectSleeve: false, armpitShare: 0.34 });
  if (near !== null && near.length !== 'none') return near;
  const whole = readUpperSide(chain, axisX, { searchShare: 1, expectSleeve: true, armpitShare: 0.34 });
  return whole !== null && whole.length !== 'none' && whole.confidence > 0.5 ? whole : near;
}

/** Depth in pixels of the hollow between the legs. */
function legGap(silhouette: Silhouette): number {
  const { contour, axisX, top, bottom, left, right } = silhouette;
  const start = contour.reduce((best, p, i) => (p.y < contour[best].y ? i : best), 0);
  const loop = contour.map((_, i) => contour[(start + i) % contour.length]);
  const below = (p: Point): boolean => p.y > top + (bottom - top) * 0.55;
  for (const hollow of hollowsOf(loop, (bottom - top) * 0.08)) {
    const a = loop[hollow.from];
    const b = loop[hollow.to];
    const central = Math.abs(loop[hollow.deepest].x - axisX) < (right - left) * 0.25;
    if (below(a) && below(b) && a.x > b.x && central) return hollow.depth;
  }
  return 0;
}

function sleeved(silhouette: Silhouette, sides: readonly UpperSide[], long: boolean): CategoryGuess {
  const body = sides.reduce((sum, s) => sum + (s.armpit.x - silhouette.axisX), 0);
  const ratio = (silhouette.bottom - silhouette.top) / Math.max(1, (body * 2) / sides.length);
  if (ratio > 2.15) return { category: 'dress', confidence: Math.min(0.95, 0.4 + (ratio - 2.15)) };
  const rise = Math.max(...sides.map((s) => s.rise / Math.max(1, body)));
  if (long && rise > 0.08) return { category: 'jacket', confidence: 0.55 };
  return { category: 'top', confidence: long ? 0.55 : 0.85 };
}

function sleeveless(silhouette: Silhouette, height: number, width: number, sides: readonly UpperSide[]): CategoryGuess {
  const holes = sides.filter((s) => s.confidence > 0.6).length;
  const plainTop = topFlatness(silhouette) < 0.05 * width;
  if (plainTop && holes === 0) return { category: 'skirt', confidence: 0.8 };
  if (holes > 0)
    return height / width > 1.6 ? { category: 'dress', confidence: 0.6 } : { category: 'top', confidence: 0.6 };
  return height / width > 1.45 ? { category: 'dress', confidence: 0.45 } : { category: 'top', confidence: 0.45 };
}

/** Spread of the outline's top over the middle half of the top edge's width, in pixels. */
function topFlatness(silhouette: Silhouette): number {
  const { mask, top, bottom } = silhouette;
  const row = Math.floor(top + (bottom - top) * 0.06);
  let from = mask.width;
  let to = 0;
  for (let x = 0; x < mask.width; x++) {
    if (mask.data[row * mask.width + x] < 0.5) continue;
    from = Math.min(from, x);
    to = Math.max(to, x);
  }
  let high = Number.POSITIVE_INFINITY;
  let low = 0;
  for (let x = Math.floor(from + (to - from) * 0.15); x < to - (to - from) * 0.15; x++) {
    let y = 0;
    while (y < mask.height && mask.data[y * mask.width + x] < 0.5) y++;
    high = Math.min(high, y);
    low = Math.max(low, y);
  }
  return low - high;
}
