import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { IMPORT_COLUMNS, requestError, ServiceError, type ErrorDetail, type ImportColumn } from '@drape/contracts';
import { CsvError, parse } from 'csv-parse';
import { invalidImport, ROW_LENGTH_MAX, type FileRow } from './file-row';

/** Column names that shops use, in lower case, letters only. */
const COLUMNS: Readonly<Record<string, ImportColumn>> = {
  externalid: 'externalId',
  sku: 'externalId',
  imageurl: 'imageUrl',
  image: 'imageUrl',
  title: 'title',
  name: 'title',
  category: 'category',
  productcategory: 'category',
};

/** Characters parsed in one go, in about 5 ms; other requests run in between. */
const SLICE_LENGTH = 32 * 1024;

interface CsvRecord {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * The rows of a CSV with a header line; separated by comma, semicolon or tab. Empty lines and rows are skipped; an empty cell means no
 * value.
 * Throws: ServiceError where the file is not CSV, or its header names no picture.
 */
export async function* readCsvRows(text: string): AsyncGenerator<FileRow> {
  let columns: readonly ImportColumn[] | null = null;
  try {
    for await (const { record, info } of recordsOf(text)) {
      if (columns === null) columns = readHeading(record);
      else if (record.some((cell) => cell !== '')) yield toFileRow(record, columns, info.lines);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error['lines'] === 'number' ? `Line ${error['lines']}: ` : '';
    throw invalidImport(`${line}this is not CSV: ${error.code}.`);
  }
  if (columns === null) throw invalidImport('The file is empty: a heading and a row for each product are expected.');
}

/** The parser is discarded with the iterator where reading stops early. */
function recordsOf(text: string): AsyncIterable<CsvRecord> {
  // Not beyond the maximum length of a row: a file of one row would be searched in full.
  const start = text.slice(0, ROW_LENGTH_MAX);
  const heading = start.slice(0, start.search(/[\r\n]|$/));
  const delimiter = [';', '\t'].find((mark) => heading.includes(mark)) ?? ',';
  const parser = parse({
    delimiter,
    bom: true,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
    max_record_size: ROW_LENGTH_MAX,
  });
  return Readable.from(slicesOf(text), { objectMode: false }).pipe(parser);
}

async function* slicesOf(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += SLICE_LENGTH) {
    yield text.slice(at, at + SLICE_LENGTH);
    await setImmediate();
  }
}

function readHeading(names: readonly string[]): ImportColumn[] {
  const faults: ErrorDetail[] = [];
  const columns = names.flatMap((name, i) => {
    const column = columnOf(name);
    if (column === undefined) faults.push(unknownColumn(name));
    else if (names.findIndex((other) => columnOf(other) === column) !== i) faults.push(doubleColumn(column));
    return column ?? [];
  });
  if (!columns.includes('imageUrl')) {
    const message = `Line 1: the column imageUrl is missing; ${KNOWN}.`;
    faults.push({ param: 'imageUrl', code: 'required', message });
  }
  if (faults.length > 0) throw requestError(faults.slice(0, FAULTS_MAX));
  return columns;
}

const FAULTS_MAX = 25;
const KNOWN = `columns are ${IMPORT_COLUMNS.join(', ')}`;

function columnOf(name: string): ImportColumn | undefined {
  return COLUMNS[name.toLowerCase().replaceAll(/[^a-z]/g, '')];
}

function unknownColumn(name: string): ErrorDetail {
  const shown = name.slice(0, 40);
  return { param: shown, code: 'unknown', message: `Line 1: there is no column ${JSON.stringify(shown)}; ${KNOWN}.` };
}

function doubleColumn(column: ImportColumn): ErrorDetail {
  return { param: column, code: 'invalid_import', message: `Line 1: the column ${column} stands there twice.` };
}

function toFileRow(cells: readonly string[], columns: readonly ImportColumn[], row: number): FileRow {
  if (cells.length > columns.length) {
    const detail = `The row has ${cells.length} cells, the heading ${columns.length}.`;
    return { row, said: null, fault: new ServiceError('invalid_import', { detail }) };
  }
  const fields = columns.flatMap((column, i) => {
    const cell = cells[i] ?? '';
    return cell === '' ? [] : [[column, column === 'category' ? cell.toLowerCase() : cell]];
  });
  return { row, said: Object.fromEntries(fields), fault: null };
}
