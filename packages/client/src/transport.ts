import { ApiError, DrapeConnectionError, DrapeError, DrapeTimeoutError, toDrapeError } from './errors.js';
import { pause } from './pause.js';
import { parseRateLimit, type RateLimit } from './rate-limit.js';
import { isWorthRetrying, parseRetryAfter, retryDelay } from './retry.js';
import type { ErrorBody, Pagination } from './types.js';
import { whereFrom } from './where-from.js';

export interface DrapeOptions {
  /** A secret, restricted or publishable key, or a client token: `drp_…`. Secret keys have no business in a page. */
  readonly apiKey: string;
  /** Address of the service, without `/v1`. */
  readonly baseUrl: string;
  /** For each attempt, body included; long polls get their waiting time on top. Default 60,000. */
  readonly timeoutMs?: number;
  /** Default 2; 0 switches retries off. */
  readonly maxRetries?: number;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** The session that a publishable key continues, from {@link Drape.sessionId} of an earlier page; such a key reads only what its own session created. */
  readonly sessionId?: string;
  /** Of recommendations and advice, as Accept-Language has it: `de`, `fr-CH, fr;q=0.9`. English where missing; a browser's own where it sends one. */
  readonly language?: string;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Names and values of a query; what is undefined is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

export interface Call extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: { readonly contentType: string; readonly content: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** Allowed on top of the timeout, for long polls. */
  readonly extraMs?: number;
  /** Not sent again where its answer was lost: a second one would do more than the first. */
  readonly once?: boolean;
}

/** An envelope with data: of a success, or of a try-on that failed. */
export interface Reply<T, P = Pagination> {
  readonly data: T;
  readonly pagination?: P;
}

/** An answer whose body is not read yet. `alive` restarts the clock, `close` ends everything. */
export interface OpenReply {
  readonly response: Response;
  readonly alive: () => void;
  readonly close: () => void;
  /** What an exception of the fetch or of the body's reader means. */
  readonly explain: (cause: unknown) => unknown;
}

/** Sends calls: key, timeout, retries, errors. */
export interface Transport {
  readonly maxRetries: number;
  /** For addresses that an answer names, which want no key. */
  readonly fetch: typeof globalThis.fetch;
  readonly rateLimit: RateLimit | null;
  /** The session of this client, see {@link DrapeOptions.sessionId}; undefined where each answer names a new one. */
  readonly sessionId: string | undefined;
  /** Throws: DrapeError; the signal's reason where the caller aborted. */
  readonly send: <T, P = Pagination>(call: Call) => Promise<Reply<T, P>>;
  /** The answer itself, for streams and redirects; retried and checked alike until its headers are there. */
  readonly open: (call: Call) => Promise<OpenReply>;
}

const TIMEOUT_MS = 60_000;
const MAX_RETRIES = 2;

export function createTransport(options: DrapeOptions): Transport {
  const { maxRetries = MAX_RETRIES } = options;
  const isPublishable = options.apiKey.startsWith('drp_pk_');
  let rateLimit: RateLimit | null = null;
  let { sessionId } = options;
  const open = async (call: Call) => {
    const reply = await openOnce({ ...options, ...(sessionId === undefined ? {} : { sessionId }) }, call);
    rateLimit = parseRateLimit(reply.response.headers) ?? rateLimit;
    if (reply.response.status < 400) return reply;
    throw await readBody(reply, (body) => toError(reply.response, body));
  };
  return {
    maxRetries,
    fetch: (url, init) => (options.fetch ?? globalThis.fetch)(url, init),
    get rateLimit() {
      return rateLimit;
    },
    get sessionId() {
      return sessionId;
    },
    open: (call) => withRetries(maxRetries, call, () => open(call)),
    send: <T, P = Pagination>(call: Call) =>
      withRetries(maxRetries, call, async () => {
        const reply = await open(call);
        const body = await readBody(reply, (body) => body);
        if (isReply<T, P>(body)) {
          if (isPublishable) sessionId ??= sessionOf(body.data);
          return body;
        }
        throw toError(reply.response, body);
      }),
  };
}

/** All calls are safe to repeat: reads, erasures, and creations under an Idempotency-Key. */
async function withRetries<T>(maxRetries: number, { signal, once = false }: Call, run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= maxRetries || !(error instanceof DrapeError) || !isWorthRetrying(error)) throw error;
      if (once && error instanceof DrapeConnectionError) throw error;
      await pause(retryDelay(attempt, error.retryAfterSec), signal);
    }
  }
}

async function openOnce(options: DrapeOptions, call: Call): Promise<OpenReply> {
  const { signal, extraMs = 0 } = call;
  signal?.throwIfAborted();
  const limitMs = (options.timeoutMs ?? TIMEOUT_MS) + extraMs;
  const inner = new AbortController();
  let isLate = false;
  const onTimeout = () => {
    isLate = true;
    inner.abort();
  };
  let timer = setTimeout(onTimeout, limitMs);
  const onAbort = () => inner.abort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const release = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
  const explain = (cause: unknown): unknown => {
    if (cause instanceof DrapeError) return cause;
    if (signal?.aborted === true) return signal.reason;
    const what = `${call.method} ${call.path}`;
    if (isLate) {
      return new DrapeTimeoutError({
        code: 'timeout',
        message: `${what}: no answer in ${limitMs} ms.`,
        retryable: true,
        cause,
      });
    }
    const message = `${what}: the connection failed (${cause instanceof Error ? cause.message : String(cause)}).${whereFrom()}`;
    return new DrapeConnectionError({ code: 'connection_failed', message, retryable: true, cause });
  };
  try {
    const { url, init } = toRequest(options, call);
    const send = options.fetch ?? globalThis.fetch;
    const response = await send(url, { ...init, signal: inner.signal });
    return {
      response,
      explain,
      alive() {
        clearTimeout(timer);
        timer = setTimeout(onTimeout, limitMs);
      },
      close() {
        release();
        inner.abort();
      },
    };
  } catch (cause) {
    release();
    throw explain(cause);
  }
}

function toRequest(options: DrapeOptions, call: Call): { url: string; init: RequestInit } {
  const { method, path, query = {}, body, text, headers } = call;
  const search = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  );
  const url = options.baseUrl.replace(/\/+$/, '') + path + (search.length === 0 ? '' : `?${search.join('&')}`);
  const content = text?.content ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    url,
    init: {
      method,
      headers: {
        Authorization: `Bearer ${options.apiKey}`,
        ...(content === undefined ? {} : { 'Content-Type': text?.contentType ?? 'application/json' }),
        ...(options.sessionId === undefined ? {} : { 'X-Drape-Session': options.sessionId }),
        ...(options.language === undefined ? {} : { 'Accept-Language': options.language }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: content }),
      // The service redirects to pictures only, and there the key must not go.
      redirect: 'manual',
    },
  };
}

/** The JSON of an answer, undefined where it is none. */
async function readBody<T>(reply: OpenReply, use: (body: unknown) => T): Promise<T> {
  try {
    const text = await reply.response.text();
    return use(parse(text));
  } catch (cause) {
    throw reply.explain(cause);
  } finally {
    reply.close();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A failed try-on has both data and error: the request was right, and the record says what happened. */
function isReply<T, P>(body: unknown): body is Reply<T, P> {
  return typeof body === 'object' && body !== null && 'data' in body && body.data !== undefined;
}

/** The session that an answer was made in. */
function sessionOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('sessionId' in data)) return undefined;
  return typeof data.sessionId === 'string' ? data.sessionId : undefined;
}

function toError(response: Response, body: unknown): DrapeError {
  const { status, headers } = response;
  const retryAfterSec = parseRetryAfter(headers.get('Retry-After'));
  const requestId = headers.get('Request-Id');
  if (typeof body === 'object' && body !== null && 'error' in body) {
    return toDrapeError(body.error as ErrorBody, { status, requestId, retryAfterSec });
  }
  const message = `The answer (HTTP ${status}) is not one of the Drape API. Is baseUrl right?`;
  return new ApiError({
    ...{ code: 'unexpected_response', message, status, requestId, retryAfterSec },
    retryable: status >= 500 || status === 429,
  });
}
