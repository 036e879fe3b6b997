import { isOriginEntry } from '@drape/access';
import {
  createApiKeySchema,
  createValidator,
  PUBLISHABLE_SCOPES,
  requestError,
  SCOPES,
  updateApiKeySchema,
  type CreateApiKeyBody,
  type ErrorDetail,
  type KeyKind,
  type Scope,
  type UpdateApiKeyBody,
} from '@drape/contracts';
import type { ApiKeyChange } from '@drape/db';
import type { Principal } from '../http/context';
import type { KeyTemplate } from './issue-key';

const EXPIRES_YEARS_MAX = 10;
const YEAR_MS = 365.25 * 86_400_000;

/** Parser of the body of POST /v1/keys. The parser throws ServiceError that names every field at fault. */
export function createKeyParser(
  now: () => number,
): (body: unknown, asking: Pick<Principal, 'owner' | 'scopes'>) => KeyTemplate {
  const validate = createValidator<CreateApiKeyBody>(createApiKeySchema);
  return (body, { owner, scopes: own }) => {
    const checked = validate(body);
    if (!checked.ok) throw requestError(checked.details);
    const { kind, env = owner.env, name = '', scopes, allowedOrigins, expiresAt } = checked.value;
    const details: ErrorDetail[] = [];
    if (env !== owner.env) details.push(envDetail(env, owner.env));
    details.push(...scopeDetails(kind, scopes, { isNew: true }), ...originDetails(kind, allowedOrigins));
    if (kind === 'pk' && allowedOrigins === undefined) details.push(NEEDS_ORIGINS);
    details.push(...expiryDetails(expiresAt, now()));
    if (details.length > 0) throw requestError(details);
    return {
      accountId: owner.accountId,
      name,
      kind,
      env: owner.env,
      scopes: inOrder(scopes ?? defaultScopes(kind, own)),
      allowedOrigins: allowedOrigins ?? [],
      expiresAt: toDate(expiresAt) ?? null,
    };
  };
}

/** Parser of the body of PATCH /v1/keys/{id}. The parser throws ServiceError that names every field at fault. */
export function createKeyChangeParser(): (body: unknown) => UpdateApiKeyBody {
  const validate = createValidator<UpdateApiKeyBody>(updateApiKeySchema);
  return (body) => {
    const checked = validate(body);
    if (!checked.ok) throw requestError(checked.details);
    return checked.value;
  };
}

/** The change as it is stored. Throws: ServiceError that names every field that a key of this kind cannot have. */
export function toKeyChange(body: UpdateApiKeyBody, kind: KeyKind, nowMs: number): ApiKeyChange {
  const { name, scopes, allowedOrigins, expiresAt } = body;
  const details = [
    ...scopeDetails(kind, scopes, { isNew: false }),
    ...originDetails(kind, allowedOrigins),
    ...expiryDetails(expiresAt, nowMs),
  ];
  if (details.length > 0) throw requestError(details);
  return {
    ...(name === undefined ? {} : { name }),
    ...(scopes === undefined ? {} : { scopes: inOrder(scopes) }),
    ...(allowedOrigins === undefined ? {} : { allowedOrigins }),
    ...(expiresAt === undefined ? {} : { expiresAt: toDate(expiresAt) ?? null }),
  };
}

const scopesFor = (kind: KeyKind): readonly Scope[] => (kind === 'pk' ? PUBLISHABLE_SCOPES : SCOPES);

/** The scopes of the kind that the caller has; all of the kind where it has none, so that they are rejected by name. */
function defaultScopes(kind: KeyKind, own: readonly Scope[]): readonly Scope[] {
  const all = scopesFor(kind);
  const some = all.filter((scope) => own.includes(scope));
  return some.length === 0 ? all : some;
}

const inOrder = (scopes: readonly Scope[]): Scope[] => SCOPES.filter((scope) => scopes.includes(scope));
const toDate = (text: string | null | undefined): Date | undefined => (text ? new Date(text) : undefined);

const NEEDS_ORIGINS: ErrorDetail = {
  param: 'allowedOrigins',
  code: 'required',
  message: 'allowedOrigins is required for a publishable key: it lies open in pages, and works in those alone.',
};

function envDetail(env: string, own: string): ErrorDetail {
  const message = `env must be ${own}, that of the key that asks: live and test keys do not manage each other; got ${env}.`;
  return { param: 'env', code: 'enum', message, allowed: [own] };
}

function scopeDetails(
  kind: KeyKind,
  scopes: readonly Scope[] | undefined,
  { isNew }: { readonly isNew: boolean },
): ErrorDetail[] {
  if (scopes === undefined) {
    const message = 'scopes is required for a restricted key (rk): the permissions that it is to have.';
    return isNew && kind === 'rk' ? [{ param: 'scopes', code: 'required', message }] : [];
  }
  const allowed = scopesFor(kind);
  const refused = scopes.filter((scope) => !allowed.includes(scope));
  if (refused.length === 0) return [];
  const message = `scopes of a publishable key may be ${allowed.join(', ')}; got ${refused.join(', ')}.`;
  return [{ param: 'scopes', code: 'enum', message, allowed: [...allowed] }];
}

function originDetails(kind: KeyKind, origins: readonly string[] | undefined): ErrorDetail[] {
  if (origins === undefined) return [];
  if (kind !== 'pk') {
    const message = `allowedOrigins is for publishable keys (pk); this is ${kind}, which has no business in a page.`;
    return [{ param: 'allowedOrigins', code: 'format', message }];
  }
  return origins.flatMap((origin, index) => {
    if (isOriginEntry(origin)) return [];
    const param = `allowedOrigins.${index}`;
    const form = 'an origin such as https://shop.example (no path, no slash at the end) or http://localhost:*';
    const message = `${param} must be ${form}; got ${JSON.stringify(origin.slice(0, 100))}.`;
    return [{ param, code: 'format', message }];
  });
}

function expiryDetails(text: string | null | undefined, nowMs: number): ErrorDetail[] {
  if (text === undefined || text === null) return [];
  const timeMs = Date.parse(text);
  if (timeMs > nowMs && timeMs <= nowMs + EXPIRES_YEARS_MAX * YEAR_MS) return [];
  const message = `expiresAt must be a time in the future, within ${EXPIRES_YEARS_MAX} years; got ${JSON.stringify(text)}.`;
  return [{ param: 'expiresAt', code: 'range', message }];
}
