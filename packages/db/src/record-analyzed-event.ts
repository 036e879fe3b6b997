import { eventIdFor, isoTime, listensTo } from './delivery-sql';
import { Prisma, type PrismaClient } from './prisma';

/**
 * Runs an UPDATE that makes a product ready, and in the same statement inserts `product.analyzed` for subscribed receivers. A product that
 * is analysed again gets a new message, which replaces the old one.
 */
export async function recordAnalyzedEvent(prisma: PrismaClient, update: Prisma.Sql): Promise<{ id: string }[]> {
  return prisma.$queryRaw<{ id: string }[]>`
    WITH ready AS (${update} RETURNING *),
    listening AS (
      SELECT e.id, e.url FROM ready JOIN webhook_endpoints e ON e.account_id = ready.account_id AND e.env = ready.env
      WHERE e.enabled AND ${listensTo(Prisma.sql`'product.analyzed'`)} FOR KEY SHARE OF e),
    inserted AS (
      INSERT INTO webhook_deliveries (id, account_id, env, endpoint_id, url, event, resource_id, payload, next_attempt_at)
      SELECT ${eventIdFor(Prisma.sql`ready.id`)},
        ready.account_id, ready.env, listening.id, listening.url, 'product.analyzed', ready.id,
        jsonb_build_object('type', 'product.analyzed',
          'timestamp', ${isoTime(Prisma.sql`ready.analyzed_at`)},
          'livemode', ready.env = 'live',
          'data', jsonb_build_object('id', ready.id, 'externalId', ready.external_id, 'status', ready.status,
            'category', ready.category)), now()
      FROM ready CROSS JOIN listening
      ON CONFLICT (endpoint_id, event, resource_id) DO UPDATE SET id = EXCLUDED.id, payload = EXCLUDED.payload,
        url = EXCLUDED.url, status = 'pending', attempts = 0, next_attempt_at = now(), lease_expires_at = NULL,
        last_status = NULL, last_error = NULL, created_at = now(), delivered_at = NULL)
    SELECT id FROM ready`;
}
