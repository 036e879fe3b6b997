import { auditEntrySchema, cursorListEnvelope } from '@drape/contracts';
import { AUDIT_DAYS, type AuditEntryRecord, type Database } from '@drape/db';
import { CURSOR_QUERY } from '../../lists/cursor';
import { listed, parseListing } from '../../lists/listing';
import { memberOf } from '../../people/require-member';
import type { Route } from '../route';

export interface AuditLogDeps {
  readonly db: Pick<Database, 'auditLog'>;
}

const PATH = '/v1/audit-log';

export function listAuditLogRoute({ db }: AuditLogDeps): Route {
  return {
    tag: 'Accounts',
    scope: null,
    member: 'developer',
    method: 'get',
    path: PATH,
    operationId: 'listAuditLog',
    summary: 'List what members did',
    description: `Who signed in and who changed what in the dashboard, live and test, the latest first. Kept for ${AUDIT_DAYS} days. What keys do stands in the log of requests.`,
    query: CURSOR_QUERY,
    responses: { 200: { description: 'A page of entries.', schema: cursorListEnvelope(auditEntrySchema) } },
    errors: ['invalid_limit', 'invalid_starting_after'],
    async handle(request) {
      const { query } = request;
      const { filter: _none, ...cursor } = parseListing(query, () => ({}));
      const page = await db.auditLog.listPage({ accountId: memberOf(request).accountId, ...cursor });
      const { rows, ...next } = listed(page, { path: PATH, query, ...cursor });
      return { status: 200, data: rows.map(toEntry), ...next };
    },
  };
}

function toEntry({ id, userId, email, env, action, target, createdAt }: AuditEntryRecord) {
  return {
    id,
    userId,
    email,
    env,
    action,
    target,
    createdAt: createdAt.toISOString(),
  };
}
