import { RECORD_DAYS } from '@drape/db';
import { readEnv, SHARED_ENVIRONMENT, type EnvOf, type EnvSchema } from '@drape/runtime';
import type { S3StoreOptions } from '@drape/storage';
import { tracingOf, type TracingConfig } from '@drape/telemetry';

/** Every variable that the gateway reads. */
export const GATEWAY_ENVIRONMENT = {
  properties: {
    ...SHARED_ENVIRONMENT,
    DRAPE_HOST: { type: 'string', default: '0.0.0.0', description: 'the address that the gateway listens at' },
    DRAPE_PORT: {
      type: 'integer',
      minimum: 0,
      maximum: 65_535,
      default: 8080,
      description: 'the port that the gateway listens at; 0 takes a free one',
    },
    DRAPE_METRICS_PORT: {
      type: 'integer',
      minimum: 0,
      maximum: 65_535,
      description: 'the port of the gateway’s `/metrics`, at `DRAPE_HOST`; none where missing, 0 takes a free one',
    },
    DRAPE_WAIT_MS: {
      type: 'integer',
      minimum: 0,
      maximum: 30_000,
      default: 1800,
      description: 'how long `POST /v1/tryon` waits for the render, ms',
    },
    DRAPE_RECORD_DAYS: {
      type: 'integer',
      minimum: 1,
      maximum: 3_650,
      default: RECORD_DAYS,
      description: 'how many days records of try-ons, measurements and sessions are kept; workers remove them',
    },
    DRAPE_REQUEST_TIMEOUT_MS: {
      type: 'integer',
      minimum: 100,
      maximum: 600_000,
      default: 60_000,
      description: 'how long a request may take to arrive, body included, ms',
    },
    DRAPE_QUEUE_DEPTH_MAX: {
      type: 'integer',
      minimum: 1,
      default: 200,
      description: 'waiting try-ons above which new ones are refused; about 60 s of work of all workers',
    },
    DRAPE_GATEWAYS: {
      type: 'integer',
      minimum: 1,
      default: 1,
      description: 'how many gateways share the rate limit; counts only while Redis is away',
    },
    DRAPE_IP_LIMIT: {
      type: 'integer',
      minimum: 1,
      default: 6000,
      description: 'requests without a valid key that one address may make in an hour',
    },
    DRAPE_PAGE_IP_LIMIT: {
      type: 'integer',
      minimum: 1,
      default: 600,
      description:
        'requests that one address may make in an hour with publishable keys of one account; never more than half of the account’s hour',
    },
    DRAPE_SHOPPER_IP_LIMIT: {
      type: 'integer',
      minimum: 1,
      default: 120,
      description: 'try-ons that one address may make in an hour with a publishable key',
    },
    DRAPE_SHOPPER_SESSION_LIMIT: {
      type: 'integer',
      minimum: 1,
      default: 60,
      description: 'try-ons that one session may make in an hour with a publishable key',
    },
    DRAPE_PLAYGROUND_KEY: {
      type: 'string',
      description:
        'a secret key: switches the playground at `/` on, in which everybody who reaches the gateway tries on at the cost of its account; off where missing',
    },
    DRAPE_SIGN_UP: {
      type: 'string',
      enum: ['open', 'invited'],
      default: 'invited',
      description:
        'who may open an account in the dashboard: anyone, or only those whom a member or the operator invited',
    },
    DRAPE_SMTP_URL: {
      type: 'string',
      description:
        'the mail server of sign-in links and invitations, `smtp://user:password@mail.example:587` or `smtps://…`; `log` writes the mails into the gateway’s log; no mails where missing',
    },
    DRAPE_MAIL_FROM: {
      type: 'string',
      default: 'Drape <drape@localhost>',
      description: 'the sender of those mails',
    },
    DRAPE_TRUST_PROXY: {
      type: 'integer',
      minimum: 0,
      maximum: 10,
      default: 0,
      description: 'how many proxies in front add to X-Forwarded-For',
    },
  },
  required: ['DATABASE_URL', 'REDIS_URL', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
} as const satisfies EnvSchema;

export interface GatewayConfig {
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number | undefined;
  readonly tracing: TracingConfig;
  readonly logLevel: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly queuePrefix: string;
  readonly storage: S3StoreOptions;
  /** undefined: this machine's loopback address. */
  readonly publicUrl: string | undefined;
  readonly waitMs: number;
  readonly requestTimeoutMs: number;
  readonly fetchAllow: readonly string[];
  readonly queueDepthMax: number;
  readonly gateways: number;
  readonly ipLimit: number;
  readonly pageAddressLimit: number;
  readonly proxies: number;
  /** undefined: there is no playground. */
  readonly playgroundKey: string | undefined;
  readonly signUpIsOpen: boolean;
  /** undefined: no mails; log: into the log. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  readonly shopperAddressLimit: number;
  readonly shopperSessionLimit: number;
  readonly recordDays: number;
}

/** Throws ConfigurationError that names every problem. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): GatewayConfig {
  const values: EnvOf<typeof GATEWAY_ENVIRONMENT> = readEnv(GATEWAY_ENVIRONMENT, env);
  return {
    tracing: tracingOf(values),
    host: values.DRAPE_HOST,
    port: values.DRAPE_PORT,
    metricsPort: values.DRAPE_METRICS_PORT,
    logLevel: values.DRAPE_LOG_LEVEL,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    queuePrefix: values.DRAPE_QUEUE_PREFIX,
    storage: {
      ...(values.S3_ENDPOINT === undefined ? {} : { endpoint: values.S3_ENDPOINT }),
      ...(values.S3_PUBLIC_ENDPOINT === undefined ? {} : { publicEndpoint: values.S3_PUBLIC_ENDPOINT }),
      region: values.S3_REGION,
      bucket: values.S3_BUCKET,
      accessKeyId: values.S3_ACCESS_KEY_ID,
      secretAccessKey: values.S3_SECRET_ACCESS_KEY,
      forcePathStyle: values.S3_FORCE_PATH_STYLE,
      checksums: values.S3_CHECKSUMS,
    },
    publicUrl: values.DRAPE_PUBLIC_URL,
    waitMs: values.DRAPE_WAIT_MS,
    requestTimeoutMs: values.DRAPE_REQUEST_TIMEOUT_MS,
    recordDays: values.DRAPE_RECORD_DAYS,
    fetchAllow: values.DRAPE_FETCH_ALLOW,
    queueDepthMax: values.DRAPE_QUEUE_DEPTH_MAX,
    gateways: values.DRAPE_GATEWAYS,
    ipLimit: values.DRAPE_IP_LIMIT,
    pageAddressLimit: values.DRAPE_PAGE_IP_LIMIT,
    proxies: values.DRAPE_TRUST_PROXY,
    playgroundKey: values.DRAPE_PLAYGROUND_KEY,
    signUpIsOpen: values.DRAPE_SIGN_UP === 'open',
    smtpUrl: values.DRAPE_SMTP_URL,
    mailFrom: values.DRAPE_MAIL_FROM,
    shopperAddressLimit: values.DRAPE_SHOPPER_IP_LIMIT,
    shopperSessionLimit: values.DRAPE_SHOPPER_SESSION_LIMIT,
  };
}
