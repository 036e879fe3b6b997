import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '@drape/contracts';
import { checkedPhotoKey, checkFindingsKey, createDiskStore, photoKey } from '@drape/storage';
import { expect, it } from '@jest/globals';
import { createStaleChecksRound } from './stale-checks';

it('removes what checks left minutes ago, and nothing else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'drape-checks-'));
  const store = createDiskStore(folder);
  const put = (key: string) => store.put(key, Buffer.from('x'), { contentType: 'text/plain' });
  const old = newId('chk', { now: () => Date.now() - 6 * 60_000 });
  const kept = [checkedPhotoKey(newId('chk')), photoKey(newId('try', { now: () => 0 }))];
  const keys = [...kept, checkedPhotoKey(old), checkFindingsKey(old), 'checks/what/else'];
  await Promise.all(keys.map(put));
  await createStaleChecksRound({ store, log: { info() {} } })();
  expect(await store.list('')).toEqual(kept);
  await rm(folder, { recursive: true });
});
