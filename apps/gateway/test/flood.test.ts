import { createTryOnQueues, createTryOnWorker, type TryOnQueues, type TryOnWorker } from '@drape/queue';
import { waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { finishTryOn } from './harness';
import { goodBody } from './pictures';
import { gateway, services, useGateway } from './running';

/** One tenant sends as much as it can, live and in test mode, while another one tries on now and then. */
useGateway();

const IN_TEST_MODE = 210;
const LIVE = 40;
/** As many as the plan lets one account have unfinished. */
const IN_FLIGHT_MAX = 16;
const SLOTS = 2;

let queues: TryOnQueues;
let worker: TryOnWorker;
/** Ids in the order in which the worker took them. */
const taken: string[] = [];
const running = new Map<string, () => void>();

beforeAll(() => {
  const { REDIS_URL: redisUrl = '', DRAPE_QUEUE_PREFIX: prefix = '' } = services.env;
  queues = createTryOnQueues({ redisUrl, prefix });
  const silent = { warn: () => undefined, error: () => undefined };
  worker = createTryOnWorker({
    redisUrl,
    prefix,
    concurrency: SLOTS,
    log: silent,
    process: ({ tryOnId }) =>
      new Promise((resolve) => {
        taken.push(tryOnId);
        running.set(tryOnId, () => resolve({ kind: 'done' }));
      }),
  });
});

afterAll(async () => {
  for (const end of running.values()) end();
  await worker?.close();
  await Promise.all([queues?.live.close(), queues?.test.close()]);
});

const post = (key: string, productImageUrl: string) =>
  gateway.send('POST', '/v1/tryon', { key, body: goodBody({ productImageUrl }), headers: { prefer: 'wait=0' } });
const postLive = (key: string) => post(key, 'https://shop.example/shirt.jpg');
const postSlow = (key: string) => post(key, 'https://test.drape.invalid/slow/60000');

type Answers = readonly Awaited<ReturnType<typeof post>>[];

async function flood(count: number, send: () => Promise<Answers[number]>): Promise<Answers> {
  const answers: Answers[number][] = [];
  const atOnce = 10;
  for (let i = 0; i < count; i += atOnce) {
    answers.push(...(await Promise.all(Array.from({ length: atOnce }, send))));
  }
  return answers;
}

const accepted = (answers: Answers) => answers.filter(({ status }) => status === 200).map(({ id }) => id);
const refusals = (answers: Answers) =>
  new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body['error']['code']));

/** Ends a render as a worker does, and frees its slot. */
async function end(id: string): Promise<void> {
  await finishTryOn({ services, id, picture: Buffer.from('x') });
  const free = running.get(id);
  running.delete(id);
  free?.();
}

const takenAfter = (count: number) =>
  waitFor(() => (taken.length > count ? taken[count] : undefined), { what: `try-on ${count + 1} to be taken` });

describe('a tenant that floods', () => {
  it('is held at its cap, and never delays the next try-on of another tenant', async () => {
    const loud = await services.createKey({ inFlightMax: null });
    const inTest = await services.createKey({ accountId: loud.accountId, env: 'test' });
    const quiet = await services.createKey({ inFlightMax: null });

    const slow = await flood(IN_TEST_MODE, () => postSlow(inTest.key));
    expect([accepted(slow).length, [...refusals(slow)]]).toEqual([IN_FLIGHT_MAX, ['too_many_in_flight']]);
    const live = await flood(LIVE, () => postLive(loud.key));
    expect([accepted(live).length, [...refusals(live)]]).toEqual([IN_FLIGHT_MAX, ['too_many_in_flight']]);
    expect((await queues.live.counts()).waiting).toBe(IN_FLIGHT_MAX);
    expect((await queues.test.counts()).waiting).toBe(IN_FLIGHT_MAX);

    worker.start();
    await takenAfter(SLOTS - 1);
    for (let round = 0; round < 5; round++) {
      const asked = await postLive(quiet.key);
      expect(asked.status).toBe(200);
      // Only those that a slot works on may be ahead of it.
      expect(Number(asked.body['data']['queuePosition'])).toBeLessThanOrEqual(SLOTS);
      const before = taken.length;
      const [oldest = ''] = running.keys();
      await end(oldest);
      // At once it sends the next; that one waits behind all that it has unfinished.
      expect((await postLive(loud.key)).status).toBe(200);
      expect(await takenAfter(before)).toBe(asked.id);
      await end(asked.id);
      await takenAfter(before + 1);
    }
    expect(taken.filter((id) => accepted(slow).includes(id))).toEqual([]);
  }, 120_000);
});
