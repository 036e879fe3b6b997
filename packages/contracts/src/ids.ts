import { decodeTime, encodeTime, monotonicFactory, ulid } from 'ulid';

/** Prefixes that say what kind of thing an id names. */
export const ID_PREFIXES = [
  'try',
  'req',
  'ses',
  'prd',
  'mea',
  'key',
  'acc',
  'whk',
  'evt',
  'gtw',
  'chk',
  'ctk',
  'bat',
  'imp',
  'pic',
  'upl',
  'usr',
  'inv',
  'aud',
] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

export interface IdSource {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Uniform in [0, 1). Default: the platform's cryptographic source. */
  readonly random?: () => number;
}

const ULID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** One call of the platform's source serves so many draws; an id takes 16, and a call costs as much as the rest of the id. */
const POOL = new Uint32Array(512);
let drawn = POOL.length;

function cryptographicRandom(): number {
  if (drawn === POOL.length) {
    globalThis.crypto.getRandomValues(POOL);
    drawn = 0;
  }
  return (POOL[drawn++] ?? 0) / 2 ** 32;
}

/** A new id: `try_01K…`, the prefix and a ULID (48 bits of time, 80 of randomness, Crockford's base 32, upper case). */
export function newId<P extends IdPrefix>(prefix: P, source: IdSource = {}): `${P}_${string}` {
  return `${prefix}_${ulid(source.now?.(), source.random ?? cryptographicRandom)}`;
}

/** A maker of ids that sort in the order of making, even within one millisecond. */
export function createIdFactory(source: IdSource = {}): <P extends IdPrefix>(prefix: P) => `${P}_${string}` {
  const next = monotonicFactory(source.random ?? cryptographicRandom);
  return (prefix) => `${prefix}_${next(source.now?.())}`;
}

/** When the id was made, milliseconds since 1970; null for what is no id with this prefix. */
export function timeOfId(prefix: IdPrefix, text: string): number | null {
  return isId(prefix, text) ? decodeTime(text.slice(prefix.length + 1)) : null;
}

/** What every id of that time or a later one is at least, and every earlier one less, in the order of their bytes. */
export function leastIdAt(prefix: IdPrefix, ms: number): string {
  return `${prefix}_${encodeTime(Math.max(0, ms))}`;
}

/** Whether the text has the form of an id with this prefix. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && ULID_PATTERN.test(text.slice(prefix.length + 1));
}
