import { createSideQueue, createSideWorker, type SideQueueOptions, type SideWorker } from './side-queue';

const DELIVERY_QUEUE_NAME = 'webhooks';

interface DeliveryPayload {
  readonly deliveryId: string;
}

export type DeliveryQueueOptions = SideQueueOptions;

export interface DeliveryQueue {
  /** Adding the same attempt twice is a no-op as long as its job waits. A lost job is made good by the sweep of due deliveries. */
  enqueue(delivery: { readonly id: string; readonly attempts: number }, delayMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** The ids of deliveries on their way to the workers. The row is the truth. */
export function createDeliveryQueue(options: DeliveryQueueOptions): DeliveryQueue {
  const queue = createSideQueue<DeliveryPayload>(DELIVERY_QUEUE_NAME, options);
  return {
    enqueue: ({ id, attempts }, delayMs = 0) => queue.add({ deliveryId: id }, { jobId: `${id}.${attempts}`, delayMs }),
    close: () => queue.close(),
  };
}

export interface DeliveryWorkerOptions extends DeliveryQueueOptions {
  readonly concurrency: number;
  readonly process: (deliveryId: string) => Promise<void>;
}

export type DeliveryWorker = SideWorker;

export function createDeliveryWorker({ process, ...options }: DeliveryWorkerOptions): DeliveryWorker {
  return createSideWorker(DELIVERY_QUEUE_NAME, options, (payload) => process(deliveryIdOf(payload)));
}

/** Throws: TypeError where it is no job of {@link createDeliveryQueue}. */
function deliveryIdOf(payload: unknown): string {
  const isJob = typeof payload === 'object' && payload !== null && 'deliveryId' in payload;
  if (isJob && typeof payload.deliveryId === 'string') return payload.deliveryId;
  throw new TypeError('a job of the queue of deliveries names no delivery');
}
