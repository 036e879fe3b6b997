import type { Range, SizeChart, Zone } from './size-chart';
import { POOR_SCORE, sizeWindow, zoneScore } from './size-score';

/** Where a body value, or the range of a guessed one, lies on a chart. */
export interface ChartPlace {
  /** Sizes that come into question, in the chart's order; empty where none does. */
  readonly window: readonly string[];
  /** Where the window is empty: the size that comes nearest all the same. */
  readonly nearest: string | null;
  /** Below the smallest size of the chart, or above its largest. */
  readonly outsideChart: boolean;
}

/** From the smallest size's lower end to the largest size's upper end, cm; null where the chart does not give the zone. */
export function chartExtent(chart: SizeChart, zone: Zone): Range | null {
  const ranges = chart.rows.flatMap((row) => (row.zones[zone] === undefined ? [] : [row.zones[zone]]));
  if (ranges.length === 0) return null;
  return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
}

/** Whether all of [low, high] lies beyond the chart's ends. */
export function isOutside(chart: SizeChart, zone: Zone, [low, high]: Range): boolean {
  const extent = chartExtent(chart, zone);
  return extent !== null && (high < extent[0] || low > extent[1]);
}

/** A value that lies outside, but so little that the last size still suits (its score is not poor), keeps that size. */
export function placeOnChart(chart: SizeChart, zone: Zone, range: Range): ChartPlace {
  const sizes = sizeWindow(chart, zone, range);
  if (!isOutside(chart, zone, range)) return { window: sizes, nearest: null, outsideChart: false };
  const suits = chart.rows.some((row) => {
    const own = row.zones[zone];
    return own !== undefined && Math.max(zoneScore(range[0], own), zoneScore(range[1], own)) >= POOR_SCORE;
  });
  return { window: suits ? sizes : [], nearest: suits ? null : (sizes[0] ?? null), outsideChart: true };
}
