import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ObjectStore } from './object-store';
import { createUrlSigner } from './url-signer';

export interface S3StoreOptions {
  /** Absent: AWS. */
  readonly endpoint?: string;
  /** The endpoint as clients see it, for signed URLs; default `endpoint`. `{host}` in it stands for the host of the client's request. */
  readonly publicEndpoint?: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Bucket in the path instead of the host name; needed by MinIO and most self-hosted stores. */
  readonly forcePathStyle: boolean;
  /** `when_required` for stores that do not know the newer checksum headers. */
  readonly checksums?: 'when_supported' | 'when_required';
  /** Timeout of a request, which is tried three times in all. Default 10 s. */
  readonly timeoutMs?: number;
}

const DELETE_AT_ONCE = 1_000;

/** An S3-compatible bucket. */
export function createObjectStore(options: S3StoreOptions): ObjectStore {
  const { bucket, timeoutMs = 10_000 } = options;
  const client = new S3Client(clientConfig(options, options.endpoint));
  const signer = createUrlSigner({
    bucket,
    endpoint: options.endpoint,
    publicEndpoint: options.publicEndpoint,
    configFor: (endpoint) => clientConfig(options, endpoint),
  });
  const limit = (): { abortSignal: AbortSignal } => ({ abortSignal: AbortSignal.timeout(timeoutMs * 3) });

  return {
    async put(key, bytes, { contentType, cacheControl }) {
      const command = new PutObjectCommand({
        Bucket: bucket,
        Key: key,
        Body: bytes,
        ContentType: contentType,
        ...(cacheControl === undefined ? {} : { CacheControl: cacheControl }),
      });
      await client.send(command, limit());
    },
    async get(key) {
      const object = await unlessMissing(client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), limit()));
      return object?.Body ? unlessMissing(object.Body.transformToByteArray()) : null;
    },
    async exists(key) {
      const head = await unlessMissing(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), limit()));
      return head !== null;
    },
    async sizeOf(key) {
      const head = await unlessMissing(client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), limit()));
      return head === null ? null : (head.ContentLength ?? 0);
    },
    async delete(keys) {
      for (let i = 0; i < keys.length; i += DELETE_AT_ONCE) {
        await deleteObjects(client, bucket, keys.slice(i, i + DELETE_AT_ONCE), limit);
      }
    },
    async list(prefix) {
      const keys: string[] = [];
      for await (const page of listPages(client, bucket, prefix, limit)) keys.push(...page);
      return keys;
    },
    listPages: (prefix) => listPages(client, bucket, prefix, limit),
    presignGet: (key, { expiresInSec, host = null }) => signer.sign(key, { expiresInSec, host }),
    presignPut: (key, { host = null, ...put }) => signer.signPut(key, { ...put, host }),
    ensureBucket: () => ensureBucket(client, bucket, limit),
    close() {
      client.destroy();
      signer.close();
    },
  };
}

function clientConfig(options: S3StoreOptions, endpoint: string | undefined): S3ClientConfig {
  const checksums = options.checksums === 'when_required' ? 'WHEN_REQUIRED' : 'WHEN_SUPPORTED';
  return {
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: options.forcePathStyle,
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    maxAttempts: 3,
    requestHandler: { requestTimeout: options.timeoutMs ?? 10_000, connectionTimeout: 3_000 },
    ...(endpoint === undefined ? {} : { endpoint }),
  };
}

/** Throws Error with the first object that the store refused to delete. */
async function deleteObjects(
  client: S3Client,
  bucket: string,
  keys: readonly string[],
  limit: () => { abortSignal: AbortSignal },
): Promise<void> {
  const Objects = keys.map((Key) => ({ Key }));
  const { Errors } = await client.send(
    new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }),
    limit(),
  );
  const first = Errors?.[0];
  if (first)
    throw new Error(`the store did not delete ${first.Key ?? 'an object'}: ${first.Code ?? 'no reason given'}`);
}

async function* listPages(
  client: S3Client,
  bucket: string,
  prefix: string,
  limit: () => { abortSignal: AbortSignal },
): AsyncGenerator<readonly string[]> {
  let token: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(token === undefined ? {} : { ContinuationToken: token }),
      }),
      limit(),
    );
    yield (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [Key]));
    token = page.NextContinuationToken;
  } while (token !== undefined);
}

async function ensureBucket(
  client: S3Client,
  bucket: string,
  limit: () => { abortSignal: AbortSignal },
): Promise<void> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }), limit());
    return;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }), limit());
  } catch (error) {
    const exists = error instanceof S3ServiceException && error.name.startsWith('BucketAlready');
    if (!exists) throw error;
  }
}

/** null where there is no such object. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404;
}
