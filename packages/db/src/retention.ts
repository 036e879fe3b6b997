import { IMPORT_REPORT_DAYS } from '@drape/contracts';
import { AUDIT_DAYS } from './audit-log';
import type { PrismaClient } from './prisma';
import { REQUEST_LOG_DAYS } from './request-logs';
import { USAGE_DAYS } from './usage';

/** Each has up to 10,000 rows, which are deleted with it. */
const IMPORTS_AT_ONCE = 5;

export interface ForgottenRecords {
  readonly tryOns: number;
  readonly measurements: number;
  readonly deliveries: number;
  readonly batches: number;
  readonly sessions: number;
  readonly requestLogs: number;
  readonly usageHours: number;
  readonly imports: number;
  readonly auditEntries: number;
}

/** Requests are many and their rows small: a statement deletes this many times as many of them. */
const REQUEST_LOG_FACTOR = 20;

/** Deletes records at the end of their retention. Several processes share the work. */
export interface Retention {
  /** How long records of try-ons, measurements and sessions are kept. */
  readonly recordDays: number;
  /** Deletes at most `limit` records of each kind, and {@link REQUEST_LOG_FACTOR} times as many requests. */
  forgetOld(limit: number): Promise<ForgottenRecords>;
}

/**
 * Each statement is independent, so that a crash in between only leaves work for the next sweep. A try-on whose objects are still stored is
 * kept until they are gone: only its row names them. Sessions are deleted last and only where empty; one in use is spared, because its use
 * moves `expires_at` and the delete checks the row again under its lock.
 */
export function createRetention(prisma: PrismaClient, recordDays: number): Retention {
  return {
    recordDays,
    async forgetOld(limit) {
      const tryOns = await prisma.$executeRaw`
        DELETE FROM try_ons WHERE id IN (
          SELECT id FROM try_ons
          WHERE created_at < now() - ${recordDays}::int * interval '1 day' AND cleanup_at IS NULL
            AND status NOT IN ('queued', 'processing')
          LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
      const measurements = await prisma.$executeRaw`
        DELETE FROM measurements WHERE id IN (
          SELECT id FROM measurements WHERE created_at < now() - ${recordDays}::int * interval '1 day'
          LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
      const deliveries = await prisma.$executeRaw`
        DELETE FROM webhook_deliveries WHERE id IN (
          SELECT id FROM webhook_deliveries WHERE created_at < now() - ${recordDays}::int * interval '1 day'
          LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
      const batches = await prisma.$executeRaw`
        DELETE FROM batches WHERE id IN (
          SELECT id FROM batches WHERE created_at < now() - ${recordDays}::int * interval '1 day'
          LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
      // While there are try-ons to delete, most sessions wait for theirs: checking those every time costs more than everything else.
      const sessions =
        tryOns === limit
          ? 0
          : await prisma.$executeRaw`
        DELETE FROM sessions WHERE expires_at < now() AND (account_id, env, id) IN (
          SELECT s.account_id, s.env, s.id FROM sessions s
          WHERE s.expires_at < now()
            AND NOT EXISTS (SELECT 1 FROM try_ons t WHERE t.account_id = s.account_id AND t.env = s.env AND t.session_id = s.id)
            AND NOT EXISTS (SELECT 1 FROM measurements m WHERE m.account_id = s.account_id AND m.env = s.env AND m.session_id = s.id)
          LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
      const requestLogs = await prisma.$executeRaw`
        DELETE FROM request_logs WHERE id IN (
          SELECT id FROM request_logs WHERE created_at < now() - ${REQUEST_LOG_DAYS}::int * interval '1 day'
          ORDER BY created_at LIMIT ${limit * REQUEST_LOG_FACTOR} FOR UPDATE SKIP LOCKED)`;
      const usageHours = await prisma.$executeRaw`
        DELETE FROM usage_hours WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM usage_hours WHERE hour < now() - ${USAGE_DAYS}::int * interval '1 day'
          LIMIT ${limit} FOR UPDATE SKIP LOCKED))`;
      const imports = await prisma.$executeRaw`
        DELETE FROM product_imports WHERE id IN (
          SELECT id FROM product_imports WHERE created_at < now() - ${IMPORT_REPORT_DAYS}::int * interval '1 day' AND status = 'completed'
          LIMIT ${Math.min(limit, IMPORTS_AT_ONCE)} FOR UPDATE SKIP LOCKED)`;
      const auditEntries = await prisma.$executeRaw`
        DELETE FROM audit_entries WHERE id IN (
          SELECT id FROM audit_entries WHERE created_at < now() - ${AUDIT_DAYS}::int * interval '1 day'
          LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;
      return { tryOns, measurements, deliveries, batches, sessions, requestLogs, usageHours, imports, auditEntries };
    },
  };
}
