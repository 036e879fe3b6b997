import { ERRORS, type ErrorCode, type ErrorSpec } from './errors';

/** One offending field of a request. */
export interface ErrorDetail {
  /** Path of the field, `metadata.colour`; empty for the body itself. */
  readonly param: string;
  /** What is wrong: required, unknown, type, enum, length, range, format or a code of the registry. */
  readonly code: string;
  readonly message: string;
  readonly allowed?: readonly string[];
  readonly suggestion?: string;
}

export interface ServiceErrorOptions {
  /** A sentence that the client may read: what was expected, what came, how to fix it. Default: the code's title. */
  readonly detail?: string;
  /** The one parameter at fault. */
  readonly param?: string;
  /** Every parameter at fault. */
  readonly details?: readonly ErrorDetail[];
  /** More public members of the error object, e.g. requiredScope. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Seconds for the Retry-After header. */
  readonly retryAfterSec?: number;
  /** More headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  /** For the log only, never for the client. Must hold neither photo, key nor signed URL. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** The only error that reaches a client in its own words; anything else becomes `internal_error` with a fixed text. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly param: string | undefined;
  readonly details: readonly ErrorDetail[];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly retryAfterSec: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly context: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, options: ServiceErrorOptions = {}) {
    super(options.detail ?? ERRORS[code].title, { cause: options.cause });
    this.code = code;
    this.param = options.param;
    this.details = options.details ?? [];
    this.fields = options.fields ?? {};
    this.retryAfterSec = options.retryAfterSec;
    this.headers = options.headers ?? {};
    this.context = options.context ?? {};
  }

  get spec(): ErrorSpec {
    return ERRORS[this.code];
  }

  /** The same as `message`: the sentence that a client may read. */
  get detail(): string {
    return this.message;
  }
}
