import {
  Counter,
  createRegistry,
  createTryOnMetrics,
  gaugeOf,
  Histogram,
  watchDependencies,
  type Registry,
  type TryOnMetrics,
} from '@drape/telemetry';
import type { ChildUsage, GarmentOrigin } from '../render/child-protocol';
import type { ChildState } from '../render/render-pool';

export interface WorkerMetrics extends TryOnMetrics {
  readonly registry: Registry;
  recordStage(this: void, stage: string, seconds: number): void;
  /** Where the garment of a live render or description came from. */
  recordGarment(this: void, from: GarmentOrigin): void;
  /** From a try-on's creation to its first claim. */
  recordQueueWait(this: void, seconds: number): void;
  /** Rows that the sweep has enqueued again. */
  recordRequeued(this: void, count: number): void;
  /** An attempt that had lost its row by its end. */
  recordFenced(this: void): void;
  /** A render child died and is replaced: by a signal, by itself (`exit`), or because it could not be started (`error`). */
  recordChildDeath(this: void, signal: string): void;
  /** The children's current memory, and their processor time since the last report. */
  recordChildUsage(this: void, usage: ChildUsage): void;
  /** `ok`, or the code of the error. */
  recordProductFetch(this: void, code: string): void;
  recordDelivery(this: void, outcome: 'delivered' | 'retried' | 'failed'): void;
}

const STAGE_EDGES = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const WAIT_EDGES = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 120];

export function createWorkerMetrics({ isScraped }: { readonly isScraped: boolean }): WorkerMetrics {
  const registry = createRegistry({ component: 'worker', isScraped });
  const registers = [registry];
  const stages = new Histogram({
    name: 'tryon_stage_seconds',
    help: 'What a render spends its time on: the stages of the child, and the worker’s own fetch and store.',
    labelNames: ['stage'],
    buckets: STAGE_EDGES,
    registers,
  });
  const waits = new Histogram({
    name: 'tryon_queue_wait_seconds',
    help: 'From the creation of a live try-on to its first claim by a worker.',
    buckets: WAIT_EDGES,
    registers,
  });
  return {
    ...createTryOnMetrics(registry),
    registry,
    recordStage: (stage, seconds) => stages.observe({ stage }, seconds),
    recordQueueWait: (seconds) => waits.observe(seconds),
    ...createFaultCounters(registry),
    ...createTrafficCounters(registry),
  };
}

function createFaultCounters(registry: Registry) {
  const registers = [registry];
  const requeued = new Counter({
    name: 'tryon_sweep_requeued_total',
    help: 'Try-ons that the sweep of this worker gave a new job, because theirs was lost or their worker died.',
    registers,
  });
  const fenced = new Counter({
    name: 'tryon_fenced_total',
    help: 'Attempts whose try-on had ended, or belonged to another worker, when they were done: their result was thrown away.',
    registers,
  });
  const restarts = new Counter({
    name: 'worker_child_restarts_total',
    help: 'Render children that died and were replaced, by the signal; exit: it ended by itself, error: it did not start.',
    labelNames: ['signal'],
    registers,
  });
  return {
    recordRequeued: (count: number) => requeued.inc(count),
    recordFenced: () => fenced.inc(),
    recordChildDeath: (signal: string) => restarts.inc({ signal }),
  };
}

function createTrafficCounters(registry: Registry) {
  const registers = [registry];
  const cpu = new Counter({
    name: 'worker_child_cpu_seconds_total',
    help: 'Processor time of the render children while they worked.',
    registers,
  });
  const memory = new Map<number, number>();
  gaugeOf(
    registry,
    {
      name: 'worker_child_resident_memory_bytes',
      help: 'Memory of the render children together, as of each child’s last job.',
    },
    async () => [...memory.values()].reduce((sum, bytes) => sum + bytes, 0),
  );
  const fetches = new Counter({
    name: 'product_fetch_total',
    help: 'Product pictures that were fetched from a shop: ok, or the code of the error.',
    labelNames: ['code'],
    registers,
  });
  const garments = new Counter({
    name: 'tryon_garments_total',
    help: 'Garments that renders and descriptions needed: from memory, from their package in the store, or by analysis of the picture.',
    labelNames: ['from'],
    registers,
  });
  const deliveries = new Counter({
    name: 'webhook_deliveries_total',
    help: 'Attempts at a delivery of a webhook: delivered, retried later, or failed for good.',
    labelNames: ['outcome'],
    registers,
  });
  return {
    recordChildUsage({ pid, residentBytes, cpuSeconds }: ChildUsage): void {
      if (residentBytes === 0) memory.delete(pid);
      else memory.set(pid, residentBytes);
      cpu.inc(cpuSeconds);
    },
    recordGarment: (from: GarmentOrigin) => garments.inc({ from }),
    recordProductFetch: (code: string) => fetches.inc({ code }),
    recordDelivery: (outcome: string) => deliveries.inc({ outcome }),
  };
}

export interface WatchedWorker {
  readonly capacity: number;
  readonly childStates: () => readonly ChildState[];
  readonly isReady: () => boolean;
  /** Checks whether each of them answers. */
  readonly dependencies: Readonly<Record<string, () => Promise<unknown>>>;
}

/** Gauges that are measured on scrape. */
export function watchWorker(registry: Registry, { capacity, childStates, isReady, dependencies }: WatchedWorker): void {
  gaugeOf(registry, { name: 'worker_capacity', help: 'Render children of this worker.' }, async () => capacity);
  gaugeOf(
    registry,
    { name: 'worker_busy', help: 'Render children at work at the moment.' },
    async () => childStates().filter(({ state }) => state === 'busy').length,
  );
  gaugeOf(
    registry,
    { name: 'worker_ready', help: 'Whether this worker takes jobs (1) or loads, drains or is broken (0).' },
    async () => (isReady() ? 1 : 0),
  );
  watchDependencies(registry, dependencies);
}
