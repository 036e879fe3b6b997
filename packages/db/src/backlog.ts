import { IS_HELD } from './delivery-sql';
import type { PrismaClient } from './prisma';

/** Live work that waits in the whole deployment. */
export interface Backlog {
  /** Age of the oldest queued try-on; 0 where none is queued. */
  readonly oldestQueuedSeconds: number;
  /** Try-ons in processing whose lease has expired: their worker is gone, and no sweep has come yet. */
  readonly leasesExpired: number;
  /** Due webhook deliveries that no worker holds. */
  readonly deliveriesDue: number;
}

/** Each count reads only open rows, by an index: its cost does not grow with the history. */
export async function readBacklog(prisma: PrismaClient): Promise<Backlog> {
  const [backlog] = await prisma.$queryRaw<Backlog[]>`
    SELECT
      (SELECT COALESCE(EXTRACT(EPOCH FROM now() - min(created_at)), 0)::float8 FROM try_ons
        WHERE status = 'queued' AND env = 'live') AS "oldestQueuedSeconds",
      (SELECT count(*)::int FROM try_ons
        WHERE status = 'processing' AND env = 'live' AND lease_expires_at < now()) AS "leasesExpired",
      (SELECT count(*)::int FROM webhook_deliveries d
        WHERE d.status = 'pending' AND d.env = 'live' AND d.next_attempt_at < now()
          AND (d.lease_expires_at IS NULL OR d.lease_expires_at < now()) AND NOT ${IS_HELD}) AS "deliveriesDue"`;
  return backlog ?? { oldestQueuedSeconds: 0, leasesExpired: 0, deliveriesDue: 0 };
}
