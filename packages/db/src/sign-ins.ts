import type { MemberRole, PlanName, QualityLevel } from '@drape/contracts';
import { toPlan, toQualityLevel } from './accounts';
import type { PlanRecord } from './records';
import { Prisma, type PrismaClient } from './prisma';

/** Data of a sign-up, until its link is used. */
export interface SignUp {
  readonly accountName: string;
  readonly name: string;
  readonly passwordHash: string | null;
}

export interface MailLinkRecord {
  readonly email: string;
  /** null: a sign-in. */
  readonly signUp: SignUp | null;
}

export interface NewMailLink extends MailLinkRecord {
  /** SHA-256 of the token, hex. */
  readonly hash: string;
  readonly seconds: number;
}

/** A signed-in browser, with its person and account. */
export interface DashboardSessionRecord {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly accountId: string;
  readonly accountStatus: 'active' | 'suspended';
  readonly minQuality: QualityLevel;
  readonly retentionSeconds: number;
  readonly drapeVersion: string;
  readonly plan: PlanRecord;
}

export interface NewDashboardSession {
  /** SHA-256 of the cookie's value, hex. */
  readonly hash: string;
  readonly userId: string;
  readonly accountId: string;
}

export interface PasskeyChallengeRecord {
  readonly challenge: string;
  /** null: for signing in, when the person is not known yet. */
  readonly userId: string | null;
}

/** A session ends after a week without use, or after a month. */
export const DASHBOARD_SESSION = { idleDays: 7, days: 30 } as const;
const CHALLENGE_MINUTES = 5;

export interface SignIns {
  addMailLink(link: NewMailLink): Promise<void>;
  /** Uses the link up; null where it does not exist or has expired. */
  takeMailLink(hash: string): Promise<MailLinkRecord | null>;
  addChallenge(id: string, challenge: PasskeyChallengeRecord): Promise<void>;
  /** Uses the challenge up; null where it does not exist or has expired. */
  takeChallenge(id: string): Promise<PasskeyChallengeRecord | null>;
  startSession(session: NewDashboardSession): Promise<void>;
  /** Records the use, at most every five minutes. null: it has ended, or the person is no longer a member of the account. */
  findSession(hash: string): Promise<DashboardSessionRecord | null>;
  endSession(hash: string): Promise<void>;
  endOtherSessions(userId: string, hash: string): Promise<void>;
  /** Switches the session to another account. */
  moveSession(hash: string, accountId: string): Promise<void>;
}

interface SessionColumns {
  readonly user_id: string;
  readonly email: string;
  readonly name: string;
  readonly role: MemberRole;
  readonly account_id: string;
  readonly account_status: 'active' | 'suspended';
  readonly min_quality: string;
  readonly retention_seconds: number;
  readonly drape_version: string;
  readonly own_limit: number | null;
  readonly own_in_flight: number | null;
  readonly plan_id: PlanName;
  readonly plan_limit: number;
  readonly plan_in_flight: number;
  readonly is_stale: boolean;
}

export function createSignIns(prisma: PrismaClient): SignIns {
  return {
    async addMailLink({ hash, email, signUp, seconds }) {
      await prisma.$executeRaw`DELETE FROM mail_links WHERE expires_at < now()`;
      const said = signUp === null ? null : JSON.stringify(signUp);
      await prisma.$executeRaw`
        INSERT INTO mail_links (hash, email, sign_up, expires_at)
        VALUES (${hash}, ${email}, ${said}::jsonb, now() + ${seconds}::int * interval '1 second')`;
    },
    async takeMailLink(hash) {
      const [row] = await prisma.$queryRaw<{ email: string; sign_up: SignUp | null }[]>`
        DELETE FROM mail_links WHERE hash = ${hash} AND expires_at > now() RETURNING email, sign_up`;
      return row === undefined ? null : { email: row.email, signUp: row.sign_up };
    },
    async addChallenge(id, { challenge, userId }) {
      await prisma.$executeRaw`DELETE FROM passkey_challenges WHERE expires_at < now()`;
      await prisma.$executeRaw`
        INSERT INTO passkey_challenges (id, challenge, user_id, expires_at)
        VALUES (${id}, ${challenge}, ${userId}, now() + ${CHALLENGE_MINUTES}::int * interval '1 minute')`;
    },
    async takeChallenge(id) {
      const [row] = await prisma.$queryRaw<{ challenge: string; user_id: string | null }[]>`
        DELETE FROM passkey_challenges WHERE id = ${id} AND expires_at > now() RETURNING challenge, user_id`;
      return row === undefined ? null : { challenge: row.challenge, userId: row.user_id };
    },
    async startSession({ hash, userId, accountId }) {
      await prisma.$executeRaw`DELETE FROM dashboard_sessions WHERE ${HAS_ENDED}`;
      await prisma.$executeRaw`
        INSERT INTO dashboard_sessions (hash, user_id, account_id, expires_at)
        VALUES (${hash}, ${userId}, ${accountId}, now() + ${DASHBOARD_SESSION.days}::int * interval '1 day')`;
    },
    async findSession(hash) {
      const [row] = await prisma.$queryRaw<SessionColumns[]>`
        SELECT u.id AS user_id, u.email, u.name, m.role::text AS role, a.id AS account_id, a.status::text AS account_status,
          a.min_quality, a.retention_seconds, a.drape_version, a.limit_per_hour AS own_limit, a.in_flight_max AS own_in_flight,
          p.id AS plan_id, p.limit_per_hour AS plan_limit, p.in_flight_max AS plan_in_flight,
          s.last_seen_at < now() - interval '5 minutes' AS is_stale
        FROM dashboard_sessions s
        JOIN users u ON u.id = s.user_id
        JOIN members m ON m.user_id = s.user_id AND m.account_id = s.account_id
        JOIN accounts a ON a.id = s.account_id
        JOIN plans p ON p.id = a.plan_id
        WHERE s.hash = ${hash} AND NOT (${HAS_ENDED})`;
      if (row === undefined) return null;
      if (row.is_stale)
        await prisma.$executeRaw`UPDATE dashboard_sessions SET last_seen_at = now() WHERE hash = ${hash}`;
      return toSession(row);
    },
    async endSession(hash) {
      await prisma.dashboardSession.deleteMany({ where: { hash } });
    },
    async endOtherSessions(userId, hash) {
      await prisma.dashboardSession.deleteMany({ where: { userId, hash: { not: hash } } });
    },
    async moveSession(hash, accountId) {
      await prisma.dashboardSession.updateMany({ where: { hash }, data: { accountId } });
    },
  };
}

const HAS_ENDED = Prisma.sql`expires_at < now() OR last_seen_at < now() - ${DASHBOARD_SESSION.idleDays}::int * interval '1 day'`;

function toSession(row: SessionColumns): DashboardSessionRecord {
  return {
    userId: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    accountId: row.account_id,
    accountStatus: row.account_status,
    minQuality: toQualityLevel(row.min_quality),
    retentionSeconds: row.retention_seconds,
    drapeVersion: row.drape_version,
    plan: toPlan({
      limitPerHour: row.own_limit,
      inFlightMax: row.own_in_flight,
      plan: {
        id: row.plan_id,
        limitPerHour: row.plan_limit,
        inFlightMax: row.plan_in_flight,
      },
    }),
  };
}
