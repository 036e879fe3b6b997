import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { FAIL_FAST, PATIENT, WORKER_SETTINGS, type QueueConnection, type QueueLog } from './settings';

const DELIVERY_QUEUE_NAME = 'webhooks';

export interface DeliveryQueueOptions extends QueueConnection {
  readonly log: QueueLog;
}

export interface DeliveryQueue {
  /** Adding the same attempt twice is a no-op as long as its job waits. A lost job is made good by the sweep of due deliveries. */
  enqueue(delivery: { readonly id: string; readonly attempts: number }, delayMs?: number): Promise<void>;
  close(): Promise<void>;
}

/** The ids of deliveries on their way to the workers. The row is the truth: jobs are forgotten as soon as they are over. */
export function createDeliveryQueue({ redisUrl, prefix, log }: DeliveryQueueOptions): DeliveryQueue {
  const connection = new Redis(redisUrl, FAIL_FAST);
  connection.on('error', (err) => log.warn({ err }, 'the queue of deliveries lost its connection'));
  const defaultJobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;
  const queue = new Queue(DELIVERY_QUEUE_NAME, { prefix, connection, defaultJobOptions });
  queue.on('error', () => undefined);
  return {
    async enqueue({ id, attempts }, delayMs = 0) {
      // BullMQ would wait without limit for a first connection.
      if (connection.status !== 'ready') throw new Error('Redis is not connected');
      await queue.add(DELIVERY_QUEUE_NAME, { deliveryId: id }, { jobId: `${id}.${attempts}`, delay: delayMs });
    },
    async close() {
      if (connection.status === 'ready') await queue.close().catch(() => undefined);
      connection.disconnect();
    },
  };
}

export interface DeliveryWorkerOptions extends DeliveryQueueOptions {
  readonly concurrency: number;
  readonly process: (deliveryId: string) => Promise<void>;
}

export interface DeliveryWorker {
  start(): void;
  /** Waits for the deliveries under way. Never returns while Redis is down: give it a deadline. */
  close(): Promise<void>;
}

export function createDeliveryWorker(options: DeliveryWorkerOptions): DeliveryWorker {
  const { redisUrl, prefix, concurrency, process, log } = options;
  const worker = new Worker<{ deliveryId: string }>(DELIVERY_QUEUE_NAME, (job) => process(job.data.deliveryId), {
    ...WORKER_SETTINGS,
    ...{ prefix, concurrency, autorun: false, connection: { url: redisUrl, ...PATIENT } },
  });
  worker.on('error', (err) => log.warn({ err }, 'the worker of deliveries lost its connection'));
  worker.on('failed', (job, err) => log.error({ err, jobId: job?.id }, 'a delivery’s job failed; left to the sweep'));
  return {
    start() {
      worker.run().catch((err: unknown) => log.error({ err }, 'the worker stopped taking deliveries'));
    },
    close: () => worker.close(),
  };
}
