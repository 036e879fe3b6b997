import { PrismaPg } from '@prisma/adapter-pg';
import type { OnTryOnEnd } from './end-try-ons';
import { Prisma, PrismaClient } from './generated/client';
import { WatchdogClient } from './watchdog-client';

export { Prisma, PrismaClient };

/** The default that the contract promises (docs/contract.md §7). */
export const RECORD_DAYS = 90;

export interface DatabaseOptions {
  readonly url: string;
  /** Connections of this process. Default 10. */
  readonly poolMax?: number;
  /** How long a call may wait for a connection. Default 2 s. */
  readonly connectTimeoutMs?: number;
  /** How long a statement may run. Default 5 s. */
  readonly statementTimeoutMs?: number;
  /** How long records are kept; determines when sessions expire. Default {@link RECORD_DAYS}. */
  readonly recordDays?: number;
  /** Receives every end of a try-on that is written here. */
  readonly onTryOnEnd?: OnTryOnEnd;
  readonly log?: { error(fields: { err: unknown }, message: string): void };
}

/** Prisma over pg. The pool connects on first use and reports broken idle connections instead of ending the process. */
export function createPrisma(options: DatabaseOptions): PrismaClient {
  const statementTimeoutMs = options.statementTimeoutMs ?? 5_000;
  const adapter = new PrismaPg(
    {
      connectionString: options.url,
      max: options.poolMax ?? 10,
      connectionTimeoutMillis: options.connectTimeoutMs ?? 2_000,
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs + 1_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      Client: WatchdogClient,
    },
    {
      onPoolError: (err) => options.log?.error({ err }, 'a database connection broke'),
      onConnectionError: (err) => options.log?.error({ err }, 'a database connection broke'),
    },
  );
  return new PrismaClient({ adapter, errorFormat: 'minimal', transactionOptions: { maxWait: 2_000, timeout: 5_000 } });
}

/** P2028: a transaction could not begin, or took too long; P2034: deadlock between two transactions. */
const UNAVAILABLE = new Set([
  ...['P1000', 'P1001', 'P1002', 'P1003', 'P1008', 'P1011', 'P1017'],
  ...['P2024', 'P2028', 'P2034', 'P2037'],
]);
/**
 * Postgres' codes: 57P0x shutting down, 57014 statement timeout, 40P01 deadlock, 40001 serialisation conflict, 53300 too many connections,
 * 08 connection.
 */
const UNAVAILABLE_SYSTEM = /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|57P0|57014|40P01|40001|53300|08)/;
/** The driver adapter's names; raw statements report only these, under P2010. */
const UNAVAILABLE_KINDS = new Set([
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections', 'DatabaseDoesNotExist'],
  ...['AuthenticationFailed', 'DatabaseAccessDenied', 'TlsConnectionError'],
]);
const POOL_TEXTS = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'Client has encountered a connection error',
];

/**
 * Whether the database could not be reached (down, full, too slow, locked), as opposed to rejecting a statement. pg reports its pool's
 * timeouts by text only; everything else is judged by code.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (UNAVAILABLE.has(code) || UNAVAILABLE_SYSTEM.test(code)) return true;
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (isUnavailableCause(adapterCauseOf(error))) return true;
  if (POOL_TEXTS.some((text) => error.message.includes(text))) return true;
  return error.cause !== undefined && isDatabaseUnavailable(error.cause);
}

interface AdapterCause {
  readonly kind?: unknown;
  readonly originalCode?: unknown;
}

/** The driver adapter's details of an error, which Prisma keeps in its `meta`; committing a transaction throws the adapter's own error. */
function adapterCauseOf(error: Error): AdapterCause {
  if (error.name === 'DriverAdapterError') return Object(error.cause) as AdapterCause;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return {};
  const meta = error.meta as { driverAdapterError?: { cause?: AdapterCause } } | undefined;
  return meta?.driverAdapterError?.cause ?? {};
}

function isUnavailableCause({ kind, originalCode }: AdapterCause): boolean {
  return UNAVAILABLE_KINDS.has(String(kind)) || UNAVAILABLE_SYSTEM.test(String(originalCode));
}

/** The row that is referred to was deleted in the meantime. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  if (error.code === 'P2003') return true;
  return error.code === 'P2010' && JSON.stringify(error.meta ?? {}).includes('23503');
}

export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  if (error.code === 'P2002') return true;
  return error.code === 'P2010' && JSON.stringify(error.meta ?? {}).includes('23505');
}
