import {
  NEWEST_API_VERSION,
  newId,
  PLAN_LIMITS,
  QUALITY_LEVELS,
  type ApiVersion,
  type PlanName,
  type QualityLevel,
} from '@drape/contracts';
import type { PrismaClient } from './prisma';
import type { AccountRecord, PlanRecord } from './records';

export interface Accounts {
  create(account: NewAccount): Promise<AccountRecord>;
  find(id: string): Promise<AccountRecord | null>;
  /** Oldest first. */
  list(): Promise<AccountRecord[]>;
  /** Changes the given fields; null where there is no such account. `limitPerHour: null` restores the plan's. */
  update(id: string, change: AccountChange): Promise<AccountRecord | null>;
}

export interface NewAccount {
  readonly id?: string;
  readonly name: string;
  readonly plan: PlanName;
  readonly limitPerHour?: number;
  readonly inFlightMax?: number;
  readonly minQuality?: QualityLevel;
}

export interface AccountChange {
  readonly plan?: PlanName;
  readonly limitPerHour?: number | null;
  /** null restores the plan's. */
  readonly inFlightMax?: number | null;
  readonly minQuality?: QualityLevel;
  readonly retentionSeconds?: number;
  readonly name?: string;
  readonly status?: 'active' | 'suspended';
  readonly drapeVersion?: ApiVersion;
}

export function createAccounts(prisma: PrismaClient): Accounts {
  return {
    async create({ name, plan, limitPerHour = null, inFlightMax = null, minQuality = 'fair', id = newId('acc') }) {
      const row = await prisma.account.create({
        data: {
          id,
          name,
          planId: plan,
          limitPerHour,
          inFlightMax,
          minQuality,
          drapeVersion: NEWEST_API_VERSION,
        },
        include: { plan: true },
      });
      return { ...pickAccount(row), plan: toPlan(row) };
    },
    async find(id) {
      const row = await prisma.account.findUnique({ where: { id }, include: { plan: true } });
      return row && { ...pickAccount(row), plan: toPlan(row) };
    },
    async list() {
      const rows = await prisma.account.findMany({
        include: { plan: true },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      return rows.map((row) => ({ ...pickAccount(row), plan: toPlan(row) }));
    },
    async update(id, { plan, limitPerHour, inFlightMax, minQuality, retentionSeconds, name, status, drapeVersion }) {
      const { count } = await prisma.account.updateMany({
        where: { id },
        data: {
          ...(plan === undefined ? {} : { planId: plan }),
          ...(limitPerHour === undefined ? {} : { limitPerHour }),
          ...(inFlightMax === undefined ? {} : { inFlightMax }),
          ...(minQuality === undefined ? {} : { minQuality }),
          ...(retentionSeconds === undefined ? {} : { retentionSeconds }),
          ...(name === undefined ? {} : { name }),
          ...(status === undefined ? {} : { status }),
          ...(drapeVersion === undefined ? {} : { drapeVersion }),
          updatedAt: new Date(),
        },
      });
      return count === 0 ? null : this.find(id);
    },
  };
}

interface AccountColumns {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'suspended';
  readonly drapeVersion: string;
  readonly createdAt: Date;
  readonly minQuality: string;
  readonly retentionSeconds: number;
}

function pickAccount({ id, name, status, drapeVersion, createdAt, minQuality, retentionSeconds }: AccountColumns) {
  return {
    id,
    name,
    status,
    drapeVersion,
    createdAt,
    minQuality: toQualityLevel(minQuality),
    retentionSeconds,
  };
}

/** The account's own limits take precedence over its plan's. */
export function toPlan(account: {
  limitPerHour: number | null;
  inFlightMax: number | null;
  plan: { id: string; limitPerHour: number; inFlightMax: number };
}): PlanRecord {
  const { id } = account.plan;
  if (!isPlanName(id)) throw new Error(`the database holds the plan "${id}", which this version does not know`);
  return {
    name: id,
    limitPerHour: account.limitPerHour ?? account.plan.limitPerHour,
    inFlightMax: account.inFlightMax ?? account.plan.inFlightMax,
  };
}

/** Throws: Error for a level unknown to this version. */
export function toQualityLevel(text: string): QualityLevel {
  const level = QUALITY_LEVELS.find((known) => known === text);
  if (level === undefined)
    throw new Error(`the database holds the quality "${text}", which this version does not know`);
  return level;
}

function isPlanName(id: string): id is PlanName {
  return Object.hasOwn(PLAN_LIMITS, id);
}
