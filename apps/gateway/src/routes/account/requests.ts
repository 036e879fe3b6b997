import {
  cursorListEnvelope,
  isErrorCode,
  isId,
  requestLogSchema,
  ServiceError,
  successEnvelope,
  type RequestLogRecord,
} from '@drape/contracts';
import { REQUEST_LOG_DAYS, type Database, type RequestLogRow } from '@drape/db';
import { CURSOR_QUERY } from '../../lists/cursor';
import { listed, parseListing } from '../../lists/listing';
import { principalOf, type Route } from '../route';

export interface RequestsDeps {
  readonly db: Pick<Database, 'requestLogs'>;
}

const ROUTE = { tag: 'Usage', scope: 'usage:read' } as const;
const PATH = '/v1/requests';
/** The longest path of the route table has about 60 characters. */
const ROUTE_LENGTH_MAX = 200;
const STATUS = { min: 100, max: 599 } as const;
const KEPT = `A request is on record about a second after its answer, and for ${REQUEST_LOG_DAYS} days.`;

export function getRequestRoute({ db }: RequestsDeps): Route {
  return {
    ...ROUTE,
    method: 'get',
    path: `${PATH}/{id}`,
    operationId: 'getRequest',
    summary: 'Get what became of a request',
    description: `By its \`Request-Id\`: route, status, key, timing and error, never a body, a query or a header. ${KEPT}`,
    params: { id: { type: 'string' } },
    responses: { 200: { description: 'The request.', schema: successEnvelope(requestLogSchema) } },
    errors: ['request_not_found'],
    async handle(request) {
      const id = request.params['id'] ?? '';
      const row = isId('req', id) ? await db.requestLogs.find(principalOf(request).owner, id) : null;
      if (row === null) throw new ServiceError('request_not_found');
      return { status: 200, data: toRequestLog(row) };
    },
  };
}

export function listRequestsRoute({ db }: RequestsDeps): Route {
  return {
    ...ROUTE,
    method: 'get',
    path: PATH,
    operationId: 'listRequests',
    summary: 'List the account’s requests',
    description: `Those of the same mode as the key that asks, the latest first. ${KEPT}`,
    query: {
      ...CURSOR_QUERY,
      status: { type: 'integer', minimum: STATUS.min, maximum: STATUS.max, description: 'HTTP status of the answer.' },
      route: { type: 'string', description: 'As this document writes it: `/v1/tryon/{id}`.' },
    },
    responses: { 200: { description: 'A page of requests.', schema: cursorListEnvelope(requestLogSchema) } },
    errors: ['invalid_limit', 'invalid_starting_after', 'invalid_parameter'],
    async handle(request) {
      const { query } = request;
      const { filter, ...cursor } = parseListing(query, (reader) => ({
        status: reader.integer('status', STATUS),
        route: reader.text('route', { max: ROUTE_LENGTH_MAX, printable: true }),
      }));
      const page = await db.requestLogs.listPage({ owner: principalOf(request).owner, ...cursor, ...filter });
      const { rows, ...next } = listed(page, { path: PATH, query, ...cursor });
      return { status: 200, data: rows.map(toRequestLog), ...next };
    },
  };
}

function toRequestLog(row: RequestLogRow): RequestLogRecord {
  const { errorCode, timing } = row;
  return {
    id: row.id,
    livemode: row.owner.env === 'live',
    apiKeyId: row.apiKeyId,
    method: row.method,
    route: row.route,
    status: row.status,
    errorCode: errorCode !== null && isErrorCode(errorCode) ? errorCode : null,
    tryOnId: row.tryOnId,
    timing: {
      totalMs: timing.total,
      authMs: timing.auth,
      queueMs: timing.queue,
      renderMs: timing.render,
      storeMs: timing.store,
    },
    createdAt: row.createdAt.toISOString(),
  };
}
