import { DrapeConnectionError, type DrapeError } from './errors.js';

/** Bounds of the pause before a retry; it is drawn from 0 up to the bound ("full jitter"), which doubles each time. */
const FIRST_MS = 500;
const LONGEST_MS = 8000;
/** The service may ask for the rest of an hour; that is for the caller to decide. */
const LONGEST_RETRY_AFTER_SEC = 60;
/** Added where the service says when: not all clients should come at the same moment. */
const SPREAD_MS = 250;

/** Whether a call that is safe to repeat may succeed the next time. */
export function isWorthRetrying(error: DrapeError): boolean {
  if (error.retryAfterSec !== null && error.retryAfterSec > LONGEST_RETRY_AFTER_SEC) return false;
  if (error.code === 'client_token_used_up') return false;
  if (error instanceof DrapeConnectionError || error.status === 429 || error.status >= 500) return true;
  return error.code === 'idempotency_request_in_progress';
}

/** Milliseconds before retry number `attempt`, from 0. */
export function retryDelay(attempt: number, retryAfterSec: number | null): number {
  if (retryAfterSec !== null) return retryAfterSec * 1000 + Math.random() * SPREAD_MS;
  return Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** attempt);
}

/** Seconds of a Retry-After header, which may also hold a date; null where there is none. */
export function parseRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}
