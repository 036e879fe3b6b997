import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface AdminConfig {
  readonly databaseUrl: string;
  /** null: gateways are not told of changes, and notice them by themselves. */
  readonly redisUrl: string | null;
  readonly queuePrefix: string;
}

/**
 * Where the command line finds the service: DATABASE_URL and REDIS_URL, else the services that `npm start` runs (.drape/local.json).
 * Throws: Error that says what is missing.
 */
export function findService(env: Readonly<Record<string, string | undefined>>, root = process.cwd()): AdminConfig {
  const queuePrefix = env['DRAPE_QUEUE_PREFIX'] ?? 'drape';
  const databaseUrl = env['DATABASE_URL'];
  if (databaseUrl !== undefined) return { databaseUrl, redisUrl: env['REDIS_URL'] ?? null, queuePrefix };
  const file = join(resolve(root), '.drape', 'local.json');
  const local: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  const textOf = (name: string): string | null => {
    const value: unknown = Object.entries(Object(local)).find(([key]) => key === name)?.[1];
    return typeof value === 'string' ? value : null;
  };
  const found = textOf('databaseUrl');
  if (found === null) throw new Error('Set DATABASE_URL (and REDIS_URL), or start Drape here with "npm start" first.');
  return { databaseUrl: found, redisUrl: textOf('redisUrl'), queuePrefix };
}
