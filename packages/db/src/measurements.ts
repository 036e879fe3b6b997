import { newId, type KeyEnv, type Owner } from '@drape/contracts';
import type { PrismaClient } from './prisma';
import type { MeasurementRow, NewMeasurement } from './records';

export interface Measurements {
  /** Puts one submission on record; the session must exist. */
  insert(measurement: NewMeasurement): Promise<MeasurementRow>;
  /** The session's submissions, oldest first, 100 at most: later ones supersede earlier ones field by field. */
  listForSession(owner: Owner, sessionId: string): Promise<MeasurementRow[]>;
  findForAccount(owner: Owner, id: string): Promise<MeasurementRow | null>;
}

/** A session that is measured more often than this has its oldest submissions forgotten. */
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
            department: rest.department,
          },
          ...{ unit: rest.unit, weightUnit: rest.weightUnit, submitted: { ...rest.submitted } },
          ...{ heightCm: body.height ?? null, weightKg: body.weight ?? null, chestCm: body.chest ?? null },
          ...{ waistCm: body.waist ?? null, hipsCm: body.hips ?? null, inseamCm: body.inseam ?? null },
        },
      });
      return toRow(row);
    },
    async listForSession({ accountId, env }, sessionId) {
      const rows = await prisma.measurement.findMany({
        where: { accountId, env, sessionId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        take: SUBMISSIONS_MAX,
      });
      return rows.reverse().map(toRow);
    },
    async findForAccount({ accountId, env }, id) {
      const row = await prisma.measurement.findFirst({ where: { id, accountId, env } });
      return row && toRow(row);
    },
  };
}

interface MeasurementColumns {
  readonly id: string;
  readonly accountId: string;
  readonly env: KeyEnv;
  readonly sessionId: string;
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
  const { id, accountId, env, sessionId, createdAt } = row;
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

/** The members that are numbers. */
function toNumbers(value: unknown): Record<string, number> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
