import { findUnstorable, requestError, type ErrorDetail } from '@drape/contracts';

export type Query = Readonly<Record<string, unknown>>;

/** Reads the parameters of a query, each once, and remembers every fault. What is missing is null. */
export interface QueryReader {
  choice<const T extends string>(name: string, allowed: readonly T[]): T | null;
  integer(name: string, bounds: { readonly min: number; readonly max: number }): number | null;
  /** An instant with its time zone. */
  instant(name: string): Date | null;
  /** A day of UTC, at its beginning. */
  day(name: string): Date | null;
  /** A text of the client's or of ours, 1 to `max` characters; with `printable` of ASCII without spaces. */
  text(name: string, options: { readonly max: number; readonly printable: boolean }): string | null;
  /** `name[key]=value`, at most so many; keys and values as long as they may be. */
  pairs(name: string, limits: PairLimits): Readonly<Record<string, string>>;
  /** Throws: ServiceError that names every parameter at fault. */
  finish(): void;
}

export interface PairLimits {
  readonly countMax: number;
  readonly keyMax: number;
  readonly valueMax: number;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const PRINTABLE = /^[\x21-\x7e]*$/;
const SHOWN_MAX = 60;

export function readQuery(query: Query): QueryReader {
  const faults: ErrorDetail[] = findUnstorable(query);
  function refuse(param: string, code: string, expected: string, allowed?: readonly string[]): null {
    const message = `${param} must ${expected}; got ${shown(query[param])}.`;
    faults.push({ param, code, message, ...(allowed === undefined ? {} : { allowed }) });
    return null;
  }
  /** Null where it is missing, or was given twice. */
  function single(name: string): string | null {
    const value = query[name];
    if (value === undefined) return null;
    return typeof value === 'string' ? value : refuse(name, 'format', 'be given once');
  }
  function bounded(name: string, text: string, max: number): string | null {
    return text.length > 0 && text.length <= max ? text : refuse(name, 'length', `have 1 to ${max} characters`);
  }
  return {
    choice(name, allowed) {
      const text = single(name);
      const found = allowed.find((one) => one === text) ?? null;
      return text === null || found !== null ? found : refuse(name, 'enum', `be one of ${allowed.join(', ')}`, allowed);
    },
    integer(name, { min, max }) {
      const text = single(name);
      if (text === null) return null;
      const value = /^\d{1,7}$/.test(text) ? Number(text) : NaN;
      if (value >= min && value <= max) return value;
      return refuse(name, 'range', `be an integer from ${min} to ${max.toLocaleString('en')}`);
    },
    instant(name) {
      const text = single(name);
      if (text === null) return null;
      const ms = INSTANT.test(text) ? Date.parse(text) : NaN;
      return Number.isNaN(ms) ? refuse(name, 'format', `be ${INSTANT_FORM}${plusHint(text)}`) : new Date(ms);
    },
    day(name) {
      const text = single(name);
      if (text === null) return null;
      const date = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : null;
      // A day that its month has not would become one of the next month.
      const isReal = date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
      return isReal ? date : refuse(name, 'format', 'be a day such as 2026-11-21');
    },
    text(name, { max, printable }) {
      const text = single(name);
      if (text === null) return null;
      if (printable && !PRINTABLE.test(text)) {
        return refuse(name, 'format', 'consist of printable ASCII characters without spaces');
      }
      return bounded(name, text, max);
    },
    pairs(name, { countMax, keyMax, valueMax }) {
      const keys = Object.keys(query).filter((key) => isPairOf(name, key));
      if (keys.length > countMax) {
        const message = `${name} may be asked for at most ${countMax} keys at once; got ${keys.length}.`;
        faults.push({ param: name, code: 'length', message });
        return {};
      }
      const pairs = keys.map((param): [string, string] => {
        const key = param.slice(name.length + 1, -1);
        const value = single(param) ?? '';
        if (key.length > keyMax) refuse(param, 'length', `name a key of at most ${keyMax} characters`);
        if (value.length > valueMax) refuse(param, 'length', `have at most ${valueMax} characters`);
        return [key, value];
      });
      return Object.fromEntries(pairs);
    },
    finish() {
      if (faults.length > 0) throw requestError(faults);
    },
  };
}

/** Whether a query's key is `name[…]` with something between the brackets. */
export function isPairOf(name: string, key: string): boolean {
  return key.startsWith(`${name}[`) && key.endsWith(']') && key.length > name.length + 2;
}

const INSTANT_FORM = 'an ISO 8601 date-time with its zone, such as 2026-11-21T12:00:00Z';

/** A plus sign of a query that is not encoded arrives as a space. */
function plusHint(text: string): string {
  return / \d\d:\d\d$/.test(text) ? ' (encode the plus sign as %2B)' : '';
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, SHOWN_MAX);
}
