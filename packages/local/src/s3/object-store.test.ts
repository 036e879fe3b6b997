import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketVersioningCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startObjectStore, type RunningObjectStore } from './start-object-store';

const CREDENTIALS = { accessKeyId: 'id', secretAccessKey: 'secret' };
const REGION = 'us-east-1';
const Bucket = 'pictures';
const folder = mkdtempSync(join(tmpdir(), 'drape-s3-'));

let nowMs = Date.now();
let server: RunningObjectStore;
let client: S3Client;

function clientWith(secretAccessKey: string): S3Client {
  return new S3Client({
    endpoint: server.endpoint,
    region: REGION,
    credentials: { ...CREDENTIALS, secretAccessKey },
    forcePathStyle: true,
    maxAttempts: 1,
  });
}

async function read(Key: string, Range?: string): Promise<string | undefined> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range }));
  return Body?.transformToString();
}

beforeAll(async () => {
  server = await startObjectStore({ ...CREDENTIALS, region: REGION, folder, now: () => nowMs });
  client = clientWith(CREDENTIALS.secretAccessKey);
  await client.send(new CreateBucketCommand({ Bucket }));
});

afterAll(async () => {
  client.destroy();
  await server.stop();
  rmSync(folder, { recursive: true });
});

describe('the object store, asked by the AWS SDK', () => {
  it('gives back what was put, with its headers, and replaces it', async () => {
    const Key = 'a b/ü&+(1).jpg';
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'first' }));
    await client.send(
      new PutObjectCommand({ Bucket, Key, Body: 'second', ContentType: 'image/jpeg', Metadata: { who: 'me' } }),
    );
    expect(await read(Key)).toBe('second');
    const head = await client.send(new HeadObjectCommand({ Bucket, Key }));
    expect(head).toMatchObject({ ContentLength: 6, ContentType: 'image/jpeg', Metadata: { who: 'me' } });
  });

  it('takes a body in chunks with a CRC-32 trailer', async () => {
    const Body = Buffer.alloc(300_000, 'drape');
    const file = join(folder, 'source');
    writeFileSync(file, Body);
    const stream = createReadStream(file, { highWaterMark: 70_000 });
    await client.send(
      new PutObjectCommand({
        Bucket,
        Key: 'streamed',
        Body: stream,
        ContentLength: Body.length,
        ChecksumAlgorithm: 'CRC32',
      }),
    );
    const { Body: stored } = await client.send(new GetObjectCommand({ Bucket, Key: 'streamed' }));
    expect(Buffer.compare(Buffer.from((await stored?.transformToByteArray()) ?? []), Body)).toBe(0);
  });

  it('refuses a body that does not have the declared CRC-32', async () => {
    const put = client.send(new PutObjectCommand({ Bucket, Key: 'bad', Body: 'x', ChecksumCRC32: 'AAAAAA==' }));
    await expect(put).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(read('bad')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  it('gives ranges, and refuses one outside', async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'digits', Body: '0123456789' }));
    expect(await read('digits', 'bytes=2-4')).toBe('234');
    expect(await read('digits', 'bytes=-3')).toBe('789');
    expect(await read('digits', 'bytes=8-')).toBe('89');
    await expect(read('digits', 'bytes=10-')).rejects.toMatchObject({ name: 'InvalidRange' });
  });

  it('writes only where nothing is when asked so: one of many wins', async () => {
    const puts = Array.from({ length: 8 }, (_, i) =>
      client.send(new PutObjectCommand({ Bucket, Key: 'once', Body: String(i), IfNoneMatch: '*' })),
    );
    const results = await Promise.allSettled(puts);
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
    expect(results.find((result) => result.status === 'rejected')?.reason).toMatchObject({
      name: 'PreconditionFailed',
    });
  });

  it('lists in pages, by prefix and by folder, and deletes many', async () => {
    const keys = Array.from({ length: 25 }, (_, i) => `list/${i % 5}/${String(i).padStart(2, '0')}`);
    await Promise.all(keys.map((Key) => client.send(new PutObjectCommand({ Bucket, Key, Body: Key }))));
    const seen: (string | undefined)[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(
        new ListObjectsV2Command({ Bucket, Prefix: 'list/', MaxKeys: 10, ContinuationToken }),
      );
      seen.push(...(page.Contents ?? []).map((item) => item.Key));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
    expect(seen).toEqual([...keys].sort());

    const folders = await client.send(
      new ListObjectsV2Command({ Bucket, Prefix: 'list/', Delimiter: '/', MaxKeys: 3 }),
    );
    expect(folders.CommonPrefixes?.map((item) => item.Prefix)).toEqual(['list/0/', 'list/1/', 'list/2/']);
    expect(folders.IsTruncated).toBe(true);

    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.map((Key) => ({ Key })) } }));
    const { KeyCount } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'list/' }));
    expect(KeyCount).toBe(0);
  });

  it('reads no record but those of the prefix, however long and odd the keys are', async () => {
    const keys = ['odd/ü.1', 'odd/ü.2/a b', `odd/ü.${'x'.repeat(300)}`];
    for (const Key of [...keys, 'odd/v']) await client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
    // A list that reads it fails.
    writeFileSync(join(folder, Bucket, 'other%2Fdamaged.json'), '{');
    const listed = await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'odd/ü.' }));
    expect(listed.Contents?.map(({ Key }) => Key)).toEqual(keys);
    rmSync(join(folder, Bucket, 'other%2Fdamaged.json'));
  });

  it('takes the deletion of nothing for a success', async () => {
    await expect(client.send(new DeleteObjectCommand({ Bucket, Key: 'never' }))).resolves.toBeDefined();
  });

  it('refuses a wrong secret, an unknown bucket and an operation that it lacks', async () => {
    const stranger = clientWith('wrong');
    const get = stranger.send(new GetObjectCommand({ Bucket, Key: 'digits' }));
    await expect(get).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    stranger.destroy();
    const other = client.send(new PutObjectCommand({ Bucket: 'elsewhere', Key: 'k', Body: 'x' }));
    await expect(other).rejects.toMatchObject({ name: 'NoSuchBucket' });
    const versioning = new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } });
    await expect(client.send(versioning)).rejects.toMatchObject({ name: 'NotImplemented' });
  });
});

describe('a presigned URL', () => {
  const sign = async (Key: string): Promise<string> =>
    getSignedUrl(client, new GetObjectCommand({ Bucket, Key, ResponseContentType: 'image/png' }), { expiresIn: 60 });

  beforeAll(async () => {
    await client.send(new PutObjectCommand({ Bucket, Key: 'signed/1', Body: 'picture' }));
    await client.send(new PutObjectCommand({ Bucket, Key: 'signed/2', Body: 'another' }));
  });

  it('downloads without further headers until it expires', async () => {
    const url = await sign('signed/1');
    const answer = await fetch(url);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'image/png',
      'picture',
    ]);
    const before = nowMs;
    // from when it was signed on, which may be some seconds after the store's clock was stopped
    nowMs = Date.now() + 62_000;
    const late = await fetch(url);
    nowMs = before;
    expect(late.status).toBe(403);
    expect(await late.text()).toContain('Request has expired');
  });

  it('is good for its own object, method and time only', async () => {
    const url = await sign('signed/1');
    const changed = [url.replace('signed/1', 'signed/2'), url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600')];
    for (const other of changed) expect((await fetch(other)).status).toBe(403);
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
    expect((await fetch(url.split('?')[0] ?? '')).status).toBe(403);
  });

  it('uploads where it was made for a PUT', async () => {
    const url = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: 'up' }), { expiresIn: 60 });
    expect((await fetch(url, { method: 'PUT', body: 'uploaded' })).status).toBe(200);
    expect(await read('up')).toBe('uploaded');
  });
});
