import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, type Owner } from '@drape/contracts';
import { createDatabase, isDatabaseUnavailable, type Database, type NewTryOn, type TryOnOutcome } from '../src/index';
import { createTestDatabase, type TestDatabase } from './test-database';

let database: TestDatabase;
let db: Database;
let accountId: string;
let sessionId: string;

const liveOwner = (id: string): Owner => ({ accountId: id, env: 'live' });

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, poolMax: 8 });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

beforeEach(async () => {
  accountId = (await db.accounts.create({ name: 'shop', plan: 'starter' })).id;
  sessionId = (await db.sessions.getOrCreate(liveOwner(accountId), null)).id;
});

const OUTCOME: TryOnOutcome = {
  category: 'top',
  categorySource: 'detected',
  result: { key: 'results/x/1.jpg', format: 'jpeg', width: 3, height: 4, bytes: 5, sha256: 'ab' },
  fitScore: 61,
  fit: {
    basis: 'visual',
    confidence: 'low',
    formulaVersion: 'fit-2',
    components: { visual: 0.61, size: null },
    sizeScore: null,
    sizeKnown: null,
    size: null,
    zones: [],
  },
  recommendations: [`it's {odd}, "quoted" \\ and 🧥`],
  advice: [{ code: 'a', about: 'shopper', params: { n: 1 }, text: 't' }],
  warnings: [{ code: 'pose_uncertain', message: 'm' }],
  evidence: { overlap: 0.9, invented: { skinShare: 0.1, backgroundShare: 0.2 } },
  quality: {
    level: 'fair',
    score: 61,
    reasons: [{ code: 'side_view', message: `"turned"`, about: 'photo' }],
  },
  stages: [{ name: 'pose', ms: 31.5, cpuMs: 30 }],
  renderMs: 700.4,
};

async function insert(more: Partial<NewTryOn> = {}): Promise<string> {
  const id = newId('try');
  const photo = { photoKey: `photos/${id}`, photoSha256: 'cd', photoBytes: 9 };
  const base = {
    id,
    owner: liveOwner(accountId),
    sessionId,
    requestId: 'req_1',
    gatewayId: 'gtw_1',
    productImageUrl: 'https://shop.example/a.jpg',
  };
  await db.tryOns.insertQueued({ ...base, ...photo, ...more });
  return id;
}

const set = (id: string, assignments: string) =>
  database.query(`UPDATE try_ons SET ${assignments} WHERE id = $1`, [id]);
const expireLease = (id: string) => set(id, `lease_expires_at = now() - interval '1 s'`);
const claim = (id: string) => db.tryOns.claim(id, { leaseMs: 60_000 });

describe('claiming', () => {
  it('gives a queued row to exactly one of many workers', async () => {
    const id = await insert();
    const claims = await Promise.all(Array.from({ length: 12 }, () => claim(id)));
    expect(claims.filter((won) => won !== null)).toHaveLength(1);
    expect(await db.tryOns.find(id)).toMatchObject({ status: 'processing', attempt: 1 });
  });

  it('takes over a row when its lease has expired, and not before', async () => {
    const id = await insert();
    await claim(id);
    expect(await claim(id)).toBeNull();
    expect(await db.tryOns.explainRefusal(id)).toMatchObject({ reason: 'held', remainingMs: expect.any(Number) });
    await expireLease(id);
    expect(await claim(id)).toMatchObject({ attempt: 2 });
  });

  it('ends after three attempts', async () => {
    const id = await insert();
    for (const attempt of [1, 2, 3]) {
      expect(await claim(id)).toMatchObject({ attempt });
      expect(await db.tryOns.release(id, attempt)).toBe(true);
    }
    expect(await claim(id)).toBeNull();
    expect(await db.tryOns.explainRefusal(id)).toEqual({ reason: 'exhausted' });
    const failed = await db.tryOns.failExhausted(10);
    expect(failed.map((row) => row.id)).toEqual([id]);
    expect(await db.tryOns.find(id)).toMatchObject({ status: 'failed', error: { code: 'render_failed' } });
  });

  it('does not take what has ended, is overdue or does not exist', async () => {
    const [done, late] = [await insert(), await insert({ deadlineMs: -1 })];
    await db.tryOns.cancel(liveOwner(accountId), done);
    for (const [id, reason] of [
      [done, 'finished'],
      [late, 'overdue'],
      ['try_none', 'gone'],
    ] as const) {
      expect(await claim(id)).toBeNull();
      expect(await db.tryOns.explainRefusal(id)).toEqual({ reason });
    }
  });
});

describe('a picture that is not returned', () => {
  it('records its quality, evidence, category and reasons, and no result', async () => {
    const id = await insert({ minQuality: 'good' });
    await claim(id);
    const { quality, evidence } = OUTCOME;
    const failing = {
      code: 'result_not_presentable',
      detail: 'The picture is not good enough.',
      fields: { reasons: quality.reasons },
      judged: { category: 'top', categorySource: 'detected', quality, evidence },
    } as const;
    expect(await db.tryOns.fail(id, 1, failing)).toBe(true);
    expect(await db.tryOns.find(id)).toMatchObject({
      status: 'failed',
      minQuality: 'good',
      category: 'top',
      categorySource: 'detected',
      result: null,
      quality,
      evidence,
      invented: { skinShare: 0.1, backgroundShare: 0.2 },
      error: { code: 'result_not_presentable', fields: { reasons: quality.reasons } },
    });
  });

  it('records nothing for a picture that was never made', async () => {
    const id = await insert();
    await claim(id);
    await db.tryOns.fail(id, 1, { code: 'person_not_detected', detail: 'x' });
    expect(await db.tryOns.find(id)).toMatchObject({ quality: null, evidence: null, invented: null, category: null });
  });
});

describe('finishing is fenced', () => {
  it('stores an outcome word for word', async () => {
    const id = await insert({ warnings: [{ code: 'low_resolution_photo', message: 'first' }] });
    await claim(id);
    expect(await db.tryOns.complete(id, 1, OUTCOME)).toBe(true);
    const { renderMs, warnings, ...rest } = OUTCOME;
    expect(await db.tryOns.find(id)).toMatchObject({
      status: 'completed',
      stage: 'done',
      leaseExpiresAt: null,
      ...rest,
    });
    const row = await db.tryOns.find(id);
    expect(row?.warnings.map(({ code }) => code)).toEqual(['low_resolution_photo', 'pose_uncertain']);
    expect(row?.renderMs).toBe(Math.round(renderMs));
    expect(warnings).toHaveLength(1);
    expect((row?.expiresAt?.getTime() ?? 0) - (row?.completedAt?.getTime() ?? 0)).toBe(7 * 86_400_000);
  });

  it('a late attempt can neither finish, fail, release nor keep the lease of the row', async () => {
    const id = await insert();
    await claim(id);
    await expireLease(id);
    await claim(id);
    const late = [
      db.tryOns.complete(id, 1, OUTCOME),
      db.tryOns.fail(id, 1, { code: 'render_failed', detail: 'x' }),
      db.tryOns.release(id, 1),
      db.tryOns.renewLease(id, 1, 1_000),
      db.tryOns.setStage(id, 1, 'pose'),
    ];
    expect(await Promise.all(late)).toEqual([false, false, false, false, false]);
    expect(await db.tryOns.complete(id, 2, OUTCOME)).toBe(true);
  });

  it('ends a row only once, whoever tries', async () => {
    const id = await insert();
    await claim(id);
    const ends = await Promise.all([
      db.tryOns.complete(id, 1, OUTCOME),
      db.tryOns.fail(id, 1, { code: 'render_failed', detail: 'x' }),
      db.tryOns.cancel(liveOwner(accountId), id),
    ]);
    expect(ends.filter(Boolean)).toHaveLength(1);
    expect(await db.tryOns.cancel(liveOwner(accountId), id)).toBe(false);
  });
});

describe('sweeping', () => {
  const ids = (rows: readonly { id: string }[]) => rows.map((row) => row.id);

  it('finds queued rows that nobody has touched, and leaves the others alone', async () => {
    const [old, young] = [await insert(), await insert()];
    await set(old, `updated_at = now() - interval '1 min'`);
    const stale = () => db.tryOns.listStale({ olderThanMs: 20_000, limit: 100 }).then(ids);
    expect(await stale()).toEqual([old]);
    await db.tryOns.touchQueued([old, young]);
    expect(await stale()).toEqual([]);
  });

  it('lets only one of many reapers enqueue a row again', async () => {
    const id = await insert();
    const wins = await Promise.all([1, 2, 3].map(() => db.tryOns.nextGeneration(id, 0)));
    expect(wins.filter(Boolean)).toHaveLength(1);
  });

  it('gives a row up once, and not when its next job is already on its way', async () => {
    const id = await insert();
    await db.tryOns.nextGeneration(id, 0);
    expect(await db.tryOns.giveUp(id, 0)).toBe(false);
    expect(await Promise.all([db.tryOns.giveUp(id, 1), db.tryOns.giveUp(id, 1)])).toContain(true);
    expect(await db.tryOns.find(id)).toMatchObject({ status: 'failed', error: { code: 'render_failed' } });
  });

  it('requeues rows with an expired lease and expires overdue ones', async () => {
    const [dead, overdue] = [await insert(), await insert()];
    await claim(dead);
    await expireLease(dead);
    await set(overdue, `deadline_at = now() - interval '1 s'`);
    expect(ids(await db.tryOns.requeueExpiredLeases(100))).toContain(dead);
    expect(ids(await db.tryOns.expireOverdue(100))).toContain(overdue);
    expect(await db.tryOns.find(dead)).toMatchObject({ status: 'queued', attempt: 1 });
    expect(await db.tryOns.find(overdue)).toMatchObject({ status: 'expired' });
  });

  it('lists objects to remove: the photo after the end, the result after its retention', async () => {
    const id = await insert({ retentionSeconds: 1_000 });
    await claim(id);
    await db.tryOns.complete(id, 1, OUTCOME);
    const mine = async () =>
      (await db.tryOns.listCleanups({ olderThanMs: 0, limit: 100 })).filter((row) => row.id === id);
    expect(await mine()).toMatchObject([{ id, photoKey: `photos/${id}`, batchId: null, keepKey: OUTCOME.result.key }]);
    await db.tryOns.finishCleanup(id, { keptResult: true });
    expect(await mine()).toEqual([]);
    await set(id, `expires_at = now() - interval '1 s', cleanup_at = now() - interval '1 s'`);
    expect(await mine()).toMatchObject([{ id, photoKey: `photos/${id}`, keepKey: null }]);
    await db.tryOns.finishCleanup(id, { keptResult: false });
    expect(await mine()).toEqual([]);
  });

  it('finds ids without a row', async () => {
    const id = await insert();
    expect(await db.tryOns.listUnknown([id, 'try_none'])).toEqual(['try_none']);
  });
});

describe('accounts', () => {
  it('ask for fair pictures by default, and their keys carry the setting', async () => {
    const account = await db.accounts.create({ name: 'picky', plan: 'free' });
    expect(account.minQuality).toBe('fair');
    expect(await db.accounts.update(account.id, { minQuality: 'good' })).toMatchObject({ minQuality: 'good' });
    const key = {
      id: newId('key'),
      accountId: account.id,
      kind: 'sk',
      env: 'live',
      last4: 'abcd',
      scopes: [],
    } as const;
    await db.apiKeys.insert({ ...key, hash: key.id });
    expect(await db.apiKeys.findByHash(key.id)).toMatchObject({ minQuality: 'good' });
  });

  it("never see another account's try-on", async () => {
    const id = await insert();
    const other = await db.accounts.create({ name: 'other', plan: 'free' });
    expect(await db.tryOns.findForAccount(liveOwner(accountId), id)).toMatchObject({ id });
    expect(await db.tryOns.findForAccount(liveOwner(other.id), id)).toBeNull();
    expect(await db.tryOns.findForAccount({ accountId, env: 'test' }, id)).toBeNull();
    expect(await db.tryOns.cancel(liveOwner(other.id), id)).toBe(false);
    expect(await db.tryOns.cancel({ accountId, env: 'test' }, id)).toBe(false);
    expect([await db.tryOns.countOpen(liveOwner(accountId)), await db.tryOns.countOpen(liveOwner(other.id))]).toEqual([
      1, 0,
    ]);
  });

  it('have keys that are found by hash, with the plan and whether they are active, expired or revoked', async () => {
    const hash = createHash('sha256').update(newId('key')).digest('hex');
    const id = newId('key');
    const key = { id, accountId, kind: 'rk', env: 'live', hash, last4: 'wxyz', scopes: ['tryon:read'] } as const;
    await db.apiKeys.insert(key);
    expect(await db.apiKeys.findByHash(hash)).toMatchObject({
      ...{ id, accountId, kind: 'rk', scopes: ['tryon:read'], status: 'active', accountStatus: 'active' },
      plan: { name: 'starter', limitPerHour: 500 },
    });
    await database.query(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [id]);
    expect((await db.apiKeys.findByHash(hash))?.status).toBe('expired');
    expect(await db.apiKeys.revoke('acc_other', id)).toBe(false);
    expect(await db.apiKeys.revoke(accountId, id)).toBe(true);
    expect((await db.apiKeys.findByHash(hash))?.status).toBe('revoked');
    expect(await db.apiKeys.findByHash('00')).toBeNull();
  });

  it('with a limit of their own have that one', async () => {
    const account = await db.accounts.create({ name: 'big', plan: 'enterprise', limitPerHour: 77_000 });
    expect(account.plan).toEqual({ name: 'enterprise', limitPerHour: 77_000, inFlightMax: 64 });
    expect(await db.accounts.find(account.id)).toEqual(account);
  });

  it('share session ids without sharing sessions', async () => {
    const other = await db.accounts.create({ name: 'other', plan: 'free' });
    expect(await db.sessions.getOrCreate(liveOwner(accountId), 'cart-1')).toEqual({
      id: 'cart-1',
      clientSupplied: true,
      created: true,
    });
    expect(await db.sessions.getOrCreate(liveOwner(accountId), 'cart-1')).toMatchObject({ created: false });
    expect(await db.sessions.getOrCreate(liveOwner(other.id), 'cart-1')).toMatchObject({ created: true });
  });

  it('have one product per image, named by the shop once', async () => {
    const made = await Promise.all(
      [1, 2, 3].map(() => db.products.upsertByImage(liveOwner(accountId), 'https://a.example/1.jpg')),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    const named = await db.products.upsertByImage(liveOwner(accountId), 'https://a.example/1.jpg', {
      externalId: 'SKU-1',
      category: 'top',
    });
    expect(named).toMatchObject({ id: made[0]?.id, externalId: 'SKU-1', created: false });
    const second = await db.products.upsertByImage(liveOwner(accountId), 'https://a.example/2.jpg', {
      externalId: 'SKU-1',
    });
    expect(second).toMatchObject({ externalId: null, created: true });
  });
});

describe('isDatabaseUnavailable', () => {
  it('distinguishes a database that is away from a statement that it rejects', async () => {
    const away = createDatabase({ url: 'postgresql://127.0.0.1:1/none' });
    const fault = await away.ping().catch((error: unknown) => error);
    expect(isDatabaseUnavailable(fault)).toBe(true);
    const refused = await insert({ sessionId: 'ses_none' }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(refused)).toBe(false);
    await away.close();
  });

  it('includes a row that is locked for too long', async () => {
    const impatient = createDatabase({ url: database.url, statementTimeoutMs: 200 });
    const id = await insert();
    const held = database.query(`SELECT id FROM try_ons WHERE id = '${id}' FOR UPDATE; SELECT pg_sleep(3)`);
    await waitFor(async () => {
      const asleep = await database.query("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'");
      return asleep.length > 0;
    });
    const fault = await impatient.tryOns.erase(liveOwner(accountId), id).catch((error: unknown) => error);
    expect(isDatabaseUnavailable(fault)).toBe(true);
    await held;
    await impatient.close();
  });
});

async function waitFor(probe: () => Promise<boolean>): Promise<void> {
  while (!(await probe())) await new Promise((resolve) => setTimeout(resolve, 20));
}
