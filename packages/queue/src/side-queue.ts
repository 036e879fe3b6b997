import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { withDeadline } from './deadline';
import {
  FAIL_FAST,
  RETRY_FOREVER,
  QUEUE_SETTINGS,
  WORKER_SETTINGS,
  type QueueConnection,
  type QueueLog,
} from './settings';

/** Longest duration of an add, whatever Redis does: together with the limiter's timeout a gateway still answers within 2 s. */
const ADD_MS = 1_000;

export interface SideQueueOptions extends QueueConnection {
  readonly log: QueueLog;
}

export interface JobOptions {
  /** Adding the same id twice is a no-op while its job waits. */
  readonly jobId: string;
  readonly delayMs?: number;
  /** 1 is served first; jobs without a priority come before all others. */
  readonly priority?: number;
}

export interface SideQueue<T> {
  /** Throws: QueueUnavailableError within a second where Redis is away. */
  add(payload: T, options: JobOptions): Promise<void>;
  close(): Promise<void>;
}

/** A queue besides that of try-ons; its jobs are removed as soon as they are done, because the work to do is recorded elsewhere. */
export function createSideQueue<T>(name: string, { redisUrl, prefix, log }: SideQueueOptions): SideQueue<T> {
  const connection = new Redis(redisUrl, FAIL_FAST);
  connection.on('error', (err) => log.warn({ err, queue: name }, 'a queue lost its connection'));
  const defaultJobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;
  const queue = new Queue(name, { ...QUEUE_SETTINGS, prefix, connection, defaultJobOptions });
  queue.on('error', () => undefined);
  return {
    async add(payload, { jobId, delayMs = 0, priority = 0 }) {
      await withDeadline(queue.add(name, payload, { jobId, delay: delayMs, priority }), `add to ${name}`, ADD_MS);
    },
    async close() {
      if (connection.status === 'ready') await queue.close().catch(() => undefined);
      connection.disconnect();
    },
  };
}

export interface SideWorkerOptions extends SideQueueOptions {
  readonly concurrency: number;
}

export interface SideWorker {
  start(): void;
  /** Waits for the jobs under way. Never returns while Redis is down: give it a deadline. */
  close(): Promise<void>;
}

export function createSideWorker(
  name: string,
  { redisUrl, prefix, concurrency, log }: SideWorkerOptions,
  process: (payload: unknown) => Promise<void>,
): SideWorker {
  const worker = new Worker<unknown>(name, (job) => process(job.data), {
    ...WORKER_SETTINGS,
    ...{ prefix, concurrency, autorun: false, connection: { url: redisUrl, ...RETRY_FOREVER } },
  });
  worker.on('error', (err) => log.warn({ err, queue: name }, 'a worker lost its connection'));
  worker.on('failed', (job, err) => log.error({ err, queue: name, jobId: job?.id }, 'a job failed'));
  return {
    start() {
      worker.run().catch((err: unknown) => log.error({ err, queue: name }, 'a worker stopped taking jobs'));
    },
    close: () => worker.close(),
  };
}
