import type { JobPayload } from '@drape/contracts';
import { Queue } from 'bullmq';
import { connect, requestConnectionOptions } from './connections';
import { QUEUE_NAME, QUEUE_SETTINGS } from './settings';

export interface QueueCounts {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
}

export interface TryOnQueue {
  /**
   * Adds the job whose id is the try-on's id. A double is a no-op, and so is adding a job that is waiting or running.
   * priority: smaller is earlier, 1…2,097,151 (clamped); default 1.
   * Throws when Redis does not take it within its command timeout; the add may have happened all the same.
   */
  enqueue(payload: JobPayload, options?: { readonly priority?: number }): Promise<void>;
  /** Jobs by state; waiting counts prioritised ones. */
  counts(): Promise<QueueCounts>;
  /**
   * Adds the job even where a finished job of the same id is still kept (which would make `enqueue` a no-op). A job that
   * waits or runs is left alone. For the reaper, whose rows say that the work is not done.
   */
  requeue(payload: JobPayload): Promise<void>;
  close(): Promise<void>;
}

/** The gateway's and the reaper's side of the queue. Fails fast while Redis is away. */
export function createTryOnQueue(options: {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly commandTimeoutMs?: number;
  readonly onError: (error: Error) => void;
}): TryOnQueue {
  const connection = connect(options.redisUrl, requestConnectionOptions(options.commandTimeoutMs), options.onError);
  const queue = new Queue<JobPayload>(QUEUE_NAME, {
    connection,
    prefix: options.prefix,
    defaultJobOptions: {
      attempts: QUEUE_SETTINGS.attempts,
      backoff: { type: 'exponential', delay: QUEUE_SETTINGS.backoffMs, jitter: QUEUE_SETTINGS.backoffJitter },
      removeOnComplete: QUEUE_SETTINGS.keepCompleted,
      removeOnFail: QUEUE_SETTINGS.keepFailed,
    },
  });
  queue.on('error', options.onError);

  const add = async (payload: JobPayload, priority: number): Promise<void> => {
    await queue.add('render', payload, { jobId: payload.tryOnId, priority });
  };

  return {
    enqueue: (payload, { priority = 1 } = {}) =>
      add(payload, Math.min(Math.max(1, Math.round(priority)), QUEUE_SETTINGS.priorityMax)),
    async counts() {
      const found = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed');
      return {
        waiting: (found['waiting'] ?? 0) + (found['prioritized'] ?? 0),
        active: found['active'] ?? 0,
        delayed: found['delayed'] ?? 0,
      };
    },
    async requeue(payload) {
      const kept = await queue.getJob(payload.tryOnId);
      if (kept && ((await kept.isCompleted()) || (await kept.isFailed()))) await kept.remove();
      await add(payload, 1);
    },
    async close() {
      await queue.close();
      connection.disconnect();
    },
  };
}
