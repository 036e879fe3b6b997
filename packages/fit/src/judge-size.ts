import type { Fit, ProductCategory } from '@drape/contracts';
import { findSize } from './asked-size';
import { chartExtent, isOutside, placeOnChart } from './chart-place';
import type { FitBasis } from './fit-score';
import type { BodyMeasurements } from './measurements';
import { STANDARD_CHARTS, zonesFor, type Range, type Sex, type SizeChart, type SizeRow, type Zone } from './size-chart';
import { POOR_SCORE, scoreSizes, zoneValues, type FitPreference, type SizeScore, type ZoneValue } from './size-score';

export interface SizeInput {
  readonly category: ProductCategory;
  readonly body: BodyMeasurements;
  readonly department: 'women' | 'men' | 'unisex' | null;
  readonly preference: FitPreference | null;
  /** The size that the shopper is looking at. */
  readonly size: string | null;
  /** The product's own chart of body measurements. */
  readonly chart: SizeChart | null;
}

/** A zone whose value is outside every size of the chart. */
export interface OutsideZone {
  readonly zone: Zone;
  readonly bodyCm: number;
  readonly chartMin: number;
  readonly chartMax: number;
  /** Estimated from height and weight, not measured. */
  readonly isEstimated: boolean;
}

/** What the measurements say about the sizes of a chart. */
export interface SizeJudgement {
  readonly basis: Exclude<FitBasis, 'visual'>;
  readonly size: NonNullable<Fit['size']>;
  readonly best: SizeScore;
  /** The score of the requested size; null if none was requested, if the chart does not have it, or if its row has no zone. */
  readonly asked: SizeScore | null;
  readonly values: readonly ZoneValue[];
  readonly outside: OutsideZone | null;
}

/** Least score of a further size that is named, and the most further sizes. */
const ALTERNATIVE_SCORE_MIN = POOR_SCORE;
const ALTERNATIVES_MAX = 2;
/** Score difference from the best size up to which the choice is a matter of taste. */
const WINDOW_SCORE = 0.08;

/** The chart in which sizes are looked up: the product's own, else the standard one. */
export function chartFor(input: Pick<SizeInput, 'chart' | 'department' | 'category'>): SizeChart {
  return input.chart ?? STANDARD_CHARTS[sexFor(input)];
}

/** The row of the requested size; null if none was requested, or the chart has none of that name. */
export function askedRow({ size }: Pick<SizeInput, 'size'>, chart: SizeChart): SizeRow | null {
  return size === null ? null : findSize(chart, size);
}

/**
 * Null if nothing that counts for the garment was measured or can be estimated.
 *
 * Height and weight alone give a window of sizes and never a single one: they name the right letter in only two of three cases, while the
 * window of one standard deviation contains it in more than nine of ten.
 */
export function judgeSize(input: SizeInput): SizeJudgement | null {
  const chart = chartFor(input);
  const rules = zonesFor(input.category, sexFor(input)).filter(({ zone }) => chartExtent(chart, zone) !== null);
  const values = zoneValues(rules, input.body, statedSex(input.department));
  const primary = values.find(({ zone }) => zone === rules[0]?.zone);
  const ranked = scoreSizes(chart, values, input.preference ?? 'regular');
  const best = ranked[0];
  if (primary === undefined || best === undefined) return null;
  const outside = farthestOutside(chart, values);
  const isMeasured = primary.sd === 0;
  const row = askedRow(input, chart);
  return {
    basis: !isMeasured ? 'estimated' : input.chart === null ? 'measured_standard_chart' : 'measured_product_chart',
    size: isMeasured ? measuredSize(chart, ranked, outside) : estimatedSize(chart, primary, outside),
    best,
    asked: ranked.find((one) => one.row === row) ?? null,
    values,
    outside,
  };
}

/** The sex according to the shop's department; null if there is none, or if it is unisex. */
export const statedSex = (department: SizeInput['department']): Sex | null =>
  department === 'women' || department === 'men' ? department : null;

/** The sex whose chart is used by default: women's for dresses and skirts, men's (as in most unisex sizing) for the rest. */
function sexFor({ department, category }: Pick<SizeInput, 'department' | 'category'>): Sex {
  return statedSex(department) ?? (category === 'dress' || category === 'skirt' ? 'women' : 'men');
}

function measuredSize(
  chart: SizeChart,
  ranked: readonly SizeScore[],
  outside: OutsideZone | null,
): NonNullable<Fit['size']> {
  const [best, ...others] = ranked;
  const suits = best !== undefined && best.score >= POOR_SCORE;
  const scoreMin = suits ? Math.max(POOR_SCORE, best.score - WINDOW_SCORE) : Infinity;
  const close = new Set(ranked.filter(({ score }) => score >= scoreMin).map(({ size }) => size));
  return {
    recommended: suits ? best.size : null,
    window: chart.rows.map(({ size }) => size).filter((size) => close.has(size)),
    nearest: suits ? null : (best?.size ?? null),
    outsideChart: outside !== null,
    alternatives: others
      .filter(({ score }) => score >= ALTERNATIVE_SCORE_MIN)
      .slice(0, ALTERNATIVES_MAX)
      .map(({ size, score }) => ({ size, score })),
    chart: chart.name,
  };
}

/** The sizes within one standard deviation of the estimate. */
function estimatedSize(chart: SizeChart, primary: ZoneValue, outside: OutsideZone | null): NonNullable<Fit['size']> {
  const { window, nearest } = placeOnChart(chart, primary.zone, rangeOf(primary));
  return {
    recommended: null,
    window: [...window],
    nearest,
    outsideChart: outside !== null,
    alternatives: [],
    chart: chart.name,
  };
}

const rangeOf = ({ cm, sd }: ZoneValue): Range => [oneDigit(cm - sd), oneDigit(cm + sd)];

/** The zone that is farthest beyond the chart's ends; estimates count only if all of [−1, +1] standard deviations is beyond. */
function farthestOutside(chart: SizeChart, values: readonly ZoneValue[]): OutsideZone | null {
  let farthest: { zone: OutsideZone; by: number } | null = null;
  for (const value of values) {
    const extent = chartExtent(chart, value.zone);
    if (extent === null || !isOutside(chart, value.zone, rangeOf(value))) continue;
    const [chartMin, chartMax] = extent;
    const by = Math.max(chartMin - value.cm, value.cm - chartMax);
    if (farthest !== null && by <= farthest.by) continue;
    farthest = {
      zone: { zone: value.zone, bodyCm: oneDigit(value.cm), chartMin, chartMax, isEstimated: value.sd > 0 },
      by,
    };
  }
  return farthest?.zone ?? null;
}

const oneDigit = (value: number): number => Math.round(value * 10) / 10;
