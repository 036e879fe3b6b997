import type { EnvProperty } from './read-env';

/** The variables that gateway and worker both read: one .env file serves them all. */
export const SHARED_ENVIRONMENT = {
  DATABASE_URL: { type: 'string', writeOnly: true, description: 'where Postgres listens, postgresql://…' },
  REDIS_URL: {
    type: 'string',
    writeOnly: true,
    description: 'where Redis listens, redis://…; `maxmemory-policy` must be noeviction',
  },
  S3_ENDPOINT: { type: 'string', description: 'the S3-compatible store; AWS where missing' },
  S3_PUBLIC_ENDPOINT: {
    type: 'string',
    description:
      'the same store as clients reach it, for signed URLs; `{host}` in it is the host by which the client reached the gateway, and in webhooks that of `DRAPE_PUBLIC_URL`',
  },
  DRAPE_PUBLIC_URL: {
    type: 'string',
    pattern: '^https?://[^\\s/?#]+(/[^\\s?#]*)?$',
    description:
      'the gateway as clients reach it, for links such as `docUrl` (`http://127.0.0.1:<port>` where missing); `{host}` as above, and `127.0.0.1` in webhooks',
  },
  S3_REGION: { type: 'string', default: 'us-east-1', description: 'the region that requests are signed for' },
  S3_BUCKET: { type: 'string', default: 'drape', description: 'the bucket of photos and results' },
  S3_ACCESS_KEY_ID: { type: 'string', writeOnly: true, description: 'the key of the object store' },
  S3_SECRET_ACCESS_KEY: { type: 'string', writeOnly: true, description: 'the secret of the object store' },
  S3_FORCE_PATH_STYLE: {
    type: 'boolean',
    default: true,
    description: 'whether the bucket stands in the path and not in the host name',
  },
  S3_CHECKSUMS: {
    type: 'string',
    enum: ['when_supported', 'when_required'],
    default: 'when_required',
    description: 'when uploads carry a checksum; many stores support only `when_required`',
  },
  DRAPE_LOG_LEVEL: {
    type: 'string',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    description: 'the least serious lines that are logged',
  },
  DRAPE_QUEUE_PREFIX: {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]+$',
    default: 'drape',
    description: 'begins every name in Redis; the same for all that work together',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    type: 'string',
    pattern: '^https?://',
    description: 'where traces are sent by OTLP over HTTP; turns them on (docs/tracing.md)',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    type: 'string',
    pattern: '^https?://',
    description: 'the same, with the whole path, for traces alone',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    type: 'string',
    enum: ['http/protobuf', 'http/json'],
    default: 'http/protobuf',
    description: 'how traces are written',
  },
  OTEL_TRACES_EXPORTER: {
    type: 'string',
    enum: ['otlp', 'none'],
    description: '`otlp` turns traces on also without an endpoint (then `http://localhost:4318`), `none` off',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 1,
    description: 'the share of the traces that begin here; those that a client begins follow the client',
  },
  OTEL_SDK_DISABLED: { type: 'boolean', default: false, description: 'turns traces off, whatever else is set' },
  DRAPE_FETCH_ALLOW: {
    type: 'array',
    items: { type: 'string', pattern: '^.+:\\d+$' },
    default: [],
    description:
      '`host:port` pairs that product images and photos may come from, and webhooks go to, although they are not public',
  },
} as const satisfies Readonly<Record<string, EnvProperty>>;
