import { liveOwner } from '@drape/testkit';
import { newId } from '@drape/contracts';
import { photoKey, resultKey, resultPrefix } from '@drape/storage';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Reaper } from '../src/upkeep/reaper';
import { createTestReaper } from './test-reaper';
import { createWorkerHarness, execute, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;
let reapers: readonly Reaper[];

beforeAll(async () => {
  harness = await createWorkerHarness();
  reapers = Array.from({ length: 3 }, () => createTestReaper(harness));
});

afterAll(() => harness.close(), 30_000);

const sql = (text: string, ...values: unknown[]) => execute(harness.databaseUrl, text, values);
/** What several workers do at the same time. */
const sweep = () => Promise.all(reapers.map((reaper) => reaper.sweep()));
const round = () => Promise.all(reapers.map((reaper) => reaper.round()));

const PICTURE = { contentType: 'image/jpeg' };

/** A try-on that was finished with a picture, its photo not yet cleaned up. */
async function finished(): Promise<{ id: string; key: string }> {
  const { db, store } = harness;
  const id = await harness.submit({ enqueue: false });
  await db.tryOns.claim(id, { leaseMs: 60_000 });
  const key = resultKey(id, 1, 'jpg');
  await store.put(key, Buffer.from('a picture'), PICTURE);
  await db.tryOns.complete(id, 1, {
    ...{ category: 'top', categorySource: 'client', fitScore: 50, recommendations: [], advice: [], warnings: [] },
    fit: {
      basis: 'visual',
      confidence: 'low',
      formulaVersion: 'fit-2',
      zones: [],
      size: null,
      components: { visual: 0.5, size: null },
      sizeScore: null,
      sizeKnown: null,
    },
    ...{ evidence: {}, stages: [], renderMs: 1 },
    quality: { level: 'good', score: 90, reasons: [] },
    result: { key, format: 'jpeg', width: 3, height: 4, bytes: 9, sha256: 'a'.repeat(64) },
  });
  return { id, key };
}

const makeDue = (id: string) =>
  sql(`UPDATE try_ons SET cleanup_at = now() - interval '1 min' WHERE id = $1 AND cleanup_at IS NOT NULL`, id);
const passRetention = (id: string) => sql(`UPDATE try_ons SET expires_at = now() - interval '1 min' WHERE id = $1`, id);
const growOld = (table: 'try_ons' | 'measurements', id: string) =>
  sql(`UPDATE ${table} SET created_at = now() - interval '91 days' WHERE id = $1`, id);
const growOldSession = (id: string) =>
  sql(
    `UPDATE sessions SET expires_at = now() - interval '1 min' WHERE account_id = $1 AND id = $2`,
    harness.accountId,
    id,
  );

describe('objects', () => {
  it('the photo is deleted when the try-on has ended, the result when its retention has', async () => {
    const { store, db, accountId } = harness;
    const { id, key } = await finished();
    await makeDue(id);
    await sweep();
    expect([await store.exists(photoKey(id)), await store.exists(key)]).toEqual([false, true]);
    await passRetention(id);
    await makeDue(id);
    await sweep();
    expect(await store.list(resultPrefix(id))).toEqual([]);
    expect(await db.tryOns.findForAccount(liveOwner(accountId), id)).toMatchObject({ status: 'completed' });
  });

  it('a retention that ends while the picture is still being tidied up is not forgotten', async () => {
    const { id, key } = await finished();
    await passRetention(id);
    await harness.db.tryOns.finishCleanup(id, { keptResult: true });
    expect(await harness.store.exists(key)).toBe(true);
    await sweep();
    expect(await harness.store.exists(key)).toBe(false);
  });

  it('results without a row, and those that their row does not show, are deleted in the second round; those that count stay', async () => {
    const { store } = harness;
    const [kept, shown] = [await finished(), await finished()];
    const running = await harness.submit({ enqueue: false });
    const orphan = resultKey(newId('try'), 1, 'webp');
    const late = resultKey(shown.id, 2, 'jpg');
    const early = resultKey(running, 1, 'png');
    await Promise.all([orphan, late, early].map((key) => store.put(key, Buffer.from('x'), PICTURE)));
    await round();
    expect(await store.exists(orphan)).toBe(true);
    await round();
    const left = await Promise.all([orphan, late, early, kept.key, shown.key].map((key) => store.exists(key)));
    expect(left).toEqual([false, false, true, true, true]);
  });
});

describe('records', () => {
  it('a try-on is forgotten after 90 days, not earlier, and not before its objects are gone', async () => {
    const { db, store } = harness;
    const [old, young] = [await finished(), await finished()];
    await growOld('try_ons', old.id);
    await round();
    expect(await db.tryOns.find(old.id)).not.toBeNull();
    for (const { id } of [old, young]) {
      await passRetention(id);
      await makeDue(id);
    }
    await sweep();
    await round();
    expect(await db.tryOns.find(old.id)).toBeNull();
    expect(await db.tryOns.find(young.id)).not.toBeNull();
    expect((await store.list('')).filter((key) => key.includes(old.id))).toEqual([]);
  });

  it('an unfinished try-on is never forgotten, however old', async () => {
    const id = await harness.submit({ enqueue: false });
    await growOld('try_ons', id);
    await round();
    expect(await harness.db.tryOns.find(id)).not.toBeNull();
  });

  it('measurements and then their empty session are forgotten; a session in use says for how long it is kept', async () => {
    const { db, accountId } = harness;
    const [empty, used] = ['empty', 'used'];
    await db.sessions.getOrCreate(liveOwner(accountId), empty);
    const body = { height: 170 };
    const base = {
      owner: liveOwner(accountId),
      department: null,
      unit: 'cm',
      weightUnit: 'kg',
      submitted: body,
      body,
    } as const;
    const [old, young] = [
      await db.measurements.insert({ ...base, sessionId: empty }),
      await db.measurements.insert({
        ...base,
        sessionId: (await db.sessions.getOrCreate(liveOwner(accountId), used)).id,
      }),
    ];
    await growOld('measurements', old.id);
    await growOldSession(empty);
    await growOldSession(used);
    await round();
    await round();
    expect(await db.measurements.findForAccount(liveOwner(accountId), old.id)).toBeNull();
    expect(await db.measurements.findForAccount(liveOwner(accountId), young.id)).not.toBeNull();
    expect(await db.sessions.find(liveOwner(accountId), empty)).toBeNull();
    await db.sessions.getOrCreate(liveOwner(accountId), used);
    const days = ((await db.sessions.find(liveOwner(accountId), used))?.expiresAt?.getTime() ?? 0) - Date.now();
    expect(Math.round(days / 86_400_000)).toBe(90);
  });

  it('requests are forgotten after a week', async () => {
    const { db, accountId } = harness;
    const owner = liveOwner(accountId);
    const [old, young] = [6.9, 7.1]
      .map((days) => ({
        id: newId('req'),
        owner,
        apiKeyId: 'key_1',
        method: 'GET',
        route: '/v1/sessions',
        status: 200,
        errorCode: null,
        tryOnId: null,
        timing: { total: 1.5, auth: 0.5, queue: null, render: null, store: null },
        createdAt: new Date(Date.now() - days * 86_400_000),
      }))
      .reverse();
    if (old === undefined || young === undefined) throw new Error('two were made');
    const write = (...rows: (typeof old)[]) => db.requestLogs.write(rows.map((row) => ({ ...row, usedQuota: true })));
    await write(old, young);
    await write(young);
    expect(await db.requestLogs.find(owner, old.id)).toEqual(old);
    await round();
    expect(await db.requestLogs.find(owner, old.id)).toBeNull();
    expect(await db.requestLogs.find(owner, young.id)).toEqual(young);
  });

  it('idempotency keys are forgotten after a day', async () => {
    const { db, accountId } = harness;
    const scope = { owner: liveOwner(accountId), method: 'POST', path: '/v1/tryon', key: 'k' };
    const first = newId('try');
    await db.idempotencyKeys.reserve(scope, { fingerprint: 'a', resourceId: first, staleMs: 1000 });
    await db.idempotencyKeys.complete(scope, first);
    await round();
    const again = { fingerprint: 'b', resourceId: newId('try'), staleMs: 1000 };
    expect((await db.idempotencyKeys.reserve(scope, again)).kind).toBe('reused');
    await sql(`UPDATE idempotency_keys SET expires_at = now() - interval '1 s'`);
    await round();
    expect(await db.idempotencyKeys.sweep()).toBe(0);
    expect((await db.idempotencyKeys.reserve(scope, again)).kind).toBe('reserved');
  });
});
