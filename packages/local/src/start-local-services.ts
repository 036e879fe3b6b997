import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LocalServiceError } from './local-service-error';
import { startObjectStore } from './s3/start-object-store';
import { startPostgres, type RunningServer } from './start-postgres';
import { startRedis } from './start-redis';

export interface LocalServicesOptions {
  /** The state folder: databases, objects, logs, ports and the object store's secret. */
  home: string;
  /** True keeps data over power cuts and restarts; false is quicker, for tests. */
  durable: boolean;
  /** The address that the object store listens at, for those who fetch pictures; loopback by default. Databases stay on loopback. */
  storeHost?: string;
  /** DATABASE_URL, REDIS_URL and S3_* win over the embedded services. */
  env: Readonly<Record<string, string | undefined>>;
  log: (message: string) => void;
  /** Receives a sentence when a service ends although nobody stopped it. */
  onDeath?: (sentence: string) => void;
  /** Programs that were fetched; shared by all state folders of a checkout. */
  cache?: string;
}

export interface S3Settings {
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: boolean;
}

export interface LocalServices {
  databaseUrl: string;
  redisUrl: string;
  s3: S3Settings;
  stop: () => Promise<void>;
}

/** What is kept between starts, so that signed URLs stay valid and tools keep their addresses. */
interface Remembered {
  postgresPort?: number;
  redisPort?: number;
  s3Port?: number;
  s3Secret: string;
}

interface Started<T> {
  value: T;
  stop: () => Promise<void>;
}

/** Stops a server on request, and reports if it ended before. */
function watched(name: string, logFile: string, server: RunningServer, { onDeath }: Context): Started<string> {
  let isStopping = false;
  void server.ended.then(() => {
    if (!isStopping) onDeath?.(`${name} stopped by itself: read ${logFile}.`);
  });
  return {
    value: server.url,
    stop() {
      isStopping = true;
      return server.stop();
    },
  };
}

const REGION = 'us-east-1';
const BUCKET = 'drape';
const ACCESS_KEY_ID = 'drape-local';
const nothing = async (): Promise<void> => undefined;

/** Starts Postgres, Redis and the object store at once, each unless the environment names another. */
export async function startLocalServices(options: LocalServicesOptions): Promise<LocalServices> {
  const home = resolve(options.home);
  mkdirSync(join(home, 'logs'), { recursive: true });
  const rememberedFile = join(home, 'services.json');
  const remembered = readRemembered(rememberedFile);
  const context: Context = { ...options, home, remembered };
  const starts = [startDatabase(context), startQueue(context), startStore(context)] as const;
  const settled = await Promise.allSettled(starts);
  const stop = async (): Promise<void> => {
    await Promise.all(settled.map(async (start) => (start.status === 'fulfilled' ? start.value.stop() : undefined)));
  };
  try {
    const [database, queue, store] = await Promise.all(starts);
    writeFileSync(rememberedFile, JSON.stringify(remembered, null, 2), { mode: 0o600 });
    return { databaseUrl: database.value, redisUrl: queue.value, s3: store.value, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Context extends LocalServicesOptions {
  remembered: Remembered;
}

async function startDatabase(context: Context): Promise<Started<string>> {
  const { env, home, durable, remembered } = context;
  const logFile = join(home, 'logs/postgres.log');
  if (env['DATABASE_URL']) return { value: env['DATABASE_URL'], stop: nothing };
  const server = await startPostgres({
    home,
    durable,
    logFile,
    preferredPort: remembered.postgresPort,
  });
  remembered.postgresPort = server.port;
  return watched('Postgres', logFile, server, context);
}

async function startQueue(context: Context): Promise<Started<string>> {
  const { env, home, durable, log, cache, remembered } = context;
  const logFile = join(home, 'logs/redis.log');
  if (env['REDIS_URL']) return { value: env['REDIS_URL'], stop: nothing };
  const server = await startRedis({
    home,
    durable,
    log,
    cache: cache ?? resolve(__dirname, '../../../.cache'),
    logFile,
    preferredPort: remembered.redisPort,
  });
  remembered.redisPort = server.port;
  return watched('Redis', logFile, server, context);
}

async function startStore({ env, home, remembered, storeHost }: Context): Promise<Started<S3Settings>> {
  if (env['S3_ENDPOINT'] || env['S3_BUCKET']) return { value: givenStore(env), stop: nothing };
  const credentials = { region: REGION, accessKeyId: ACCESS_KEY_ID, secretAccessKey: remembered.s3Secret };
  const store = await startObjectStore({
    ...credentials,
    folder: join(home, 'objects'),
    preferredPort: remembered.s3Port,
    host: storeHost,
  });
  await store.createBucket(BUCKET);
  remembered.s3Port = store.port;
  return {
    value: { ...credentials, endpoint: store.endpoint, bucket: BUCKET, forcePathStyle: true },
    stop: store.stop,
  };
}

function givenStore(env: Context['env']): S3Settings {
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  const [bucket, accessKeyId, secretAccessKey] = needed.map((name) => env[name]);
  if (!bucket || !accessKeyId || !secretAccessKey) {
    const missing = needed.filter((name) => !env[name]).join(', ');
    throw new LocalServiceError(`To use your own object store set ${missing} too, or unset S3_ENDPOINT and S3_BUCKET.`);
  }
  return {
    endpoint: env['S3_ENDPOINT'],
    region: env['S3_REGION'] ?? REGION,
    bucket,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: /^(1|true)$/i.test(env['S3_FORCE_PATH_STYLE'] ?? ''),
  };
}

function readRemembered(file: string): Remembered {
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Remembered>) : {};
  return { s3Secret: randomBytes(20).toString('hex'), ...stored };
}
