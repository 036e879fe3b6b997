import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { kill } from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { executeSql, testEnvironment, waitFor } from '@drape/testkit';
import { createWorkerHarness, type Worker, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;

beforeEach(async () => {
  harness = await createWorkerHarness();
}, 30_000);

afterEach(() => harness.close(), 30_000);

function isAlive(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch {
    return false;
  }
}

/** Lets a process have no more memory than it has, or all that it asks for. Takes none of the machine's. */
function limitMemory(pid: number, limit: 'no more' | 'all'): void {
  const kibibytes = /VmSize:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const bytes = limit === 'all' ? 'unlimited' : String(Number(kibibytes) * 1024);
  const args = [`--pid=${pid}`, `--as=${bytes}:unlimited`, '--core=0'];
  const { stderr } = spawnSync('prlimit', args, { encoding: 'utf8', env: testEnvironment() });
  expect(stderr).toBe('');
}

const rendersOf = (id: string, ...workers: Worker[]) =>
  workers
    .flatMap(({ process }) => process.logs())
    .filter((line) => line['msg'] === 'rendered' && line['tryOnId'] === id);

describe('the render child', () => {
  it.each([
    { fault: 'killed', signal: 'SIGKILL' },
    { fault: 'reaching beyond its memory', signal: 'SIGSEGV' },
  ] as const)(
    '$fault in mid-render: the try-on is rendered again at once, by a new child',
    async ({ signal }) => {
      const worker = await harness.startWorker();
      const id = await harness.submit();
      const pid = await worker.childRendering(id);
      kill(pid, signal);
      const death = await waitFor(
        () => worker.process.logs().find((line) => line['msg'] === 'render child died, starting another'),
        { timeoutMs: 30_000, what: 'the render child to die' },
      );
      expect(death).toMatchObject({ childPid: pid, signal });
      // Promised is a second; the rest is what a busy machine adds.
      await harness.waitAttempt(id, 2, 5_000);
      const row = await harness.waitEnded(id);
      expect(row).toMatchObject({ status: 'completed', attempt: 2 });
      expect(row.result?.key).toBe(`results/${id}/2.jpg`);
      await harness.waitTidy(id);
      expect((await worker.health()).children.map((child) => child.pid)).not.toContain(pid);
    },
    120_000,
  );

  it('killed in every attempt: the try-on fails with render_failed, and the next one is rendered', async () => {
    const worker = await harness.startWorker();
    const id = await harness.submit();
    for (let attempt = 1; attempt <= 3; attempt++) {
      await harness.waitAttempt(id, attempt, 10_000);
      kill(await worker.childRendering(id), 'SIGKILL');
    }
    expect(await harness.waitEnded(id)).toMatchObject({
      status: 'failed',
      attempt: 3,
      error: { code: 'render_failed' },
    });
    expect(await harness.waitEnded(await harness.submit())).toMatchObject({ status: 'completed' });
  }, 120_000);

  it('out of memory, F13: the try-on ends, the worker lives, and the next one is rendered', async () => {
    const worker = await harness.startWorker();
    const id = await harness.submit();
    const pid = await worker.childRendering(id);
    limitMemory(pid, 'no more');
    const { status, attempt, error } = await harness.waitEnded(id);
    // V8 ends a child that gets no more, and it is rendered again. What is refused to a decoder looks like a damaged picture.
    if (status === 'completed') expect(attempt).toBe(2);
    else expect([status, attempt, typeof error?.code]).toEqual(['failed', 1, 'string']);
    if (isAlive(pid)) limitMemory(pid, 'all');
    expect(await harness.waitEnded(await harness.submit())).toMatchObject({ status: 'completed' });
    expect(worker.process.logs().some((line) => line['msg'] === 'stopping')).toBe(false);
    await harness.waitTidy(id);
  }, 120_000);

  it('hanging in native code: killed at the deadline, render_timeout, and the next one is rendered', async () => {
    const worker = await harness.startWorker({ DRAPE_RENDER_DEADLINE_MS: '15000' });
    const id = await harness.submit();
    const pid = await worker.childRendering(id);
    kill(pid, 'SIGSTOP');
    expect(await harness.waitEnded(id)).toMatchObject({
      status: 'failed',
      attempt: 1,
      error: { code: 'render_timeout' },
    });
    await harness.waitTidy(id);
    expect(await harness.waitEnded(await harness.submit())).toMatchObject({ status: 'completed' });
  }, 120_000);
});

describe('the worker', () => {
  it('killed in mid-render: another worker takes the try-on within 25 s and finishes it, with one result', async () => {
    const [first, second] = [await harness.startWorker(), await harness.startWorker()];
    const id = await harness.submit();
    const victim = await Promise.any([first, second].map((worker) => worker.childRendering(id).then(() => worker)));
    const orphan = await victim.childRendering(id);
    victim.process.kill('SIGKILL');
    // Promised are 20 s: the lock's 15, and 5 until the next look at the locks.
    await harness.waitAttempt(id, 2, 25_000);
    expect(await harness.waitEnded(id)).toMatchObject({ status: 'completed', attempt: 2 });
    await harness.waitTidy(id);
    await waitFor(() => !isAlive(orphan), { timeoutMs: 30_000, what: 'the render child to follow its worker' });
  }, 120_000);

  it('stopped in mid-render: finishes the try-on, leaves no process behind and exits with 0', async () => {
    const worker = await harness.startWorker();
    const id = await harness.submit();
    const pid = await worker.childRendering(id);
    worker.process.kill('SIGTERM');
    expect(await worker.process.ended).toEqual({ status: 0, signal: null });
    expect(await harness.row(id)).toMatchObject({ status: 'completed', attempt: 1 });
    expect(isAlive(pid)).toBe(false);
  }, 120_000);

  it('that wakes up after another attempt took its row: changes nothing and removes its picture', async () => {
    const worker = await harness.startWorker();
    const id = await harness.submit();
    const pid = await worker.childRendering(id);
    kill(pid, 'SIGSTOP');
    await harness.takeOver(id);
    kill(pid, 'SIGCONT');
    await waitFor(() => worker.process.logs().some((line) => line['outcome'] === 'fenced'), {
      timeoutMs: 60_000,
      what: 'the late attempt to be fenced off',
    });
    expect(await harness.row(id)).toMatchObject({ status: 'processing', attempt: 2, result: null });
    expect(await harness.store.list(`results/${id}/`)).toEqual([]);
  }, 120_000);

  it('paused for longer than its lease, and woken when another has finished its try-on: changes nothing', async () => {
    const workers = [await harness.startWorker(), await harness.startWorker()];
    const id = await harness.submit();
    const paused = await Promise.any(workers.map((worker) => worker.childRendering(id).then(() => worker)));
    paused.process.kill('SIGSTOP');
    try {
      await harness.waitAttempt(id, 2, 30_000);
      await harness.waitEnded(id);
    } finally {
      paused.process.kill('SIGCONT');
    }
    const ended = await harness.row(id);
    expect(ended).toMatchObject({ status: 'completed', attempt: 2, result: { key: `results/${id}/2.jpg` } });
    await waitFor(() => paused.process.logs().some((line) => line['outcome'] === 'fenced'), {
      timeoutMs: 60_000,
      what: 'the late attempt to be fenced off',
    });
    expect(await harness.row(id)).toEqual(ended);
    await harness.waitTidy(id);
    const bytes = await harness.store.get(ended.result?.key ?? '');
    expect(
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    ).toBe(ended.result?.sha256);
    const counted = await executeSql(harness.databaseUrl, 'SELECT sum(try_ons)::int AS ends FROM usage_hours');
    expect(counted).toEqual([{ ends: 1 }]);
  }, 180_000);

  it('gets the same try-on twice: renders it once', async () => {
    const workers = [await harness.startWorker(), await harness.startWorker()];
    const id = await harness.submit();
    const job = { v: 1, tryOnId: id, requestId: null, gatewayId: null } as const;
    for (const generation of [1, 2, 3]) await harness.queues.live.enqueue(job, { generation });
    expect(await harness.waitEnded(id)).toMatchObject({ status: 'completed', attempt: 1 });
    await waitFor(
      async () => {
        const { waiting, active } = await harness.queues.live.counts();
        return waiting + active === 0;
      },
      { timeoutMs: 60_000 },
    );
    expect(rendersOf(id, ...workers)).toHaveLength(1);
    await harness.waitTidy(id);
  }, 120_000);
});
