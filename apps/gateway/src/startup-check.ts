import { assertMigrated, NotMigratedError } from '@drape/db';
import { assertNoEviction, EvictingRedisError } from '@drape/queue';

export interface StartupCheck {
  /** Throws: NotMigratedError; what the connection to the database throws. Asks until it has passed once, and never again. */
  assertMigrated(): Promise<void>;
  /** The same, and throws EvictingRedisError. Services that are away are no reason not to start: nothing is thrown for them. */
  assertUsableServices(): Promise<void>;
}

/** What must be right before a gateway serves, and is not mended by waiting: the schema of the database, the policy of Redis. */
export function createStartupCheck({ databaseUrl, redisUrl }: { databaseUrl: string; redisUrl: string }): StartupCheck {
  let isMigrated = false;

  async function check(): Promise<void> {
    if (isMigrated) return;
    await assertMigrated(databaseUrl);
    isMigrated = true;
  }

  return {
    assertMigrated: check,
    async assertUsableServices() {
      const outcomes = await Promise.allSettled([check(), assertNoEviction(redisUrl)]);
      for (const outcome of outcomes) {
        if (outcome.status === 'fulfilled') continue;
        const reason: unknown = outcome.reason;
        if (reason instanceof NotMigratedError || reason instanceof EvictingRedisError) throw reason;
      }
    },
  };
}
