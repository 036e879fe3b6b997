import type { KeyEnv } from '@drape/contracts';
import { createSideQueue, createSideWorker, type SideQueueOptions, type SideWorker } from './side-queue';

/** Test mode has a separate queue: hanging receivers of test data must not delay live messages. */
const QUEUE_NAMES = { live: 'webhooks', test: 'webhooks-test' } as const satisfies Record<KeyEnv, string>;
/** Share of the concurrency for test mode. */
const TEST_SHARE = 0.25;

interface DeliveryPayload {
  readonly deliveryId: string;
}

export type DeliveryQueueOptions = SideQueueOptions;

export interface QueuedDelivery {
  readonly id: string;
  readonly attempts: number;
  readonly env: KeyEnv;
  /** Its position among its account's due deliveries, from 1: no account waits behind another one's bulk. Default 1. */
  readonly place?: number;
}

export interface DeliveryQueue {
  /** Adding the same attempt twice is a no-op while its job waits. A lost job is replaced by the sweep of due deliveries. */
  enqueue(delivery: QueuedDelivery, delayMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** A queue of deliveries' ids. The row is the truth. */
export function createDeliveryQueue(options: DeliveryQueueOptions): DeliveryQueue {
  const queues = {
    live: createSideQueue<DeliveryPayload>(QUEUE_NAMES.live, options),
    test: createSideQueue<DeliveryPayload>(QUEUE_NAMES.test, options),
  };
  return {
    enqueue: ({ id, attempts, env, place = 1 }, delayMs = 0) =>
      queues[env].add({ deliveryId: id }, { jobId: `${id}.${attempts}`, delayMs, priority: place }),
    async close() {
      await Promise.all([queues.live.close(), queues.test.close()]);
    },
  };
}

export interface DeliveryWorkerOptions extends DeliveryQueueOptions {
  /** Concurrent posts of live messages; those of test mode come in addition, a quarter as many. */
  readonly concurrency: number;
  readonly process: (deliveryId: string) => Promise<void>;
}

export type DeliveryWorker = SideWorker;

export function createDeliveryWorker({ process, ...options }: DeliveryWorkerOptions): DeliveryWorker {
  const take = (payload: unknown): Promise<void> => process(deliveryIdOf(payload));
  const live = createSideWorker(QUEUE_NAMES.live, options, take);
  const concurrency = Math.max(1, Math.floor(TEST_SHARE * options.concurrency));
  const test = createSideWorker(QUEUE_NAMES.test, { ...options, concurrency }, take);
  return {
    start() {
      live.start();
      test.start();
    },
    async close() {
      await Promise.all([live.close(), test.close()]);
    },
  };
}

/** Throws: TypeError where the payload is not one of {@link createDeliveryQueue}. */
function deliveryIdOf(payload: unknown): string {
  const isJob = typeof payload === 'object' && payload !== null && 'deliveryId' in payload;
  if (isJob && typeof payload.deliveryId === 'string') return payload.deliveryId;
  throw new TypeError('a job of the queue of deliveries names no delivery');
}
