import { setImmediate } from 'node:timers/promises';
import {
  requestError,
  ServiceError,
  type ImportedProduct,
  type ImportRowError,
  type ProductImportFormat,
  type Validator,
} from '@drape/contracts';
import type { NewImportRow } from '@drape/db';
import { LIMITS } from '../http/limits';
import { checkImageUrl } from '../products/check-image-url';
import type { FileRow } from './file-row';
import { readCsvRows } from './read-csv-rows';
import { readJsonRows } from './read-json-rows';

const READERS = { csv: readCsvRows, ndjson: readJsonRows } as const;
/** How much of an unusable row a report repeats. */
const SHOWN_MAX = 128;
/** Rows that are checked in one go. */
const ROWS_AT_ONCE = 50;

export interface ReadImportOptions {
  readonly validate: Validator<ImportedProduct>;
  readonly allow: readonly string[];
}

/**
 * The rows of a file, each with the faults that can be found without the catalogue. Yields to other requests regularly.
 * Throws: ServiceError where the file as a whole cannot be read.
 */
export async function readImport(
  format: ProductImportFormat,
  text: string,
  options: ReadImportOptions,
): Promise<NewImportRow[]> {
  const rows: NewImportRow[] = [];
  for await (const row of READERS[format](text)) {
    if (rows.length === LIMITS.importRowsMax) throw tooManyRows();
    // Readers yield per number of bytes; thousands of faulty rows fit into that.
    if (rows.length % ROWS_AT_ONCE === 0) await setImmediate();
    rows.push(toImportRow(row, options));
  }
  if (rows.length === 0) {
    throw new ServiceError('invalid_import', { detail: 'There is no row below the heading.' });
  }
  return rows;
}

function tooManyRows(): ServiceError {
  const most = LIMITS.importRowsMax.toLocaleString('en');
  const detail = `The file has more than ${most} rows; send several imports of at most ${most} each.`;
  return new ServiceError('import_too_many_rows', { detail });
}

function toImportRow({ row, said, fault }: FileRow, { validate, allow }: ReadImportOptions): NewImportRow {
  const refuse = (error: ServiceError): NewImportRow => ({
    row,
    externalId: nameIn(said),
    input: null,
    error: toRowError(error),
  });
  if (fault !== null) return refuse(fault);
  const checked = validate(said);
  if (!checked.ok) return refuse(requestError(checked.details));
  const url = checkImageUrl(checked.value.imageUrl, allow);
  if (!url.ok) return refuse(requestError([url.problem]));
  return {
    row,
    externalId: checked.value.externalId ?? null,
    input: { ...checked.value, imageUrl: url.url },
    error: null,
  };
}

/** The name by which an unusable row is reported, where it has one that can be stored. */
function nameIn(said: unknown): string | null {
  if (typeof said !== 'object' || said === null || !('externalId' in said)) return null;
  const { externalId } = said;
  return typeof externalId === 'string' && /^[\x20-\x7e]+$/.test(externalId) ? externalId.slice(0, SHOWN_MAX) : null;
}

function toRowError({ code, param, detail }: ServiceError): ImportRowError {
  return { code, param: param === undefined || param === '' ? null : param, message: detail };
}
