import { assertMigrated, createDatabase, type Database } from '@drape/db';
import {
  assertNoEviction,
  createDeliveryQueue,
  createDeliveryWorker,
  createNotifier,
  createPhotoCheckWorker,
  createTryOnQueues,
  createTryOnWorker,
  loadQueueTelemetry,
  type DeliveryWorker,
  type Notifier,
  type PhotoCheckWorker,
  type QueueTelemetry,
  type TryOnQueues,
  type TryOnWorker,
} from '@drape/queue';
import type { Logger, Shutdown } from '@drape/runtime';
import { createObjectStore, STORE_CALLS, type ObjectStore } from '@drape/storage';
import { NO_TRACING, traceCalls, type Tracing } from '@drape/telemetry';
import { startRenderChild, type RenderChild } from './render/child-process';
import { childEnvironment, type WorkerConfig } from './config';
import type { PackTicket } from './render/child-protocol';
import { engineOf } from './render/engine-version';
import { createGarmentPackages, type GarmentPackages } from './garment-package/garment-packages';
import { startHealthServer } from './health/health';
import { checkPhoto } from './photo/photo-check';
import { createProductAnalyst, type ProductAnalyst } from './product/product-analyst';
import { createProductImporter, type ProductImporter } from './product/product-importer';
import { createProductImages } from './product/product-images';
import { createReaper, type Reaper } from './upkeep/reaper';
import { renderJob } from './job/render-job';
import { createRenderPool, type RenderPool } from './render/render-pool';
import { createVitals, type Vitals } from './health/vitals';
import { createWebhookSender, type WebhookSender } from './webhooks/webhook-sender';
import { createWorkerMetrics, watchWorker, type WorkerMetrics } from './health/worker-metrics';

/** Posts wait for their receivers, up to 15 s each, and need no processor. */
const DELIVERIES_AT_ONCE = 20;
/** Test outcomes only wait for a timer. */
const TESTS_AT_ONCE = 200;

/** Injected parts: traces, and what benches put in place of the real thing. No environment variable reaches `startChild`. */
export interface WorkerParts {
  /** Default: none. */
  readonly tracing?: Tracing;
  readonly startChild?: () => RenderChild;
}

export interface StartedWorker {
  readonly healthPort: number | null;
  /** Version of the engine that makes its pictures. */
  readonly engine: string;
}

/** What all parts are made with. */
interface Base {
  readonly config: WorkerConfig;
  readonly log: Logger;
  readonly shutdown: Shutdown;
  readonly metrics: WorkerMetrics;
  readonly tracing: Tracing;
  readonly telemetry: QueueTelemetry | undefined;
}

/** The only place that calls constructors. Each part registers how it is closed; they are closed in reverse order. */
export async function startWorker(
  config: WorkerConfig,
  log: Logger,
  shutdown: Shutdown,
  { startChild, tracing = NO_TRACING }: WorkerParts = {},
): Promise<StartedWorker> {
  const telemetry = tracing.isOn ? await loadQueueTelemetry() : undefined;
  await assertNoEviction(config.queue.redisUrl);
  await assertMigrated(config.databaseUrl);

  const metrics = createWorkerMetrics({ isScraped: config.healthPort !== undefined });
  const base: Base = { config, log, shutdown, metrics, tracing, telemetry };
  const services = await openServices(base);
  const renderer = createRenderer(base, services, startChild);
  const webhooks = createWebhooks(base, services);
  const deps = createJobDeps(base, services, renderer, webhooks.sender);
  const vitals = createVitals({ queue: services.queues.live });
  const consumers = createConsumers(base, deps, vitals);
  const reaper = createReaper({
    ...deps,
    uploads: services.db.uploads,
    retention: services.db.retention,
    idempotencyKeys: services.db.idempotencyKeys,
    queues: services.queues,
    engine: renderer.engine,
  });
  const importer = createProductImporter({ productImports: services.db.productImports, log });
  const analyst = createProductAnalyst(deps);

  const { pool, engine } = renderer;
  const health = await serveHealth(base, services, { pool, vitals, reaper });
  await pool.start();
  health.markStarted();
  startWork(shutdown, { consumers, deliveries: webhooks.worker, reaper, vitals, analyst, importer });
  return { healthPort: health.port, engine };
}

interface Services {
  readonly db: Database;
  readonly store: ObjectStore;
  readonly queues: TryOnQueues;
  readonly notifier: Notifier;
}

/** What everything else uses, and what is closed last. */
async function openServices({ config, log, shutdown, metrics, tracing, telemetry }: Base): Promise<Services> {
  const db = createDatabase({
    url: config.databaseUrl,
    poolMax: 4 + 2 * config.concurrency,
    recordDays: config.recordDays,
    onTryOnEnd: metrics.recordEnding,
    log,
  });
  shutdown.add('database', () => db.close());
  await db.ping();
  const store = traceCalls(createObjectStore(config.storage), { tracing, system: 's3', methods: STORE_CALLS });
  shutdown.add('object store', () => store.close());
  const queues = createTryOnQueues({ ...config.queue, log, telemetry });
  shutdown.add('queue', () => queues.live.close());
  shutdown.add('test queue', () => queues.test.close());
  const notifier = createNotifier({ ...config.queue, log });
  shutdown.add('notifier', () => notifier.close());
  return { db, store, queues, notifier };
}

interface Renderer {
  readonly pool: RenderPool;
  readonly packages: GarmentPackages;
  /** Version of the engine. */
  readonly engine: string;
}

/** The render children, not started yet, and what they hand over besides pictures. */
function createRenderer(
  { config, log, shutdown, metrics }: Base,
  { db, store }: Services,
  startChild?: () => RenderChild,
): Renderer {
  const engine = engineOf(config.modelsOverride);
  const packages = createGarmentPackages({ store, products: db.products, engine, log });
  const listener = {
    onUsage: metrics.recordChildUsage,
    onPacked: (ticket: PackTicket, bytes: Uint8Array) => void packages.keep(ticket, bytes),
  };
  const pool = createRenderPool({
    size: config.concurrency,
    startChild: startChild ?? (() => startRenderChild(childEnvironment(process.env), listener)),
    onDeath: metrics.recordChildDeath,
    log,
  });
  shutdown.add('render children', () => pool.close());
  return { pool, packages, engine };
}

interface Webhooks {
  readonly sender: WebhookSender;
  readonly worker: DeliveryWorker;
}

function createWebhooks({ config, log, shutdown, metrics }: Base, { db, store }: Services): Webhooks {
  const deliveries = createDeliveryQueue({ ...config.queue, log });
  shutdown.add('deliveries', () => deliveries.close());
  const sender = createWebhookSender({
    webhooks: db.webhooks,
    queue: deliveries,
    store,
    log,
    fetchAllow: config.fetchAllow,
    delaysMs: config.webhookDelaysMs,
    pictureHost: config.pictureHost,
    onAttempt: metrics.recordDelivery,
  });
  const worker = createDeliveryWorker({
    ...config.queue,
    concurrency: DELIVERIES_AT_ONCE,
    process: sender.deliver,
    log,
  });
  return { sender, worker };
}

/** What jobs, photo checks and the work on products need. */
function createJobDeps(
  { config, log, metrics, tracing }: Base,
  { db, store, notifier }: Services,
  { pool, packages, engine }: Renderer,
  webhookSender: WebhookSender,
) {
  return {
    tryOns: db.tryOns,
    measurements: db.measurements,
    products: db.products,
    store,
    notifier,
    webhookSender,
    pool,
    log,
    productImages: createProductImages({ allow: config.fetchAllow, onFetch: metrics.recordProductFetch }),
    fetchAllow: config.fetchAllow,
    renderDeadlineMs: config.renderDeadlineMs,
    engine: config.reusesResults ? engine : null,
    packages,
    metrics,
    tracing,
  };
}

interface Consumers {
  readonly jobs: TryOnWorker;
  readonly tests: TryOnWorker;
  readonly checks: PhotoCheckWorker;
}

/** Those that take jobs from the queues, not started yet. */
function createConsumers(
  { config, log, telemetry }: Base,
  deps: ReturnType<typeof createJobDeps>,
  vitals: Vitals,
): Consumers {
  const jobs = createTryOnWorker({
    ...config.queue,
    telemetry,
    concurrency: config.concurrency,
    process: (payload) => vitals.trackJob(() => renderJob(deps, payload)),
    log,
  });
  const tests = createTryOnWorker({
    ...config.queue,
    telemetry,
    env: 'test',
    concurrency: TESTS_AT_ONCE,
    process: (payload) => renderJob(deps, payload),
    log,
  });
  const checks = createPhotoCheckWorker({
    ...config.queue,
    concurrency: config.concurrency,
    process: (payload) => checkPhoto(deps, payload),
    log,
  });
  return { jobs, tests, checks };
}

interface WatchedParts {
  readonly pool: RenderPool;
  readonly vitals: Vitals;
  readonly reaper: Reaper;
}

interface ServedHealth {
  readonly port: number | null;
  /** From now on the worker is ready while a child has its models loaded. */
  markStarted(): void;
}

/** Health and metrics, served from before the models load. */
async function serveHealth(
  { config, shutdown, metrics }: Base,
  { db, store, queues }: Services,
  { pool, vitals, reaper }: WatchedParts,
): Promise<ServedHealth> {
  let isStarted = false;
  const state = () => ({
    isReady: isStarted && pool.states.some(({ state: ofChild }) => ofChild !== 'loading'),
    isDraining: shutdown.closing,
    lastSignAgeMs: vitals.lastSignAgeMs,
    lastSweepAgeMs: performance.now() - reaper.lastSweepAt,
    children: pool.states,
  });
  const { registry } = metrics;
  watchWorker(registry, {
    capacity: config.concurrency,
    childStates: () => pool.states,
    isReady: () => state().isReady && !shutdown.closing,
    dependencies: {
      postgres: () => db.ping(),
      redis: () => queues.live.counts(),
      object_store: () => store.exists('health'),
    },
  });
  const { healthPort: port } = config;
  const server = port === undefined ? null : await startHealthServer({ port, state, registry });
  shutdown.add('health', () => server?.close());
  return {
    port: server?.port ?? null,
    markStarted() {
      isStarted = true;
    },
  };
}

interface Work {
  readonly consumers: Consumers;
  readonly deliveries: DeliveryWorker;
  readonly reaper: Reaper;
  readonly vitals: Vitals;
  readonly analyst: ProductAnalyst;
  readonly importer: ProductImporter;
}

/** The shutdown ends these first, in reverse order: what they use is open until they are done. */
function startWork(shutdown: Shutdown, { consumers, deliveries, reaper, vitals, analyst, importer }: Work): void {
  const { jobs, tests, checks } = consumers;
  shutdown.add('webhooks', () => deliveries.close());
  shutdown.add('photo checks', () => checks.close());
  shutdown.add('jobs', () => jobs.close());
  shutdown.add('test outcomes', () => tests.close());
  shutdown.add('reaper', () => reaper.stop());
  shutdown.add('heartbeat', () => vitals.stop());
  jobs.start();
  tests.start();
  checks.start();
  deliveries.start();
  shutdown.add('product analyst', () => analyst.stop());
  shutdown.add('product imports', () => importer.stop());
  reaper.start();
  vitals.start();
  analyst.start();
  importer.start();
}
