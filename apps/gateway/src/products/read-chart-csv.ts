import {
  SIZE_CHART_ROWS_MAX,
  SIZE_CHART_ZONES,
  type ErrorDetail,
  type MerchantRow,
  type SizeExtent,
} from '@drape/contracts';
import { CsvError, parse } from 'csv-parse/sync';

type Column = 'size' | (typeof SIZE_CHART_ZONES)[number];

/** Column names that shops use. */
const COLUMNS: Readonly<Record<string, Column>> = {
  ...{ size: 'size', chest: 'chest', bust: 'chest', waist: 'waist', hips: 'hips', hip: 'hips', inseam: 'inseam' },
  ...{ 'inside leg': 'inseam', 'inner leg': 'inseam' },
};
const NUMBER = String.raw`(\d{1,4}(?:[.,]\d{1,3})?)`;
/** `94`, `94-98`, `94–98`, `94 to 98`. */
const CELL = new RegExp(String.raw`^${NUMBER}(?:\s*(?:-|–|to)\s*${NUMBER})?$`, 'i');

export interface ChartCsv {
  readonly rows: readonly MerchantRow[];
  /** Line number of each row in the file, from 1. */
  readonly lines: readonly number[];
  readonly problems: readonly ErrorDetail[];
}

interface Line {
  readonly cells: readonly string[];
  readonly line: number;
}

/**
 * Reads a size chart: a header line with `size` and at least one dimension, then one line per size. Separated by comma, semicolon or tab;
 * with the latter two a comma may be the decimal separator. Empty cells are unknown.
 */
export function readChartCsv(text: string): ChartCsv {
  try {
    return readLines(readCsv(text));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? `Line ${error['lines']}: ` : '';
    return { rows: [], lines: [], problems: [problem('', `${line}this is not CSV: ${error.code}.`)] };
  }
}

function readCsv(text: string): Line[] {
  const heading = text.slice(0, text.search(/[\r\n]|$/));
  const delimiter = [';', '\t'].find((mark) => heading.includes(mark)) ?? ',';
  const options = { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, info: true } as const;
  const records: unknown = parse(text, { ...options, delimiter, to: SIZE_CHART_ROWS_MAX + 2 });
  return (records as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
    cells: record,
    line: info.lines,
  }));
}

function readLines([heading, ...body]: Line[]): ChartCsv {
  const names = heading?.cells ?? [];
  const problems: ErrorDetail[] = [];
  const columns = names.map((name) => COLUMNS[name.toLowerCase()] ?? null);
  columns.forEach((column, i) => {
    if (column === null) problems.push(unknownColumn(names[i] ?? ''));
    else if (columns.indexOf(column) !== i)
      problems.push(problem(column, `Line 1: column ${column} stands there twice.`));
  });
  if (!columns.includes('size')) problems.push(problem('size', 'Line 1: the column size is missing.'));
  if (body.length === 0) problems.push(problem('rows', 'There is no line below the heading.'));
  if (body.length > SIZE_CHART_ROWS_MAX) {
    problems.push(problem('rows', `There are more than ${SIZE_CHART_ROWS_MAX} sizes.`));
  }
  const rows = problems.length > 0 ? [] : body.map((line, i) => readRow(line, columns, { index: i, problems }));
  return { rows, lines: body.map(({ line }) => line), problems: problems.slice(0, PROBLEMS_MAX) };
}

const PROBLEMS_MAX = 25;

interface Reading {
  readonly index: number;
  readonly problems: ErrorDetail[];
}

function readRow(
  { cells, line }: Line,
  columns: readonly (Column | null)[],
  { index, problems }: Reading,
): MerchantRow {
  const row: Partial<Record<Column, SizeExtent>> = {};
  let size = '';
  if (cells.length > columns.length) {
    problems.push(problem(`rows.${index}`, `Line ${line} has ${cells.length} cells, the heading ${columns.length}.`));
  }
  columns.forEach((column, i) => {
    const cell = cells[i] ?? '';
    if (column === 'size') size = cell;
    if (column === null || column === 'size' || cell === '') return;
    const extent = readCell(cell);
    const shown = JSON.stringify(cell.slice(0, 40));
    if (extent !== null) row[column] = extent;
    else
      problems.push(
        problem(
          `rows.${index}.${column}`,
          `Line ${line}, column ${column}: ${shown} is neither a number nor a range such as 94-98.`,
        ),
      );
  });
  if (size === '' || size.length > 40) {
    problems.push(problem(`rows.${index}.size`, `Line ${line}, column size: a name of 1 to 40 characters is needed.`));
  }
  return { ...row, size };
}

function readCell(cell: string): SizeExtent | null {
  const [, from, to] = CELL.exec(cell) ?? [];
  if (from === undefined) return null;
  const number = (text: string) => Number(text.replace(',', '.'));
  return to === undefined ? number(from) : [number(from), number(to)];
}

function unknownColumn(name: string): ErrorDetail {
  const known = ['size', ...SIZE_CHART_ZONES].join(', ');
  return problem('', `Line 1: there is no column ${JSON.stringify(name.slice(0, 40))}; known are ${known}.`);
}

function problem(param: string, message: string): ErrorDetail {
  return { param, code: 'invalid_size_chart', message };
}
