import type { JobPayload, KeyEnv } from '@drape/contracts';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { QueueTelemetry } from './queue-telemetry';
import { withDeadline } from './deadline';
import {
  FAIL_FAST,
  JOB_SETTINGS,
  PRIORITY_MAX,
  QUEUE_NAMES,
  QUEUE_SETTINGS,
  type QueueConnection,
  type QueueLog,
} from './settings';

/** Longest duration of any call here, whatever Redis does. */
const CALL_TIMEOUT_MS = 2_000;

export interface TryOnQueueOptions extends QueueConnection {
  readonly log?: QueueLog;
  /** Default live. */
  readonly env?: KeyEnv;
  readonly telemetry?: QueueTelemetry | undefined;
}

export interface EnqueueOptions {
  /** 1 is served first. Pass the account's unfinished try-ons + 1: then no account waits behind another one's bulk. */
  readonly priority?: number;
  /** Ordinal of the row's job; the sweep increases it, because a finished job's id cannot be added again. */
  readonly generation?: number;
  /** Delay in milliseconds. */
  readonly delayMs?: number;
}

export const JOB_STATES = ['waiting', 'prioritized', 'delayed', 'active', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface QueueCounts {
  /** Not yet taken by a worker. */
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
}

export interface TryOnQueue {
  /** Adding the same try-on twice is a no-op. An add that times out may still have succeeded; the sweep handles both cases. */
  enqueue(payload: JobPayload, options?: EnqueueOptions): Promise<void>;
  /** Whether the row's job is still going to be processed. */
  isPending(tryOnId: string, generation: number): Promise<boolean>;
  counts(): Promise<QueueCounts>;
  /** Jobs by BullMQ's own states. */
  countsByState(): Promise<Readonly<Record<JobState, number>>>;
  /** Jobs that any idle worker would take at once. */
  countTakeable(): Promise<number>;
  close(): Promise<void>;
}

export function createTryOnQueue({ redisUrl, prefix, log, env = 'live', telemetry }: TryOnQueueOptions): TryOnQueue {
  const name = QUEUE_NAMES[env];
  const connection = new Redis(redisUrl, FAIL_FAST);
  connection.on('error', (err) => log?.warn({ err }, 'the queue lost its connection'));
  const queue = new Queue(name, {
    ...QUEUE_SETTINGS,
    prefix,
    connection,
    defaultJobOptions: JOB_SETTINGS,
    ...(telemetry && { telemetry }),
  });
  queue.on('error', () => undefined);
  async function countsByState(): Promise<Record<JobState, number>> {
    const counts = await withDeadline(queue.getJobCounts(...JOB_STATES), 'count', CALL_TIMEOUT_MS);
    const count = (state: JobState) => counts[state] ?? 0;
    return {
      waiting: count('waiting'),
      prioritized: count('prioritized'),
      delayed: count('delayed'),
      active: count('active'),
      failed: count('failed'),
    };
  }

  return {
    async enqueue(payload, { priority = 1, generation = 0, delayMs = 0 } = {}) {
      const options = { jobId: jobId(payload.tryOnId, generation), priority: clampPriority(priority), delay: delayMs };
      await withDeadline(queue.add(name, payload, options), 'enqueue', CALL_TIMEOUT_MS);
    },
    async isPending(tryOnId, generation) {
      const state = await withDeadline(queue.getJobState(jobId(tryOnId, generation)), 'look up', CALL_TIMEOUT_MS);
      return state !== 'completed' && state !== 'failed' && state !== 'unknown';
    },
    async counts() {
      const { waiting, prioritized, delayed, active, failed } = await countsByState();
      return { waiting: waiting + prioritized + delayed, active, failed };
    },
    countsByState,
    async countTakeable() {
      const counts = await withDeadline(queue.getJobCounts('waiting', 'prioritized'), 'count', CALL_TIMEOUT_MS);
      return (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0);
    },
    async close() {
      const closing = connection.status === 'ready' ? queue.close() : Promise.resolve();
      await withDeadline(closing, 'close', CALL_TIMEOUT_MS).catch((err: unknown) =>
        log?.warn({ err }, 'the queue did not close'),
      );
      connection.disconnect();
    },
  };
}

/** A derived id makes a second add a no-op. BullMQ forbids colons. */
function jobId(tryOnId: string, generation: number): string {
  return generation === 0 ? tryOnId : `${tryOnId}.${generation}`;
}

function clampPriority(priority: number): number {
  return Math.max(1, Math.min(Math.floor(priority), PRIORITY_MAX));
}

/** The queue of live try-ons and that of test outcomes. */
export type TryOnQueues = Readonly<Record<KeyEnv, TryOnQueue>>;

export function createTryOnQueues(options: Omit<TryOnQueueOptions, 'env'>): TryOnQueues {
  return {
    live: createTryOnQueue({ ...options, env: 'live' }),
    test: createTryOnQueue({ ...options, env: 'test' }),
  };
}
