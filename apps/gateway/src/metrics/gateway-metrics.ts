import type { Database } from '@drape/db';
import type { TryOnQueue } from '@drape/queue';
import type { ObjectStore } from '@drape/storage';
import {
  Counter,
  createRegistry,
  createTryOnMetrics,
  gaugeOf,
  Histogram,
  memoizeFor,
  watchDependencies,
  type Registry,
  type TryOnMetrics,
} from '@drape/telemetry';

export interface AnsweredRequest {
  readonly route: string;
  readonly method: string;
  /** null: the client disconnected before the answer. */
  readonly status: number | null;
  readonly seconds: number;
  readonly errorCode: string | null;
}

export interface CountedRequest {
  /** null: it came without a valid key. */
  readonly plan: string | null;
  readonly allowed: boolean;
}

export interface GatewayMetrics extends TryOnMetrics {
  readonly registry: Registry;
  recordRequest(this: void, request: AnsweredRequest): void;
  recordRateLimit(this: void, request: CountedRequest): void;
  /** Redis did not answer the limiter. */
  recordFallback(this: void): void;
}

/** Answers are promised within 2 s. Few buckets, because each route and status has its own series. */
const REQUEST_EDGES = [0.025, 0.1, 0.25, 0.5, 1, 2, 5, 30];
/** nginx's status for a client that disconnected before the answer. */
const CLIENT_GONE = 499;

export function createGatewayMetrics({ isScraped }: { readonly isScraped: boolean }): GatewayMetrics {
  const registry = createRegistry({ component: 'gateway', isScraped });
  const registers = [registry];
  const tryOns = createTryOnMetrics(registry);
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer. 499: the client disconnected first.',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_EDGES,
    registers,
  });
  const rateLimit = new Counter({
    name: 'ratelimit_total',
    help: 'Requests that the rate limit allowed or refused, by plan; plan none: without a valid key.',
    labelNames: ['plan', 'outcome'],
    registers,
  });
  const fallback = new Counter({
    name: 'ratelimit_fallback_total',
    help: 'How often the rate limit of accounts fell back to this process, because Redis did not answer.',
    registers,
  });
  return {
    ...tryOns,
    registry,
    recordRequest({ route, method, status, seconds, errorCode }) {
      requests.observe({ route, method, status: String(status ?? CLIENT_GONE) }, seconds);
      if (errorCode !== null && status !== null && status >= 400) tryOns.recordRefusal(errorCode);
    },
    recordRateLimit: ({ plan, allowed }) =>
      rateLimit.inc({ plan: plan ?? 'none', outcome: allowed ? 'allowed' : 'refused' }),
    recordFallback: () => fallback.inc(),
  };
}

export interface Watched {
  readonly db: Pick<Database, 'ping' | 'readBacklog'>;
  readonly queue: Pick<TryOnQueue, 'countsByState'>;
  readonly store: Pick<ObjectStore, 'exists'>;
}

/** Concurrent scrapes share one measurement. */
const FRESH_MS = 1_000;

/**
 * Gauges that are measured on scrape. Queue and backlog are those of the whole deployment: every gateway shows the same, even where no
 * worker runs.
 */
export function watchDeployment(registry: Registry, { db, queue, store }: Watched): void {
  const backlog = memoizeFor(FRESH_MS, () => db.readBacklog());
  gaugeOf(
    registry,
    {
      name: 'tryon_queue_jobs',
      help: 'Live try-ons in the queue of the whole deployment, by state.',
      label: 'state',
    },
    memoizeFor(FRESH_MS, () => queue.countsByState()),
  );
  gaugeOf(
    registry,
    {
      name: 'tryon_queue_oldest_seconds',
      help: 'Age of the oldest live try-on that waits in the whole deployment; 0 where none waits.',
    },
    async () => (await backlog()).oldestQueuedSeconds,
  );
  gaugeOf(
    registry,
    {
      name: 'tryon_leases_expired',
      help: 'Live try-ons whose worker has let its lease expire, and that no sweep has picked up yet.',
    },
    async () => (await backlog()).leasesExpired,
  );
  gaugeOf(
    registry,
    {
      name: 'webhook_deliveries_due',
      help: 'Live webhook deliveries that are due and that no worker has in hand.',
    },
    async () => (await backlog()).deliveriesDue,
  );
  watchDependencies(registry, {
    postgres: () => db.ping(),
    redis: () => queue.countsByState(),
    object_store: () => store.exists('health'),
  });
}
