import { newId, type Owner } from '@drape/contracts';
import { listensTo } from './delivery-sql';
import { Prisma } from './prisma';

/**
 * Inserts `session.deleted` for every subscribed endpoint, within the transaction that erases. A client may use and delete a session of the
 * same name again: then a new message replaces the old one.
 */
export async function recordDeletedEvent(
  tx: Prisma.TransactionClient,
  { accountId, env }: Owner,
  sessionId: string,
): Promise<void> {
  const endpoints = await tx.$queryRaw<{ id: string; url: string }[]>`
    SELECT e.id, e.url FROM webhook_endpoints e
    WHERE e.account_id = ${accountId} AND e.env = ${env}::key_env AND e.enabled AND ${listensTo(Prisma.sql`'session.deleted'`)}
    FOR KEY SHARE`;
  const timestamp = new Date().toISOString();
  const payload = JSON.stringify({
    type: 'session.deleted',
    timestamp,
    livemode: env === 'live',
    data: { id: sessionId, deletedAt: timestamp },
  });
  for (const { id, url } of endpoints) {
    await tx.$executeRaw`
      INSERT INTO webhook_deliveries (id, account_id, env, endpoint_id, url, event, resource_id, payload, next_attempt_at)
      VALUES (${newId('evt')}, ${accountId}, ${env}::key_env, ${id}, ${url}, 'session.deleted', ${sessionId}, ${payload}::jsonb, now())
      ON CONFLICT (endpoint_id, event, resource_id) DO UPDATE SET id = EXCLUDED.id, payload = EXCLUDED.payload,
        url = EXCLUDED.url, status = 'pending', attempts = 0, next_attempt_at = now(), lease_expires_at = NULL,
        last_status = NULL, last_error = NULL, created_at = now(), delivered_at = NULL`;
  }
}
