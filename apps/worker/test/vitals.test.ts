import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { newId } from '@drape/contracts';
import { createTryOnQueue, type TryOnQueue } from '@drape/queue';
import { testPrefix, testRedisUrl, waitFor } from '@drape/testkit';
import { createVitals, type Vitals } from '../src/health/vitals';

const BEAT_MS = 10;
/** Many heartbeats. */
const LONG_MS = 400;

let queue: TryOnQueue;
let vitals: Vitals;

function begin(redisUrl = testRedisUrl()): void {
  queue = createTryOnQueue({ redisUrl, prefix: testPrefix() });
  vitals = createVitals({ queue, beatMs: BEAT_MS });
  vitals.start();
}

afterEach(async () => {
  await vitals.stop();
  await queue.close();
});

/** Waits until a sign of life comes; a call to a Redis that is away takes two seconds. */
async function livesOn(): Promise<void> {
  const since = performance.now();
  await pause(LONG_MS);
  await waitFor(() => vitals.lastSignAgeMs < performance.now() - since, { timeoutMs: 10_000, everyMs: 1 });
}

const enqueue = () =>
  queue.enqueue({ v: 1, tryOnId: newId('try'), requestId: newId('req'), gatewayId: newId('gtw') }, { priority: 5 });

it('lives while there is nothing to do', async () => {
  begin();
  await livesOn();
});

it('lives while Redis is away: restarting a worker would not bring it back', async () => {
  begin('redis://127.0.0.1:1');
  await livesOn();
});

it('gives no sign while jobs wait and it takes none, until it takes one again', async () => {
  begin();
  await waitFor(async () =>
    enqueue().then(
      () => true,
      () => false,
    ),
  );
  await pause(LONG_MS);
  expect(vitals.lastSignAgeMs).toBeGreaterThan(LONG_MS / 2);
  await vitals.trackJob(async () => undefined);
  expect(vitals.lastSignAgeMs).toBeLessThan(LONG_MS / 2);
});

it('gives no sign while a job is unfinished, and one when it is finished', async () => {
  begin();
  let finish = (): void => undefined;
  const job = vitals.trackJob(() => new Promise<void>((resolve) => (finish = resolve)));
  await pause(LONG_MS);
  expect(vitals.lastSignAgeMs).toBeGreaterThan(LONG_MS / 2);
  finish();
  await job;
  await livesOn();
});
