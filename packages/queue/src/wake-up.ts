import { connect, requestConnectionOptions, workerConnectionOptions } from './connections';

/**
 * The wake-up: a worker tells the one gateway that waits for a try-on that the row is worth reading again. One Redis channel a
 * gateway; the message is the try-on's id and nothing else. It may be lost: the waiter's deadline and the row make that harmless.
 */
function channelOf(prefix: string, gatewayId: string): string {
  return `${prefix}:wake:${gatewayId}`;
}

export interface Waiter {
  /** Resolves to true when woken, to false after `ms`. A wake-up that came before the call counts. */
  wait(ms: number): Promise<boolean>;
  /** Forgets the waiter; a pending wait resolves to false. */
  cancel(): void;
}

export interface JobWaiter {
  /** Registers interest in a try-on. Call it before the job is enqueued, or a quick wake-up is missed. */
  register(tryOnId: string): Waiter;
  /** Number of waiters, for leak checks and metrics. */
  readonly size: number;
  close(): Promise<void>;
}

/** The gateway's side: one subscription, one map of waiters. */
export function createJobWaiter(options: {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly gatewayId: string;
  readonly onError: (error: Error) => void;
}): JobWaiter {
  const waiters = new Map<string, Set<() => void>>();
  const redis = connect(options.redisUrl, workerConnectionOptions(0), options.onError);
  redis.on('message', (_channel, tryOnId) => {
    for (const wake of waiters.get(tryOnId) ?? []) wake();
  });
  const subscribed = redis.subscribe(channelOf(options.prefix, options.gatewayId));
  subscribed.catch(options.onError);

  return {
    register: (tryOnId) => register(waiters, tryOnId),
    get size() {
      return waiters.size;
    },
    async close() {
      for (const group of [...waiters.values()]) for (const wake of [...group]) wake();
      redis.disconnect();
    },
  };
}

function register(waiters: Map<string, Set<() => void>>, tryOnId: string): Waiter {
  let woken = false;
  let resolveWait: ((woken: boolean) => void) | null = null;
  const wake = (): void => {
    woken = true;
    resolveWait?.(true);
  };
  const group = waiters.get(tryOnId) ?? new Set();
  group.add(wake);
  waiters.set(tryOnId, group);

  const cancel = (): void => {
    group.delete(wake);
    if (group.size === 0 && waiters.get(tryOnId) === group) waiters.delete(tryOnId);
    resolveWait?.(false);
  };

  return {
    cancel,
    async wait(ms) {
      if (woken || ms <= 0) return woken;
      let timer: NodeJS.Timeout | undefined;
      const answer = await new Promise<boolean>((resolve) => {
        resolveWait = resolve;
        timer = setTimeout(() => resolve(false), ms);
      });
      clearTimeout(timer);
      resolveWait = null;
      return answer;
    },
  };
}

export interface Notifier {
  /** Wakes the gateway that waits for the try-on. Never throws: a lost wake-up is harmless. */
  wake(gatewayId: string, tryOnId: string): Promise<void>;
  close(): Promise<void>;
}

/** The worker's side. */
export function createNotifier(options: {
  readonly redisUrl: string;
  readonly prefix: string;
  readonly onError: (error: Error) => void;
}): Notifier {
  const redis = connect(options.redisUrl, requestConnectionOptions(), options.onError);
  return {
    async wake(gatewayId, tryOnId) {
      try {
        await redis.publish(channelOf(options.prefix, gatewayId), tryOnId);
      } catch (error) {
        options.onError(error instanceof Error ? error : new Error(String(error)));
      }
    },
    async close() {
      redis.disconnect();
    },
  };
}
