import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { S3StoreOptions } from '@drape/storage';
import { readConfig } from '../config';

export interface AdminConfig {
  readonly databaseUrl: string;
  /** null: gateways are not notified of changes and find out by themselves. */
  readonly redisUrl: string | null;
  readonly queuePrefix: string;
  /** Where people reach the service. */
  readonly url: string;
}

/** Used where DRAPE_PUBLIC_URL is not set: a gateway on this machine. */
const UNKNOWN_URL = 'http://127.0.0.1:8080';

/** What the doctor needs: database, queue and object store. */
export interface DoctorConfig extends AdminConfig {
  readonly storage: S3StoreOptions;
}

/**
 * The same with the object store: the gateway's own variables, else what `npm start` runs.
 * Throws: ConfigurationError that names every variable that is missing; Error where nothing runs here.
 */
export function findStores(env: Readonly<Record<string, string | undefined>>, root?: string): DoctorConfig {
  const { databaseUrl, redisUrl, queuePrefix, url } = findService(env, root);
  const local = env['DATABASE_URL'] === undefined ? readLocal(root) : {};
  const stores = env['DATABASE_URL'] === undefined ? storesOf(local, { databaseUrl, redisUrl }) : {};
  const { storage } = readConfig({ ...env, ...stores });
  return { databaseUrl, redisUrl, queuePrefix, url, storage };
}

function storesOf(local: Readonly<Record<string, unknown>>, found: Pick<AdminConfig, 'databaseUrl' | 'redisUrl'>) {
  const variables = Object.entries(Object(local['s3'])).map(([name, value]) => [name, String(value)] as const);
  return { ...Object.fromEntries(variables), DATABASE_URL: found.databaseUrl, REDIS_URL: found.redisUrl ?? undefined };
}

function readLocal(root = process.cwd()): Readonly<Record<string, unknown>> {
  const file = join(resolve(root), '.drape', 'local.json');
  const local: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  return Object.fromEntries(Object.entries(Object(local)));
}

/**
 * Where the command line finds the service: DATABASE_URL and REDIS_URL, else the services that `npm start` runs (.drape/local.json).
 * Throws: Error that says what is missing.
 */
export function findService(env: Readonly<Record<string, string | undefined>>, root = process.cwd()): AdminConfig {
  const queuePrefix = env['DRAPE_QUEUE_PREFIX'] ?? 'drape';
  const databaseUrl = env['DATABASE_URL'];
  const configured = env['DRAPE_PUBLIC_URL']?.replace(/\/+$/, '');
  if (databaseUrl !== undefined) {
    const url = configured ?? UNKNOWN_URL;
    return { databaseUrl, redisUrl: env['REDIS_URL'] ?? null, queuePrefix, url };
  }
  const local = readLocal(root);
  const textOf = (name: string): string | null => {
    const value = local[name];
    return typeof value === 'string' ? value : null;
  };
  const found = textOf('databaseUrl');
  if (found === null) throw new Error('Set DATABASE_URL (and REDIS_URL), or start Drape here with "npm start" first.');
  const url = configured ?? textOf('url') ?? UNKNOWN_URL;
  return { databaseUrl: found, redisUrl: textOf('redisUrl'), queuePrefix, url };
}
