import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateApiKey } from '@drape/access';
import { newId, SCOPES } from '@drape/contracts';
import { executeSql, runGateway, waitFor, type RunningProcess } from '@drape/testkit';
import { execute, PERSON, createWorkerHarness, type Worker, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;
let worker: Worker;

beforeAll(async () => {
  harness = await createWorkerHarness();
  worker = await harness.startWorker();
}, 60_000);

afterAll(() => harness.close(), 30_000);

describe('what the reaper repairs', () => {
  const age = (id: string) =>
    execute(harness.databaseUrl, `UPDATE try_ons SET updated_at = now() - interval '1 min' WHERE id = $1`, [id]);

  it('a gateway that died before enqueueing: the row gets its job', async () => {
    const id = await harness.submit({ enqueue: false });
    await age(id);
    expect(await harness.waitEnded(id)).toMatchObject({ status: 'completed', attempt: 1, generation: 1 });
  }, 90_000);

  it('a worker that vanished with the row, its job forgotten by Redis: the next attempt renders it', async () => {
    const id = await harness.submit({ enqueue: false });
    await harness.db.tryOns.claim(id, { leaseMs: 1 });
    expect(await harness.waitEnded(id)).toMatchObject({ status: 'completed', attempt: 2 });
  }, 90_000);

  it('three attempts that vanished: failed with a reason, photo deleted', async () => {
    const id = await harness.submit({ enqueue: false });
    for (let attempt = 1; attempt <= 3; attempt++) {
      await waitFor(() => harness.db.tryOns.claim(id, { leaseMs: 1 }));
    }
    expect(await harness.waitEnded(id)).toMatchObject({ status: 'failed', error: { code: 'render_failed' } });
    await execute(harness.databaseUrl, `UPDATE try_ons SET cleanup_at = now() - interval '1 min' WHERE id = $1`, [id]);
    await harness.waitTidy(id);
  }, 90_000);

  it('a deadline that passed: expired', async () => {
    const id = await harness.submit({ enqueue: false, deadlineMs: 1 });
    expect(await harness.waitEnded(id)).toMatchObject({ status: 'expired', result: null });
  });

  it('expires a try-on at its deadline, not when a sweep comes by seconds later', async () => {
    // A second apart over more time than lies between two sweeps: of those between them, one would be three seconds late.
    const deadlines = [1500, 2500, 3500, 4500, 5500];
    const ids = await Promise.all(deadlines.map((deadlineMs) => harness.submit({ enqueue: false, deadlineMs })));
    const rows = await Promise.all(ids.map((id) => harness.waitEnded(id)));
    const lateMs = rows.map(({ completedAt, deadlineAt }) => Number(completedAt) - Number(deadlineAt));
    expect(Math.max(...lateMs)).toBeLessThan(2500);
    expect(Math.min(...lateMs)).toBeGreaterThanOrEqual(0);
  });
});

describe('F3: a gateway killed while a client waits', () => {
  const startGateway = () => runGateway({ ...harness.env, DRAPE_PORT: '0', DRAPE_HOST: '127.0.0.1' });

  /** A new shop, and its POST at a gateway: the same each time. */
  async function createShop(more: Record<string, string> = {}) {
    const { id: accountId } = await harness.db.accounts.create({ name: 'shop', plan: 'business' });
    const { key, hash, last4 } = generateApiKey({ kind: 'sk', env: 'live' });
    await harness.db.apiKeys.insert({
      id: newId('key'),
      accountId,
      kind: 'sk',
      env: 'live',
      hash,
      last4,
      scopes: SCOPES,
    });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=60', ...more };
    const body = { productImageUrl: harness.shop.url('/tee.jpg'), userPhoto: PERSON.toString('base64') };
    const tryOnsOf = async (gateway: RunningProcess) =>
      `http://127.0.0.1:${String((await gateway.logged('ready'))['port'])}/v1/tryon`;
    return {
      accountId,
      post: async (gateway: RunningProcess) =>
        fetch(await tryOnsOf(gateway), { method: 'POST', headers, body: JSON.stringify(body) }),
      get: async (gateway: RunningProcess, id: string) => fetch(`${await tryOnsOf(gateway)}/${id}`, { headers }),
    };
  }

  /** Ends the gateway that does this POST, as soon as the try-on is being rendered; its id. */
  async function killWhileWaiting(gateway: RunningProcess, answer: Promise<Response>): Promise<string> {
    const id = await waitFor(async () => (await worker.health()).children[0]?.tryOnId, {
      timeoutMs: 30_000,
      everyMs: 5,
      what: 'a try-on to be rendered',
    });
    gateway.kill('SIGKILL');
    await expect(answer).rejects.toThrow();
    await gateway.ended;
    return id;
  }

  it('the try-on is finished all the same, and another gateway returns its result', async () => {
    const shop = await createShop();
    const victim = await startGateway();
    const id = await killWhileWaiting(victim, shop.post(victim));
    expect(await harness.waitEnded(id)).toMatchObject({ status: 'completed', attempt: 1 });
    const second = await startGateway();
    try {
      const reply = await shop.get(second, id);
      const { success, data } = (await reply.json()) as { success: boolean; data: { resultImageUrl: string } };
      expect(success).toBe(true);
      const picture = await fetch(data.resultImageUrl);
      expect(picture.headers.get('content-type')).toBe('image/jpeg');
      expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
    } finally {
      await second.stop();
    }
  }, 120_000);

  it('the same POST under its Idempotency-Key at another gateway returns the same id, and is rendered once', async () => {
    const shop = await createShop({ 'idempotency-key': 'order-7-look-1' });
    const [victim, second] = await Promise.all([startGateway(), startGateway()]);
    try {
      const id = await killWhileWaiting(victim, shop.post(victim));
      // At once, while it is still rendered and the dead gateway's request holds the key; and when all is over.
      for (let repeat = 0; repeat < 2; repeat++) {
        const reply = await shop.post(second);
        const { data } = (await reply.json()) as { data: { id: string; status: string } };
        expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
        expect(data).toMatchObject({ id, status: 'completed' });
      }
      const rows = await executeSql(harness.databaseUrl, 'SELECT id, attempt FROM try_ons WHERE account_id = $1', [
        shop.accountId,
      ]);
      expect(rows).toEqual([{ id, attempt: 1 }]);
      const renders = worker.process.logs().filter((line) => line['msg'] === 'rendered' && line['tryOnId'] === id);
      expect(renders).toHaveLength(1);
      await harness.waitTidy(id);
    } finally {
      await second.stop();
    }
  }, 120_000);
});
