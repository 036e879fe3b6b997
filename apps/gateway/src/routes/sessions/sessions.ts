import {
  deletionReceiptSchema,
  listEnvelope,
  ServiceError,
  sessionSchema,
  successEnvelope,
  type SessionRecord,
} from '@drape/contracts';
import type { Database, SessionRow, StoredTryOn } from '@drape/db';
import { removeTryOnObjects, uploadKey, type ErasureList, type ObjectStore } from '@drape/storage';
import { mapToUnavailable } from '../../http/map-to-unavailable';
import { PAGE_QUERY, paginate, parsePage } from '../../lists/page';
import type { ReceiptSigner } from '../../sessions/receipt-signer';
import type { DeliveryTrigger } from '../../webhooks/delivery-trigger';
import { principalOf, type ApiRequest, type Route } from '../route';

export interface SessionsDeps {
  readonly deliveryTrigger: DeliveryTrigger;
  readonly db: Pick<Database, 'sessions' | 'uploads'>;
  readonly store: ObjectStore;
  readonly erasures: Pick<ErasureList, 'add'>;
  readonly signer: ReceiptSigner;
}

const SESSION_ID = { id: { type: 'string' } } as const;

export function listSessionsRoute({ db }: SessionsDeps): Route {
  return {
    ...{ method: 'get', path: '/v1/sessions', operationId: 'listSessions', tag: 'Sessions', scope: 'sessions:read' },
    summary: 'List the account’s try-on sessions',
    description: 'The one that was used last comes first.',
    query: PAGE_QUERY,
    responses: { 200: { description: 'A page of sessions.', schema: listEnvelope(sessionSchema) } },
    errors: ['invalid_limit', 'invalid_offset'],
    async handle(request) {
      const page = parsePage(request.query);
      const { rows, total } = await db.sessions.list(principalOf(request).owner, page);
      return { status: 200, data: rows.map(toSession), ...paginate('/v1/sessions', page, total) };
    },
  };
}

export function getSessionRoute({ db }: SessionsDeps): Route {
  return {
    ...{ method: 'get', path: '/v1/sessions/{id}', operationId: 'getSession', tag: 'Sessions', scope: 'sessions:read' },
    summary: 'Get a session by its id',
    params: SESSION_ID,
    responses: { 200: { description: 'The session.', schema: successEnvelope(sessionSchema) } },
    errors: ['session_not_found'],
    async handle(request) {
      const row = await db.sessions.find(principalOf(request).owner, sessionIdOf(request));
      if (row === null) throw new ServiceError('session_not_found');
      return { status: 200, data: toSession(row) };
    },
  };
}

/** Error of an erasure where the store is away. */
export const NOT_ERASED = 'The pictures could not be reached; nothing is erased yet.';

/** Error where the store goes away during the erasure. */
export const HALF_ERASED = 'Not all pictures could be reached; not everything is erased yet.';

export function deleteSessionRoute({ db, store, erasures, signer, deliveryTrigger }: SessionsDeps): Route {
  return {
    ...{ method: 'delete', path: '/v1/sessions/{id}', operationId: 'deleteSession', tag: 'Sessions' },
    scope: 'sessions:delete',
    summary: 'Erase a session: its photos, results, uploads, try-ons and measurements',
    description: 'Answers a signed receipt. A render under way is thrown away.',
    params: SESSION_ID,
    responses: { 200: { description: 'What was erased.', schema: successEnvelope(deletionReceiptSchema) } },
    errors: ['session_not_found'],
    async handle(request) {
      const { owner } = principalOf(request);
      const id = sessionIdOf(request);
      const found = await db.sessions.peek(owner, id);
      if (found === null) throw new ServiceError('session_not_found');
      const { createdAt } = found;
      await request.measure('store', () =>
        mapToUnavailable(erasures.add({ kind: 'session', ...owner, id, createdAt }), NOT_ERASED),
      );
      // Pictures first: where the store is away the records stay, and the request can be repeated and gets its receipt. An interrupted
      // erasure that nobody repeats leaves no record that promises a deleted picture.
      const [before, uploads] = await Promise.all([
        db.sessions.withdraw(owner, id),
        db.uploads.listOfSession(owner, id),
      ]);
      await request.measure('store', () => mapToUnavailable(removeObjects(store, before, uploads), HALF_ERASED));
      const erased = await db.sessions.erase(owner, id);
      if (erased === null) throw new ServiceError('session_not_found');
      deliveryTrigger.fire(id);
      // What renders have stored in the meantime; otherwise the sweep of orphans finds it.
      await request.measure('store', () => removeObjects(store, erased.tryOns, uploads).catch(() => undefined));
      const { tryOns, photos, results, measurements, uploads: unused } = erased;
      const facts = {
        id,
        livemode: owner.env === 'live',
        deletedAt: new Date().toISOString(),
        erased: { tryOns: tryOns.length, photos, results, measurements, uploads: unused },
      };
      return { status: 200, data: { ...facts, receipt: await signer.sign({ ...facts, accountId: owner.accountId }) } };
    },
  };
}

function removeObjects(store: ObjectStore, tryOns: readonly StoredTryOn[], uploads: readonly string[]): Promise<void> {
  const ids = tryOns.map(({ id }) => id);
  const photoKeys = [...tryOns.map((tryOn) => tryOn.photoKey), ...uploads.map(uploadKey)];
  return removeTryOnObjects(store, ids, photoKeys);
}

/** A possible session id; anything else is not even queried. */
const sessionIdOf = ({ params }: ApiRequest): string => {
  const id = params['id'] ?? '';
  if (!/^[\x21-\x7e]{1,128}$/.test(id)) throw new ServiceError('session_not_found');
  return id;
};

/** The public keys that verify receipts. */
export function keySetRoute({ signer }: Pick<SessionsDeps, 'signer'>): Route {
  const schema = {
    type: 'object',
    required: ['keys'],
    properties: { keys: { type: 'array', items: { type: 'object' } } },
  };
  return {
    ...{ method: 'get', path: '/.well-known/jwks.json', operationId: 'getKeySet', tag: 'Sessions', scope: null },
    summary: 'The public keys of deletion receipts (RFC 7517)',
    responses: { 200: { description: 'A key set.', contentType: 'application/json', schema } },
    errors: [],
    async handle() {
      const headers = { 'Content-Type': 'application/json; charset=utf-8' };
      return { status: 200, headers, document: JSON.stringify(await signer.keySet()) };
    },
  };
}

function toSession(row: SessionRow): SessionRecord {
  const { statusCounts, lastTryOn } = row;
  return {
    id: row.id,
    livemode: row.owner.env === 'live',
    clientSupplied: row.clientSupplied,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    tryOnCount: Object.values(statusCounts).reduce((sum, n) => sum + n, 0),
    statusCounts: { ...statusCounts },
    lastTryOn: lastTryOn && { ...lastTryOn, createdAt: lastTryOn.createdAt.toISOString() },
    products: [...row.products],
    measurementsId: row.measurementsId,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}
