import type { KeyEnv } from '@drape/contracts';
import type { RedisOptions } from 'ioredis';

/** What every part of the queue needs to know to find the same keys. */
export interface QueueConnection {
  readonly redisUrl: string;
  /** Key prefix; one deployment, one prefix. */
  readonly prefix: string;
}

export interface QueueLog {
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** Test outcomes wait in a queue of their own: no test key can delay or fill what is live. */
export const QUEUE_NAMES = { live: 'tryon', test: 'tryon-test' } as const satisfies Record<KeyEnv, string>;

/** Measured under faults (docs: reliability): a killed worker's job starts again within 20 s, a slow one is not run twice. */
export const WORKER_SETTINGS = {
  lockDuration: 15_000,
  stalledInterval: 5_000,
  maxStalledCount: 2,
  /** Seconds that the blocking read waits; must stay below the socket timeout. */
  drainDelay: 5,
} as const;

/**
 * Without it BullMQ asks Redis for its version once, when the queue is made; where that answer does not come in time, the queue refuses
 * every job for as long as the process lives.
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
 * For whoever must answer in time: a command fails at once when Redis is down, and after 1.5 s when it hangs. A connection on which
 * nothing comes back is given up and made anew; it counts only while an answer is awaited, so that idle ones stay.
 */
export const FAIL_FAST = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 1,
  commandTimeout: 1_500,
  socketTimeout: 5_000,
  connectTimeout: 1_500,
  retryStrategy,
} satisfies RedisOptions;

/**
 * For whoever waits for work: retries for ever. A connection that swallows bytes silently would wedge BullMQ's worker;
 * the socket timeout tears it down.
 */
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
