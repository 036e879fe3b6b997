import type { Command } from 'commander';

/** One line of JSON, or one line per member: "name: value". */
export function asText(record: object, command: Command): string {
  if (command.optsWithGlobals()['json'] === true) return JSON.stringify(record);
  const show = (value: unknown): string => {
    if (value instanceof Date) return value.toISOString();
    if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ');
    if (typeof value === 'object' && value !== null) return Object.values(value).map(show).join(', ');
    if (typeof value === 'string') return value === '' ? '–' : value;
    return value === null ? '–' : JSON.stringify(value);
  };
  return `${Object.entries(record)
    .map(([name, value]) => `${`${name}:`.padEnd(16)}${show(value)}`)
    .join('\n')}\n`;
}
