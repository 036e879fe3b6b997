import type { ClaimedProduct } from '@drape/db';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { ChildState } from '../render/render-pool';
import { createProductAnalyst, type ProductAnalystDeps } from './product-analyst';

const CATALOGUE = 500;
/** Longer than the longest pause before a look. */
const PAUSE_MS = 2_000;

/** In test mode, where a product needs neither a picture nor a child to be described. */
const product = (id: string): ClaimedProduct => ({
  id,
  owner: { accountId: 'acc', env: 'test' },
  category: 'top',
  imageUrl: 'https://shop.example/tee.jpg',
  imageKey: null,
  isLast: false,
});

const unused = (): never => {
  throw new Error('not needed in test mode');
};

function setUp(waiting: number) {
  const described: string[] = [];
  const child: { state: ChildState['state'] } = { state: 'idle' };
  let markDrained: () => void = unused;
  const drained = new Promise<void>((resolve) => (markDrained = resolve));
  const deps: ProductAnalystDeps = {
    products: {
      claimPending: async () => {
        const next = waiting - described.length;
        if (next === 0) markDrained();
        return next === 0 ? null : product(`prd_${next}`);
      },
      describe: async (id) => {
        described.push(id);
        return true;
      },
      fail: unused,
    },
    packages: { handleFor: unused },
    metrics: { recordGarment: unused },
    pool: {
      describe: unused,
      get states() {
        return [{ pid: 1, state: child.state, tryOnId: null }];
      },
    },
    productImages: { fetch: unused },
    store: { get: unused },
    log: { info: unused, warn: unused },
    renderDeadlineMs: 1,
  };
  return { analyst: createProductAnalyst(deps), described, child, drained };
}

/** Turns of the microtask queue until a promise is settled. */
async function turnsUntil(settled: Promise<unknown>): Promise<number> {
  const state = { isSettled: false };
  void settled.then(() => (state.isSettled = true));
  let turns = 0;
  while (!state.isSettled) {
    await Promise.resolve();
    turns += 1;
  }
  return turns;
}

describe('the product analyst', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('describes a whole catalogue in one turn, without a growing chain of promises', async () => {
    const { analyst, described, drained } = setUp(CATALOGUE);
    analyst.start();
    jest.advanceTimersByTime(PAUSE_MS);
    await drained;
    expect(described).toHaveLength(CATALOGUE);
    expect(new Set(described).size).toBe(CATALOGUE);
    // a chain of promises as long as the catalogue would be settled one by one
    expect(await turnsUntil(analyst.stop())).toBeLessThan(20);
  });

  it('leaves the children to shoppers as soon as none of them is idle', async () => {
    const { analyst, described, child } = setUp(CATALOGUE);
    child.state = 'busy';
    analyst.start();
    jest.advanceTimersByTime(PAUSE_MS);
    await analyst.stop();
    expect(described).toEqual([]);
  });

  it('finishes the current product when it is stopped, and begins no other', async () => {
    const { analyst, described } = setUp(CATALOGUE);
    analyst.start();
    jest.advanceTimersByTime(PAUSE_MS);
    await analyst.stop();
    expect(described).toHaveLength(1);
  });
});
