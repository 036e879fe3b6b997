import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '@drape/contracts';
import { invalidImport, ROW_LENGTH_MAX, type FileRow } from './file-row';

/** Lines that are read in one go; other requests run in between. */
const LINES_AT_ONCE = 200;

/** The rows of a file with one JSON object per line; empty lines are skipped. Throws: ServiceError where there is none. */
export async function* readJsonRows(text: string): AsyncGenerator<FileRow> {
  let row = 0;
  let found = 0;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end).replace(/^\ufeff/, '');
    at = end < 0 ? text.length : end + 1;
    row += 1;
    if (row % LINES_AT_ONCE === 0) await setImmediate();
    if (line.trim() === '') continue;
    found += 1;
    yield toFileRow(line, row);
  }
  if (found === 0) throw invalidImport('The file is empty: a JSON object for each product is expected, one a line.');
}

function toFileRow(line: string, row: number): FileRow {
  const refuse = (detail: string): FileRow => ({
    row,
    said: null,
    fault: new ServiceError('invalid_import', { detail }),
  });
  if (line.length > ROW_LENGTH_MAX) {
    return refuse(`The line has ${line.length} characters; a row has at most ${ROW_LENGTH_MAX}.`);
  }
  try {
    return { row, said: JSON.parse(line), fault: null };
  } catch {
    return refuse('The line is not JSON: one object a line is expected.');
  }
}
