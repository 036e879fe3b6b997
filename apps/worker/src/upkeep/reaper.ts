import type { KeyEnv } from '@drape/contracts';
import type { Database, SweptTryOn } from '@drape/db';
import type { Notifier, TryOnQueue } from '@drape/queue';
import type { Logger } from '@drape/runtime';
import { createErasureList, type ObjectStore } from '@drape/storage';
import { NO_TRACING, type Tracing } from '@drape/telemetry';
import { cleanUp } from '../job/clean-up';
import { expireOnTime } from './expire-on-time';
import { logEnding, type Ending } from '../job/log-ending';
import {
  createOrphanGarmentRound,
  createOrphanPackageRound,
  createOrphanPhotoRound,
  createOrphanProductPictureRound,
  createOrphanResultRound,
  createOrphanUploadRound,
} from './orphans';
import { repeat } from '../lib/repeat';
import { createStaleChecksRound } from './stale-checks';
import { sweepUploads } from './sweep-uploads';
import type { WebhookSender } from '../webhooks/webhook-sender';
import type { WorkerMetrics } from '../health/worker-metrics';

/** Rows untouched for this long are checked. */
const STALE_MS = 20_000;
const SWEEP_MS = 5_000;
/** Period of what is neither urgent nor cheap: orphans and old records. */
const ROUND_MS = 10 * 60_000;
/** Records deleted per statement, and the maximum number of statements per round. */
const FORGET_BATCH = 500;
const FORGET_BATCHES = 20;
/** How many jobs a row gets before it fails. */
const GENERATION_MAX = 5;
const ROWS_PER_SWEEP = 200;

export interface ReaperDeps {
  readonly tryOns: Database['tryOns'];
  readonly products: Pick<Database['products'], 'listUnneededPackages' | 'listUnneededPictures'>;
  readonly uploads: Pick<Database['uploads'], 'listOver' | 'finishOver' | 'listUnknown'>;
  readonly retention: Database['retention'];
  readonly idempotencyKeys: Pick<Database['idempotencyKeys'], 'sweep'>;
  readonly queues: Readonly<Record<KeyEnv, Pick<TryOnQueue, 'enqueue' | 'isPending'>>>;
  readonly notifier: Pick<Notifier, 'wake'>;
  readonly store: ObjectStore;
  readonly webhookSender: Pick<WebhookSender, 'sendDue'>;
  readonly metrics?: Pick<WorkerMetrics, 'recordRequeued'>;
  readonly tracing?: Pick<Tracing, 'resume'>;
  /** Version of the engine: packages of other engines are deleted. */
  readonly engine: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

export interface Reaper {
  start(): void;
  /** Waits for the running sweep, and starts no other. */
  stop(): Promise<void>;
  /** One sweep, for tests. */
  sweep(): Promise<void>;
  /** One round over orphans and old records, for tests. */
  round(): Promise<void>;
  /** performance.now() at the end of the last successful sweep. */
  readonly lastSweepAt: number;
}

/**
 * Keeps the promise that every accepted try-on ends, whatever was lost: a gateway that died before enqueueing, a job that Redis lost, a
 * worker that died while processing a row. Every worker runs one; they do not interfere with each other.
 */
export function createReaper(deps: ReaperDeps): Reaper {
  let lastSweepAt = performance.now();
  let nextRoundAt = performance.now() + ROUND_MS * Math.random();
  const rounds = roundsOf(deps);

  /** Independent of each other: a failing one must not stop the others. */
  async function round(): Promise<void> {
    const outcomes = await Promise.allSettled(rounds.map((each) => each()));
    for (const each of outcomes) {
      if (each.status === 'rejected') deps.log.warn({ err: each.reason as unknown }, 'a part of a round failed');
    }
  }

  async function sweep(): Promise<void> {
    await sweepRows(deps);
    if (performance.now() > nextRoundAt) {
      nextRoundAt = performance.now() + ROUND_MS;
      await round();
    }
    lastSweepAt = performance.now();
  }

  const sweeps = repeat({
    everyMs: SWEEP_MS,
    turn: sweep,
    onError: (err) => deps.log.warn({ err }, 'a sweep failed'),
  });

  const expiry = expireOnTime({
    untilNextMs: () => deps.tryOns.untilNextDeadlineMs(),
    expire: async () => {
      await expireOverdue(deps);
    },
    onError: (err) => deps.log.warn({ err }, 'a look at the deadlines failed'),
  });

  return {
    start() {
      sweeps.start();
      expiry.start();
    },
    async stop() {
      await Promise.all([sweeps.stop(), expiry.stop()]);
    },
    sweep,
    round,
    get lastSweepAt() {
      return lastSweepAt;
    },
  };
}

/** What a round looks for: orphans in the store, checks that nobody waits for, old records. */
function roundsOf(deps: ReaperDeps): readonly (() => Promise<unknown>)[] {
  const erasures = createErasureList(deps.store);
  return [
    createOrphanPhotoRound(deps),
    createOrphanGarmentRound(deps),
    createOrphanProductPictureRound(deps),
    createOrphanPackageRound(deps, deps.engine),
    createOrphanUploadRound(deps),
    createOrphanResultRound(deps),
    createStaleChecksRound(deps),
    () => forgetOld(deps),
    () => erasures.forget(deps.retention.recordDays),
  ];
}

/** What needs only the database and the store comes first: it must work while Redis is away. */
async function sweepRows(deps: ReaperDeps): Promise<void> {
  const { tryOns, notifier, log } = deps;
  const expired = await expireOverdue(deps);
  const exhausted = await tryOns.failExhausted(ROWS_PER_SWEEP);
  for (const row of exhausted) logSwept(log, row, ATTEMPTS_EXHAUSTED);
  for (const row of exhausted) await notifier.wake(row.gatewayId, row.id);
  const cleanups = await tryOns.listCleanups({ olderThanMs: STALE_MS, limit: ROWS_PER_SWEEP });
  for (const row of cleanups) await cleanUp(deps, row);
  await sweepUploads(deps);
  const released = await tryOns.requeueExpiredLeases(ROWS_PER_SWEEP);
  const stale = await tryOns.listStale({ olderThanMs: STALE_MS, limit: ROWS_PER_SWEEP });
  const lost = await requeueLost(deps, [...released, ...stale]);
  const deliveries = await deps.webhookSender.sendDue();
  const counts = {
    ended: expired + exhausted.length,
    cleaned: cleanups.length,
    released: released.length,
    stale: stale.length,
    ...lost,
    deliveries,
  };
  if (Object.values(counts).some((count) => count > 0)) log.info({ counts }, 'swept');
}

/** Returns the number of expired try-ons. */
async function expireOverdue({ tryOns, notifier, log }: ReaperDeps): Promise<number> {
  const expired = await tryOns.expireOverdue(ROWS_PER_SWEEP);
  for (const row of expired) logSwept(log, row, { outcome: 'expired', code: 'deadline_exceeded' });
  for (const row of expired) await notifier.wake(row.gatewayId, row.id);
  return expired.length;
}

/** Its workers died in every attempt, or its job was lost too often. */
const ATTEMPTS_EXHAUSTED = { outcome: 'failed', code: 'render_failed' } as const;

function logSwept(log: ReaperDeps['log'], row: SweptTryOn, how: Pick<Ending, 'outcome' | 'code'>): void {
  const { id: tryOnId, requestId, env, attempt } = row;
  logEnding(log, { tryOnId, requestId, env, attempt, ...how, queueMs: null, attemptMs: null });
}

async function forgetOld({ retention, idempotencyKeys, log }: ReaperDeps): Promise<void> {
  const counts = {
    tryOns: 0,
    measurements: 0,
    deliveries: 0,
    batches: 0,
    sessions: 0,
    requestLogs: 0,
    usageHours: 0,
    imports: 0,
    auditEntries: 0,
  };
  const forgotten = { ...counts, idempotencyKeys: await idempotencyKeys.sweep() };
  for (let batch = 0; batch < FORGET_BATCHES; batch++) {
    const some = await retention.forgetOld(FORGET_BATCH);
    forgotten.tryOns += some.tryOns;
    forgotten.measurements += some.measurements;
    forgotten.deliveries += some.deliveries;
    forgotten.batches += some.batches;
    forgotten.sessions += some.sessions;
    forgotten.requestLogs += some.requestLogs;
    forgotten.usageHours += some.usageHours;
    forgotten.imports += some.imports;
    forgotten.auditEntries += some.auditEntries;
    if (Object.values(some).every((count) => count < FORGET_BATCH)) break;
  }
  if (Object.values(forgotten).some((count) => count > 0)) log.info({ forgotten }, 'forgot old records');
}

/** Enqueues the rows whose job is gone. Those whose job still waits in a long queue are left alone. */
async function requeueLost(
  { tryOns, queues, notifier, metrics, tracing = NO_TRACING, log }: ReaperDeps,
  rows: readonly SweptTryOn[],
) {
  const waiting: string[] = [];
  let [requeued, givenUp] = [0, 0];
  for (const row of rows) {
    const { id, env, generation, requestId, gatewayId, priority } = row;
    const queue = queues[env];
    if (await queue.isPending(id, generation)) {
      waiting.push(id);
    } else if (generation >= GENERATION_MAX) {
      if (!(await tryOns.giveUp(id, generation))) continue;
      logSwept(log, row, ATTEMPTS_EXHAUSTED);
      await notifier.wake(gatewayId, id);
      givenUp += 1;
    } else if (await tryOns.nextGeneration(id, generation)) {
      const payload = { v: 1, tryOnId: id, requestId, gatewayId } as const;
      await tracing.resume(row.traceparent, () => queue.enqueue(payload, { priority, generation: generation + 1 }));
      requeued += 1;
      metrics?.recordRequeued(1);
    }
  }
  await tryOns.touchQueued(waiting);
  return { requeued, givenUp };
}
