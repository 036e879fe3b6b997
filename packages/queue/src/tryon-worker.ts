import { type JobPayload, parseJobPayload } from '@drape/contracts';
import { UnrecoverableError, Worker } from 'bullmq';
import { connect, workerConnectionOptions } from './connections';
import { QUEUE_NAME, QUEUE_SETTINGS } from './settings';

export interface TryOnWorker {
  /** Begins to take jobs. */
  start(): void;
  /** Stops taking jobs and waits for those that run, at most `withinMs` (BullMQ's own close never returns while Redis is down). */
  close(withinMs: number): Promise<void>;
  readonly running: boolean;
}

/**
 * Takes jobs and hands their payload to `process`. The process that calls this must not block its event loop: the lock is
 * renewed from it. A payload that does not parse fails its job for good; an error of `process` is retried by the queue.
 */
export function createTryOnWorker(options: {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly concurrency: number;
  readonly process: (payload: JobPayload) => Promise<void>;
  readonly onError: (error: Error) => void;
  /** Called with the id of a job that BullMQ took back from a worker that seemed dead. */
  readonly onStalled?: (jobId: string) => void;
  readonly lockDurationMs?: number;
  readonly stalledIntervalMs?: number;
}): TryOnWorker {
  const connection = connect(options.redisUrl, workerConnectionOptions(), options.onError);
  const worker = new Worker<unknown, void>(QUEUE_NAME, (job) => options.process(parsePayload(job.data)), {
    connection,
    prefix: options.prefix,
    autorun: false,
    concurrency: options.concurrency,
    lockDuration: options.lockDurationMs ?? QUEUE_SETTINGS.lockDurationMs,
    stalledInterval: options.stalledIntervalMs ?? QUEUE_SETTINGS.stalledIntervalMs,
    maxStalledCount: QUEUE_SETTINGS.maxStalledCount,
    removeOnComplete: QUEUE_SETTINGS.keepCompleted,
    removeOnFail: QUEUE_SETTINGS.keepFailed,
  });
  worker.on('error', options.onError);
  worker.on('stalled', (jobId) => options.onStalled?.(jobId));

  return {
    start() {
      worker.run().catch(options.onError);
    },
    async close(withinMs) {
      let timer: NodeJS.Timeout | undefined;
      const deadline = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, withinMs);
      });
      await Promise.race([worker.close().catch(options.onError), deadline]);
      clearTimeout(timer);
      connection.disconnect();
    },
    get running() {
      return worker.isRunning();
    },
  };
}

function parsePayload(data: unknown): JobPayload {
  try {
    return parseJobPayload(data);
  } catch (error) {
    throw new UnrecoverableError(error instanceof Error ? error.message : 'the payload is not a job of ours');
  }
}
