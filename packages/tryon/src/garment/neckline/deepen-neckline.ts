import type { Point } from '@drape/imaging';
import type { GarmentRead } from '../../ports';
import { softPartAt } from '../read/read-region';
import type { Place } from '../../model/garment';
import { always, type Rule } from '../../rules/rule';
import { heightAt } from '../../geometry/polyline';
import { mean } from '../../geometry/numbers';

/** The reader's belief above which a point shows the inside of the back. */
const INSIDE_BELIEF_MIN = 0.6;
/** Distance between two points of the curve, in widths of the neckline. */
const POINT_SPACING = 1 / 48;
/** Number of points on either side over which the curve is smoothed. */
const SMOOTHING_POINTS = 2;
/** Greatest distance below the curve at which the inside may begin, in widths of the neckline. */
const GAP_BELOW_CURVE_MAX = 0.05;
/** Least mean gain in depth, in widths of the neckline; below it the curve stays as it was fitted. */
const DEPTH_GAIN_MIN = 0.015;

interface Opening {
  readonly curve: readonly Point[];
  readonly read: GarmentRead;
  readonly place: Place;
  /** The lowest row that the neckline may reach, in the curve's pixels. */
  readonly lowest: number;
}

export const DEEPEN_NECKLINE: Rule<Opening, readonly Point[]> = {
  id: 'deepen-neckline',
  stage: 'garment',
  summary: 'Lowers the neckline to where the reader no longer sees the inside of the back.',
  appliesTo: always,
  apply: deepenNeckline,
  evidence: [],
};

/**
 * A neckline lowered to where the garment reader no longer sees the inside of the back. A fitted curve is narrower than the opening between
 * lapels, and the lining, label and hanger that it leaves would be in front of the throat.
 *
 * Space: the cut-out's pixels, image left to right. The ends stay.
 */
export function deepenNeckline({ curve, read, place, lowest }: Opening): readonly Point[] {
  const [first, last] = [curve[0], curve[curve.length - 1]];
  const width = last.x - first.x;
  const count = Math.round(1 / POINT_SPACING);
  const xs = Array.from({ length: count + 1 }, (_, i) => first.x + i * POINT_SPACING * width);
  const fitted = xs.map((x) => heightAt(curve, x));
  const insideAt = (x: number, y: number): boolean =>
    softPartAt(read, 'insideBack', { x: place.origin.x + x / place.scale, y: place.origin.y + y / place.scale }) >
    INSIDE_BELIEF_MIN;
  const deep = xs.map((x, i) => {
    let [end, y] = [fitted[i], fitted[i]];
    for (let missed = 0; y < lowest && missed < GAP_BELOW_CURVE_MAX * width; y++, missed++) {
      if (!insideAt(x, y)) continue;
      end = y;
      missed = 0;
    }
    return end;
  });
  const gain = deep.reduce((sum, y, i) => sum + y - fitted[i], 0) / deep.length;
  if (gain < DEPTH_GAIN_MIN * width) return curve;
  const smooth = deep.map((_, i) => mean(deep.slice(Math.max(0, i - SMOOTHING_POINTS), i + SMOOTHING_POINTS + 1)));
  return xs.map((x, i) => (i === 0 ? first : i === count ? last : { x, y: Math.max(fitted[i], smooth[i]) }));
}
