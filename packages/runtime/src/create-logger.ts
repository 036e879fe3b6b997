import { types } from 'node:util';
import pino, { type DestinationStream } from 'pino';

/** The part of pino that Drape uses: fields first, message second. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  fatal(fields: object, message: string): void;
  child(fields: object): Logger;
}

export interface LoggerOptions {
  name: string;
  level?: string;
  destination?: DestinationStream;
}

/** Longer strings are cut: a base64 photo that slips into a log line must not stay there. */
const STRING_LENGTH_MAX = 2_000;
const SECRET_NAME = /authorization|password|secret|token|apikey|cookie|photo/i;
const STRUCTURED = new Set(['err', 'error', 'problems', 'stages', 'counts', 'timings']);

/**
 * A JSON-lines logger on stdout. Fields pass an allow-list: scalars, and the few structured fields named above in serialised form. Request
 * bodies, headers, rasters and rows cannot be logged by accident.
 */
export function createLogger({ name, level = 'info', destination }: LoggerOptions): Logger {
  return pino(
    {
      name,
      level,
      base: { name, pid: process.pid },
      serializers: { err: (value: unknown) => describeError(value), error: (value: unknown) => describeError(value) },
      formatters: { log: allowedFields, level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

function allowedFields(fields: Record<string, unknown>): Record<string, unknown> {
  const allowed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (STRUCTURED.has(key)) allowed[key] = isError(value) ? value : flatten(value);
    else allowed[key] = SECRET_NAME.test(key) && typeof value === 'string' ? '[secret]' : scalar(value);
  }
  return allowed;
}

function scalar(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) return value;
  if (typeof value === 'bigint' || value instanceof Date) return String(value);
  return Array.isArray(value) && value.length <= 20 && value.every((v) => typeof v !== 'object')
    ? value.map(scalar)
    : '[left out]';
}

/** One level of a list or of an object with scalar members. */
function flatten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 50).map((v) => (isRecord(v) ? mapValues(v) : scalar(v)));
  return isRecord(value) ? mapValues(value) : scalar(value);
}

function mapValues(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, scalar(value)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

/** Name, code, message, stack and the chain of causes; never an error's own enumerable fields (they hold requests). */
function describeError(value: unknown, depth = 0): unknown {
  if (!isError(value)) return scalar(value);
  const code = 'code' in value ? scalar(value.code) : undefined;
  return {
    type: value.name,
    ...(code !== undefined && { code }),
    message: cut(value.message),
    stack: cut(value.stack ?? ''),
    ...(value.cause !== undefined && depth < 3 && { cause: describeError(value.cause, depth + 1) }),
  };
}

/** Includes errors of other realms (of a test, of a worker thread) and DOMExceptions. */
function isError(value: unknown): value is Error {
  return types.isNativeError(value) || value instanceof Error;
}

function cut(text: string): string {
  return text.length <= STRING_LENGTH_MAX ? text : `${text.slice(0, STRING_LENGTH_MAX)}… (${text.length} characters)`;
}
