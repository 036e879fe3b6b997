import { ServiceError } from '@drape/contracts';

/** A row of an import file: its unchecked content, or why it cannot be read. */
export interface FileRow {
  /** Line of the file. */
  readonly row: number;
  readonly said: unknown;
  readonly fault: ServiceError | null;
}

/** Longer rows are not products: four fields have at most about 3 kB. */
export const ROW_LENGTH_MAX = 16 * 1024;

/** The file as a whole cannot be read. */
export function invalidImport(detail: string): ServiceError {
  return new ServiceError('invalid_import', { detail });
}
