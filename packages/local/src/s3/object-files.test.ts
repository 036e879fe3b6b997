import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ObjectFiles, type ListRange } from './object-files';

const BUCKET = 'pictures';
const LONG = 'x'.repeat(300);

let root: string;
let files: ObjectFiles;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'drape-objects-'));
  files = new ObjectFiles(root, () => 0);
  await files.createBucket(BUCKET);
});

afterEach(() => rmSync(root, { recursive: true }));

const put = (key: string) => files.put(BUCKET, key, Buffer.from(key), {}, false);

async function keysOf(range?: ListRange): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list(BUCKET, range)) keys.push(key);
  return keys;
}

// "-" and "." come before "/", "0" after it; empty parts and long ones are no folders.
const KEYS = ['a', 'a-b', 'a.b/c', 'a/', 'a/b', 'a/b/c', 'a/b0', 'a//b', 'a0', `a/${LONG}/c`, `${LONG}/c`, `b/${LONG}`];
const inOrder = (keys: readonly string[]): string[] =>
  [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

it('lists in the order of keys, whichever of them are folders', async () => {
  for (const key of KEYS) await put(key);
  expect(await keysOf()).toEqual(inOrder(KEYS));
});

it.each(['', 'a', 'a/', 'a/b', 'a//', 'a.', 'x', `${LONG}/`, 'none'])('lists what begins with "%s"', async (prefix) => {
  for (const key of KEYS) await put(key);
  expect(await keysOf({ prefix })).toEqual(inOrder(KEYS.filter((key) => key.startsWith(prefix))));
});

it('goes on after any key', async () => {
  for (const key of KEYS) await put(key);
  const all = inOrder(KEYS);
  for (const [i, after] of all.entries()) expect(await keysOf({ after })).toEqual(all.slice(i + 1));
});

it('leaves no folder of what was deleted, and puts into one that goes at that moment', async () => {
  await Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      const key = `results/try_1/${i}.jpg`;
      await put(key);
      await files.delete(BUCKET, key);
    }),
  );
  expect(readdirSync(join(root, BUCKET))).toEqual([]);
});

it('moves what an earlier release stored side by side, also where it was cut off in that', async () => {
  const folder = join(root, BUCKET);
  for (const id of ['1', '2']) {
    const key = `results/try_${id}/1.jpg`;
    const record = {
      key,
      file: `${id}.bytes`,
      size: 3,
      etag: '"e"',
      crc32: '',
      modifiedMs: 0,
      headers: {},
    };
    writeFileSync(join(folder, record.file), `of ${id}`);
    writeFileSync(join(folder, `results%2Ftry_${id}%2F1%2Ejpg.json`), JSON.stringify(record));
  }
  mkdirSync(join(folder, 'results/try_2'), { recursive: true });
  writeFileSync(join(folder, 'results/try_2/2.bytes'), 'of 2');
  await files.moveFlat();
  await files.moveFlat();
  expect(await keysOf()).toEqual(['results/try_1/1.jpg', 'results/try_2/1.jpg']);
  expect(readdirSync(folder)).toEqual(['results']);
  const second = await files.find(BUCKET, 'results/try_2/1.jpg');
  expect(second && (await readFile(files.bytesFile(BUCKET, second), 'utf8'))).toBe('of 2');
});
