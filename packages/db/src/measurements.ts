import { newId, type KeyEnv, type Owner } from '@drape/contracts';
import { selectKeys } from './api-key-row';
import { Prisma, type PrismaClient } from './prisma';
import type { MeasurementRow, NewMeasurement, TryOnRow } from './records';

export interface Measurements {
  /** Inserts one submission; the session must exist. */
  insert(measurement: NewMeasurement): Promise<MeasurementRow>;
  /** The session's submissions, oldest first, 100 at most: later ones supersede earlier ones field by field. */
  listForSession(owner: Owner, sessionId: string): Promise<MeasurementRow[]>;
  /** The session's submissions that a try-on may use: all of them, but for a publishable key only those sent with such a key. */
  listForTryOn(tryOn: Pick<TryOnRow, 'owner' | 'sessionId' | 'apiKeyId'>): Promise<MeasurementRow[]>;
  findForAccount(owner: Owner, id: string): Promise<MeasurementRow | null>;
}

/** The oldest submissions beyond this number are deleted. */
const SUBMISSIONS_MAX = 100;

export function createMeasurements(prisma: PrismaClient): Measurements {
  return {
    async insert({ body, ...rest }) {
      const row = await prisma.measurement.create({
        data: {
          ...{
            id: rest.id ?? newId('mea'),
            accountId: rest.owner.accountId,
            env: rest.owner.env,
            sessionId: rest.sessionId,
            apiKeyId: rest.apiKeyId ?? null,
            department: rest.department,
          },
          ...{ unit: rest.unit, weightUnit: rest.weightUnit, submitted: { ...rest.submitted } },
          ...{ heightCm: body.height ?? null, weightKg: body.weight ?? null, chestCm: body.chest ?? null },
          ...{ waistCm: body.waist ?? null, hipsCm: body.hips ?? null, inseamCm: body.inseam ?? null },
        },
      });
      return toRow(row);
    },
    listForSession: (owner, sessionId) => list(prisma, { ...owner, sessionId }),
    async listForTryOn({ owner, sessionId, apiKeyId }) {
      const [key] = apiKeyId === null ? [] : await selectKeys(prisma, Prisma.sql`k.id = ${apiKeyId}`);
      const ofPage = key?.kind === 'pk' ? { apiKeyId: { in: [...key.family] } } : {};
      return list(prisma, { ...owner, sessionId, ...ofPage });
    },
    async findForAccount({ accountId, env }, id) {
      const row = await prisma.measurement.findFirst({ where: { id, accountId, env } });
      return row && toRow(row);
    },
  };
}

async function list(prisma: PrismaClient, where: Prisma.MeasurementWhereInput): Promise<MeasurementRow[]> {
  const orderBy = [{ createdAt: 'desc' }, { id: 'desc' }] as const;
  const rows = await prisma.measurement.findMany({ where, orderBy: [...orderBy], take: SUBMISSIONS_MAX });
  return rows.reverse().map(toRow);
}

interface MeasurementColumns {
  readonly id: string;
  readonly accountId: string;
  readonly env: KeyEnv;
  readonly sessionId: string;
  readonly apiKeyId: string | null;
  readonly department: string | null;
  readonly unit: string;
  readonly weightUnit: string;
  readonly submitted: unknown;
  readonly heightCm: number | null;
  readonly weightKg: number | null;
  readonly chestCm: number | null;
  readonly waistCm: number | null;
  readonly hipsCm: number | null;
  readonly inseamCm: number | null;
  readonly createdAt: Date;
}

function toRow(row: MeasurementColumns): MeasurementRow {
  const { id, accountId, env, sessionId, apiKeyId, createdAt } = row;
  const body = {
    height: row.heightCm,
    weight: row.weightKg,
    chest: row.chestCm,
    waist: row.waistCm,
    hips: row.hipsCm,
    inseam: row.inseamCm,
  };
  return {
    id,
    owner: { accountId, env },
    sessionId,
    apiKeyId,
    createdAt,
    department: toDepartment(row.department),
    unit: row.unit === 'in' ? 'in' : 'cm',
    weightUnit: row.weightUnit === 'lb' ? 'lb' : 'kg',
    submitted: toNumbers(row.submitted),
    body: toNumbers(body),
  };
}

function toDepartment(text: string | null): MeasurementRow['department'] {
  return text === 'women' || text === 'men' || text === 'unisex' ? text : null;
}

/** The numeric members. */
function toNumbers(value: unknown): Record<string, number> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
