import { readFileSync } from 'node:fs';

/** The last line of a log that says something, for an error message. */
export function tailOf(file: string): string {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return (lines.at(-1) ?? '').trim().slice(0, 300);
}
