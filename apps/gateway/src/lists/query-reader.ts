import { findUnstorable, requestError, type ErrorDetail } from '@drape/contracts';

export type Query = Readonly<Record<string, unknown>>;

/** Reads a query's parameters, each at most once, and collects all faults. Missing parameters are null. */
export interface QueryReader {
  choice<const T extends string>(name: string, allowed: readonly T[]): T | null;
  integer(name: string, bounds: { readonly min: number; readonly max: number }): number | null;
  /** An instant with its time zone. */
  instant(name: string): Date | null;
  /** A day of UTC, at its beginning. */
  day(name: string): Date | null;
  /** A string of 1 to `max` characters; with `printable`, of ASCII without spaces. */
  text(name: string, options: { readonly max: number; readonly printable: boolean }): string | null;
  /** `name[key]=value` pairs, within the limits of count and lengths. */
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
  return new FaultCollectingReader(query);
}

class FaultCollectingReader implements QueryReader {
  readonly #query: Query;
  readonly #faults: ErrorDetail[];

  constructor(query: Query) {
    this.#query = query;
    this.#faults = findUnstorable(query);
  }

  choice<const T extends string>(name: string, allowed: readonly T[]): T | null {
    const text = this.#single(name);
    const found = allowed.find((one) => one === text) ?? null;
    if (text === null || found !== null) return found;
    return this.#refuse(name, 'enum', `be one of ${allowed.join(', ')}`, allowed);
  }

  integer(name: string, { min, max }: { readonly min: number; readonly max: number }): number | null {
    const text = this.#single(name);
    if (text === null) return null;
    const value = /^\d{1,7}$/.test(text) ? Number(text) : NaN;
    if (value >= min && value <= max) return value;
    return this.#refuse(name, 'range', `be an integer from ${min} to ${max.toLocaleString('en')}`);
  }

  instant(name: string): Date | null {
    const text = this.#single(name);
    if (text === null) return null;
    const ms = INSTANT.test(text) ? Date.parse(text) : NaN;
    return Number.isNaN(ms) ? this.#refuse(name, 'format', `be ${INSTANT_FORM}${plusHint(text)}`) : new Date(ms);
  }

  day(name: string): Date | null {
    const text = this.#single(name);
    if (text === null) return null;
    const date = DAY.test(text) ? new Date(`${text}T00:00:00Z`) : null;
    // JavaScript would turn a day that the month does not have into one of the next month.
    const isReal = date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
    return isReal ? date : this.#refuse(name, 'format', 'be a day such as 2026-11-21');
  }

  text(name: string, { max, printable }: { readonly max: number; readonly printable: boolean }): string | null {
    const text = this.#single(name);
    if (text === null) return null;
    if (printable && !PRINTABLE.test(text)) {
      return this.#refuse(name, 'format', 'consist of printable ASCII characters without spaces');
    }
    if (text.length > 0 && text.length <= max) return text;
    return this.#refuse(name, 'length', `have 1 to ${max} characters`);
  }

  pairs(name: string, { countMax, keyMax, valueMax }: PairLimits): Readonly<Record<string, string>> {
    const keys = Object.keys(this.#query).filter((key) => isPairOf(name, key));
    if (keys.length > countMax) {
      const message = `${name} may be asked for at most ${countMax} keys at once; got ${keys.length}.`;
      this.#faults.push({ param: name, code: 'length', message });
      return {};
    }
    const pairs = keys.map((param): [string, string] => {
      const key = param.slice(name.length + 1, -1);
      const value = this.#single(param) ?? '';
      if (key.length > keyMax) this.#refuse(param, 'length', `name a key of at most ${keyMax} characters`);
      if (value.length > valueMax) this.#refuse(param, 'length', `have at most ${valueMax} characters`);
      return [key, value];
    });
    return Object.fromEntries(pairs);
  }

  finish(): void {
    if (this.#faults.length > 0) throw requestError(this.#faults);
  }

  /** Null where it is missing or given twice. */
  #single(name: string): string | null {
    const value = this.#query[name];
    if (value === undefined) return null;
    return typeof value === 'string' ? value : this.#refuse(name, 'format', 'be given once');
  }

  #refuse(param: string, code: string, expected: string, allowed?: readonly string[]): null {
    const message = `${param} must ${expected}; got ${shown(this.#query[param])}.`;
    this.#faults.push({ param, code, message, ...(allowed === undefined ? {} : { allowed }) });
    return null;
  }
}

/** Whether a query's key is `name[…]` with something between the brackets. */
export function isPairOf(name: string, key: string): boolean {
  return key.startsWith(`${name}[`) && key.endsWith(']') && key.length > name.length + 2;
}

const INSTANT_FORM = 'an ISO 8601 date-time with its zone, such as 2026-11-21T12:00:00Z';

/** A plus sign that is not percent-encoded arrives as a space. */
function plusHint(text: string): string {
  return / \d\d:\d\d$/.test(text) ? ' (encode the plus sign as %2B)' : '';
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, SHOWN_MAX);
}
