import { rateLimitHeaders } from '@drape/access';
import {
  API_VERSIONS,
  chooseVersion,
  isErrorCode,
  isId,
  VERSION_HEADER,
  type CursorPagination,
  type DeliveryPagination,
  type ErrorBody,
  type ErrorCode,
  type Pagination,
  type ServiceError,
} from '@drape/contracts';
import type { Request, Response } from 'express';
import { entityTag, matches } from './entity-tag';
import type { RateLimitMark, RequestContext } from './context';
import { letPageReadError } from '../middleware/cors';

/** A handler's answer; the envelope is added here. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data: unknown;
  /** Language of its texts, where they were chosen by Accept-Language. */
  readonly language?: string;
  /** Of lists. */
  readonly pagination?: Pagination | CursorPagination | DeliveryPagination;
  /** Durations of the try-on so far, whichever request waited for it; milliseconds. */
  readonly spent?: { readonly queueMs: number | null; readonly renderMs: number | null };
  /** Present if and only if the answer is `success: false`. */
  readonly error?: ErrorBody;
}

/** A document without an envelope, such as openapi.json. */
export interface Document {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly document: string | Buffer;
}

/** A streamed answer: server-sent events. */
export interface EventStream {
  /** Language of the events' texts, where they were chosen by Accept-Language. */
  readonly language?: string;
  /** Calls `send` with each event until it returns; `closed` aborts when the client goes away or the gateway shuts down. */
  readonly events: (send: (event: ServerSentEvent) => void, closed: AbortSignal) => Promise<void>;
}

export interface ServerSentEvent {
  readonly name: string;
  readonly data: unknown;
}

/** Proxies close idle connections. */
const HEARTBEAT_MS = 15_000;

export async function sendEvents(req: Request, res: Response, { events, language }: EventStream): Promise<void> {
  setCommonHeaders(req, res, 200);
  setLanguage(res, language);
  res.status(200).set({ 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' }).flushHeaders();
  const closed = new AbortController();
  res.once('close', () => closed.abort());
  const heartbeat = setInterval(() => res.write(': still here\n\n'), HEARTBEAT_MS);
  try {
    await events(({ name, data }) => res.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`), closed.signal);
  } finally {
    clearInterval(heartbeat);
    res.end();
  }
}

/** The public form of an error, with a link to its explanation below `publicUrl`. */
export function toErrorBody(error: ServiceError, publicUrl: string): ErrorBody {
  const { type, retryable } = error.spec;
  return {
    type,
    code: error.code,
    message: error.detail,
    ...(error.param === undefined || error.param === '' ? {} : { param: error.param }),
    ...(error.details.length === 0 ? {} : { details: error.details.map(copyDetail) }),
    ...error.fields,
    retryable,
    docUrl: `${publicUrl}/docs/errors#${error.code}`,
  };
}

function copyDetail(detail: ServiceError['details'][number]) {
  const { allowed, ...rest } = detail;
  return allowed === undefined ? rest : { ...rest, allowed: [...allowed] };
}

export function sendAnswer(req: Request, res: Response, answer: Answer): void {
  const { requestId, timings, outcome } = req.context;
  outcome.tryOnId = tryOnIn(answer.data);
  outcome.errorCode = codeOf(answer.error);
  const { queueMs = null, renderMs = null } = answer.spent ?? {};
  if (queueMs !== null) timings.add('queue', queueMs);
  if (renderMs !== null) timings.add('render', renderMs);
  const body =
    answer.error === undefined
      ? { success: true, data: answer.data, ...pick(answer), requestId }
      : { success: false, data: answer.data, error: answer.error, requestId };
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  const tag =
    isRead && answer.status === 200 ? entityTag([answer.data, answer.pagination, answer.language], Date.now()) : null;
  const status = tag !== null && matches(req.get('if-none-match'), tag) ? 304 : answer.status;
  setCommonHeaders(req, res, status);
  setLanguage(res, answer.language);
  res.status(status).set(answer.headers ?? {});
  if (tag !== null) res.set('ETag', tag);
  if (status === 304) res.end();
  else res.json(body);
}

/** The id of the try-on that an answer shows. */
function tryOnIn(data: unknown): string | null {
  const id = typeof data === 'object' && data !== null && 'id' in data ? data.id : null;
  return typeof id === 'string' && isId('try', id) ? id : null;
}

function codeOf(error: ErrorBody | undefined): ErrorCode | null {
  return error !== undefined && isErrorCode(error.code) ? error.code : null;
}

/** Also on a 304: a cache must not serve it to clients that want another language. */
function setLanguage(res: Response, language: string | undefined): void {
  if (language !== undefined) res.set('Content-Language', language).vary('Accept-Language');
}

const pick = ({ pagination }: Answer) => (pagination === undefined ? {} : { pagination });

export function sendDocument(req: Request, res: Response, { status, headers, document }: Document): void {
  setCommonHeaders(req, res, status);
  res.status(status).set(headers).send(document);
}

/** The media type of RFC 9457. */
const PROBLEM = 'application/problem+json';

/** The error in our envelope, or as RFC 9457's problem details where the client prefers those to application/json. */
export function sendError(req: Request, res: Response, error: ServiceError): void {
  const { requestId, publicUrl, outcome } = req.context;
  outcome.errorCode = error.code;
  const { status, title } = error.spec;
  const body = toErrorBody(error, publicUrl);
  setCommonHeaders(req, res, status);
  letPageReadError(req, res);
  res.set(error.headers);
  if (error.retryAfterSec !== undefined) res.set('Retry-After', String(error.retryAfterSec));
  if (status === 401) res.set('WWW-Authenticate', 'Bearer realm="drape"');
  res.status(status);
  if (req.accepts(['application/json', PROBLEM]) === PROBLEM) {
    const { docUrl, message, type: _type, ...rest } = body;
    const problem = { type: docUrl, title, status, detail: message, instance: req.originalUrl, ...rest, requestId };
    res.set('Content-Type', PROBLEM).send(JSON.stringify(problem));
  } else {
    res.json({ success: false, error: body, requestId });
  }
}

function setCommonHeaders(req: Request, res: Response, status: number): void {
  res.set(commonHeaders(req.context, status));
}

/** Headers of every response, successful or not. */
export function commonHeaders(context: RequestContext, status: number): Record<string, string> {
  const { requestId, clientRequestId, rateLimit, timings, isDraining, requestedVersion, principal } = context;
  const pinned = principal?.pinnedVersion ?? null;
  return {
    [VERSION_HEADER]: chooseVersion({ requested: requestedVersion, pinned, known: API_VERSIONS }),
    'Request-Id': requestId,
    ...(clientRequestId === undefined ? {} : { 'X-Client-Request-Id': clientRequestId }),
    ...{ 'Cache-Control': 'no-store', 'Server-Timing': timings.header() },
    ...(isDraining() ? { Connection: 'close' } : {}),
    ...(rateLimit === null ? {} : quotaHeaders(rateLimit, status)),
  };
}

/** 304, 429 and 5xx are not counted, so the unit is given back before the headers state what remains. */
function quotaHeaders({ state, policy, refund }: RateLimitMark, status: number): Record<string, string> {
  const isCounted = status !== 304 && status !== 429 && status < 500;
  if (!state.allowed || isCounted) return rateLimitHeaders(state, policy);
  refund();
  return rateLimitHeaders({ ...state, remaining: Math.min(state.limit, state.remaining + 1) }, policy);
}
