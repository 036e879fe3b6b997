import {
  SIZE_CHART_ZONES,
  type ErrorDetail,
  type MerchantChart,
  type MerchantRow,
  type SizeExtent,
} from '@drape/contracts';
import { CHART_BOUNDS, toCm } from '@drape/fit';

/** How messages name a row: by its index in the JSON, or by its line in the CSV. */
export type RowName = (index: number) => string;

/**
 * Checks what the schema cannot express: ranges within bounds and the right way round, no duplicate size, no row without a range. `path` is
 * prepended to parameter names: '' or 'sizeChart.'.
 */
export function checkSizeChart(chart: MerchantChart, rowName: RowName, path = ''): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  const note = (param: string, message: string) => details.push({ param, code: 'invalid_size_chart', message });
  const seen = new Map<string, number>();
  chart.rows.forEach((row, index) => {
    const param = `${path}rows.${index}`;
    const name = rowName(index);
    const earlier = seen.get(row.size);
    if (earlier === undefined) seen.set(row.size, index);
    else note(`${param}.size`, `${name}: size "${row.size}" stands in ${rowName(earlier)} already.`);
    const zones = SIZE_CHART_ZONES.filter((zone) => row[zone] !== undefined);
    if (zones.length === 0) note(param, `${name} gives no dimension; give one of ${SIZE_CHART_ZONES.join(', ')}.`);
    for (const zone of zones) {
      const problem = problemOf(row, zone, chart.unit);
      if (problem !== null) note(`${param}.${zone}`, `${name}, column ${zone}: ${problem}`);
    }
  });
  return details;
}

function problemOf(row: MerchantRow, zone: (typeof SIZE_CHART_ZONES)[number], unit: MerchantChart['unit']) {
  const values = valuesOf(row[zone] ?? []);
  const [from = 0, to = from] = values;
  if (from > to) return `${from} to ${to} is the wrong way round.`;
  const [low, high] = CHART_BOUNDS[zone];
  const outside = values.find((value) => toCm(value, unit) < low || toCm(value, unit) > high);
  if (outside === undefined) return null;
  const cm = Math.round(toCm(outside, unit) * 10) / 10;
  const same = unit === 'cm' ? '' : ` (${cm} cm)`;
  const other = unit === 'cm' ? 'in' : 'cm';
  const fits = values.every((value) => toCm(value, other) >= low && toCm(value, other) <= high);
  const hint = fits ? `; did you mean unit "${other}"?` : '.';
  return `${outside} ${unit}${same} is ${cm < low ? 'below' : 'above'} ${low}–${high} cm${hint}`;
}

const valuesOf = (extent: SizeExtent | readonly []): readonly number[] =>
  typeof extent === 'number' ? [extent] : extent;
