import { resultPrefix } from '@drape/storage';
import { waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorkerHarness, PERSON, type Submission, type Worker, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;
let worker: Worker;

beforeAll(async () => {
  harness = await createWorkerHarness();
  worker = await harness.startWorker();
}, 90_000);

afterAll(() => harness.close(), 30_000);

/** What the worker says of the end of a try-on. */
async function lineOf(submission: Submission): Promise<Record<string, unknown>> {
  const id = await harness.submit({ sessionId: 'visit-of-anna', ...submission });
  const isEnd = (line: Record<string, unknown>) => line['msg'] === 'try-on over' && line['tryOnId'] === id;
  return waitFor(() => worker.process.logs().find(isEnd), { timeoutMs: 60_000, what: `the line of ${id}` });
}

const TEST_HOST = 'https://test.drape.invalid';
const number = expect.any(Number);

describe('the log line of a finished try-on', () => {
  it('holds ids, times and how it ended, and nothing else', async () => {
    const { level, name, pid, time, msg, ...line } = await lineOf({ env: 'test', product: `${TEST_HOST}/ok` });
    expect([level, name, msg, typeof pid, typeof time]).toEqual(['info', 'worker', 'try-on over', 'number', 'string']);
    const { requestId } = await harness.row(String(line['tryOnId']));
    expect(line).toEqual({
      tryOnId: expect.stringMatching(/^try_/),
      requestId,
      env: 'test',
      attempt: 1,
      outcome: 'completed',
      code: null,
      queueMs: number,
      attemptMs: number,
      totalMs: number,
    });
  });

  it('is not a warning where the pictures were unsuitable, whoever sent them', async () => {
    const photo = await lineOf({ photo: Buffer.from('no photo at all') });
    expect(photo).toMatchObject({ level: 'info', outcome: 'failed', code: 'photo_rejected', attemptMs: number });
    const product = await lineOf({ product: '/no-such-picture.jpg', photo: PERSON });
    expect(product).toMatchObject({ level: 'info', outcome: 'failed', code: 'product_image_not_found' });
    const said = JSON.stringify([photo, product]);
    for (const private_ of ['visit-of-anna', 'no-such-picture', harness.accountId])
      expect(said).not.toContain(private_);
    const faults = worker.process.logs().filter(({ msg }) => msg === 'an attempt failed');
    expect(faults).toEqual([]);
  });

  it('is a warning where it is our fault', async () => {
    const line = await lineOf({ env: 'test', product: `${TEST_HOST}/fail/render_failed` });
    expect(line).toMatchObject({ level: 'warn', outcome: 'failed', code: 'render_failed', queueMs: number });
  });

  it('is a warning where nobody processed it by its deadline', async () => {
    const line = await lineOf({ enqueue: false, deadlineMs: 1 });
    expect(line).toMatchObject({ level: 'warn', outcome: 'expired', code: 'deadline_exceeded', totalMs: number });
    expect(line['requestId']).toMatch(/^req_/);
  });
});

describe('retentionSeconds 0', () => {
  it('deletes the picture as soon as it is made', async () => {
    const { tryOnId } = await lineOf({ env: 'test', product: `${TEST_HOST}/ok`, retentionSeconds: 0 });
    const id = String(tryOnId);
    expect(await harness.row(id)).toMatchObject({ status: 'completed', fitScore: expect.any(Number) });
    await waitFor(async () => (await harness.store.list(resultPrefix(id))).length === 0, {
      timeoutMs: 3_000,
      what: 'the picture to be deleted',
    });
  });
});
