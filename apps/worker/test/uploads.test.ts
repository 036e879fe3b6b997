import { newId } from '@drape/contracts';
import { uploadKey } from '@drape/storage';
import { liveOwner } from '@drape/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { engineVersion } from '../src/render/engine-version';
import { createReaper, type Reaper } from '../src/upkeep/reaper';
import { createWorkerHarness, execute, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;
let reaper: Reaper;

beforeAll(async () => {
  harness = await createWorkerHarness();
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const notifier = { wake: () => Promise.resolve() };
  const webhookSender = { sendDue: () => Promise.resolve(0) };
  const { db, queues, store } = harness;
  reaper = createReaper({ ...db, queues, store, notifier, webhookSender, engine: engineVersion(), log: silent });
});

afterAll(() => harness?.close(), 30_000);

const sql = (text: string, id: string) => execute(harness.databaseUrl, text, [id]);
const isStored = (id: string) => harness.store.exists(uploadKey(id));
const put = (id: string) => harness.store.put(uploadKey(id), Buffer.from('x'), { contentType: 'image/png' });

async function upload(reusable = false): Promise<string> {
  const owner = liveOwner(harness.accountId);
  const { id: sessionId } = await harness.db.sessions.getOrCreate(owner, null);
  const id = newId('upl');
  await harness.db.uploads.insert({ id, owner, sessionId, contentType: 'image/png', bytes: 1, reusable, forSec: 3600 });
  await put(id);
  return id;
}

it('removes an upload when its hour is over, and forgets it', async () => {
  const [old, young] = [await upload(), await upload(true)];
  await sql(`UPDATE uploads SET expires_at = now() - interval '1 s' WHERE id = $1`, old);
  await reaper.sweep();
  expect([await isStored(old), await isStored(young)]).toEqual([false, true]);
  expect(await harness.db.uploads.listUnknown([old, young])).toEqual([old]);
});

it('removes what a dead gateway left of a used one, and what is put there later when it expires', async () => {
  const [used, again] = [await upload(), await upload(true)];
  await harness.db.uploads.consume([used, again]);
  for (const id of [used, again]) await sql(`UPDATE uploads SET used_at = now() - interval '1 min' WHERE id = $1`, id);
  await reaper.sweep();
  expect([await isStored(used), await isStored(again)]).toEqual([false, true]);
  await put(used);
  await sql(`UPDATE uploads SET expires_at = now() - interval '1 s' WHERE id = $1`, used);
  await reaper.sweep();
  expect(await isStored(used)).toBe(false);
});

it('removes unknown objects in the second round', async () => {
  const [unknown, known] = [newId('upl'), await upload()];
  await put(unknown);
  await reaper.round();
  await reaper.round();
  expect([await isStored(unknown), await isStored(known)]).toEqual([false, true]);
});
