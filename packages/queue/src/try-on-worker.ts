import { parseJobPayload, type JobPayload, type KeyEnv } from '@drape/contracts';
import { DelayedError, UnrecoverableError, Worker, type Job } from 'bullmq';
import type { QueueTelemetry } from './queue-telemetry';
import { RETRY_FOREVER, QUEUE_NAMES, WORKER_SETTINGS, type QueueConnection, type QueueLog } from './settings';

/** `done`: the job is over. `later`: retry after this time (another worker holds the row). A throw is retried. */
export type ProcessOutcome = { readonly kind: 'done' } | { readonly kind: 'later'; readonly delayMs: number };

export interface TryOnWorkerOptions extends QueueConnection {
  readonly concurrency: number;
  /** The environment whose try-ons it processes. Default live. */
  readonly env?: KeyEnv;
  readonly process: (payload: JobPayload, job: { readonly jobId: string }) => Promise<ProcessOutcome>;
  readonly log: QueueLog;
  readonly telemetry?: QueueTelemetry | undefined;
}

export interface TryOnWorker {
  /** Starts taking jobs. */
  start(): void;
  /** Takes no more jobs and waits for the running ones. Never returns while Redis is down: give it a deadline. */
  close(): Promise<void>;
}

/**
 * Takes ids from the queue and holds their locks. Its process must never block its event loop for seconds: a lock that is not renewed in
 * time lets the job run twice.
 */
export function createTryOnWorker(options: TryOnWorkerOptions): TryOnWorker {
  const { redisUrl, prefix, concurrency, process, log, env = 'live', telemetry } = options;
  const worker = new Worker(QUEUE_NAMES[env], (job, token) => processJob(job, token, process), {
    ...WORKER_SETTINGS,
    prefix,
    concurrency,
    autorun: false,
    ...(telemetry && { telemetry }),
    connection: { url: redisUrl, ...RETRY_FOREVER },
  });
  worker.on('error', (err) => log.warn({ err }, 'the worker lost its connection to the queue'));
  worker.on('failed', (job, err) => log.error({ err, jobId: job?.id, attempts: job?.attemptsMade }, 'a job failed'));
  worker.on('stalled', (jobId) => log.warn({ jobId }, 'a job stalled and is run again'));
  return {
    start() {
      worker.run().catch((err: unknown) => log.error({ err }, 'the worker stopped taking jobs'));
    },
    close: () => worker.close(),
  };
}

async function processJob(job: Job, token: string | undefined, process: TryOnWorkerOptions['process']): Promise<void> {
  const outcome = await process(parsePayload(job.data), { jobId: job.id ?? '' });
  if (outcome.kind === 'done') return;
  await job.moveToDelayed(Date.now() + outcome.delayMs, token);
  throw new DelayedError();
}

function parsePayload(data: unknown): JobPayload {
  try {
    return parseJobPayload(data);
  } catch (error) {
    throw new UnrecoverableError(error instanceof Error ? error.message : String(error));
  }
}
