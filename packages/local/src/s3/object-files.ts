import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crcText } from './read-payload';
import { S3Error } from './s3-error';

export interface ObjectRecord {
  key: string;
  /** The file of the bytes, beside the record. */
  file: string;
  size: number;
  etag: string;
  crc32: string;
  modifiedMs: number;
  headers: Record<string, string>;
}

/** Characters of a record's name that tell of its key, however long that is. */
const PLAIN_CHARACTERS = 130;

/** Character by character, so that the name of a prefix begins the names of its keys. */
function fileNameOf(key: string): string {
  return encodeURIComponent(key).replaceAll('.', '%2E');
}

/**
 * Buckets as folders. An object is two files: its bytes under a fresh name, then a JSON record named by the key that points
 * to them. The record appears by one rename or link, so a reader sees the old object or the new one, and a crash leaves at
 * most bytes that nothing points to.
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
    if ((await this.list(bucket)).length > 0) throw new S3Error(409, 'BucketNotEmpty', 'The bucket is not empty.');
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
    const folder = this.folder(bucket);
    const draft = join(folder, `${id}.draft`);
    await writeFile(join(folder, record.file), bytes);
    await writeFile(draft, JSON.stringify(record));
    if (!onlyIfNew) await rename(draft, this.recordFile(bucket, key));
    else await this.linkOnce(draft, this.recordFile(bucket, key), join(folder, record.file));
    if (previous) await rm(join(folder, previous.file), { force: true });
    return record;
  }

  async find(bucket: string, key: string): Promise<ObjectRecord | undefined> {
    return readRecord(this.recordFile(bucket, key));
  }

  bytesFile(bucket: string, record: ObjectRecord): string {
    return join(this.folder(bucket), record.file);
  }

  async delete(bucket: string, key: string): Promise<void> {
    const record = await this.find(bucket, key);
    await rm(this.recordFile(bucket, key), { force: true });
    if (record) await rm(this.bytesFile(bucket, record), { force: true });
  }

  /** All objects whose keys begin with `prefix`, in the order of their UTF-8 bytes. */
  async list(bucket: string, prefix = ''): Promise<ObjectRecord[]> {
    // Only what may begin so is read: a list of one try-on's pictures costs no more where a million others lie beside them.
    const start = fileNameOf(prefix).slice(0, PLAIN_CHARACTERS);
    const isCandidate = (name: string): boolean => name.startsWith(start) && name.endsWith('.json');
    const names = (await readdir(this.folder(bucket))).filter(isCandidate);
    const records = await Promise.all(names.map((name) => readRecord(join(this.folder(bucket), name))));
    return records
      .filter((record) => record !== undefined)
      .filter((record) => record.key.startsWith(prefix))
      .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
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

  private recordFile(bucket: string, key: string): string {
    const name = fileNameOf(key);
    const short =
      name.length <= 200
        ? name
        : `${name.slice(0, PLAIN_CHARACTERS)}-${createHash('sha256').update(key).digest('hex')}`;
    return join(this.folder(bucket), `${short}.json`);
  }
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
