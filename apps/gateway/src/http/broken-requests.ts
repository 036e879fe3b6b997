import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { newId, ServiceError, type ErrorCode } from '@drape/contracts';
import type { Clock, Logger } from '@drape/runtime';
import { NO_TRACING } from '@drape/telemetry';
import type { RequestContext } from './context';
import type { GatewayMetrics } from '../metrics/gateway-metrics';
import { countAddress, isProbe, peekAddress, tooMany, type RateLimitOptions } from '../middleware/rate-limit';
import type { PublicUrl } from './public-url';
import { commonHeaders, toErrorBody } from './respond';
import { createTimings } from './server-timing';

export interface BrokenRequestDeps extends Pick<RateLimitOptions, 'addresses' | 'ipLimit'> {
  readonly log: Pick<Logger, 'info'>;
  readonly metrics: Pick<GatewayMetrics, 'recordRequest'>;
  readonly clock: Clock;
  readonly isDraining: () => boolean;
  readonly publicUrl: PublicUrl;
}

/** How long a client may take to read the answer; what it still sends is ignored. */
const LINGER_MS = 2_000;
/** The connection is gone: nobody is left to answer. */
const GONE: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ERR_STREAM_WRITE_AFTER_END']);

/** Node's error codes, and ours for them. All other parser errors are HPE_…. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Answers what never reaches the app: headers over Node's limit, bytes that are not HTTP, bodies with broken framing, requests that take
 * too long, and tunnels. The answer has the envelope and headers of every response; then the connection is closed, because nobody knows
 * where the next request would begin. Such requests count against the address: the key, if there was one, could not be read.
 */
export function answerBrokenRequests(server: Server, deps: BrokenRequestDeps): void {
  const underWay = new WeakMap<Duplex, Exchange>();
  const answered = new WeakSet<Duplex>();
  const note = (request: IncomingMessage, response: ServerResponse): void => {
    underWay.set(request.socket, { request, response });
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) server.prependListener(event, note);

  const answer = (socket: Duplex, error: ServiceError, context: RequestContext): void => {
    answered.add(socket);
    const { requestId } = context;
    context.outcome.errorCode = error.code;
    deps.log.info({ requestId, status: error.spec.status, code: error.code }, 'broken request');
    socket.end(write(error, context));
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    timer.unref();
    socket.once('close', () => clearTimeout(timer));
  };

  server.on('clientError', (thrown: Error, socket) => {
    if (answered.has(socket)) return;
    const exchange = underWay.get(socket);
    const isOpen = exchange?.response.writableFinished === false;
    if (isOpen && exchange.request.complete) {
      // The broken bytes follow a complete request, which still gets its answer.
      exchange.response.shouldKeepAlive = false;
      return;
    }
    const code = 'code' in thrown ? String(thrown.code) : '';
    if (!socket.writable || GONE.has(code) || (isOpen && exchange.response.headersSent)) {
      socket.destroy();
      return;
    }
    const named = isOpen && isNamed(exchange.request) ? exchange.request.context : null;
    // A request that breaks before it is counted is counted against its address.
    const path = isOpen ? pathOf(exchange.request) : '';
    const context = named?.rateLimit ? named : { ...newContext(socket, deps, path), ...(named && nameOf(named)) };
    const error = refusalOf(context) ?? new ServiceError(CODES[code] ?? 'malformed_request');
    // A request that already has an id is counted when its response closes.
    if (named === null) recordUnnamed(deps, error);
    answer(socket, error, context);
  });
  server.on('connect', (_request: IncomingMessage, socket) => {
    const context = newContext(socket, deps, '');
    const detail = 'This is no proxy: CONNECT is not supported.';
    const error = refusalOf(context) ?? new ServiceError('malformed_request', { detail });
    recordUnnamed(deps, error);
    answer(socket, error, context);
  });
}

/** Method and duration are unknown. */
function recordUnnamed({ metrics }: BrokenRequestDeps, { code, spec: { status } }: ServiceError): void {
  metrics.recordRequest({ route: 'unmatched', method: 'unknown', status, seconds: 0, errorCode: code });
}

/** Whether the app's first middleware has given the request its id. */
function isNamed(request: IncomingMessage): request is IncomingMessage & { readonly context: RequestContext } {
  return 'context' in request;
}

const nameOf = ({ requestId, clientRequestId }: RequestContext) => ({ requestId, clientRequestId });

const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

function newContext(socket: Duplex, deps: BrokenRequestDeps, path: string): RequestContext {
  const { clock, isDraining, publicUrl } = deps;
  const address = (socket instanceof Socket ? socket.remoteAddress : undefined) ?? 'unknown';
  const requestId = newId('req');
  return {
    ...{ requestId, clientRequestId: undefined, startedAtMs: clock.monotonic(), isDraining, route: 'unmatched' },
    ...{ principal: null, authError: null, timings: createTimings(() => clock.monotonic()) },
    host: null,
    publicUrl: publicUrl(null),
    outcome: { errorCode: null, tryOnId: null },
    requestedVersion: null,
    span: NO_TRACING.serve(() => undefined),
    rateLimit: isProbe(path) ? peekAddress(address, deps) : countAddress(address, requestId, deps),
  };
}

function refusalOf({ rateLimit }: RequestContext): ServiceError | null {
  return rateLimit?.state.allowed === false ? tooMany(rateLimit) : null;
}

/** The whole answer, as it goes over the wire. */
function write(error: ServiceError, context: RequestContext): string {
  const { status } = error.spec;
  const body = JSON.stringify({
    success: false,
    error: toErrorBody(error, context.publicUrl),
    requestId: context.requestId,
  });
  const headers: Record<string, string> = {
    ...commonHeaders(context, status),
    ...(error.retryAfterSec === undefined ? {} : { 'Retry-After': String(error.retryAfterSec) }),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    Date: new Date().toUTCString(),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}
