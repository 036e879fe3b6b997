import type { JobWaiter } from '@drape/queue';
import { expect, it } from '@jest/globals';
import { waitUntilOver } from './wait-for-tryon';

/** A clock that only waiting moves: nobody is ever woken. */
function createStillness() {
  let nowMs = 0;
  const waiters: JobWaiter = {
    register: () => ({
      wait(ms) {
        nowMs += ms;
        return Promise.resolve(false);
      },
      cancel: () => undefined,
    }),
    ready: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return { waiters, clock: { now: () => nowMs, monotonic: () => nowMs } };
}

it('answers a wake-up that comes while it is being checked whether the try-on may be over', async () => {
  const outcomes = [false, true];
  const cancelled: number[] = [];
  const waiters: JobWaiter = {
    register: () => ({
      wait: () => Promise.resolve(outcomes.shift() ?? false),
      cancel: () => void cancelled.push(outcomes.length),
    }),
    ready: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const row = await waitUntilOver(
    { waiters, clock: { now: () => 0, monotonic: () => 0 }, isDraining: () => false },
    {
      id: 'try_1',
      budgetMs: 60_000,
      waiter: waiters.register('try_1'),
      hungUp: new AbortController().signal,
      read: () => Promise.resolve('completed'),
      isOver: (status) => status === 'completed',
      // A database that takes its time.
      mayBeOver: () => new Promise<boolean>(() => undefined),
    },
  );
  expect(row).toBe('completed');
  // The alarm's registration and the next wait's: none is left behind.
  expect(cancelled).toHaveLength(2);
});

it('looks after a minute’s wait some fifty times, never later than a tenth of the wait so far', async () => {
  const { waiters, clock } = createStillness();
  const looks: number[] = [];
  await waitUntilOver(
    { waiters, clock, isDraining: () => false },
    {
      id: 'try_1',
      budgetMs: 60_000,
      waiter: waiters.register('try_1'),
      hungUp: new AbortController().signal,
      isOver: () => false,
      read: () => Promise.resolve(looks.push(clock.monotonic())),
    },
  );
  expect(looks.at(-1)).toBe(60_000);
  expect(looks.length).toBeLessThan(60);
  const gaps = looks.map((at, i) => [at - (looks[i - 1] ?? 0), looks[i - 1] ?? 0] as const);
  for (const [gap, waited] of gaps) expect(gap).toBeLessThanOrEqual(Math.max(250, waited / 10) + 0.001);
});
