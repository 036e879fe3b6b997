import { describe, expect, it } from '@jest/globals';
import { createIntake, createEventLoopLag } from './intake';

const OWNER = { accountId: 'acc_1', env: 'live' } as const;
const OTHER = { accountId: 'acc_2', env: 'live' } as const;

/** An event loop that is as late as the test says, and is looked at when the test says. */
function createLoop() {
  const watchers = new Set<() => void>();
  return {
    ms: 0,
    watchers,
    watch(onSample: () => void) {
      watchers.add(onSample);
      return () => void watchers.delete(onSample);
    },
    look() {
      for (const onSample of watchers) onSample();
    },
  };
}

/** Work that ends when the test says. */
function createWork() {
  const ends: (() => void)[] = [];
  return {
    begun: () => ends.length,
    work: () => new Promise<void>((resolve) => void ends.push(resolve)),
    end: async (i: number): Promise<void> => {
      ends[i]?.();
      await new Promise(setImmediate);
    },
  };
}

const LIMITS = { concurrencyMin: 2, lagMsMax: 10, waitingMax: 3, waitingOfOneMax: 2 };

async function settle(): Promise<void> {
  await new Promise(setImmediate);
}

describe('intake', () => {
  it('admits all that come while the event loop is on time', async () => {
    const loop = createLoop();
    const intake = createIntake({ ...LIMITS, lag: loop });
    const { work, begun } = createWork();
    for (let i = 0; i < 20; i++) void intake.take(OWNER, work);
    await settle();
    expect(begun()).toBe(20);
  });

  it('queues all but a few while it is late, and begins the next when one ends', async () => {
    const loop = createLoop();
    loop.ms = 50;
    const intake = createIntake({ ...LIMITS, lag: loop });
    const { work, begun, end } = createWork();
    for (const owner of [OWNER, OWNER, OWNER, OTHER]) void intake.take(owner, work);
    await settle();
    expect(begun()).toBe(2);
    loop.look();
    await settle();
    expect(begun()).toBe(2);
    await end(0);
    expect(begun()).toBe(3);
    await end(1);
    expect(begun()).toBe(4);
  });

  it('admits one more at each check once the event loop is on time again', async () => {
    const loop = createLoop();
    loop.ms = 50;
    const intake = createIntake({ ...LIMITS, lag: loop });
    const { work, begun } = createWork();
    for (const owner of [OWNER, OWNER, OWNER, OTHER]) void intake.take(owner, work);
    loop.ms = 1;
    loop.look();
    await settle();
    expect(begun()).toBe(3);
    loop.look();
    await settle();
    expect(begun()).toBe(4);
  });

  it('rejects at once with queue_full where the line, or the account’s share of it, is full', async () => {
    const loop = createLoop();
    loop.ms = 50;
    const intake = createIntake({ ...LIMITS, lag: loop });
    const { work } = createWork();
    for (let i = 0; i < 4; i++) void intake.take(OWNER, work);
    await expect(intake.take(OWNER, work)).rejects.toMatchObject({ code: 'queue_full', retryAfterSec: 1 });
    void intake.take(OTHER, work);
    await expect(intake.take(OTHER, work)).rejects.toMatchObject({ code: 'queue_full' });
  });

  it('passes on the place of failed work, and watches nothing when all have left', async () => {
    const loop = createLoop();
    loop.ms = 50;
    const intake = createIntake({ ...LIMITS, concurrencyMin: 1, lag: loop });
    const failed = intake.take(OWNER, () => Promise.reject(new Error('no store')));
    const next = intake.take(OWNER, () => Promise.resolve('there'));
    expect(loop.watchers.size).toBe(1);
    await expect(failed).rejects.toThrow('no store');
    await expect(next).resolves.toBe('there');
    expect(loop.watchers.size).toBe(0);
  });
});

describe('the event loop’s lag', () => {
  it('grows while something holds the event loop, and is 0 when nobody watches', async () => {
    const lag = createEventLoopLag(() => performance.now());
    let stop: () => void = () => undefined;
    const looked = new Promise<void>((resolve) => (stop = lag.watch(resolve)));
    const until = performance.now() + 60;
    while (performance.now() < until);
    await looked;
    expect(lag.ms).toBeGreaterThan(30);
    stop();
    expect(lag.ms).toBe(0);
  });
});
