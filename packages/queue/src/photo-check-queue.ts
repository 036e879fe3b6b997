import { parsePhotoCheckPayload, type PhotoCheckPayload } from '@drape/contracts';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { withDeadline } from './deadline';
import { FAIL_FAST, PATIENT, WORKER_SETTINGS, type QueueConnection, type QueueLog } from './settings';

const CHECK_QUEUE_NAME = 'photo-checks';
/** With the limiter's timeout before it, the gateway still answers within 2 s while Redis hangs. */
const ENQUEUE_MS = 1_000;

export interface PhotoCheckQueueOptions extends QueueConnection {
  readonly log: QueueLog;
}

export interface PhotoCheckQueue {
  /** Throws: QueueUnavailableError within a second where Redis is away. A job that is lost later costs the client its wait and nothing else. */
  enqueue(payload: PhotoCheckPayload): Promise<void>;
  close(): Promise<void>;
}

/** Photos on their way to a worker that looks at them, past the try-ons that wait: a shopper is choosing a photo just now. */
export function createPhotoCheckQueue({ redisUrl, prefix, log }: PhotoCheckQueueOptions): PhotoCheckQueue {
  const connection = new Redis(redisUrl, FAIL_FAST);
  connection.on('error', (err) => log.warn({ err }, 'the queue of photo checks lost its connection'));
  const defaultJobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;
  const queue = new Queue(CHECK_QUEUE_NAME, { prefix, connection, defaultJobOptions });
  queue.on('error', () => undefined);
  return {
    async enqueue(payload) {
      const added = queue.add(CHECK_QUEUE_NAME, payload, { jobId: payload.checkId });
      await withDeadline(added, 'enqueue a photo check', ENQUEUE_MS);
    },
    async close() {
      if (connection.status === 'ready') await queue.close().catch(() => undefined);
      connection.disconnect();
    },
  };
}

export interface PhotoCheckWorkerOptions extends PhotoCheckQueueOptions {
  readonly concurrency: number;
  readonly process: (payload: PhotoCheckPayload) => Promise<void>;
}

export interface PhotoCheckWorker {
  start(): void;
  /** Waits for the checks under way. Never returns while Redis is down: give it a deadline. */
  close(): Promise<void>;
}

export function createPhotoCheckWorker(options: PhotoCheckWorkerOptions): PhotoCheckWorker {
  const { redisUrl, prefix, concurrency, process, log } = options;
  const worker = new Worker<unknown>(CHECK_QUEUE_NAME, (job) => process(parsePhotoCheckPayload(job.data)), {
    ...WORKER_SETTINGS,
    ...{ prefix, concurrency, autorun: false, connection: { url: redisUrl, ...PATIENT } },
  });
  worker.on('error', (err) => log.warn({ err }, 'the worker of photo checks lost its connection'));
  worker.on('failed', (job, err) => log.error({ err, jobId: job?.id }, 'a photo check failed'));
  return {
    start() {
      worker.run().catch((err: unknown) => log.error({ err }, 'the worker stopped taking photo checks'));
    },
    close: () => worker.close(),
  };
}
