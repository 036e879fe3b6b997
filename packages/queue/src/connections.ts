import { Redis, type RedisOptions } from 'ioredis';

/** ioredis' options in its default reply mapping, the one that BullMQ expects. */
export type ConnectionOptions = Omit<RedisOptions, 'replyMapping'>;

/** Seconds-scale back-off: 50 ms, 100 ms, … 1 s. */
function retryStrategy(times: number): number {
  return Math.min(50 * 2 ** Math.min(times, 10), 1_000);
}

/**
 * Options for a connection that serves requests: it fails fast while Redis is away, so that the caller can answer.
 * A command that timed out may still have been carried out; callers must bear a double.
 */
export function requestConnectionOptions(commandTimeoutMs = 1_500): ConnectionOptions {
  return {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    connectTimeout: 5_000,
    retryStrategy,
  };
}

/**
 * Options for a worker's connections: they wait for Redis for ever, and a socket that swallows bytes is given up
 * (without socketTimeout BullMQ 6.7 is wedged by such a connection for good).
 */
export function workerConnectionOptions(socketTimeoutMs = 15_000): ConnectionOptions {
  return { maxRetriesPerRequest: null, socketTimeout: socketTimeoutMs, connectTimeout: 5_000, retryStrategy };
}

/** Opens a connection whose errors go to `onError` (an unheard 'error' event would end the process). */
export function connect(url: string, options: ConnectionOptions, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, options);
  redis.on('error', onError);
  return redis;
}

/** Waits until the connection is usable, at most `withinMs`; resolves to false where it is not. */
export async function becomesReady(redis: Redis, withinMs: number): Promise<boolean> {
  if (redis.status === 'ready') return true;
  return new Promise((resolve) => {
    const done = (ready: boolean): void => {
      clearTimeout(timer);
      redis.off('ready', onReady);
      resolve(ready);
    };
    const onReady = (): void => done(true);
    const timer = setTimeout(() => done(false), withinMs);
    redis.once('ready', onReady);
  });
}

/**
 * Refuses a Redis that may drop keys: under allkeys-lru a full server silently lost 4,131 of 6,000 jobs.
 * Throws Error with a sentence that says what to set. A server that forbids CONFIG is trusted.
 */
export async function assertKeepsKeys(redis: Redis): Promise<void> {
  let policy: string | undefined;
  try {
    const reply: unknown = await redis.config('GET', 'maxmemory-policy');
    policy = Array.isArray(reply) ? String(reply[1]) : undefined;
  } catch (error) {
    if (error instanceof Error && /unknown command|NOPERM|disabled/i.test(error.message)) return;
    throw error;
  }
  if (policy !== undefined && policy !== 'noeviction') {
    throw new Error(`Redis may drop jobs: its maxmemory-policy is ${policy}; set it to noeviction.`);
  }
}
