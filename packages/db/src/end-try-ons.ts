import type { KeyEnv, TerminalStatus } from '@drape/contracts';
import { eventIdFor, isoTime, listensTo } from './delivery-sql';
import { Prisma, type PrismaClient } from './prisma';
import { countEnds } from './usage';

export interface SweptColumns {
  readonly id: string;
  readonly env: KeyEnv;
  readonly attempt: number;
  readonly generation: number;
  readonly priority: number;
  readonly gateway_id: string;
  readonly request_id: string;
  readonly traceparent: string | null;
}

/** The end of a try-on, written by this process. */
export interface TryOnEnd {
  readonly env: KeyEnv;
  readonly plan: string;
  readonly status: TerminalStatus;
  /** Why it has no picture; null where it has one, or was canceled. */
  readonly reason: string | null;
  /** From its creation. */
  readonly seconds: number;
}

export type OnTryOnEnd = (end: TryOnEnd) => void;

/**
 * Runs an UPDATE that ends try-ons, and in the same statement counts them and inserts a delivery for every subscribed receiver: no crash
 * can come in between. The lock keeps an endpoint that is being deleted from failing the end of a try-on.
 */
export async function endTryOns(prisma: PrismaClient, update: Prisma.Sql, onEnd: OnTryOnEnd): Promise<SweptColumns[]> {
  const ended = await prisma.$queryRaw<(SweptColumns & EndColumns)[]>`
    WITH ended AS (${update} RETURNING *),
    listening AS (
      SELECT e.id AS endpoint_id, e.url, ended.id AS try_on_id
      FROM ended JOIN webhook_endpoints e ON e.account_id = ended.account_id AND e.env = ended.env
      WHERE e.enabled AND ${listensTo(Prisma.sql`'tryon.' || ended.status::text`)} FOR KEY SHARE OF e),
    receivers AS (
      SELECT endpoint_id, url, try_on_id FROM listening
      UNION ALL SELECT NULL, webhook_url, id FROM ended WHERE webhook_url IS NOT NULL),
    inserted AS (
      INSERT INTO webhook_deliveries (id, account_id, env, endpoint_id, url, event, resource_id, payload, next_attempt_at)
      SELECT ${eventIdFor(Prisma.sql`ended.id`)},
        ended.account_id, ended.env, receivers.endpoint_id, receivers.url, 'tryon.' || ended.status::text, ended.id, ${PAYLOAD}, now()
      FROM receivers JOIN ended ON ended.id = receivers.try_on_id
      ON CONFLICT DO NOTHING),
    counted AS (${countEnds({ from: Prisma.sql`ended`, outcome: Prisma.sql`status::text` })})
    SELECT id, env::text AS env, attempt, generation, priority, gateway_id, request_id, traceparent, status::text AS status,
      CASE WHEN status = 'expired' THEN 'deadline_exceeded' ELSE error_code END AS reason,
      (SELECT plan_id FROM accounts WHERE accounts.id = ended.account_id) AS plan,
      EXTRACT(EPOCH FROM completed_at - created_at)::float8 AS seconds
    FROM ended`;
  for (const { env, plan, status, reason, seconds } of ended) onEnd({ env, plan, status, reason, seconds });
  return ended;
}

interface EndColumns {
  readonly status: TerminalStatus;
  readonly reason: string | null;
  readonly plan: string;
  readonly seconds: number;
}

/** Without the picture's URL, which would expire before the last attempts: each attempt signs its own. */
const PAYLOAD = Prisma.sql`jsonb_build_object(
  'type', 'tryon.' || ended.status::text,
  'timestamp', ${isoTime(Prisma.sql`ended.completed_at`)},
  'livemode', ended.env = 'live',
  'data', jsonb_build_object(
    'id', ended.id, 'status', ended.status, 'sessionId', ended.session_id, 'productId', ended.product_id,
    'productCategory', COALESCE(ended.category, ended.category_requested), 'fitScore', ended.fit_score,
    'recommendations', ended.recommendations, 'quality', ended.quality, 'metadata', ended.metadata,
    'errorCode', CASE WHEN ended.status = 'expired' THEN 'deadline_exceeded' ELSE ended.error_code END,
    'createdAt', ${isoTime(Prisma.sql`ended.created_at`)}, 'completedAt', ${isoTime(Prisma.sql`ended.completed_at`)}))`;
