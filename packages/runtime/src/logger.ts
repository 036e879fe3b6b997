import pino from 'pino';

/** The part of pino that Drape uses. The object comes first, the sentence second. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
  child(fields: object): Logger;
}

/** What an error may tell the log: name, code, message and stack. Never its context, which can hold requests. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    message: error.message.slice(0, 2000),
    stack: error.stack?.slice(0, 4000),
    ...(error.cause === undefined ? {} : { cause: serializeError(error.cause) }),
  };
}

/** Fields that must never reach a log, wherever they stand at the first two levels. */
const SECRET_FIELDS = [
  'authorization',
  'userPhoto',
  'photo',
  'bytes',
  'secret',
  'apiKey',
  'key',
  'resultImageUrl',
  'body',
];

/** Makes a logger that writes one JSON object a line to stdout (or to `destination`, for tests). */
export function createLogger(options: {
  readonly name: string;
  readonly level?: string;
  readonly destination?: { write(line: string): void };
}): Logger {
  const settings: pino.LoggerOptions = {
    name: options.name,
    level: options.level ?? 'info',
    serializers: { err: serializeError, error: serializeError },
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[redacted]' },
    formatters: { level: (label) => ({ level: label }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}
