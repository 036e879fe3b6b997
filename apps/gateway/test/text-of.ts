/** A member of an answer that has to be a text. Throws: TypeError where it is none. */
export function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError(`expected a text, got ${JSON.stringify(value)}`);
  return value;
}
