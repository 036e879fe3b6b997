import { createHash, randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { link, mkdir, readFile, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderIn, isFlat, mayBegin, partOf, pathOf, recordNameOf, restOf } from './object-paths';
import { crcText } from './read-payload';
import { S3Error } from './s3-error';

export interface ObjectRecord {
  key: string;
  /** The file of the bytes, next to the record. */
  file: string;
  size: number;
  etag: string;
  crc32: string;
  modifiedMs: number;
  headers: Record<string, string>;
}

/** A folder goes when its last object does, and may go while another is put into it. */
const PUT_TRIES = 5;

/**
 * Buckets as folders, and folders in them for the slashes of keys. An object is two files: its bytes under a fresh name, then a JSON
 * record named by the key that points to them. The record appears by one rename or link, so a reader sees the old object or the new
 * one, and a crash leaves at most bytes that nothing points to.
 */
export class ObjectFiles {
  constructor(
    private readonly root: string,
    private readonly now: () => number,
  ) {}

  async createBucket(bucket: string): Promise<void> {
    await mkdir(this.folder(bucket), { recursive: true });
  }

  async hasBucket(bucket: string): Promise<boolean> {
    return stat(this.folder(bucket)).then(
      () => true,
      () => false,
    );
  }

  async deleteBucket(bucket: string): Promise<void> {
    const first = await this.list(bucket).next();
    if (first.done !== true) throw new S3Error(409, 'BucketNotEmpty', 'The bucket is not empty.');
    await rm(this.folder(bucket), { recursive: true, force: true });
  }

  /** `onlyIfNew` makes it an error (412) to write over an object, atomically. */
  async put(
    bucket: string,
    key: string,
    bytes: Buffer,
    headers: Record<string, string>,
    onlyIfNew: boolean,
  ): Promise<ObjectRecord> {
    const id = randomUUID();
    const record: ObjectRecord = {
      key,
      file: `${id}.bytes`,
      size: bytes.length,
      etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      crc32: crcText(bytes),
      modifiedMs: this.now(),
      headers,
    };
    const previous = await this.find(bucket, key);
    const folder = this.folderOf(bucket, key);
    const draft = join(folder, `${id}.draft`);
    await this.writeInto(bucket, folder, join(folder, record.file), bytes);
    await writeFile(draft, JSON.stringify(record));
    if (!onlyIfNew) await rename(draft, this.recordFile(bucket, key));
    else await this.linkOnce(draft, this.recordFile(bucket, key), join(folder, record.file));
    if (previous) await rm(join(folder, previous.file), { force: true });
    return record;
  }

  /** The first file of an object makes its folder where there is none. */
  private async writeInto(bucket: string, folder: string, file: string, bytes: Buffer): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        return await writeFile(file, bytes);
      } catch (error) {
        if (!hasCode(error, 'ENOENT') || tries === PUT_TRIES || !(await this.hasBucket(bucket))) throw error;
        await mkdir(folder, { recursive: true });
      }
    }
  }

  async find(bucket: string, key: string): Promise<ObjectRecord | undefined> {
    return readRecord(this.recordFile(bucket, key));
  }

  bytesFile(bucket: string, record: ObjectRecord): string {
    return join(this.folderOf(bucket, record.key), record.file);
  }

  async delete(bucket: string, key: string): Promise<void> {
    const record = await this.find(bucket, key);
    await rm(this.recordFile(bucket, key), { force: true });
    if (!record) return;
    await rm(this.bytesFile(bucket, record), { force: true });
    await this.dropEmpty(bucket, key);
  }

  /** Removes the folders of a key that have become empty. */
  private async dropEmpty(bucket: string, key: string): Promise<void> {
    const { folders } = pathOf(key);
    for (let count = folders.length; count > 0; count--) {
      try {
        await rmdir(join(this.folder(bucket), ...folders.slice(0, count)));
      } catch {
        return;
      }
    }
  }

  /** Objects whose keys begin with `prefix` and come after `after`, in the order of their UTF-8 bytes. Reads as far as it is asked. */
  list(bucket: string, { prefix = '', after = '' }: ListRange = {}): AsyncGenerator<ObjectRecord, void> {
    const { folders } = pathOf(prefix);
    const base = prefix.split('/').slice(0, folders.length).join('/');
    const folder = join(this.folder(bucket), ...folders);
    return listFolder(folder, base === '' ? '' : `${base}/`, { prefix, after });
  }

  /** Moves the objects of earlier releases, which all lay side by side, into folders. */
  async moveFlat(): Promise<void> {
    for (const bucket of await entriesOf(this.root)) {
      if (!bucket.isDirectory()) continue;
      const flat = (await entriesOf(this.folder(bucket.name))).filter(({ name }) => isFlat(name));
      for (const { name } of flat) await this.moveOne(bucket.name, name);
    }
  }

  /** The bytes are in both places before the record is, so that it can be cut off anywhere and done again. */
  private async moveOne(bucket: string, name: string): Promise<void> {
    const root = this.folder(bucket);
    const record = await readRecord(join(root, name));
    if (record === undefined) return;
    await mkdir(this.folderOf(bucket, record.key), { recursive: true });
    const bytes = this.bytesFile(bucket, record);
    if (bytes === join(root, record.file)) return;
    await link(join(root, record.file), bytes).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
    await rename(join(root, name), this.recordFile(bucket, record.key));
    await rm(join(root, record.file), { force: true });
  }

  private async linkOnce(draft: string, target: string, bytesFile: string): Promise<void> {
    try {
      await link(draft, target);
    } catch (error) {
      await rm(bytesFile, { force: true });
      if (!hasCode(error, 'EEXIST')) throw error;
      throw new S3Error(412, 'PreconditionFailed', 'An object with this key exists.');
    } finally {
      await rm(draft, { force: true });
    }
  }

  private folder(bucket: string): string {
    return join(this.root, bucket);
  }

  private folderOf(bucket: string, key: string): string {
    return folderIn(this.folder(bucket), pathOf(key));
  }

  private recordFile(bucket: string, key: string): string {
    return join(this.folderOf(bucket, key), recordNameOf(pathOf(key).rest));
  }
}

export interface ListRange {
  readonly prefix?: string;
  readonly after?: string;
}

/** `base`: what the keys of a folder begin with. */
async function* listFolder(
  folder: string,
  base: string,
  range: Required<ListRange>,
): AsyncGenerator<ObjectRecord, void> {
  const { prefix, after } = range;
  const wanted = prefix.slice(base.length);
  const found: { readonly key: string; readonly file?: string; readonly folder?: string }[] = [];
  for (const entry of await entriesOf(folder)) {
    const part = entry.isDirectory() ? partOf(entry.name) : undefined;
    if (part !== undefined) found.push({ key: `${base}${part}/`, folder: join(folder, entry.name) });
    else if (mayBegin(entry.name, wanted)) found.push(...(await keyIn(folder, base, entry.name)));
  }
  for (const { key, file, folder: inner } of found.filter(({ key }) => key.startsWith(prefix)).sort(byKey)) {
    // All keys of a folder come before `after` where its own does, and `after` lies not in it.
    if (inner !== undefined && (compareKeys(key, after) > 0 || after.startsWith(key))) {
      yield* listFolder(inner, key, range);
    }
    if (file === undefined || compareKeys(key, after) <= 0) continue;
    const record = await readRecord(file);
    if (record !== undefined) yield record;
  }
}

/** The key of a record's file, which has to be read where its name was cut; none for other files and for what is gone. */
async function keyIn(folder: string, base: string, name: string): Promise<{ key: string; file: string }[]> {
  const rest = restOf(name);
  if (rest === undefined) return [];
  const file = join(folder, name);
  if (rest !== null) return [{ key: `${base}${rest}`, file }];
  const record = await readRecord(file);
  return record === undefined ? [] : [{ key: record.key, file }];
}

const compareKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const byKey = (a: { readonly key: string }, b: { readonly key: string }): number => compareKeys(a.key, b.key);

/** None where there is no such folder. */
function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  });
}

async function readRecord(file: string): Promise<ObjectRecord | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ObjectRecord;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
