import { assertMigrated, createDatabase } from '@drape/db';
import {
  assertNoEviction,
  createDeliveryQueue,
  createDeliveryWorker,
  createNotifier,
  createPhotoCheckWorker,
  createTryOnQueues,
  createTryOnWorker,
  loadQueueTelemetry,
} from '@drape/queue';
import type { Logger, Shutdown } from '@drape/runtime';
import { createObjectStore, STORE_CALLS } from '@drape/storage';
import { NO_TRACING, traceCalls, type Tracing } from '@drape/telemetry';
import { startRenderChild, type RenderChild } from './render/child-process';
import { childEnvironment, type WorkerConfig } from './config';
import type { PackTicket } from './render/child-protocol';
import { engineOf } from './render/engine-version';
import { createGarmentPackages } from './garment-package/garment-packages';
import { startHealthServer } from './health/health';
import { checkPhoto } from './photo/photo-check';
import { createProductAnalyst } from './product/product-analyst';
import { createProductImporter } from './product/product-importer';
import { createProductImages } from './product/product-images';
import { createReaper } from './upkeep/reaper';
import { renderJob } from './job/render-job';
import { createRenderPool } from './render/render-pool';
import { createVitals } from './health/vitals';
import { createWebhookSender } from './webhooks/webhook-sender';
import { createWorkerMetrics, watchWorker } from './health/worker-metrics';

/** They wait for others, up to 15 s each, and need no processor. */
const POSTS_AT_ONCE = 20;
/** Test outcomes only wait for a timer. */
const TESTS_AT_ONCE = 200;

/** What is handed in: traces, and what benches put in place of the real part. No variable of the environment reaches `startChild`. */
export interface WorkerParts {
  /** Default: none. */
  readonly tracing?: Tracing;
  readonly startChild?: () => RenderChild;
}

export interface StartedWorker {
  readonly healthPort: number | null;
  /** Names what makes its pictures. */
  readonly engine: string;
}

/** The only place that builds things. Each registers how it is closed; they are closed in reverse order. */
export async function startWorker(
  config: WorkerConfig,
  log: Logger,
  shutdown: Shutdown,
  { startChild, tracing = NO_TRACING }: WorkerParts = {},
): Promise<StartedWorker> {
  const { queue: connection } = config;
  const telemetry = tracing.isOn ? await loadQueueTelemetry() : undefined;
  await assertNoEviction(connection.redisUrl);
  await assertMigrated(config.databaseUrl);

  const { databaseUrl: url, recordDays } = config;
  const metrics = createWorkerMetrics({ isScraped: config.healthPort !== undefined });
  const db = createDatabase({
    url,
    poolMax: 4 + 2 * config.concurrency,
    recordDays,
    onTryOnEnd: metrics.recordEnding,
    log,
  });
  shutdown.add('database', () => db.close());
  await db.ping();
  const store = traceCalls(createObjectStore(config.storage), { tracing, system: 's3', methods: STORE_CALLS });
  shutdown.add('object store', () => store.close());
  const queues = createTryOnQueues({ ...connection, log, telemetry });
  shutdown.add('queue', () => queues.live.close());
  shutdown.add('test queue', () => queues.test.close());
  const notifier = createNotifier({ ...connection, log });
  shutdown.add('notifier', () => notifier.close());

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
  const { tryOns, measurements, products, retention, idempotencyKeys } = db;
  const { fetchAllow, renderDeadlineMs, reusesResults } = config;
  const deliveries = createDeliveryQueue({ ...connection, log });
  shutdown.add('deliveries', () => deliveries.close());
  const { webhookDelaysMs: delaysMs, pictureHost } = config;
  const { webhooks } = db;
  const webhookSender = createWebhookSender({
    webhooks,
    queue: deliveries,
    store,
    log,
    fetchAllow,
    delaysMs,
    pictureHost,
    onAttempt: metrics.recordDelivery,
  });
  const deliveryWorker = createDeliveryWorker({
    ...connection,
    concurrency: POSTS_AT_ONCE,
    process: webhookSender.deliver,
    log,
  });
  const productImages = createProductImages({ allow: fetchAllow, onFetch: metrics.recordProductFetch });
  const deps = {
    tryOns,
    measurements,
    products,
    store,
    notifier,
    webhookSender,
    pool,
    log,
    productImages,
    fetchAllow,
    renderDeadlineMs,
    engine: reusesResults ? engine : null,
    packages,
    metrics,
    tracing,
  };
  const vitals = createVitals({ queue: queues.live });
  const worker = createTryOnWorker({
    ...connection,
    telemetry,
    concurrency: config.concurrency,
    process: (payload) => vitals.trackJob(() => renderJob(deps, payload)),
    log,
  });
  const tests = createTryOnWorker({
    ...connection,
    telemetry,
    env: 'test',
    concurrency: TESTS_AT_ONCE,
    process: (payload) => renderJob(deps, payload),
    log,
  });
  const checks = createPhotoCheckWorker({
    ...connection,
    concurrency: config.concurrency,
    process: (payload) => checkPhoto(deps, payload),
    log,
  });
  const reaper = createReaper({
    tryOns,
    products,
    uploads: db.uploads,
    retention,
    idempotencyKeys,
    queues,
    notifier,
    store,
    webhookSender,
    metrics,
    tracing,
    engine,
    log,
  });

  const importer = createProductImporter({ productImports: db.productImports, log });
  const analyst = createProductAnalyst({
    products,
    packages,
    pool,
    productImages,
    store,
    metrics,
    log,
    renderDeadlineMs,
  });

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
  const health = port === undefined ? null : await startHealthServer({ port, state, registry });
  shutdown.add('health', () => health?.close());
  await pool.start();
  isStarted = true;
  shutdown.add('webhooks', () => deliveryWorker.close());
  shutdown.add('photo checks', () => checks.close());
  shutdown.add('jobs', () => worker.close());
  shutdown.add('test outcomes', () => tests.close());
  shutdown.add('reaper', () => reaper.stop());
  shutdown.add('heartbeat', () => vitals.stop());
  worker.start();
  tests.start();
  checks.start();
  deliveryWorker.start();
  shutdown.add('product analyst', () => analyst.stop());
  shutdown.add('product imports', () => importer.stop());
  reaper.start();
  vitals.start();
  analyst.start();
  importer.start();
  return { healthPort: health?.port ?? null, engine };
}
