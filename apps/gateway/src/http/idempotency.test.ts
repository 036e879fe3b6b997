import { expect, it } from '@jest/globals';
import { STALE_MS } from './idempotency';
import { LIMITS } from './limits';
import { parsePrefer, waitBudgetMs } from './prefer';

it('leaves a key with its request for longer than the longest wait', () => {
  const longestMs = waitBudgetMs(parsePrefer('wait=100000'), 1_800);
  expect(longestMs).toBe(60_000);
  expect(STALE_MS).toBeGreaterThanOrEqual(longestMs + 30_000);
  expect(LIMITS.preferWaitSecMax).toBe(60);
});
