import { Redis } from 'ioredis';
import { FAIL_FAST, wakeChannel, type QueueConnection, type QueueLog } from './settings';

export interface JobWaiterOptions extends QueueConnection {
  readonly gatewayId: string;
  readonly log?: QueueLog;
}

export interface Registration {
  /** True when the try-on was announced as finished, false when the time ran out first. May be called once. */
  wait(ms: number): Promise<boolean>;
  /** Removes the registration. May be called after the end. */
  cancel(): void;
}

/**
 * Waits for try-ons to finish, without polling: whoever finishes one publishes its id on the channel of the gateway that accepted it. The
 * message only wakes; the row holds the result, and a lost message costs only time.
 */
export interface JobWaiter {
  /** Call it before enqueueing, or a quick render is missed. */
  register(tryOnId: string): Registration;
  /** Resolves once messages are received. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

export function createJobWaiter({ redisUrl, prefix, gatewayId, log }: JobWaiterOptions): JobWaiter {
  const waiting = new Map<string, Set<Waiter>>();
  const subscriber = new Redis(redisUrl, { ...FAIL_FAST, enableOfflineQueue: true, maxRetriesPerRequest: null });
  subscriber.on('error', (err) => log?.warn({ err }, 'the waiter lost its connection'));
  subscriber.on('message', (_channel, tryOnId) => {
    for (const waiter of waiting.get(tryOnId) ?? []) waiter.wake();
  });
  const subscribed = subscribe(subscriber, wakeChannel(prefix, gatewayId));
  subscribed.catch((err: unknown) => log?.error({ err }, 'the waiter could not subscribe'));

  function forget(tryOnId: string, waiter: Waiter): void {
    const waiters = waiting.get(tryOnId);
    waiters?.delete(waiter);
    if (waiters?.size === 0) waiting.delete(tryOnId);
  }

  return {
    register(tryOnId) {
      const waiter = new Waiter();
      const waiters = waiting.get(tryOnId) ?? new Set();
      waiting.set(tryOnId, waiters.add(waiter));
      return {
        wait: (ms) => waiter.wait(ms).finally(() => forget(tryOnId, waiter)),
        cancel() {
          waiter.give(false);
          forget(tryOnId, waiter);
        },
      };
    },
    ready: () => subscribed,
    async close() {
      for (const waiters of waiting.values()) for (const waiter of waiters) waiter.give(false);
      waiting.clear();
      subscriber.disconnect();
      await subscribed.catch(() => undefined);
    },
  };
}

async function subscribe(subscriber: Redis, channel: string): Promise<void> {
  await subscriber.subscribe(channel);
}

/** One wait. A wake-up that comes before `wait` is kept. */
class Waiter {
  private outcome: boolean | undefined;
  private resolve: ((woken: boolean) => void) | undefined;
  private timer: NodeJS.Timeout | undefined;

  wake(): void {
    this.give(true);
  }

  give(woken: boolean): void {
    if (this.outcome !== undefined) return;
    this.outcome = woken;
    clearTimeout(this.timer);
    this.resolve?.(woken);
  }

  wait(ms: number): Promise<boolean> {
    if (this.outcome !== undefined) return Promise.resolve(this.outcome);
    return new Promise((resolve) => {
      this.resolve = resolve;
      this.timer = setTimeout(() => this.give(false), ms);
    });
  }
}
