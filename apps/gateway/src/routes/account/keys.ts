import {
  apiKeySchema,
  apiKeyWithSecretSchema,
  createApiKeySchema,
  createValidator,
  isId,
  KEY_OVERLAP_DAYS_MAX,
  listEnvelope,
  requestError,
  rotateApiKeySchema,
  ServiceError,
  successEnvelope,
  updateApiKeySchema,
  type RotateApiKeyBody,
} from '@drape/contracts';
import type { ApiKeyRecord, Database } from '@drape/db';
import type { Clock } from '@drape/runtime';
import { assertGrantable, assertNoStronger } from '../../keys/assert-grantable';
import { ACTIVE_KEYS_MAX, issueKey, refusalOf, rotateKey, type IssuedKey } from '../../keys/issue-key';
import { createKeyChangeParser, createKeyParser, toKeyChange } from '../../keys/parse-key-body';
import { toApiKey } from '../../keys/to-api-key';
import { PAGE_QUERY, paginate, parsePage } from '../../lists/page';
import type { Answer } from '../../http/respond';
import {
  type ApiRequest,
  IDEMPOTENCY_ERRORS,
  IDEMPOTENCY_HEADER,
  type Idempotent,
  principalOf,
  type Route,
} from '../route';

export interface KeysDeps {
  readonly db: Pick<Database, 'apiKeys'>;
  readonly clock: Clock;
  /** Announces the change to every gateway; this one sees it at once. */
  readonly announceKeys: () => Promise<unknown>;
}

const ROUTE = { tag: 'Keys', scope: 'keys:manage' } as const;
const ID = { id: { type: 'string' } } as const;
const OVERLAP_DAYS = 1;

export function createKeyRoute({ db, clock }: KeysDeps): Route {
  const parse = createKeyParser(() => clock.now());
  return {
    ...ROUTE,
    method: 'post',
    path: '/v1/keys',
    operationId: 'createKey',
    summary: 'Make an API key',
    description: `Of the same account and mode as the key that asks, and with no permission that this one has not. The key is shown now and never again: a repetition with the same Idempotency-Key answers the record with \`key: null\`. At most ${ACTIVE_KEYS_MAX} keys of a mode are active at a time.`,
    body: createApiKeySchema,
    headers: IDEMPOTENCY_HEADER,
    idempotent: replayOf(db),
    responses: { 200: { description: 'The new key.', schema: successEnvelope(apiKeyWithSecretSchema) } },
    errors: [
      'invalid_env',
      'invalid_scopes',
      'invalid_allowed_origins',
      'invalid_expires_at',
      'scope_not_grantable',
      'key_limit_reached',
      ...IDEMPOTENCY_ERRORS,
    ],
    async handle(request) {
      const principal = principalOf(request);
      const template = parse(request.body, principal);
      assertGrantable(principal, template.scopes);
      const issued = await issueKey(db.apiKeys, template, request.newResourceId ?? undefined);
      if (issued === null) throw new ServiceError('key_limit_reached');
      return answerIssued(db, request, issued);
    },
  };
}

export function listKeysRoute({ db }: KeysDeps): Route {
  return {
    ...ROUTE,
    method: 'get',
    path: '/v1/keys',
    operationId: 'listKeys',
    summary: 'List the account’s API keys',
    description: 'Those of the same mode as the key that asks, the latest first; also those that have ended.',
    query: PAGE_QUERY,
    responses: { 200: { description: 'A page of keys.', schema: listEnvelope(apiKeySchema) } },
    errors: ['invalid_limit', 'invalid_offset'],
    async handle(request) {
      const page = parsePage(request.query);
      const { rows, total } = await db.apiKeys.listOwn(principalOf(request).owner, page);
      return { status: 200, data: rows.map(toApiKey), ...paginate('/v1/keys', page, total) };
    },
  };
}

export function getKeyRoute({ db }: KeysDeps): Route {
  return {
    ...ROUTE,
    method: 'get',
    path: '/v1/keys/{id}',
    operationId: 'getKey',
    summary: 'Get an API key by its id',
    params: ID,
    responses: { 200: { description: 'The key’s record.', schema: successEnvelope(apiKeySchema) } },
    errors: ['key_not_found'],
    handle: async (request) => ({ status: 200, data: toApiKey(await getOwn(db, request)) }),
  };
}

export function updateKeyRoute({ db, clock, announceKeys }: KeysDeps): Route {
  const parse = createKeyChangeParser();
  return {
    ...ROUTE,
    method: 'patch',
    path: '/v1/keys/{id}',
    operationId: 'updateKey',
    summary: 'Change an API key',
    description:
      'What is left out stays as it is. Every gateway sees the change within a second. A key may change itself, and so take its own `keys:manage` away: then another key with it, or the operator (`drape key`), has to help.',
    params: ID,
    body: updateApiKeySchema,
    responses: { 200: { description: 'The key’s record.', schema: successEnvelope(apiKeySchema) } },
    errors: [
      'key_not_found',
      'invalid_scopes',
      'invalid_allowed_origins',
      'invalid_expires_at',
      'scope_not_grantable',
      'key_not_active',
      'key_already_rotated',
    ],
    async handle(request) {
      const principal = principalOf(request);
      const body = parse(request.body);
      const key = await getOwn(db, request);
      const change = toKeyChange(body, key.kind, clock.now());
      assertLasting(key);
      assertNoStronger(principal, key);
      assertGrantable(principal, change.scopes ?? []);
      if (!(await db.apiKeys.update(principal.owner, key.id, change))) return lostRace(db, request);
      await announceKeys();
      return { status: 200, data: toApiKey(await getOwn(db, request)) };
    },
  };
}

export function revokeKeyRoute({ db, announceKeys }: KeysDeps): Route {
  return {
    ...ROUTE,
    method: 'delete',
    path: '/v1/keys/{id}',
    operationId: 'revokeKey',
    summary: 'End an API key at once',
    description:
      'On every gateway within a second, for good; its record stays. A key may end any key of its account and mode, also itself: where none with `keys:manage` is left, the operator makes one (`drape key create`).',
    params: ID,
    responses: { 200: { description: 'The key’s record, revoked.', schema: successEnvelope(apiKeySchema) } },
    errors: ['key_not_found'],
    async handle(request) {
      const { id, accountId } = await getOwn(db, request);
      await db.apiKeys.revoke(accountId, id);
      await announceKeys();
      return { status: 200, data: toApiKey(await getOwn(db, request)) };
    },
  };
}

export function rotateKeyRoute({ db, announceKeys }: KeysDeps): Route {
  const validate = createValidator<RotateApiKeyBody>(rotateApiKeySchema);
  return {
    ...ROUTE,
    method: 'post',
    path: '/v1/keys/{id}/rotate',
    operationId: 'rotateKey',
    summary: 'Replace an API key',
    description: `The answer is the new key, shown now and never again; it has the name, permissions, origins and end of the old one. The old one goes on for 0–${KEY_OVERLAP_DAYS_MAX} days, and can be rotated once only. A repetition with the same Idempotency-Key answers the record with \`key: null\`.`,
    params: ID,
    body: rotateApiKeySchema,
    headers: IDEMPOTENCY_HEADER,
    idempotent: replayOf(db),
    responses: { 200: { description: 'The new key.', schema: successEnvelope(apiKeyWithSecretSchema) } },
    errors: ['key_not_found', 'scope_not_grantable', 'key_not_active', 'key_already_rotated', ...IDEMPOTENCY_ERRORS],
    async handle(request) {
      const checked = validate(request.body);
      if (!checked.ok) throw requestError(checked.details);
      const { overlapDays = OVERLAP_DAYS } = checked.value;
      const old = await getOwn(db, request);
      assertLasting(old);
      assertNoStronger(principalOf(request), old);
      const named = request.newResourceId === null ? {} : { id: request.newResourceId };
      const issued = await rotateKey(db.apiKeys, old, { ...named, overlapDays });
      if (issued === null) return lostRace(db, request);
      await announceKeys();
      return answerIssued(db, request, issued);
    },
  };
}

/** A repetition shows the created key again, but not its secret: only the hash is stored. */
function replayOf(db: KeysDeps['db']): Idempotent {
  return {
    prefix: 'key',
    async replay(request, id) {
      const row = await db.apiKeys.findOwn(principalOf(request).owner, id);
      return row && { status: 200, data: { ...toApiKey(row), key: null } };
    },
  };
}

async function answerIssued(db: KeysDeps['db'], request: ApiRequest, { id, key }: IssuedKey): Promise<Answer> {
  const row = await db.apiKeys.findOwn(principalOf(request).owner, id);
  if (row === null) throw new ServiceError('key_not_found');
  return { status: 200, data: { ...toApiKey(row), key } };
}

async function getOwn(db: KeysDeps['db'], request: ApiRequest): Promise<ApiKeyRecord> {
  const id = request.params['id'] ?? '';
  const row = isId('key', id) ? await db.apiKeys.findOwn(principalOf(request).owner, id) : null;
  if (row === null) throw new ServiceError('key_not_found');
  return row;
}

/** Throws: ServiceError key_not_active, or key_already_rotated with the successor. */
function assertLasting(key: ApiKeyRecord): void {
  const refusal = refusalOf(key);
  if (refusal === 'key_already_rotated') {
    const detail = `The key ${key.id} was rotated already: ${key.replacedBy} took its place.`;
    throw new ServiceError(refusal, { detail });
  }
  if (refusal !== null)
    throw new ServiceError(refusal, { detail: `The key ${key.id} is ${key.status}: create a new one.` });
}

/** A concurrent request changed the key first: explains with what it did. */
async function lostRace(db: KeysDeps['db'], request: ApiRequest): Promise<never> {
  const key = await getOwn(db, request);
  assertLasting(key);
  throw new Error(`the key ${key.id} could be changed, and was not`);
}
