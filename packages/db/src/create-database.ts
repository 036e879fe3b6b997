import { createAccounts, type Accounts } from './accounts';
import { createApiKeys, type ApiKeys } from './api-keys';
import { createAudit, type Audit } from './audit';
import { createAuditLog, type AuditLog } from './audit-log';
import { createBatches, type Batches } from './batches';
import { readBacklog, type Backlog } from './backlog';
import { createIdempotencyKeys, type IdempotencyKeys } from './idempotency-keys';
import { createInvitations, type Invitations } from './invitations';
import { createMeasurements, type Measurements } from './measurements';
import { createPasskeys, type Passkeys } from './passkeys';
import { createPeople, type People } from './people';
import { createPrisma, RECORD_DAYS, type DatabaseOptions } from './prisma';
import { createProductImports, type ProductImports } from './product-imports';
import { createProducts, type Products } from './products';
import { createRequestLogs, type RequestLogs } from './request-logs';
import { createRestoredRecords, type RestoredRecords } from './restored-records';
import { createRetention, type Retention } from './retention';
import { createSessions, type Sessions } from './sessions';
import { createSignIns, type SignIns } from './sign-ins';
import { createSigningKeys, type SigningKeys } from './signing-keys';
import { createTryOns, type TryOns } from './try-ons';
import { createUploads, type Uploads } from './uploads';
import { createUsage, type Usage } from './usage';
import { createWebhooks, type Webhooks } from './webhooks';

/** One object per process, closed at its end. Takes and returns plain records, never Prisma's types. */
export interface Database {
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
  readonly sessions: Sessions;
  readonly audit: Audit;
  readonly auditLog: AuditLog;
  readonly batches: Batches;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly invitations: Invitations;
  readonly measurements: Measurements;
  readonly passkeys: Passkeys;
  readonly people: People;
  readonly products: Products;
  readonly requestLogs: RequestLogs;
  readonly productImports: ProductImports;
  readonly restored: RestoredRecords;
  readonly retention: Retention;
  readonly signIns: SignIns;
  readonly signingKeys: SigningKeys;
  readonly tryOns: TryOns;
  readonly uploads: Uploads;
  readonly usage: Usage;
  readonly webhooks: Webhooks;
  /** The service's backlog, for metrics. */
  readBacklog(): Promise<Backlog>;
  /** Throws where the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export function createDatabase(options: DatabaseOptions): Database {
  const prisma = createPrisma(options);
  const recordDays = options.recordDays ?? RECORD_DAYS;
  return {
    accounts: createAccounts(prisma),
    apiKeys: createApiKeys(prisma),
    sessions: createSessions(prisma, recordDays),
    audit: createAudit(prisma),
    auditLog: createAuditLog(prisma),
    batches: createBatches(prisma),
    idempotencyKeys: createIdempotencyKeys(prisma),
    invitations: createInvitations(prisma),
    measurements: createMeasurements(prisma),
    passkeys: createPasskeys(prisma),
    people: createPeople(prisma),
    products: createProducts(prisma),
    requestLogs: createRequestLogs(prisma),
    productImports: createProductImports(prisma),
    restored: createRestoredRecords(prisma),
    retention: createRetention(prisma, recordDays),
    signIns: createSignIns(prisma),
    signingKeys: createSigningKeys(prisma),
    tryOns: createTryOns(prisma, options.onTryOnEnd),
    uploads: createUploads(prisma),
    usage: createUsage(prisma),
    webhooks: createWebhooks(prisma),
    readBacklog: () => readBacklog(prisma),
    async ping() {
      await prisma.$queryRaw`SELECT 1`;
    },
    close: () => prisma.$disconnect(),
  };
}
