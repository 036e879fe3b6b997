import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { JobPayload } from '@drape/contracts';
import {
  assertKeepsKeys,
  connect,
  createJobWaiter,
  createNotifier,
  createTryOnQueue,
  createTryOnWorker,
  requestConnectionOptions,
} from '@drape/queue';

const redisUrl = process.env['TEST_REDIS_URL'] ?? '';
const open: { close(): Promise<void> }[] = [];
const ignore = (): void => undefined;

function keep<T extends { close(): Promise<void> }>(thing: T): T {
  open.push(thing);
  return thing;
}

const payload = (tryOnId: string): JobPayload => ({ v: 1, tryOnId, requestId: null, gatewayId: null });
const newQueue = (prefix: string, url = redisUrl) => keep(createTryOnQueue({ redisUrl: url, prefix, onError: ignore }));

function newWorker(prefix: string, process: (payload: JobPayload) => Promise<void>) {
  const worker = createTryOnWorker({ redisUrl, prefix, concurrency: 1, process, onError: ignore });
  open.push({ close: () => worker.close(2_000) });
  return worker;
}

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

describe('the try-on queue', () => {
  it('hands a payload to a worker once, however often it was enqueued', async () => {
    const prefix = randomUUID();
    const queue = newQueue(prefix);
    const seen: string[] = [];
    for (const id of ['try_a', 'try_a', 'try_b']) await queue.enqueue(payload(id));
    await new Promise<void>((resolve) => {
      newWorker(prefix, async ({ tryOnId }) => {
        seen.push(tryOnId);
        if (seen.length === 2) resolve();
      }).start();
    });
    expect(seen).toEqual(['try_a', 'try_b']);
  });

  it('serves a smaller priority number first and counts what waits', async () => {
    const prefix = randomUUID();
    const queue = newQueue(prefix);
    await queue.enqueue(payload('try_bulk'), { priority: 1_000 });
    await queue.enqueue(payload('try_single'), { priority: 1 });
    expect(await queue.counts()).toEqual({ waiting: 2, active: 0, delayed: 0 });
    const first = await new Promise<string>((resolve) => {
      newWorker(prefix, async ({ tryOnId }) => resolve(tryOnId)).start();
    });
    expect(first).toBe('try_single');
  });

  it('requeues a finished job that enqueue would ignore', async () => {
    const prefix = randomUUID();
    const queue = newQueue(prefix);
    let runs = 0;
    let ran: () => void = ignore;
    const nextRun = (): Promise<void> => new Promise((resolve) => (ran = resolve));
    newWorker(prefix, async () => {
      runs += 1;
      ran();
    }).start();
    const first = nextRun();
    await queue.enqueue(payload('try_a'));
    await first;
    const second = nextRun();
    while ((await queue.counts()).active > 0) await new Promise(setImmediate);
    await queue.requeue(payload('try_a'));
    await second;
    expect(runs).toBe(2);
  });

  it('fails fast while Redis is away', async () => {
    const queue = newQueue(randomUUID(), 'redis://127.0.0.1:1');
    await expect(queue.enqueue(payload('try_a'))).rejects.toThrow();
  });
});

describe('the wake-up', () => {
  async function pair() {
    const prefix = randomUUID();
    const waiter = keep(createJobWaiter({ redisUrl, prefix, gatewayId: 'gtw_1', onError: ignore }));
    const notifier = keep(createNotifier({ redisUrl, prefix, onError: ignore }));
    const probe = waiter.register('try_probe');
    let heard = false;
    while (!heard) {
      await notifier.wake('gtw_1', 'try_probe');
      heard = await probe.wait(20);
    }
    probe.cancel();
    return { waiter, notifier };
  }

  it('wakes the one who registered, also when it comes before the wait', async () => {
    const { waiter, notifier } = await pair();
    const a = waiter.register('try_a');
    const b = waiter.register('try_b');
    await notifier.wake('gtw_1', 'try_a');
    expect(await a.wait(5_000)).toBe(true);
    expect(await a.wait(5_000)).toBe(true);
    expect(await b.wait(10)).toBe(false);
    a.cancel();
    b.cancel();
    expect(waiter.size).toBe(0);
  });

  it('never wakes another gateway', async () => {
    const { waiter, notifier } = await pair();
    const a = waiter.register('try_a');
    await notifier.wake('gtw_2', 'try_a');
    expect(await a.wait(50)).toBe(false);
    a.cancel();
  });
});

describe('assertKeepsKeys', () => {
  it('accepts noeviction and refuses a policy that drops keys', async () => {
    const redis = connect(redisUrl, { ...requestConnectionOptions(), enableOfflineQueue: true }, ignore);
    open.push({ close: async () => redis.disconnect() });
    await expect(assertKeepsKeys(redis)).resolves.toBeUndefined();
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    try {
      await expect(assertKeepsKeys(redis)).rejects.toThrow(/noeviction/);
    } finally {
      await redis.config('SET', 'maxmemory-policy', 'noeviction');
    }
  });
});
