import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ObjectStore } from './object-store';

/**
 * The store on a local disk, for a single machine and for tests of code above it. Objects are written under a temporary name and renamed,
 * so readers never see half an object. Signed URLs are plain file URLs: nothing is signed and nothing expires.
 */
export function createDiskStore(folder: string): ObjectStore {
  const root = resolve(folder);
  const pathOf = (key: string): string => {
    const path = resolve(root, key);
    if (!path.startsWith(root + sep)) throw new RangeError(`the key ${JSON.stringify(key)} leaves the store`);
    return path;
  };
  const list = async (prefix: string): Promise<string[]> => {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((key) => key.startsWith(prefix))
      .sort();
  };
  return {
    async put(key, bytes) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const draft = `${path}.${randomUUID()}.part`;
      await writeFile(draft, bytes);
      await rename(draft, path);
    },
    async get(key) {
      return unlessMissing(readFile(pathOf(key)));
    },
    async exists(key) {
      const found = await unlessMissing(stat(pathOf(key)));
      return found !== null && found.isFile();
    },
    async sizeOf(key) {
      const found = await unlessMissing(stat(pathOf(key)));
      return found === null ? null : found.size;
    },
    async delete(keys) {
      await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })));
    },
    list,
    async *listPages(prefix) {
      yield await list(prefix);
    },
    presignGet: async (key) => pathToFileURL(pathOf(key)).href,
    presignPut: async (key) => pathToFileURL(pathOf(key)).href,
    async ensureBucket() {
      await mkdir(root, { recursive: true });
    },
    close: () => undefined,
  };
}

/** null where there is no such file. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}
