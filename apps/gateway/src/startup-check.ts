import { assertMigrated, NotMigratedError } from '@drape/db';
import { assertNoEviction, EvictingRedisError } from '@drape/queue';

export interface StartupCheck {
  /** Checks until it has succeeded once, and never again. Throws: NotMigratedError; errors of the database connection. */
  assertMigrated(): Promise<void>;
  /** The same, and throws EvictingRedisError. A service that is away does not prevent the start: nothing is thrown for it. */
  assertUsableServices(): Promise<void>;
}

/** Checks what must be right before a gateway serves and what waiting does not fix: the database's schema, Redis' eviction policy. */
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
