import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createDiskStore,
  createObjectStore,
  type ObjectStore,
  photoKey,
  removeTryOnObjects,
  resultKey,
  resultPrefix,
} from '..';

const env = (name: string): string => process.env[name] ?? '';

function bucketStore(secretAccessKey = env('TEST_S3_SECRET_ACCESS_KEY')): ObjectStore {
  return createObjectStore({
    endpoint: env('TEST_S3_ENDPOINT'),
    region: env('TEST_S3_REGION') || 'us-east-1',
    bucket: `test-${randomUUID()}`,
    accessKeyId: env('TEST_S3_ACCESS_KEY_ID'),
    secretAccessKey,
    forcePathStyle: true,
  });
}

function behavesLikeAStore(name: string, open: () => Promise<{ store: ObjectStore; drop: () => Promise<void> }>): void {
  describe(name, () => {
    let store: ObjectStore;
    let drop: () => Promise<void>;
    beforeAll(async () => {
      ({ store, drop } = await open());
      await store.ensureBucket();
      await store.ensureBucket();
    });
    afterAll(async () => {
      store.close();
      await drop();
    });

    it('returns exactly the bytes that were put, and replaces them', async () => {
      const bytes = randomBytes(300_000);
      await store.put(photoKey('try_a'), randomBytes(10), { contentType: 'image/jpeg' });
      await store.put(photoKey('try_a'), bytes, { contentType: 'image/jpeg' });
      const read = await store.get(photoKey('try_a'));
      expect(read && Buffer.compare(bytes, read)).toBe(0);
      expect(await store.exists(photoKey('try_a'))).toBe(true);
    });

    it('returns null and false for what is missing, and deletes it without an error', async () => {
      expect(await store.get('photos/none')).toBeNull();
      expect(await store.exists('photos/none')).toBe(false);
      await expect(store.delete(['photos/none'])).resolves.toBeUndefined();
    });

    it('lists by prefix in order and deletes many', async () => {
      const keys = [1, 2, 3].map((attempt) => resultKey('try_b', attempt, 'jpg'));
      for (const key of [...keys].reverse()) await store.put(key, randomBytes(3), { contentType: 'image/jpeg' });
      await store.put(resultKey('try_bb', 1, 'jpg'), randomBytes(3), { contentType: 'image/jpeg' });
      expect(await store.list(resultPrefix('try_b'))).toEqual(keys);
      await store.delete(keys.slice(0, 2));
      expect(await store.list(resultPrefix('try_b'))).toEqual(keys.slice(2));
    });

    it('removes the photo and all attempts of many try-ons, and nothing of any other', async () => {
      const ids = Array.from({ length: 45 }, (_, i) => `try_c${i}`);
      const keysOf = (id: string) => [photoKey(id), resultKey(id, 1, 'jpg'), resultKey(id, 2, 'webp')];
      const put = (key: string) => store.put(key, randomBytes(3), { contentType: 'image/jpeg' });
      await Promise.all([...ids, 'try_d'].flatMap((id) => keysOf(id).map(put)));
      await removeTryOnObjects(store, ids);
      const left = await Promise.all(['photos/try_', 'results/try_'].map((prefix) => store.list(prefix)));
      expect(left.flat().filter((key) => /try_[cd]/.test(key))).toEqual(keysOf('try_d'));
    });
  });
}

behavesLikeAStore('the S3 store', async () => ({ store: bucketStore(), drop: async () => undefined }));
behavesLikeAStore('the disk store', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'drape-store-'));
  return { store: createDiskStore(folder), drop: () => rm(folder, { recursive: true }) };
});

describe('signed URLs of the S3 store', () => {
  it('download without a key and are rejected when changed', async () => {
    const store = bucketStore();
    await store.ensureBucket();
    await store.put('results/try_c/1.jpg', Buffer.from('picture'), { contentType: 'image/jpeg' });
    const url = await store.presignGet('results/try_c/1.jpg', { expiresInSec: 60 });
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(await answer.text()).toBe('picture');
    const forged = await fetch(url.replace('/1.jpg', '/2.jpg'));
    expect(forged.status).toBe(403);
    await forged.body?.cancel();
    store.close();
  });

  it('a wrong secret cannot upload', async () => {
    const store = bucketStore('wrong');
    await expect(store.ensureBucket()).rejects.toThrow();
    store.close();
  });
});

describe('the disk store', () => {
  it('rejects a key that leaves its folder', async () => {
    const store = createDiskStore(join(tmpdir(), 'drape-none'));
    await expect(store.put('../outside', Buffer.alloc(1), { contentType: 'x' })).rejects.toThrow(RangeError);
  });
});
