import type { KeyEnv } from '@drape/contracts';
import type { RedisOptions } from 'ioredis';

/** Settings that all parts of the queue share. */
export interface QueueConnection {
  readonly redisUrl: string;
  /** Key prefix; one deployment, one prefix. */
  readonly prefix: string;
}

export interface QueueLog {
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Test mode has a separate queue: no test key can delay or fill the live one. */
export const QUEUE_NAMES = { live: 'tryon', test: 'tryon-test' } as const satisfies Record<KeyEnv, string>;

/** Measured under faults (docs/reliability.md): a killed worker's job restarts within 20 s, and a slow one is not run twice. */
export const WORKER_SETTINGS = {
  lockDuration: 15_000,
  stalledInterval: 5_000,
  maxStalledCount: 2,
  /** Seconds of a blocking read; must stay below the socket timeout. */
  drainDelay: 5,
} as const;

/**
 * Otherwise BullMQ asks Redis for its version once, when the queue is created; where that answer does not come in time, the queue rejects
 * every job for the rest of the process' life.
 */
export const QUEUE_SETTINGS = { skipVersionCheck: true } as const;

/** Finished jobs stay for a while, so that a repeated add of the same id is a no-op. */
export const JOB_SETTINGS = {
  attempts: 3,
  backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
  removeOnComplete: { age: 3_600, count: 10_000 },
  removeOnFail: { age: 86_400 },
} as const;

/** BullMQ's largest priority number, that is, its lowest priority. */
export const PRIORITY_MAX = 2_097_151;

const retryStrategy = (times: number) => Math.min(50 * 2 ** times, 1_000);

/**
 * For callers that must answer in time: a command fails at once when Redis is down, and after 1.5 s when it hangs. A silent connection is
 * closed and replaced; only while a reply is awaited, so that idle ones stay.
 */
export const FAIL_FAST = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: 1_500,
  socketTimeout: 5_000,
  connectTimeout: 1_500,
  retryStrategy,
} satisfies RedisOptions;

/** For workers: retries forever. A connection that swallows bytes silently would block BullMQ's worker; the socket timeout closes it. */
export const RETRY_FOREVER = {
  maxRetriesPerRequest: null,
  socketTimeout: 12_000,
  connectTimeout: 5_000,
  retryStrategy,
} satisfies RedisOptions;

/** The channel on which one gateway is woken. */
export function wakeChannel(prefix: string, gatewayId: string): string {
  return `${prefix}:wake:${gatewayId}`;
}
