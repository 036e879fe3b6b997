import type { Range, SizeChart, Zone } from './size-chart';
import { POOR_SCORE, sizeWindow, zoneScore } from './size-score';

/** Where a body value, or the range of an estimated one, is on a chart. */
export interface ChartPlace {
  /** Sizes to consider, in the chart's order; empty if there are none. */
  readonly window: readonly string[];
  /** If the window is empty: the nearest size. */
  readonly nearest: string | null;
  /** Below the smallest size of the chart, or above its largest. */
  readonly outsideChart: boolean;
}

/** From the smallest size's lower end to the largest size's upper end, cm; null if the chart does not list the zone. */
export function chartExtent(chart: SizeChart, zone: Zone): Range | null {
  const ranges = chart.rows.flatMap((row) => (row.zones[zone] === undefined ? [] : [row.zones[zone]]));
  if (ranges.length === 0) return null;
  return [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
}

/** Whether all of [low, high] is beyond the chart's ends. */
export function isOutside(chart: SizeChart, zone: Zone, [low, high]: Range): boolean {
  const extent = chartExtent(chart, zone);
  return extent !== null && (high < extent[0] || low > extent[1]);
}

/** A value that is outside by so little that the last size still fits (its score is not poor) keeps that size. */
export function placeOnChart(chart: SizeChart, zone: Zone, range: Range): ChartPlace {
  const sizes = sizeWindow(chart, zone, range);
  if (!isOutside(chart, zone, range)) return { window: sizes, nearest: null, outsideChart: false };
  const suits = chart.rows.some((row) => {
    const own = row.zones[zone];
    return own !== undefined && Math.max(zoneScore(range[0], own), zoneScore(range[1], own)) >= POOR_SCORE;
  });
  return { window: suits ? sizes : [], nearest: suits ? null : (sizes[0] ?? null), outsideChart: true };
}
