import { Redis } from 'ioredis';
import { FAIL_FAST } from './settings';

/** This Redis may evict jobs when it is full. */
export class EvictingRedisError extends Error {
  override readonly name = 'EvictingRedisError';
  constructor(policy: string) {
    super(
      `Redis has maxmemory-policy ${policy}, which can lose jobs: set "maxmemory-policy noeviction" and start again.`,
    );
  }
}

/**
 * Rejects a Redis that may evict jobs: under any policy but noeviction a full one drops them silently. Throws: EvictingRedisError, or the
 * connection's own error.
 */
export async function assertNoEviction(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl, { ...FAIL_FAST, lazyConnect: true, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const policy = /maxmemory_policy:(\S+)/.exec(await redis.info('memory'))?.[1];
    if (policy !== undefined && policy !== 'noeviction') throw new EvictingRedisError(policy);
  } finally {
    redis.disconnect();
  }
}
