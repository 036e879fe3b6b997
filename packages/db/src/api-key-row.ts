import { SCOPES, type KeyEnv, type KeyKind, type Scope } from '@drape/contracts';
import { toPlan, toQualityLevel } from './accounts';
import { Prisma, type PrismaClient } from './prisma';
import type { ApiKeyRecord } from './records';

interface KeyColumns {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly kind: KeyKind;
  readonly env: KeyEnv;
  readonly last4: string;
  readonly scopes: string[];
  readonly allowed_origins: string[];
  readonly expires_at: Date | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
  readonly replaced_by: string | null;
  readonly family: string[];
  readonly status: 'active' | 'expired' | 'revoked';
  readonly account_status: 'active' | 'suspended';
  readonly min_quality: string;
  readonly retention_seconds: number;
  readonly own_limit: number | null;
  readonly plan_id: string;
  readonly plan_limit: number;
  readonly own_in_flight: number | null;
  readonly plan_in_flight: number;
  readonly drape_version: string;
}

/** Whether a key is active, by the database's clock. The table's alias is `k`. */
export const IS_ACTIVE = Prisma.sql`k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`;

/** The ids of the keys linked to `k` by rotation, including it: its predecessors and successors, oldest first. */
const FAMILY = Prisma.sql`ARRAY(
  WITH RECURSIVE line(id, replaced_by, created_at) AS (
    SELECT k.id, k.replaced_by, k.created_at
    UNION
    SELECT o.id, o.replaced_by, o.created_at FROM line l
    JOIN api_keys o ON o.account_id = k.account_id AND (o.replaced_by = l.id OR o.id = l.replaced_by))
  SELECT id FROM line ORDER BY created_at, id)`;

/** One statement, because every API request runs it; expiry is judged by the database's clock. */
export async function selectKeys(prisma: PrismaClient, where: Prisma.Sql): Promise<ApiKeyRecord[]> {
  const rows = await prisma.$queryRaw<KeyColumns[]>`
    SELECT k.id, k.account_id, k.name, k.kind::text AS kind, k.env::text AS env, k.last4, k.scopes, k.allowed_origins, k.expires_at,
      k.created_at, k.last_used_at, k.revoked_at, k.replaced_by, ${FAMILY} AS family,
      CASE WHEN k.revoked_at <= now() THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'active' END AS status,
      a.status::text AS account_status, a.min_quality, a.retention_seconds, a.limit_per_hour AS own_limit, p.id AS plan_id, p.limit_per_hour AS plan_limit,
      a.in_flight_max AS own_in_flight, p.in_flight_max AS plan_in_flight, a.drape_version
    FROM api_keys k JOIN accounts a ON a.id = k.account_id JOIN plans p ON p.id = a.plan_id
    WHERE ${where}`;
  return rows.map(toRecord);
}

function toRecord(row: KeyColumns): ApiKeyRecord {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    kind: row.kind,
    env: row.env,
    last4: row.last4,
    status: row.status,
    accountStatus: row.account_status,
    minQuality: toQualityLevel(row.min_quality),
    retentionSeconds: row.retention_seconds,
    scopes: row.scopes.filter(isScope),
    allowedOrigins: row.allowed_origins,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
    replacedBy: row.replaced_by,
    family: row.family,
    drapeVersion: row.drape_version,
    plan: toPlan({
      limitPerHour: row.own_limit,
      inFlightMax: row.own_in_flight,
      plan: { id: row.plan_id, limitPerHour: row.plan_limit, inFlightMax: row.plan_in_flight },
    }),
  };
}

/** A scope unknown to this version grants nothing. */
function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
