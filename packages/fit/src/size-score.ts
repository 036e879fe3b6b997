import type { Fit } from '@drape/contracts';
import { estimate, type BodyMeasurements } from './measurements';
import type { Range, Sex, SizeChart, SizeRow, Zone, ZoneRule } from './size-chart';

export type FitZone = Fit['zones'][number];
export type FitPreference = 'slim' | 'regular' | 'loose';

/** Distance of a body above and below a size's range at which its score is 0, cm: fabric stretches less than it may hang loose. */
export const TIGHT_CM = 4;
export const LOOSE_CM = 8;
/** Score below which a size suits nobody, even if it is the best of the chart: it is never recommended. */
export const POOR_SCORE = 0.5;
/** The score at the edge of a size's range. */
const EDGE_SCORE = 0.85;

/** Scores a body value against a size's range: 1 in the middle, .85 at its edges, 0 where it is 4 cm too tight or 8 cm too loose. */
export function zoneScore(x: number, [low, high]: Range): number {
  if (x > high) return Math.max(0, EDGE_SCORE * (1 - (x - high) / TIGHT_CM));
  if (x < low) return Math.max(0, EDGE_SCORE * (1 - (low - x) / LOOSE_CM));
  const half = (high - low) / 2;
  return half === 0 ? 1 : 1 - ((1 - EDGE_SCORE) * Math.abs(x - (low + high) / 2)) / half;
}

/**
 * Shift of the body, cm, by which wearers who prefer 'slim' or 'loose' are scored: as if the body were that much smaller or larger. Our own
 * judgement.
 */
const PREFERENCE_CM = { slim: -2, regular: 0, loose: 2 } as const satisfies Record<FitPreference, number>;

/** A body value that is known, or estimated with a standard deviation. */
export interface ZoneValue {
  readonly zone: Zone;
  readonly weight: number;
  readonly cm: number;
  /** 0 if it was measured. */
  readonly sd: number;
}

/** The values of the zones that count, measured if given, else estimated from height and weight; unknown ones are left out. */
export function zoneValues(rules: readonly ZoneRule[], body: BodyMeasurements, sex: Sex | null): ZoneValue[] {
  const values: ZoneValue[] = [];
  for (const { zone, weight } of rules) {
    const measured = body[zone];
    const guess = measured === undefined ? estimate(zone, body, sex) : null;
    if (measured !== undefined) values.push({ zone, weight, cm: measured, sd: 0 });
    else if (guess !== null) values.push({ zone, weight, cm: guess.value, sd: guess.sd });
  }
  return values;
}

/** S of one size: 0.7·weighted mean + 0.3·worst zone; null if the row has none of these zones. */
export function rowScore(row: SizeRow, values: readonly ZoneValue[], shiftCm = 0): number | null {
  let sum = 0;
  let weights = 0;
  let worst = 1;
  for (const { zone, weight, cm } of values) {
    const range = row.zones[zone];
    if (range === undefined) continue;
    // The inside leg has the same length whatever the preference.
    const score = zoneScore(cm + (zone === 'inseam' ? 0 : shiftCm), range);
    sum += weight * score;
    weights += weight;
    worst = Math.min(worst, score);
  }
  return weights === 0 ? null : 0.7 * (sum / weights) + 0.3 * worst;
}

export interface SizeScore {
  readonly size: string;
  readonly row: SizeRow;
  /** 0…1. */
  readonly score: number;
}

/** Points of a standard normal and their weights, to average a function over an estimate's distribution. */
const NORMAL_POINTS = Array.from({ length: 13 }, (_, i) => (i - 6) / 2).map((z) => ({
  z,
  weight: Math.exp((-z * z) / 2),
}));
const NORMAL_POINTS_SUM = NORMAL_POINTS.reduce((sum, { weight }) => sum + weight, 0);

/**
 * The score of each size, best first; for estimated zones its expected value. Estimates err together: somebody broader than estimated at
 * the waist is also broader at the hips.
 */
export function scoreSizes(chart: SizeChart, values: readonly ZoneValue[], preference: FitPreference): SizeScore[] {
  const shift = PREFERENCE_CM[preference];
  const guessed = values.some(({ sd }) => sd > 0);
  const scored: SizeScore[] = [];
  for (const row of chart.rows) {
    const score = guessed ? expectedScore(row, values, shift) : rowScore(row, values, shift);
    if (score !== null) scored.push({ size: row.size, row, score: threeDigits(score) });
  }
  // Beyond the chart all scores are 0: then the nearest size comes first, and of two equally near the smaller, because sort is stable.
  return scored.sort((a, b) => b.score - a.score || distanceTo(a.row, values) - distanceTo(b.row, values));
}

/** How far the body is outside a size's ranges, cm summed over all zones. */
function distanceTo(row: SizeRow, values: readonly ZoneValue[]): number {
  return zonesOf(row, values).reduce((sum, { deltaCm }) => sum + Math.abs(deltaCm), 0);
}

function expectedScore(row: SizeRow, values: readonly ZoneValue[], shift: number): number | null {
  let sum = 0;
  for (const { z, weight } of NORMAL_POINTS) {
    const moved = values.map((value) => ({ ...value, cm: value.cm + z * value.sd }));
    const score = rowScore(row, moved, shift);
    if (score === null) return null;
    sum += weight * score;
  }
  return sum / NORMAL_POINTS_SUM;
}

const threeDigits = (value: number): number => Math.round(value * 1000) / 1000;

/** Sizes whose range of a zone overlaps [from, to], in the chart's order; the nearest one if none does. */
export function sizeWindow(chart: SizeChart, zone: Zone, [from, to]: Range): string[] {
  const rows = chart.rows.filter((row) => row.zones[zone] !== undefined);
  // A range is closed below and open above, or a value on an edge would always match two sizes.
  const hit = rows.filter((row) => {
    const [low, high] = row.zones[zone] ?? [0, 0];
    return to >= low && (from < high || from === low);
  });
  if (hit.length > 0 || rows.length === 0) return hit.map((row) => row.size);
  const distance = (row: SizeRow) => {
    const [low, high] = row.zones[zone] ?? [0, 0];
    return Math.max(low - to, from - high);
  };
  const nearest = rows.reduce((best, row) => (distance(row) < distance(best) ? row : best));
  return [nearest.size];
}

/** How each zone fits in a size. `deltaCm`: how far the body is above (+) or below (−) the size's range, 0 inside. */
export function zonesOf(row: SizeRow, values: readonly ZoneValue[]): FitZone[] {
  return values.flatMap(({ zone, cm, sd }) => {
    const range = row.zones[zone];
    if (range === undefined) return [];
    const [low, high] = range;
    const delta = cm > high ? cm - high : cm < low ? cm - low : 0;
    const source = sd > 0 ? ('estimated' as const) : ('measured' as const);
    return [{ zone, bodyCm: oneDigit(cm), verdict: verdictOf(delta), deltaCm: oneDigit(delta), source }];
  });
}

const oneDigit = (value: number): number => Math.round(value * 10) / 10;

/** Up to half of the deviation that makes the score 0 is tight, or loose; beyond that, too tight or too loose. */
function verdictOf(delta: number): FitZone['verdict'] {
  if (delta === 0) return 'just_right';
  if (delta > 0) return delta > TIGHT_CM / 2 ? 'too_tight' : 'tight';
  return -delta > LOOSE_CM / 2 ? 'too_loose' : 'loose';
}
