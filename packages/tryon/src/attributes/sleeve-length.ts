import type { SleeveOutline, UpperLandmarks } from '../model/garment';
import { UNKNOWN, type Judged, type SleeveLengthName } from './types';
import { polylineLength } from '../geometry/polyline';
import { distance } from '../geometry/vector';

/** A range of lengths along the outer edge ÷ shoulder width. */
type LengthRange = readonly [from: number, to: number];

/**
 * The range that looks bare: shorter is a cap sleeve, longer a folded sleeve that was not found. Then the ranges of short and long sleeves.
 */
const BARE_RANGE: LengthRange = [0.55, 1.1];
const SHORT_RANGE: LengthRange = [0.05, 0.72];
const LONG_RANGE: LengthRange = [0.75, 2.6];
/** Least confidence of the outline. Long sleeves are hard to follow and hard to mistake. */
const CONFIDENCE_MIN = { bare: 0.65, short: 0.6, long: 0.35, jacket: 0.2 } as const;

/**
 * The length of the sleeves. Both sides must agree.
 *
 * Thresholds set on 98 phone pictures of tops whose label names the sleeve, and on the development products.
 */
export function findSleeveLength(landmarks: UpperLandmarks, jacket: boolean): Judged<SleeveLengthName> {
  const { shoulder, sleeves, confidence, bareTop } = landmarks;
  const span = Math.max(1, distance(shoulder[0], shoulder[1]));
  const all = (length: SleeveOutline['length'], [from, to]: LengthRange): boolean =>
    sleeves.every((sleeve) => {
      const reach = polylineLength(sleeve.outer) / span;
      return sleeve.length === length && reach >= from && reach <= to;
    });
  if (bareTop !== undefined && all('none', [0, BARE_RANGE[1]])) return { value: 'sleeveless', confidence: 0.9 };
  if (all('none', BARE_RANGE) && (sleeves[0].confidence + sleeves[1].confidence) / 2 >= CONFIDENCE_MIN.bare)
    return { value: 'sleeveless', confidence: 0.9 };
  if (all('short', SHORT_RANGE) && confidence >= CONFIDENCE_MIN.short) return { value: 'short', confidence: 0.9 };
  if (all('long', LONG_RANGE) && confidence >= (jacket ? CONFIDENCE_MIN.jacket : CONFIDENCE_MIN.long))
    return { value: 'long', confidence: 0.9 };
  return UNKNOWN;
}
