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
  type QueueTelemetry,
  watchKeys,
} from '@drape/queue';
import { systemClock, type Logger } from '@drape/runtime';
import { createErasureList, createObjectStore, STORE_CALLS } from '@drape/storage';
import { NO_TRACING, traceCalls, type Tracing } from '@drape/telemetry';
import { Redis } from 'ioredis';
import { createApp } from './app';
import type { GatewayConfig } from './config';
import type { Principal } from './http/context';
import { createGatewayMetrics, watchDeployment } from './metrics/gateway-metrics';
import { createHttpServer } from './http/http-server';
import { createIntake, createEventLoopLag } from './intake/intake';
import { createKeyCache } from './keys/key-cache';
import { identifyKey, type FindKeyByHash } from './middleware/authenticate';
import { createMailer } from './people/mailer';
import { createMetricsServer } from './metrics/metrics-server';
import { createPublicUrl } from './http/public-url';
import { createQueueDepthGuard } from './intake/queue-depth-guard';
import { createRequestJournal } from './requests/request-journal';
import { createRoutes, type Route } from './routes';
import { createReceiptSigner } from './sessions/receipt-signer';
import { createStartupCheck } from './startup-check';
import { createTokenAuthority } from './tokens/token-authority';
import { createBatchedLookup } from './tryon/answer/batched-lookup';
import { createPerOwnerLimit } from './intake/per-owner-limit';
import { createDeliveryTrigger } from './webhooks/delivery-trigger';

const VERSION = '1.0.0';
/** A limiter that is slower than this is as good as away: the request goes on with the local one. */
const LIMITER_TIMEOUT_MS = 500;

/**
 * Try-ons of an account go on record one after the other, for each is counted against its plan: those that wait for that in the
 * database would hold all of this process's connections, and keep the requests of others out.
 */
const PER_OWNER_LIMIT = { atOnce: 3, waitMs: 5_000 };

/** A refusal is asked for within 50 ms, and passes the event loop some five times. Who stands last in line still has his answer in time. */
const INTAKE = { concurrencyMin: 2, lagMsMax: 8, waitingMax: 40, waitingOfOneMax: 32 };

/** Ten questions a second at most for all who wait, and a lost wake-up costs as much more. */
const LOOKUP_GATHER_MS = 100;

export interface Gateway {
  readonly server: Server;
  /** What it measures; on a port of its own, where one is configured. */
  readonly metricsServer: Server;
  readonly routes: readonly Route[];
  readonly gatewayId: string;
  /** Sees a revoked key as revoked at once. */
  readonly forgetKeys: () => void;
  /** Resolves when Redis is connected, or after `ms` without it: the first requests shall not miss it for want of a moment. */
  readonly connected: (ms: number) => Promise<void>;
  /** Throws where a service answers and is not fit to work with: NotMigratedError, EvictingRedisError. At most `ms`. */
  readonly assertUsableServices: (ms: number) => Promise<void>;
  /** Stops to be ready, answers those who wait with what there is, and closes the server. */
  readonly drain: () => Promise<void>;
  /** Closes the connections to the services. */
  readonly close: () => Promise<void>;
}

export interface ComposeOptions {
  /** Default: none. */
  readonly tracing?: Tracing;
  readonly telemetry?: QueueTelemetry | undefined;
  /** No variable can do this: tests take safeguards out to see that they are missed. */
  readonly wrapDatabase?: (db: Database) => Database;
}

/** The composition root: the only place that calls constructors. Opens no port; throws nothing where a service is away. */
export function compose(
  config: GatewayConfig,
  log: Logger,
  { tracing = NO_TRACING, telemetry, wrapDatabase = (db) => db }: ComposeOptions = {},
): Gateway {
  const clock = systemClock;
  const gatewayId = newId('gtw');
  const state = { draining: false };
  const isDraining = () => state.draining;
  const connection = { redisUrl: config.redisUrl, prefix: config.queuePrefix, log: oncePerSecond(log) };

  const metrics = createGatewayMetrics({ isScraped: config.metricsPort !== undefined });
  const db = wrapDatabase(
    createDatabase({
      url: config.databaseUrl,
      recordDays: config.recordDays,
      onTryOnEnd: metrics.recordEnding,
      log,
    }),
  );
  const startup = createStartupCheck(config);
  const store = traceCalls(createObjectStore(config.storage), { tracing, system: 's3', methods: STORE_CALLS });
  const queues = createTryOnQueues({ ...connection, telemetry });
  const deliveries = createDeliveryQueue(connection);
  const photoChecks = createPhotoCheckQueue(connection);
  const waiters = createJobWaiter({ ...connection, gatewayId });
  const notifier = createNotifier(connection);
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
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, log });
  const routes = createRoutes({
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
    ...{ waitMs: config.waitMs, fetchAllow: config.fetchAllow },
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
  const publicUrl = createPublicUrl(config.publicUrl, () => portOf(server) ?? config.port);
  const journal = createRequestJournal({ write: (rows) => db.requestLogs.write(rows), log });
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
    ipLimit: config.ipLimit,
    pageAddressLimit: config.pageAddressLimit,
    findKeyByHash: keys.find,
    limiter,
    tokens,
    metrics,
    tracing,
  });
  const { requestTimeoutMs, ipLimit } = config;
  const broken = { metrics, addresses, ipLimit, log, clock, isDraining, publicUrl };
  watchDeployment(metrics.registry, { db, queue: queues.live, store });
  const metricsServer = createMetricsServer(metrics.registry);
  const { server, drain } = createHttpServer(app, { requestTimeoutMs, ...broken });

  return {
    server,
    metricsServer,
    routes,
    gatewayId,
    forgetKeys: () => keys.forget(),
    async connected(ms) {
      const limiterReady = limiterRedis.status === 'ready' ? null : once(limiterRedis, 'ready');
      const all = Promise.allSettled([limiterReady, waiters.ready(), keyWatch.ready(), queues.live.counts()]);
      await Promise.race([all, setTimeout(ms, undefined, { ref: false })]);
    },
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
    },
  };
}

/** Where it listens; null before it does. */
export function portOf(server: Server): number | null {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : null;
}

/** Fails fast while Redis is away, so that the limiter can take over by itself. */
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

/** Says each thing at most once a second: while Redis is away every command of every connection reports it. */
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

/** Looks the key up each time, so that a revoked one ends the playground too. */
function playgroundOf(key: string, find: FindKeyByHash): () => Promise<Principal> {
  return () => identifyKey(key, find);
}
