import {
  requestError,
  SIZE_CHART_ZONES,
  type ErrorDetail,
  type MerchantChart,
  type MerchantRow,
  type SizeChartInput,
  type SizeExtent,
  type Validator,
} from '@drape/contracts';
import { checkSizeChart } from './check-size-chart';
import { readChartCsv } from './read-chart-csv';

/** Names JSON rows in messages, counting from 1. */
export const jsonRow = (index: number): string => `Row ${index + 1}`;

/** A chart sent as JSON. Throws: ServiceError that names every row and column at fault. */
export function parseSizeChart(body: unknown, validate: Validator<SizeChartInput>): MerchantChart {
  const checked = validate(body);
  if (!checked.ok) throw requestError(checked.details.map(named));
  const chart = toMerchantChart(checked.value);
  const details = checkSizeChart(chart, jsonRow);
  if (details.length > 0) throw requestError(details);
  return chart;
}

/** A chart sent as CSV. Throws: ServiceError that names every line and column at fault. */
export function parseSizeChartCsv(text: string, options: Pick<MerchantChart, 'kind' | 'unit'>): MerchantChart {
  const { rows, lines, problems } = readChartCsv(text);
  if (problems.length > 0) throw requestError(problems);
  const chart = { ...options, rows };
  const details = checkSizeChart(chart, (index) => `Line ${lines[index] ?? '?'}`);
  if (details.length > 0) throw requestError(details);
  return chart;
}

/** The chart with its defaults. */
export function toMerchantChart({ kind = 'body', unit = 'cm', rows }: SizeChartInput): MerchantChart {
  return { kind, unit, rows: rows.map(toRow) };
}

function toRow(row: SizeChartInput['rows'][number]): MerchantRow {
  const extents: Partial<Record<(typeof SIZE_CHART_ZONES)[number], SizeExtent>> = {};
  for (const zone of SIZE_CHART_ZONES) {
    const extent: unknown = row[zone];
    if (typeof extent === 'number') extents[zone] = extent;
    else if (Array.isArray(extent)) extents[zone] = [Number(extent[0]), Number(extent[1])];
  }
  return { size: row.size, ...extents };
}

/** Adds the row to the message about a cell. */
function named(detail: ErrorDetail): ErrorDetail {
  const [, row, column] = /^rows\.(\d+)(?:\.(\w+))?/.exec(detail.param) ?? [];
  if (row === undefined) return detail;
  const place = jsonRow(Number(row)) + (column === undefined ? '' : `, column ${column}`);
  const code = detail.code === 'unknown' ? detail.code : 'invalid_size_chart';
  return { ...detail, code, message: `${place}: ${detail.message}` };
}
