import { chartExtent, isOutside } from './chart-place';
import type { MeasurementWarning } from './measurement-warnings';
import type { BodyMeasurements } from './measurements';
import { STANDARD_CHARTS, ZONES, type Range, type Sex, type SizeChart, type Zone } from './size-chart';

/**
 * A warning for each girth that no standard chart has a size for: in the chart of the named department, otherwise in both.
 * None of them lists an inside leg.
 */
export function warnOfCharts(body: BodyMeasurements, sex: Sex | null): MeasurementWarning[] {
  const all = sex === null ? [STANDARD_CHARTS.women, STANDARD_CHARTS.men] : [STANDARD_CHARTS[sex]];
  return ZONES.flatMap((zone) => {
    const bodyCm = body[zone];
    const charts = all.filter((chart) => chartExtent(chart, zone) !== null);
    if (bodyCm === undefined || charts.length === 0) return [];
    if (!charts.every((chart) => isOutside(chart, zone, [bodyCm, bodyCm]))) return [];
    const [chartMin, chartMax] = extentOf(charts, zone);
    const name = charts.map((chart) => chart.name).join(', ');
    const message = `${zone} of ${bodyCm} cm is outside the size chart, which goes from ${chartMin} to ${chartMax} cm (${name}): no size is made for it.`;
    return [{ code: 'outside_chart', message, param: zone, params: { zone, bodyCm, chartMin, chartMax } }];
  });
}

/** From the smallest to the largest value of all charts. */
function extentOf(charts: readonly SizeChart[], zone: Zone): Range {
  const extents = charts.flatMap((chart) => chartExtent(chart, zone) ?? []);
  return [Math.min(...extents), Math.max(...extents)];
}
