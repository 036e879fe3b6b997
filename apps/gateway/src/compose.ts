import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { createRateLimiter, HOUR_MS, SlidingLogs } from '@drape/access';
import { newId } from '@drape/contracts';
import { createDatabase, type Database } from '@drape/db';
import {
  announceKeyChange,
  createDeliveryQueue,
  createJobWaiter,
  createNotifier,
  createPhotoCheckQueue,
  createTryOnQueues,
  type QueueConnection,
  type QueueTelemetry,
  watchKeys,
} from '@drape/queue';
import { systemClock, type Clock, type Logger } from '@drape/runtime';
import { createErasureList, createObjectStore, STORE_CALLS } from '@drape/storage';
import { NO_TRACING, traceCalls, type Tracing } from '@drape/telemetry';
import { Redis } from 'ioredis';
import { createApp } from './app';
import type { GatewayConfig } from './config';
import type { Principal } from './http/context';
import { createGatewayMetrics, watchDeployment, type GatewayMetrics } from './metrics/gateway-metrics';
import { createHttpServer, type HttpServer } from './http/http-server';
import { createIntake, createEventLoopLag } from './intake/intake';
import { createKeyCache } from './keys/key-cache';
import { identifyKey, type FindKeyByHash } from './middleware/authenticate';
import { createMailer, type Mailer } from './people/mailer';
import { createMetricsServer } from './metrics/metrics-server';
import { createPublicUrl } from './http/public-url';
import { createQueueDepthGuard } from './intake/queue-depth-guard';
import { createRequestJournal, type RequestJournal } from './requests/request-journal';
import { createRoutes, type Route } from './routes';
import { createReceiptSigner } from './sessions/receipt-signer';
import { createStartupCheck } from './startup-check';
import { createTokenAuthority } from './tokens/token-authority';
import { createBatchedLookup } from './tryon/answer/batched-lookup';
import { createPerOwnerLimit } from './intake/per-owner-limit';
import { createDeliveryTrigger } from './webhooks/delivery-trigger';

const VERSION = '1.0.0';
/** A slower Redis counts as away: the request is judged by the local limiter. */
const LIMITER_TIMEOUT_MS = 500;

/**
 * Inserts of an account's try-ons are serialised by the count against its plan. Those waiting for it in the database would hold all of this
 * process's connections and lock out everybody else's requests.
 */
const PER_OWNER_LIMIT = { atOnce: 3, waitMs: 5_000 };

/** A rejection is promised within 50 ms and passes the event loop about five times; the last in line still gets it in time. */
const INTAKE = { concurrencyMin: 2, lagMsMax: 8, waitingMax: 40, waitingOfOneMax: 32 };

/** At most ten queries per second for all waiting requests; a lost wake-up is noticed that much later. */
const LOOKUP_GATHER_MS = 100;

export interface Gateway {
  readonly server: Server;
  /** Serves the metrics, where a port is configured. */
  readonly metricsServer: Server;
  readonly routes: readonly Route[];
  readonly gatewayId: string;
  /** Drops the cached keys, so that a revoked key is rejected at once. */
  readonly forgetKeys: () => void;
  /** Resolves when Redis is connected, or after `ms` without it, so that the first requests do not miss Redis by a moment. */
  readonly connected: (ms: number) => Promise<void>;
  /** Throws where a service answers but is unusable: NotMigratedError, EvictingRedisError. Takes at most `ms`. */
  readonly assertUsableServices: (ms: number) => Promise<void>;
  /** Makes the gateway unready, answers waiting requests with the current state, and closes the server. */
  readonly drain: () => Promise<void>;
  /** Closes the connections to the services. */
  readonly close: () => Promise<void>;
}

export interface ComposeOptions {
  /** Default: none. */
  readonly tracing?: Tracing;
  readonly telemetry?: QueueTelemetry | undefined;
  /** For tests only, which remove safeguards to prove that they are needed; no environment variable reaches it. */
  readonly wrapDatabase?: (db: Database) => Database;
}

/** What all parts are made with. */
interface Base {
  readonly config: GatewayConfig;
  readonly log: Logger;
  readonly clock: Clock;
  readonly gatewayId: string;
  readonly isDraining: () => boolean;
  /** Settings of every connection to Redis. */
  readonly connection: QueueConnection & { readonly log: ConnectionLog };
  readonly metrics: GatewayMetrics;
  readonly tracing: Tracing;
}

/** The composition root: the only place that calls constructors. Opens no port, and does not throw where a service is away. */
export function compose(
  config: GatewayConfig,
  log: Logger,
  { tracing = NO_TRACING, telemetry, wrapDatabase = (db) => db }: ComposeOptions = {},
): Gateway {
  const state = { draining: false };
  const base: Base = {
    config,
    log,
    clock: systemClock,
    gatewayId: newId('gtw'),
    isDraining: () => state.draining,
    connection: { redisUrl: config.redisUrl, prefix: config.queuePrefix, log: oncePerSecond(log) },
    metrics: createGatewayMetrics({ isScraped: config.metricsPort !== undefined }),
    tracing,
  };
  const services = openServices(base, telemetry, wrapDatabase);
  const access = createAccess(base, services);
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, log });
  const routes = createAllRoutes(base, services, access, mailer);
  const { db, store, queues, startup } = services;
  const journal = createRequestJournal({ write: (rows) => db.requestLogs.write(rows), log });
  watchDeployment(base.metrics.registry, { db, queue: queues.live, store });
  const metricsServer = createMetricsServer(base.metrics.registry);
  const { server, drain } = serve(base, db, access, { routes, journal });

  return {
    server,
    metricsServer,
    routes,
    gatewayId: base.gatewayId,
    forgetKeys: () => access.keys.forget(),
    connected: (ms) => awaitRedis(services, access, ms),
    async assertUsableServices(ms) {
      await Promise.race([startup.assertUsableServices(), setTimeout(ms, undefined, { ref: false })]);
    },
    async drain() {
      state.draining = true;
      await drain();
    },
    async close() {
      metricsServer.close();
      metricsServer.closeAllConnections();
      await journal.close();
      await closeConnections(services, access, mailer);
    },
  };
}

/** Connections to the database, the object store and Redis. None is waited for. */
type Services = ReturnType<typeof openServices>;

function openServices(
  { config, log, gatewayId, connection, metrics, tracing }: Base,
  telemetry: QueueTelemetry | undefined,
  wrapDatabase: (db: Database) => Database,
) {
  const db = wrapDatabase(
    createDatabase({
      url: config.databaseUrl,
      recordDays: config.recordDays,
      onTryOnEnd: metrics.recordEnding,
      log,
    }),
  );
  return {
    db,
    startup: createStartupCheck(config),
    store: traceCalls(createObjectStore(config.storage), { tracing, system: 's3', methods: STORE_CALLS }),
    queues: createTryOnQueues({ ...connection, telemetry }),
    deliveries: createDeliveryQueue(connection),
    photoChecks: createPhotoCheckQueue(connection),
    waiters: createJobWaiter({ ...connection, gatewayId }),
    notifier: createNotifier(connection),
  };
}

/** Who may do what, and how often. */
type Access = ReturnType<typeof createAccess>;

function createAccess({ config, log, clock, connection, metrics }: Base, { db }: Services) {
  const limiterRedis = openLimiterRedis(config.redisUrl, connection.log);
  const keyWatch = watchKeys({ ...connection, onChange: () => keys.forget() });
  const keys = createKeyCache({
    findKeyByHash: (hash) => db.apiKeys.findByHash(hash),
    clock,
    isListening: () => keyWatch.isListening,
    onUse: (keyId) =>
      void db.apiKeys.touch(keyId).catch((err: unknown) => log.warn({ err }, 'could not note a key’s use')),
  });
  const tokens = createTokenAuthority({ db, clock });
  const limiter = createRateLimiter({
    redis: limiterRedis,
    prefix: config.queuePrefix,
    gateways: config.gateways,
    timeoutMs: LIMITER_TIMEOUT_MS,
    onFallback(err) {
      metrics.recordFallback();
      connection.log.warn({ err }, 'the rate limit fell back to this process');
    },
  });
  return { limiterRedis, keyWatch, keys, tokens, limiter };
}

function createAllRoutes(
  { config, log, clock, gatewayId, isDraining, connection }: Base,
  { db, store, queues, deliveries, photoChecks, waiters, notifier, startup }: Services,
  { keys, tokens, limiter }: Access,
  mailer: Mailer,
): Route[] {
  return createRoutes({
    limiter,
    mailer,
    signUpIsOpen: config.signUpIsOpen,
    tokens,
    shopperLimits: { limiter, perAddress: config.shopperAddressLimit, perSession: config.shopperSessionLimit },
    db,
    store,
    erasures: createErasureList(store),
    queues,
    photoChecks,
    waiters,
    openTryOns: createBatchedLookup({ gatherMs: LOOKUP_GATHER_MS, ask: (ids) => db.tryOns.findOpen(ids) }),
    notifier,
    clock,
    gatewayId,
    isDraining,
    log,
    version: VERSION,
    waitMs: config.waitMs,
    fetchAllow: config.fetchAllow,
    queueDepth: createQueueDepthGuard({ queue: queues.live, depthMax: config.queueDepthMax, clock }),
    intake: createIntake({ ...INTAKE, lag: createEventLoopLag(() => clock.monotonic()) }),
    perOwner: createPerOwnerLimit(PER_OWNER_LIMIT),
    signer: createReceiptSigner(db),
    playground: config.playgroundKey === undefined ? null : playgroundOf(config.playgroundKey, keys.find),
    async storeOrigin(host) {
      return new URL(await store.presignGet('any', { expiresInSec: 60, host })).origin;
    },
    deliveryTrigger: createDeliveryTrigger({ webhooks: db.webhooks, queue: deliveries, log: connection.log }),
    async ping() {
      await db.ping();
      await startup.assertMigrated();
    },
    async announceKeys() {
      keys.forget();
      await announceKeyChange(connection);
    },
  });
}

interface Served {
  readonly routes: readonly Route[];
  readonly journal: RequestJournal;
}

/** The HTTP server around the routes; it does not listen yet. */
function serve(base: Base, db: Database, { keys, tokens, limiter }: Access, { routes, journal }: Served): HttpServer {
  const { config, log, clock, isDraining, metrics, tracing } = base;
  const { ipLimit, requestTimeoutMs } = config;
  const publicUrl = createPublicUrl(config.publicUrl, () => portOf(http.server) ?? config.port);
  const addresses = new SlidingLogs(HOUR_MS, () => clock.now());
  const app = createApp({
    journal,
    routes,
    db,
    log,
    clock,
    isDraining,
    publicUrl,
    proxies: config.proxies,
    addresses,
    ipLimit,
    pageAddressLimit: config.pageAddressLimit,
    findKeyByHash: keys.find,
    limiter,
    tokens,
    metrics,
    tracing,
  });
  const http = createHttpServer(app, {
    requestTimeoutMs,
    metrics,
    addresses,
    ipLimit,
    log,
    clock,
    isDraining,
    publicUrl,
  });
  return http;
}

async function awaitRedis(
  { waiters, queues }: Services,
  { limiterRedis, keyWatch }: Access,
  ms: number,
): Promise<void> {
  const limiterReady = limiterRedis.status === 'ready' ? null : once(limiterRedis, 'ready');
  const all = Promise.allSettled([limiterReady, waiters.ready(), keyWatch.ready(), queues.live.counts()]);
  await Promise.race([all, setTimeout(ms, undefined, { ref: false })]);
}

/** Waits for those that have work to finish, then cuts the others. */
async function closeConnections(services: Services, { limiterRedis, keyWatch }: Access, mailer: Mailer): Promise<void> {
  const { waiters, queues, photoChecks, deliveries, db, notifier, store } = services;
  await Promise.allSettled([
    waiters.close(),
    queues.live.close(),
    queues.test.close(),
    photoChecks.close(),
    deliveries.close(),
    db.close(),
  ]);
  limiterRedis.disconnect();
  mailer.close();
  notifier.close();
  keyWatch.close();
  store.close();
}

/** The port it listens on; null before it does. */
export function portOf(server: Server): number | null {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : null;
}

/** Fails fast while Redis is away, so that the local limiter can take over. */
function openLimiterRedis(url: string, log: Pick<Logger, 'warn'>): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1500,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 1000),
  });
  redis.on('error', (err) => log.warn({ err }, 'the rate limit lost its connection'));
  return redis;
}

type ConnectionLog = Record<'warn' | 'error', (fields: Record<string, unknown>, message: string) => void>;

/** Logs each message at most once per second: while Redis is away every command of every connection reports it. */
function oncePerSecond(log: Logger): ConnectionLog {
  const saidAtMs = new Map<string, number>();
  const once = (level: 'warn' | 'error') => (fields: Record<string, unknown>, message: string) => {
    const nowMs = performance.now();
    if (nowMs - (saidAtMs.get(message) ?? -Infinity) < 1000) return;
    saidAtMs.set(message, nowMs);
    log[level](fields, message);
  };
  return { warn: once('warn'), error: once('error') };
}

/** Looks the key up every time, so that revoking it ends the playground too. */
function playgroundOf(key: string, find: FindKeyByHash): () => Promise<Principal> {
  return () => identifyKey(key, find);
}
