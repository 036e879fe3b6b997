import type { ErrorBody, TryOn } from './types.js';

/** Codes of this client itself, besides those of the API. */
export type LocalErrorCode =
  'connection_failed' | 'timeout' | 'unexpected_response' | 'invalid_webhook_signature' | 'canceled';
/** Known codes for completion; a newer service may send others, so that unknown ones must be expected. */
export type ErrorCode = ErrorBody['code'] | LocalErrorCode | (string & {});
export type ErrorDetail = NonNullable<ErrorBody['details']>[number];

export interface DrapeErrorInit {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status?: number;
  readonly requestId?: string | null;
  readonly param?: string;
  readonly details?: readonly ErrorDetail[];
  readonly retryable?: boolean;
  readonly docUrl?: string;
  readonly retryAfterSec?: number | null;
  readonly cause?: unknown;
}

/** What every failure of a call is, so that one `catch` finds them all; branch on the class or on `code`, not on `message`. */
export class DrapeError extends Error {
  override readonly name: string = 'DrapeError';
  readonly code: ErrorCode;
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;
  /** Names the request in the service's logs. */
  readonly requestId: string | null;
  /** The parameter at fault. */
  readonly param: string | null;
  /** Every parameter at fault. */
  readonly details: readonly ErrorDetail[];
  /** The same request may succeed later, unchanged. */
  readonly retryable: boolean;
  readonly docUrl: string | null;
  /** Seconds that the service asks to wait. */
  readonly retryAfterSec: number | null;

  constructor(init: DrapeErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = init.code;
    this.status = init.status ?? 0;
    this.requestId = init.requestId ?? null;
    this.param = init.param ?? null;
    this.details = init.details ?? [];
    this.retryable = init.retryable ?? false;
    this.docUrl = init.docUrl ?? null;
    this.retryAfterSec = init.retryAfterSec ?? null;
  }
}

/** 400, 405, 413, 415: the request is wrong. */
export class InvalidRequestError extends DrapeError {
  override readonly name = 'InvalidRequestError';
}
/** 401: no key, or one that is not valid. */
export class AuthenticationError extends DrapeError {
  override readonly name = 'AuthenticationError';
}
/** 403: the key lacks a permission. */
export class PermissionError extends DrapeError {
  override readonly name = 'PermissionError';
}
/** 404, 410: unknown to this account, or past its retention. */
export class NotFoundError extends DrapeError {
  override readonly name = 'NotFoundError';
}
/** 409, 422: the state of the resource forbids it, or the Idempotency-Key was used for something else. */
export class ConflictError extends DrapeError {
  override readonly name = 'ConflictError';
}
/** 429. */
export class RateLimitError extends DrapeError {
  override readonly name = 'RateLimitError';
}
/** 5xx, and answers that are not of this API. */
export class ApiError extends DrapeError {
  override readonly name = 'ApiError';
}
/** The try-on ended without a picture: failed, expired or canceled. */
export class TryOnFailedError extends DrapeError {
  override readonly name = 'TryOnFailedError';

  constructor(readonly tryOn: TryOn) {
    const { error, status, id } = tryOn;
    const { code = 'canceled', message = `The try-on ${id} was ${status}.`, ...rest } = error ?? {};
    super({ ...rest, code, message, status: 200 });
  }
}
/** There was no answer. */
export class DrapeConnectionError extends DrapeError {
  override readonly name: string = 'DrapeConnectionError';
}
/** There was no answer in time. */
export class DrapeTimeoutError extends DrapeConnectionError {
  override readonly name = 'DrapeTimeoutError';
}
/** A webhook that the service did not send, or sent too long ago. */
export class WebhookVerificationError extends DrapeError {
  override readonly name = 'WebhookVerificationError';

  constructor(message: string) {
    super({ code: 'invalid_webhook_signature', message });
  }
}

const CLASSES: Readonly<Record<string, new (init: DrapeErrorInit) => DrapeError>> = {
  invalid_request_error: InvalidRequestError,
  authentication_error: AuthenticationError,
  permission_error: PermissionError,
  not_found_error: NotFoundError,
  conflict_error: ConflictError,
  rate_limit_error: RateLimitError,
  api_error: ApiError,
};

/** The error of an envelope, as the class of its type. */
export function toDrapeError(body: ErrorBody, more: Omit<DrapeErrorInit, 'code' | 'message'>): DrapeError {
  return new (CLASSES[body.type] ?? DrapeError)({ ...body, ...more });
}
