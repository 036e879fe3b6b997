import { isOriginEntry } from '@drape/access';
import {
  KEY_ENVS,
  KEY_KINDS,
  PUBLISHABLE_SCOPES,
  SCOPES,
  type KeyEnv,
  type KeyKind,
  type Scope,
} from '@drape/contracts';
import { UsageError } from './refused';

/** The options of `drape key create` as they were typed. */
export interface TypedKeyChoices {
  readonly account?: string;
  readonly scopes?: string;
  readonly kind?: string;
  readonly env: string;
  readonly origins?: string;
  readonly name: string;
  readonly expiresInDays?: string;
}

export interface KeyChoices {
  /** undefined: the only account. */
  readonly account: string | undefined;
  readonly kind: KeyKind;
  readonly env: KeyEnv;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly allowedOrigins: readonly string[];
  readonly expiresInDays: number | null;
}

const EXPIRES_IN_DAYS_MAX = 3650;

/** The checked options. Throws: UsageError that names every fault. */
export function parseKeyChoices(typed: TypedKeyChoices): KeyChoices {
  const faults: string[] = [];
  const asked = scopesOf(typed.scopes, faults);
  const defaultKind = asked === 'all' ? 'sk' : 'rk';
  const kind = typed.kind === undefined ? defaultKind : choiceOf('--kind', typed.kind, KEY_KINDS, faults);
  const env = choiceOf('--env', typed.env, KEY_ENVS, faults);
  const allowedOrigins = originsOf(typed.origins, faults);
  const expiresInDays = daysOf(typed.expiresInDays, faults);
  if (kind === 'pk') {
    if (typed.origins === undefined) faults.push('--kind pk: a publishable key needs --origins.');
    const refused = asked === 'all' ? [] : asked.filter((scope) => !isPublishable(scope));
    if (refused.length > 0) {
      const can = PUBLISHABLE_SCOPES.join(', ');
      faults.push(`--scopes: a publishable key cannot have ${refused.join(', ')}; it can have ${can}.`);
    }
  } else if (typed.origins !== undefined) faults.push('--origins: only publishable keys (--kind pk) take them.');
  if (faults.length > 0 || kind === null || env === null) throw new UsageError(faults);
  const all = kind === 'pk' ? PUBLISHABLE_SCOPES : SCOPES;
  const scopes = asked === 'all' ? all : asked;
  return { account: typed.account, kind, env, name: typed.name, scopes, allowedOrigins, expiresInDays };
}

const isPublishable = (scope: Scope): boolean => PUBLISHABLE_SCOPES.some((one) => one === scope);

function choiceOf<T extends string>(option: string, text: string, choices: readonly T[], faults: string[]): T | null {
  const found = choices.find((choice) => choice === text);
  if (found === undefined) faults.push(`${option} must be one of ${choices.join(', ')}; got "${text}".`);
  return found ?? null;
}

function scopesOf(text: string | undefined, faults: string[]): readonly Scope[] | 'all' {
  if (text === undefined || text === 'all') return 'all';
  const names = text.split(',').map((part) => part.trim());
  const unknown = names.filter((name) => !SCOPES.some((scope) => scope === name));
  if (unknown.length > 0) faults.push(`--scopes: unknown ${unknown.join(', ')}; known are ${SCOPES.join(', ')}.`);
  const known = SCOPES.filter((scope) => names.includes(scope));
  return known.length === SCOPES.length ? 'all' : known;
}

function originsOf(text: string | undefined, faults: string[]): readonly string[] {
  const origins = text === undefined ? [] : text.split(',').map((part) => part.trim());
  for (const origin of origins) {
    if (isOriginEntry(origin)) continue;
    faults.push(
      `--origins: "${origin}" is not an origin such as https://shop.example (no path, no slash at the end) or http://localhost:* (any port).`,
    );
  }
  return origins;
}

function daysOf(text: string | undefined, faults: string[]): number | null {
  if (text === undefined) return null;
  const days = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (days >= 1 && days <= EXPIRES_IN_DAYS_MAX) return days;
  faults.push(`--expires-in-days must be a whole number from 1 to ${EXPIRES_IN_DAYS_MAX}; got "${text}".`);
  return null;
}
