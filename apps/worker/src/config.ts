import { availableParallelism } from 'node:os';
import { parseUrl } from '@drape/contracts';
import { RECORD_DAYS } from '@drape/db';
import { tracingOf } from '@drape/telemetry';
import { readEnv, SHARED_ENVIRONMENT, type EnvSchema } from '@drape/runtime';

const CHILD_PROPERTIES = {
  DRAPE_PROVIDER: {
    type: 'string',
    enum: ['cpu', 'cuda', 'webgpu'],
    default: 'cpu',
    description: 'what the networks run on; the CPU stands in where it fails',
  },
  DRAPE_THREADS: {
    type: 'integer',
    minimum: 0,
    maximum: 64,
    default: 0,
    description: 'threads of the garment network in each render process; 0: chosen by the number of cores',
  },
  DRAPE_CONCURRENCY: {
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: 1,
    description: 'render processes of a worker; one per core is right',
  },
  DRAPE_MODELS_DIR: { type: 'string', description: 'the folder of the networks; the project’s own where missing' },
  DRAPE_MODELS: {
    type: 'string',
    description: 'a file that replaces networks; one that does not load keeps the worker from becoming ready',
  },
  DRAPE_LOG_LEVEL: SHARED_ENVIRONMENT.DRAPE_LOG_LEVEL,
} as const;

/** Every variable that the worker reads. */
export const WORKER_ENVIRONMENT = {
  type: 'object',
  required: ['DATABASE_URL', 'REDIS_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  properties: {
    ...SHARED_ENVIRONMENT,
    ...CHILD_PROPERTIES,
    DRAPE_RECORD_DAYS: {
      type: 'integer',
      minimum: 1,
      maximum: 3_650,
      default: RECORD_DAYS,
      description: 'how many days records of try-ons, measurements and sessions are kept; workers remove them',
    },
    DRAPE_RENDER_DEADLINE_MS: {
      type: 'integer',
      minimum: 100,
      maximum: 110_000,
      default: 30_000,
      description: 'a render that takes longer is stopped and fails',
    },
    DRAPE_RESULT_CACHE: {
      type: 'boolean',
      default: true,
      description: 'whether an account’s identical try-on gets the picture that is already made',
    },
    DRAPE_WEBHOOK_DELAYS: {
      type: 'array',
      items: { type: 'string', pattern: '^\\d{1,6}(\\.\\d{1,3})?$' },
      default: ['0', '5', '300', '1800', '7200', '18000', '36000', '50400', '72000', '86400'],
      description: 'seconds before each attempt of a webhook’s delivery, the first one included',
    },
    DRAPE_WORKER_HEALTH_PORT: {
      type: 'integer',
      minimum: 0,
      maximum: 65_535,
      description: 'the port of the worker’s `/healthz`, `/readyz` and `/metrics`; none where missing',
    },
  },
} as const satisfies EnvSchema;

const CHILD_SCHEMA = { type: 'object', properties: CHILD_PROPERTIES } as const satisfies EnvSchema;

export type WorkerConfig = ReturnType<typeof readConfig>;

/** Throws: ConfigurationError that lists every problem. */
export function readConfig(env: NodeJS.ProcessEnv) {
  const values = readEnv(WORKER_ENVIRONMENT, env);
  return {
    tracing: tracingOf(values),
    logLevel: values.DRAPE_LOG_LEVEL,
    databaseUrl: values.DATABASE_URL,
    queue: { redisUrl: values.REDIS_URL, prefix: values.DRAPE_QUEUE_PREFIX },
    storage: {
      region: values.S3_REGION,
      bucket: values.S3_BUCKET,
      accessKeyId: values.S3_ACCESS_KEY_ID,
      secretAccessKey: values.S3_SECRET_ACCESS_KEY,
      forcePathStyle: values.S3_FORCE_PATH_STYLE,
      checksums: values.S3_CHECKSUMS,
      ...(values.S3_ENDPOINT !== undefined && { endpoint: values.S3_ENDPOINT }),
      ...(values.S3_PUBLIC_ENDPOINT !== undefined && { publicEndpoint: values.S3_PUBLIC_ENDPOINT }),
    },
    pictureHost: pictureHostOf(values.DRAPE_PUBLIC_URL),
    /** Render children of this process; one per core is right. */
    concurrency: values.DRAPE_CONCURRENCY,
    renderDeadlineMs: values.DRAPE_RENDER_DEADLINE_MS,
    /** How long records of try-ons, measurements and sessions are kept. */
    recordDays: values.DRAPE_RECORD_DAYS,
    /** The operator's file that replaces networks. */
    modelsOverride: values.DRAPE_MODELS,
    /** Whether an account's identical try-on gets the picture that is already made. */
    reusesResults: values.DRAPE_RESULT_CACHE,
    fetchAllow: values.DRAPE_FETCH_ALLOW,
    webhookDelaysMs: values.DRAPE_WEBHOOK_DELAYS.map((seconds) => Number(seconds) * 1000),
    healthPort: values.DRAPE_WORKER_HEALTH_PORT,
  };
}

/** Receivers of webhooks are assumed to be on this machine, unless the operator says where clients are. */
const LOOPBACK = '127.0.0.1';

/** The host by which receivers of webhooks reach pictures, for stores whose public endpoint follows it. */
function pictureHostOf(publicUrl: string | undefined): string {
  const url = (publicUrl ?? '').replaceAll('{host}', LOOPBACK);
  return parseUrl(url)?.hostname ?? LOOPBACK;
}

const OWN_VARIABLE = /^(DRAPE|S3|AWS)_|^(DATABASE|REDIS)_URL$/;

/**
 * The worker's environment without the secrets: a render child decodes strangers' pictures and must not know the passwords of database,
 * queue and store.
 */
export function childEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => name in CHILD_PROPERTIES || !OWN_VARIABLE.test(name)),
  );
}

/** What the render child reads of the same environment. */
export function readChildConfig(env: NodeJS.ProcessEnv) {
  const values = readEnv(CHILD_SCHEMA, env);
  const artifactsDir = values.DRAPE_MODELS_DIR;
  const override = values.DRAPE_MODELS;
  return {
    logLevel: values.DRAPE_LOG_LEVEL,
    models: {
      provider: values.DRAPE_PROVIDER,
      threads: values.DRAPE_THREADS || threadsFor(values.DRAPE_CONCURRENCY, availableParallelism()),
      ...(artifactsDir !== undefined && { artifactsDir }),
      ...(override !== undefined && { override }),
    },
  };
}

/**
 * Two threads halve the wall time of the garment network on idle cores (468 → 250 ms on two cores), more bring little; where the children
 * already occupy the cores, one thread each is faster for all.
 */
export function threadsFor(children: number, cores: number): number {
  return cores >= 2 * children ? 2 : 1;
}
