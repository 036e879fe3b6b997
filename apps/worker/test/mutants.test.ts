import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { createTryOnWorker, type ProcessOutcome } from '@drape/queue';
import { testEnvironment, waitFor } from '@drape/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { renderJob, type RenderJobDeps } from '../src/job/render-job';
import { testModeDeps } from './test-mode-deps';
import { createTestReaper } from './test-reaper';
import { createWorkerHarness, execute, type WorkerHarness } from './worker-harness';

/**
 * Each safeguard is taken out of what a worker is composed of, and the same accident that does no harm with it makes the doctor find a
 * broken promise. No variable of the environment can do that: only whoever composes a worker.
 */
const DOCTOR = join(__dirname, '../../gateway/dist/admin/cli.js');
const NOTHING = (): void => undefined;
let harness: WorkerHarness;

beforeEach(async () => {
  harness = await createWorkerHarness();
}, 30_000);

afterEach(() => harness.close(), 30_000);

const soundDeps = () => testModeDeps(harness);
/** A worker that uploads a result only after something has happened. */
function storingAfter(event: () => Promise<unknown>): RenderJobDeps {
  const { store } = harness;
  const put: typeof store.put = async (...object) => {
    await event();
    await store.put(...object);
  };
  return { ...soundDeps(), store: { ...store, put } };
}
const submit = (outcome: string, enqueue = true) =>
  harness.submit({ env: 'test', product: `https://test.drape.invalid/${outcome}`, enqueue });
const jobOf = (id: string) => ({ v: 1, tryOnId: id, requestId: null, gatewayId: null }) as const;
const sql = (what: string, id: string) =>
  execute(harness.databaseUrl, `UPDATE try_ons SET ${what} WHERE id = $1`, [id]);
const age = (id: string) => sql("updated_at = now() - interval '1 min'", id);

/** Works on the queue of test mode until `work` is done. */
async function withWorker(
  process: (id: string) => Promise<ProcessOutcome>,
  work: () => Promise<unknown>,
): Promise<void> {
  const { REDIS_URL: redisUrl = '', DRAPE_QUEUE_PREFIX: prefix = '' } = harness.env;
  const log = { info: NOTHING, warn: NOTHING, error: NOTHING };
  const options = { redisUrl, prefix, concurrency: 5, env: 'test', log } as const;
  const worker = createTryOnWorker({ ...options, process: ({ tryOnId }) => process(tryOnId) });
  worker.start();
  await work();
  await worker.close();
}

const settled = () =>
  waitFor(
    async () => {
      const { waiting, active } = await harness.queues.test.counts();
      return waiting + active === 0;
    },
    { timeoutMs: 60_000 },
  );

/** The kinds of violations that are left when all work is done. */
async function askDoctor(): Promise<string[]> {
  const args = [DOCTOR, '--json', 'doctor', '--drained', '--grace', '0'];
  const out = await new Promise<string>((done) => {
    execFile(process.execPath, args, { env: testEnvironment(harness.env) }, (_, text) => done(text));
  });
  const { violations } = JSON.parse(out) as { violations: readonly { kind: string }[] };
  return violations.map(({ kind }) => kind).sort();
}

interface Mutant {
  readonly name: string;
  readonly found: readonly string[];
  /** What happens, with the safeguard or without it. */
  readonly accident: (isSafe: boolean) => Promise<void>;
}

const MUTANTS: readonly Mutant[] = [
  {
    name: 'no sweep: a gateway died before it enqueued',
    found: ['row_not_ended', 'row_stuck'],
    async accident(isSafe) {
      const id = await submit('ok', false);
      await age(id);
      if (isSafe) await createTestReaper(harness).sweep();
      await withWorker((tryOnId) => renderJob(soundDeps(), jobOf(tryOnId)), settled);
    },
  },
  {
    name: 'no fence: a worker wakes up after another has taken its row',
    found: ['written_twice'],
    async accident(isSafe) {
      const { tryOns } = harness.db;
      /** Finishes the row for whoever holds it. */
      const complete: typeof tryOns.complete = async (id, _attempt, outcome) =>
        tryOns.complete(id, (await harness.row(id)).attempt, outcome);
      const id = await submit('ok', false);
      // It sleeps from its render to its upload: until then it renews no lease.
      const sleeper: RenderJobDeps = {
        ...storingAfter(() => harness.waitAttempt(id, 2, 60_000)),
        tryOns: { ...tryOns, ...(isSafe ? {} : { complete }), renewLease: () => Promise.resolve(true) },
      };
      const first = renderJob(sleeper, jobOf(id));
      await harness.waitAttempt(id, 1, 60_000);
      await sql("lease_expires_at = now() - interval '1 s'", id);
      await renderJob(
        storingAfter(() => first),
        jobOf(id),
      );
    },
  },
  {
    name: 'no clean-up: a try-on ends',
    found: ['photo_left'],
    async accident(isSafe) {
      const store = { ...harness.store, delete: () => Promise.resolve() };
      const deps = isSafe ? soundDeps() : { ...soundDeps(), store };
      await renderJob(deps, jobOf(await submit('ok', false)));
    },
  },
  {
    name: 'reused job id: a job was used up, and its row is as it was',
    found: ['row_not_ended', 'row_stuck'],
    async accident(isSafe) {
      const id = await submit('ok');
      await withWorker(() => Promise.resolve({ kind: 'done' }), settled);
      await age(id);
      const { live, test } = harness.queues;
      const reusing: typeof test = {
        ...test,
        enqueue: (payload, { generation: _generation, ...options } = {}) => test.enqueue(payload, options),
      };
      await createTestReaper(isSafe ? harness : { ...harness, queues: { live, test: reusing } }).sweep();
      await withWorker((tryOnId) => renderJob(soundDeps(), jobOf(tryOnId)), settled);
    },
  },
];

describe('a worker without one of its safeguards', () => {
  it.each(MUTANTS)(
    '$name: the doctor finds what is broken, and nothing where the safeguard is there',
    async ({ accident, found }) => {
      await accident(false);
      expect(await askDoctor()).toEqual(found);
      await execute(harness.databaseUrl, 'DELETE FROM try_ons WHERE id <> $1', ['']);
      await harness.store.delete(await harness.store.list(''));
      await accident(true);
      expect(await askDoctor()).toEqual([]);
    },
    180_000,
  );
});
