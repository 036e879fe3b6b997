import { ServiceError } from '@drape/contracts';

/** A row of an import as it stands in the file: what it says, not yet looked at, or why that cannot be read. */
export interface FileRow {
  /** Line of the file. */
  readonly row: number;
  readonly said: unknown;
  readonly fault: ServiceError | null;
}

/** Longer rows are no products: four fields have some 3 kB at most. */
export const ROW_LENGTH_MAX = 16 * 1024;

/** The file as a whole cannot be read. */
export function invalidImport(detail: string): ServiceError {
  return new ServiceError('invalid_import', { detail });
}
