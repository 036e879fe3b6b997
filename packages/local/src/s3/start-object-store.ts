import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pickPort } from '../pick-port';
import { ObjectFiles } from './object-files';
import { answerXml, deleteMany, deleteObject, getObject, listObjects, putObject, type Call } from './operations';
import { readPayload } from './read-payload';
import { S3Error } from './s3-error';
import { verifySignature, type Credentials } from './verify-signature';

export interface ObjectStoreOptions extends Credentials {
  folder: string;
  preferredPort?: number | undefined;
  /** The address that it listens at; loopback by default. It must be reachable over loopback too. */
  host?: string | undefined;
  /** Milliseconds since the epoch; a test moves it to see URLs expire. */
  now?: () => number;
}

export interface RunningObjectStore {
  endpoint: string;
  port: number;
  createBucket: (bucket: string) => Promise<void>;
  stop: () => Promise<void>;
}

/**
 * A small S3 server for development and tests, path style: what Drape's storage package uses, honestly. Every
 * request must be signed (header or presigned URL), payload hashes and checksums are verified, expiry is honoured.
 * What it does not know it refuses with NotImplemented.
 */
export async function startObjectStore(options: ObjectStoreOptions): Promise<RunningObjectStore> {
  const { now = Date.now, host = '127.0.0.1' } = options;
  const files = new ObjectFiles(options.folder, now);
  await files.moveFlat();
  const server = createServer((request, response) => {
    handle(request, response, files, options, now).catch((error: unknown) => answerError(response, error));
  });
  const port = await pickPort(options.preferredPort, host);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${port}`,
    port,
    createBucket: (bucket) => files.createBucket(bucket),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  files: ObjectFiles,
  credentials: Credentials,
  now: () => number,
): Promise<void> {
  allowPages(response);
  if (request.method === 'OPTIONS') return void response.writeHead(204).end();
  const url = urlOf(request);
  const payloadHash = verifySignature(
    { method: request.method ?? 'GET', url, headers: request.headers },
    credentials,
    now(),
  );
  const body = await readPayload(request, payloadHash);
  const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new S3Error(400, 'InvalidBucketName', 'The bucket name is not valid.');
  await dispatch({ request, response, query: url.searchParams, bucket, key: rest.join('/'), body, files });
}

/**
 * Pages of any origin may read and PUT by presigned URL. No cookie or key goes along: the signature in the URL is all that counts.
 */
function allowPages(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT');
  response.setHeader('access-control-allow-headers', '*');
  response.setHeader('access-control-expose-headers', 'etag');
}

function urlOf({ url = '/', headers }: IncomingMessage): URL {
  const base = `http://${headers.host ?? '127.0.0.1'}`;
  try {
    return new URL(url, base);
  } catch {
    throw new S3Error(400, 'InvalidURI', 'The path or the Host header is not valid.');
  }
}

async function dispatch(call: Call): Promise<void> {
  const { request, query, bucket, key, files } = call;
  const method = request.method ?? 'GET';
  if (key === '' && method === 'PUT' && !hasSubresource(query)) return createBucket(call);
  if (!(await files.hasBucket(bucket))) throw new S3Error(404, 'NoSuchBucket', 'The bucket does not exist.');
  if (key === '' && method === 'POST' && query.has('delete')) return deleteMany(call);
  if (hasSubresource(query)) throw unknownOperation(method);
  switch (`${method} ${key === '' ? 'bucket' : 'object'}`) {
    case 'HEAD bucket':
      return void call.response.writeHead(200).end();
    case 'GET bucket':
      return listObjects(call);
    case 'DELETE bucket':
      await files.deleteBucket(bucket);
      return void call.response.writeHead(204).end();
    case 'PUT object':
      return putObject(call);
    case 'GET object':
    case 'HEAD object':
      return getObject(call);
    case 'DELETE object':
      return deleteObject(call);
    default:
      throw unknownOperation(method);
  }
}

/** S3's own code for what a store does not offer; the embedded one offers what Drape uses. */
function unknownOperation(method: string): S3Error {
  return new S3Error(
    501,
    'NotImplemented',
    `The embedded store has no such ${method}: it puts, reads, lists and deletes.`,
  );
}

async function createBucket({ response, bucket, files }: Call): Promise<void> {
  if (await files.hasBucket(bucket))
    throw new S3Error(409, 'BucketAlreadyOwnedByYou', 'The bucket exists and is yours.');
  await files.createBucket(bucket);
  response.writeHead(200, { location: `/${bucket}` }).end();
}

/** `?lifecycle`, `?uploads`, … select another operation; these names do not. */
function hasSubresource(query: URLSearchParams): boolean {
  return [...query].some(
    ([name, value]) =>
      value === '' && !/^(x-id|list-type|prefix|delimiter|start-after|max-keys|encoding-type|x-amz-.*)$/i.test(name),
  );
}

function answerError(response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy();
  const known = error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error));
  response.setHeader('connection', 'close');
  answerXml(response, known.status, { Error: { Code: known.code, Message: known.message } });
}
