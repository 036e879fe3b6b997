import type { Clock, Logger } from '@drape/runtime';
import { API_VERSIONS, deprecationHeaders, ServiceError, VERSION_HEADER } from '@drape/contracts';
import type { Database } from '@drape/db';
import { ADVICE_LANGUAGES, type AdviceLanguage } from '@drape/fit';
import type { Tracing } from '@drape/telemetry';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { GatewayMetrics } from './metrics/gateway-metrics';
import { createHeavyWorkLane, type HeavyWorkLane } from './intake/heavy-work-lane';
import { callOnce, holderOf, parseIdempotencyKey } from './http/idempotency';
import { authenticate, requireScope, type FindKeyByHash } from './middleware/authenticate';
import { recordAction } from './people/record-action';
import { isSecure } from './people/identify-member';
import { requireOwnPage } from './people/own-page';
import { requireMember } from './people/require-member';
import { bodyOf, textBodyOf } from './middleware/body-limit';
import { cors } from './middleware/cors';
import { errorHandler } from './middleware/error-handler';
import { rateLimit, type RateLimitOptions } from './middleware/rate-limit';
import { requestId } from './middleware/request-id';
import { rejectUnknownQuery } from './middleware/reject-unknown-query';
import type { RequestJournal } from './requests/request-journal';
import { statusOf, toLogRow } from './requests/to-log-row';
import { parsePrefer } from './http/prefer';
import type { PublicUrl } from './http/public-url';
import { sendAnswer, sendDocument, sendEvents, type Answer, type Document, type EventStream } from './http/respond';
import type { Route } from './routes';
import type { ApiRequest } from './routes/route';
import type { TokenAuthority } from './tokens/token-authority';

export interface AppDeps extends RateLimitOptions {
  readonly routes: readonly Route[];
  readonly db: Pick<Database, 'auditLog' | 'idempotencyKeys' | 'signIns'>;
  readonly findKeyByHash: FindKeyByHash;
  readonly tokens: Pick<TokenAuthority, 'identify'>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly proxies: number;
  readonly isDraining: () => boolean;
  readonly publicUrl: PublicUrl;
  readonly journal: Pick<RequestJournal, 'record'>;
  readonly metrics: Pick<GatewayMetrics, 'recordRateLimit' | 'recordRequest'>;
  readonly tracing: Pick<Tracing, 'serve'>;
}

/** What every request passes: an id, authentication, the rate limit, then route, scope, body and handler. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', deps.proxies).set('query parser', 'simple');
  app.use(
    logRequests(deps),
    requestId(deps),
    authenticate({ findKeyByHash: deps.findKeyByHash, tokens: deps.tokens, signIns: deps.db.signIns }),
    cors,
    rateLimit(deps),
    rejectInvalidHeaders,
    rejectUnknownVersion,
  );
  const heavyWork = createHeavyWorkLane();
  for (const route of deps.routes) mount(app, route, { ...deps, heavyWork });
  for (const path of pathsOf(deps.routes)) rejectOtherMethods(app, path, deps.routes);
  app.use((req) => {
    throw new ServiceError('route_not_found', { detail: `There is no path ${req.path.slice(0, 200)}.` });
  });
  app.use(errorHandler(deps.log));
  return app;
}

/** Paths without parameters come first: a parameter of another path could match them. */
function pathsOf(routes: readonly Route[]): string[] {
  const paths = [...new Set(routes.map((route) => route.path))];
  const parametersOf = (path: string) => path.split('{').length;
  return paths.sort((a, b) => parametersOf(a) - parametersOf(b));
}

/** What Node itself would reject, without our envelope. */
const rejectInvalidHeaders: RequestHandler = (req, _res, next) => {
  if (req.httpVersion === '1.1' && req.headers.host === undefined) {
    throw new ServiceError('malformed_request', { detail: 'The request has no Host header.' });
  }
  const { expect } = req.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') throw new ServiceError('expectation_failed');
  next();
};

/** A client that asks for an unknown version could not interpret an answer in any other. */
const rejectUnknownVersion: RequestHandler = (req, _res, next) => {
  const named = req.get(VERSION_HEADER);
  if (named !== undefined && req.context.requestedVersion === null) {
    const known = API_VERSIONS.join(', ');
    const detail = `${VERSION_HEADER} must be one of ${known}; got ${JSON.stringify(named.slice(0, 60))}.`;
    throw new ServiceError('invalid_version', { detail, param: VERSION_HEADER });
  }
  next();
};

function mount(app: Express, route: Route, deps: AppDeps & { readonly heavyWork: HeavyWorkLane }): void {
  const steps: RequestHandler[] = [
    (req, res, next) => {
      req.context.route = route.path;
      if (route.deprecated !== undefined) res.set(deprecationHeaders(route.deprecated));
      next();
    },
    ...(route.scope === null ? [] : [requireScope(route.scope)]),
    ...(route.member === undefined ? [] : [requireMember(route.member)]),
    ...(route.ownPage === true ? [requireOwnPage] : []),
    ...(route.body === undefined ? [] : bodyOf({ takesCsv: route.csvBody !== undefined, heavyWork: deps.heavyWork })),
    ...(route.textBodies === undefined ? [] : textBodyOf(Object.keys(route.textBodies), deps.heavyWork)),
    async (req, res) => {
      rejectUnknownQuery(req.query, route.query);
      // The body arrived in events of the connection, outside the request's context.
      const answer = await req.context.span.within(() => answerOf(deps, route, req, hangUpOf(res)));
      await recordAction(deps, route, req, answer);
      if ('events' in answer) return sendEvents(req, res, answer);
      if ('document' in answer) sendDocument(req, res, answer);
      else sendAnswer(req, res, answer);
      return undefined;
    },
  ];
  app[route.method](expressPath(route.path), ...steps);
}

/** Runs the route; a POST with an Idempotency-Key at most once. */
async function answerOf(
  { db }: AppDeps,
  route: Route,
  req: Request,
  hungUp: AbortSignal,
): Promise<Answer | Document | EventStream> {
  const { requestId: id, principal, timings, host, publicUrl, span } = req.context;
  const request: ApiRequest = {
    ...{ requestId: id, principal, query: req.query, body: req.body, preference: parsePrefer(req.get('prefer')) },
    hungUp,
    traceparent: span.traceparent,
    language: languageOf(req),
    host,
    publicUrl,
    params: toTexts(req.params),
    header: (name) => req.get(name),
    accepts: (...kinds) => kindOf(req, kinds),
    measure: timings.measure,
    newResourceId: null,
    ip: req.ip ?? 'unknown',
    isSecure: isSecure(req),
  };
  const { idempotent } = route;
  const key = idempotent === undefined ? null : parseIdempotencyKey(req.get('idempotency-key'));
  if (idempotent === undefined || key === null || principal === null) return route.handle(request);
  const { owner } = principal;
  const scope = { owner, method: req.method, path: req.path, key, holder: holderOf(principal, req.body) };
  const handle = async (again: ApiRequest): Promise<Answer> => {
    const answer = await route.handle(again);
    if ('document' in answer || 'events' in answer)
      throw new Error(`${route.path} answers something that cannot be repeated`);
    return answer;
  };
  return callOnce({ db, scope, request, idempotent, handle });
}

/** Aborts when either side closes the connection. */
function hangUpOf(res: Response): AbortSignal {
  const hangUp = new AbortController();
  if (res.destroyed) hangUp.abort();
  else res.once('close', () => hangUp.abort());
  return hangUp.signal;
}

/** The preferred language of those that exist; English where none matches, because an English answer is better than none. */
function languageOf(req: Request): AdviceLanguage {
  const accepted = req.acceptsLanguages(...ADVICE_LANGUAGES);
  return ADVICE_LANGUAGES.find((language) => language === accepted) ?? 'en';
}

/** By the Accept header; the first kind where there is none. */
function kindOf(req: Request, kinds: readonly string[]): string | false {
  const accepted = req.accepts([...kinds]);
  return typeof accepted === 'string' ? accepted : false;
}

/** `/v1/tryon/{id}` → `/v1/tryon/:id`. */
function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function toTexts(params: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

function rejectOtherMethods(app: Express, path: string, routes: readonly Route[]): void {
  const methods = routes.filter((route) => route.path === path).map((route) => route.method.toUpperCase());
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  app.all(expressPath(path), (req, res) => {
    req.context.route = path;
    res.set('Allow', allow);
    if (req.method !== 'OPTIONS') {
      throw new ServiceError('method_not_allowed', { detail: `${path} takes ${allow}; got ${req.method}.` });
    }
    sendDocument(req, res, { status: 204, headers: {}, document: '' });
  });
}

/** One log line per request, and a database record where it belongs to an account: ids, never contents. */
function logRequests({ log, clock, journal, metrics }: AppDeps): RequestHandler {
  return (req, res, next) => {
    res.once('close', () => {
      const { requestId: id, route, principal, startedAtMs, outcome } = req.context;
      const { method } = req;
      const passedMs = clock.monotonic() - startedAtMs;
      const ms = Math.round(passedMs);
      const finished = res.writableFinished;
      log.info(
        {
          requestId: id,
          method,
          route,
          status: res.statusCode,
          ms,
          finished,
          accountId: principal?.accountId,
          env: principal?.env,
        },
        'request',
      );
      const { errorCode } = outcome;
      const status = statusOf(res, errorCode);
      metrics.recordRequest({ route, method, status, seconds: passedMs / 1000, errorCode });
      endSpan(req, status);
      const row = toLogRow(req, res, clock);
      if (row !== null) journal.record(row);
    });
    next();
  };
}

/** Attributes by OpenTelemetry's semantic conventions: the route, never the path, and no header. */
function endSpan({ context, method }: Request, status: number | null): void {
  const { route, requestId: id, outcome } = context;
  context.span.end({
    name: `${method} ${route}`,
    status,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      ...(status !== null && { 'http.response.status_code': status }),
      ...(outcome.errorCode !== null && { 'error.type': outcome.errorCode }),
      ...(outcome.tryOnId !== null && { 'drape.try_on.id': outcome.tryOnId }),
      'drape.request.id': id,
    },
  });
}
