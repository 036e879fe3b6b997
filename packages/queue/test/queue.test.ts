import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createTcpProxy } from '../../testkit/src/tcp-proxy';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JobPayload } from '@drape/contracts';
import { startRedis } from '@drape/local';
import { Redis } from 'ioredis';
import {
  assertNoEviction,
  createDeliveryQueue,
  createDeliveryWorker,
  createJobWaiter,
  createNotifier,
  createTryOnQueue,
  createTryOnWorker,
  QueueUnavailableError,
  type ProcessOutcome,
} from '../src/index';

const redisUrl = process.env['TEST_REDIS_URL'] ?? '';
const log = { warn: () => undefined, error: () => undefined };
const open: { close(): unknown }[] = [];
let prefix: string;

beforeEach(() => {
  prefix = randomUUID();
});

afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

function keep<T extends { close(): unknown }>(thing: T): T {
  open.push(thing);
  return thing;
}

const DONE: ProcessOutcome = { kind: 'done' };
const payload = (tryOnId: string): JobPayload => ({ v: 1, tryOnId, requestId: null, gatewayId: null });
const newQueue = (url = redisUrl) => keep(createTryOnQueue({ redisUrl: url, prefix }));

function startWorker(process: (payload: JobPayload) => Promise<ProcessOutcome>): void {
  keep(createTryOnWorker({ redisUrl, prefix, concurrency: 1, process, log })).start();
}

/** Runs a worker until it has seen that many jobs; gives their ids in order. */
function take(count: number, outcome: () => ProcessOutcome = () => DONE): Promise<string[]> {
  const seen: string[] = [];
  return new Promise((resolve) => {
    startWorker(({ tryOnId }) => {
      if (seen.push(tryOnId) === count) resolve(seen);
      return Promise.resolve(outcome());
    });
  });
}

describe('the try-on queue', () => {
  it('hands a try-on to a worker once, however often it was enqueued', async () => {
    const queue = newQueue();
    for (const id of ['try_a', 'try_a', 'try_b']) await queue.enqueue(payload(id));
    expect(await queue.counts()).toEqual({ waiting: 2, active: 0, failed: 0 });
    expect(await take(2)).toEqual(['try_a', 'try_b']);
  });

  it('serves small priority numbers first, so that one account cannot hold up another', async () => {
    const queue = newQueue();
    for (let n = 1; n <= 4; n++) await queue.enqueue(payload(`try_bulk${n}`), { priority: n });
    await queue.enqueue(payload('try_single'), { priority: 1 });
    expect((await take(5)).indexOf('try_single')).toBe(1);
  });

  it('knows pending jobs from lost ones, and runs the next generation of a finished one', async () => {
    const queue = newQueue();
    expect(await queue.isPending('try_a', 0)).toBe(false);
    await queue.enqueue(payload('try_a'));
    expect(await queue.isPending('try_a', 0)).toBe(true);
    const runs = take(2);
    while (await queue.isPending('try_a', 0)) await new Promise(setImmediate);
    await queue.enqueue(payload('try_a'));
    await queue.enqueue(payload('try_a'), { generation: 1 });
    expect(await runs).toEqual(['try_a', 'try_a']);
  });

  it('brings a job back later when the worker asks for it', async () => {
    await newQueue().enqueue(payload('try_a'));
    const outcomes: ProcessOutcome[] = [{ kind: 'later', delayMs: 30 }];
    expect(await take(2, () => outcomes.pop() ?? DONE)).toEqual(['try_a', 'try_a']);
  });

  it('throws within two seconds and a bit while Redis is away', async () => {
    const since = performance.now();
    await expect(newQueue('redis://127.0.0.1:1').enqueue(payload('try_a'))).rejects.toThrow(QueueUnavailableError);
    expect(performance.now() - since).toBeLessThan(3_000);
  });
});

describe('the wake-up', () => {
  async function pair() {
    const waiter = keep(createJobWaiter({ redisUrl, prefix, gatewayId: 'gtw_1' }));
    await waiter.ready();
    const notifier = keep(createNotifier({ redisUrl, prefix }));
    const probe = waiter.register('try_probe');
    await untilHeard(notifier, probe);
    return { waiter, notifier };
  }

  /** The notifier fails fast until it is connected. */
  async function untilHeard(
    notifier: { wake(gatewayId: string, tryOnId: string): Promise<void> },
    probe: { wait(ms: number): Promise<boolean> },
  ): Promise<void> {
    const calling = setInterval(() => void notifier.wake('gtw_1', 'try_probe'), 5);
    try {
      expect(await probe.wait(10_000)).toBe(true);
    } finally {
      clearInterval(calling);
    }
  }

  it('reaches everyone who registered, even before they wait, and nobody else', async () => {
    const { waiter, notifier } = await pair();
    const [first, second, other] = [waiter.register('try_a'), waiter.register('try_a'), waiter.register('try_b')];
    const waiting = first.wait(10_000);
    await notifier.wake('gtw_1', 'try_a');
    expect(await waiting).toBe(true);
    expect(await second.wait(10_000)).toBe(true);
    expect(await other.wait(10)).toBe(false);
  });

  it('never wakes another gateway', async () => {
    const { waiter, notifier } = await pair();
    const registration = waiter.register('try_a');
    await notifier.wake('gtw_2', 'try_a');
    expect(await registration.wait(50)).toBe(false);
  });

  it('ends waits as unfinished when the gateway closes or the client goes', async () => {
    const { waiter } = await pair();
    const [gone, waiting] = [waiter.register('try_a'), waiter.register('try_b')];
    const answers = [gone.wait(10_000), waiting.wait(10_000)];
    gone.cancel();
    await waiter.close();
    expect(await Promise.all(answers)).toEqual([false, false]);
  });
});

describe('assertNoEviction', () => {
  /** A server of its own: another test may be starting a worker on the shared one. */
  async function startOwnRedis(): Promise<string> {
    const home = mkdtempSync(join(tmpdir(), 'drape-redis-'));
    const cache = join(__dirname, '../../../.cache');
    const server = await startRedis({ home, cache, logFile: join(home, 'log'), durable: false, log: () => undefined });
    keep({
      async close() {
        await server.stop();
        rmSync(home, { recursive: true });
      },
    });
    return server.url;
  }

  it('accepts noeviction and rejects a policy that evicts keys', async () => {
    const url = await startOwnRedis();
    await expect(assertNoEviction(url)).resolves.toBeUndefined();
    const redis = new Redis(url, {});
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
    redis.disconnect();
    await expect(assertNoEviction(url)).rejects.toThrow(/noeviction/);
  });
});

describe('the queue of deliveries', () => {
  it('takes the first of each account before the second of any', async () => {
    const queue = keep(createDeliveryQueue({ redisUrl, prefix, log }));
    for (const place of [1, 2, 3]) await queue.enqueue({ id: `a${place}`, attempts: 0, env: 'live', place });
    await queue.enqueue({ id: 'b1', attempts: 0, env: 'live', place: 1 });
    const seen = await new Promise<string[]>((resolve) => {
      const ids: string[] = [];
      const process = (id: string) => {
        if (ids.push(id) === 4) resolve(ids);
        return Promise.resolve();
      };
      keep(createDeliveryWorker({ redisUrl, prefix, log, concurrency: 1, process })).start();
    });
    expect(seen).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('lets a live message pass while receivers of test mode hang', async () => {
    const queue = keep(createDeliveryQueue({ redisUrl, prefix, log }));
    let release = (): void => undefined;
    const hangs = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (let i = 0; i < 20; i++) await queue.enqueue({ id: `test${i}`, attempts: 0, env: 'test' });
    const arrived = new Promise<string>((resolve) => {
      const process = async (id: string): Promise<void> => {
        if (id.startsWith('test')) await hangs;
        else resolve(id);
      };
      keep(createDeliveryWorker({ redisUrl, prefix, log, concurrency: 4, process })).start();
    });
    await queue.enqueue({ id: 'live', attempts: 0, env: 'live' });
    expect(await arrived).toBe('live');
    release();
  });
});

describe('a queue whose Redis was slow when it started', () => {
  it('takes jobs once Redis answers again', async () => {
    const proxy = keep(await startSlowProxy());
    const queue = keep(createDeliveryQueue({ redisUrl: proxy.url, prefix, log }));
    const tryOns = newQueue(proxy.url);
    const retried = async (call: () => Promise<void>): Promise<void> => {
      const endMs = performance.now() + 8_000;
      for (;;) {
        const failure = await call().catch((error: unknown) => error);
        if (failure === undefined) return;
        if (performance.now() > endMs) throw failure;
        await setTimeout(50);
      }
    };
    await retried(() => queue.enqueue({ id: 'late', attempts: 0, env: 'live' }));
    await retried(() => tryOns.enqueue(payload('try_late')));
    expect(await tryOns.counts()).toMatchObject({ waiting: 1 });
  }, 30_000);
});

describe('a queue whose connection was lost silently', () => {
  it('opens another one, and takes jobs again', async () => {
    const proxy = await createTcpProxy(redisUrl);
    keep({ close: () => proxy.stop() });
    const tryOns = newQueue(proxy.url);
    await tryOns.enqueue(payload('try_before'));
    proxy.swallow();
    await expect(tryOns.enqueue(payload('try_lost'))).rejects.toThrow();
    // From here on new connections answer, and the old one stays silent for ever.
    proxy.mend();
    const endMs = performance.now() + 20_000;
    for (;;) {
      const failure = await tryOns.enqueue(payload('try_after')).catch((error: unknown) => error);
      if (failure === undefined) break;
      if (performance.now() > endMs) throw failure;
      await setTimeout(200);
    }
    expect((await tryOns.counts()).waiting).toBeGreaterThanOrEqual(2);
  }, 40_000);
});

/** Longer than a command may take. */
const SLOW_MS = 2_000;

/** A way to Redis that passes what a connection first asks, whether Redis is ready, and holds what it asks of its version and all later on for a while. */
async function startSlowProxy() {
  const { port, hostname } = new URL(redisUrl);
  const sockets = new Set<Socket>();
  const startedMs = performance.now();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let asked = 0;
    client.on('data', (bytes) => {
      asked += String(bytes).toLowerCase().split('\r\ninfo\r\n').length - 1;
      const heldMs = asked < 2 ? 0 : Math.max(0, startedMs + SLOW_MS - performance.now());
      if (heldMs === 0) upstream.write(bytes);
      else void setTimeout(heldMs).then(() => upstream.write(bytes));
    });
    upstream.on('data', (bytes) => client.write(bytes));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(redisUrl);
  url.port = typeof address === 'object' ? String(address?.port) : '';
  return {
    url: url.href,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
