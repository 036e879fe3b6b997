import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { ObjectFiles, ObjectRecord } from './object-files';
import { S3Error } from './s3-error';
import { textsOf, toXml, type Xml } from './xml';

export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams;
  bucket: string;
  key: string;
  body: Buffer;
  files: ObjectFiles;
}

const LIST_KEYS_MAX = 1000;
const STORED_HEADERS = ['content-type', 'cache-control', 'content-disposition', 'content-encoding', 'content-language'];
const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

export function answerXml(response: ServerResponse, status: number, document: { [tag: string]: Xml }): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(XML_HEAD + toXml(document));
}

export async function putObject({ request, response, bucket, key, body, files }: Call): Promise<void> {
  const { 'if-none-match': ifNone, 'if-match': ifMatch, 'x-amz-copy-source': copy } = request.headers;
  if (copy !== undefined)
    throw new S3Error(501, 'NotImplemented', 'This store does not copy objects: read the object and put it again.');
  if (ifMatch !== undefined && (await files.find(bucket, key))?.etag !== ifMatch) {
    throw new S3Error(412, 'PreconditionFailed', 'The object is not the one that If-Match names.');
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if ((STORED_HEADERS.includes(name) || name.startsWith('x-amz-meta-')) && typeof value === 'string') {
      const kept = name === 'content-encoding' ? value.replace(/aws-chunked,?\s*/, '') : value;
      if (kept !== '') headers[name] = kept;
    }
  }
  const record = await files.put(bucket, key, body, headers, ifNone === '*');
  response.writeHead(200, { etag: record.etag, 'x-amz-checksum-crc32': record.crc32 }).end();
}

/** GET and HEAD, whole or one range, with If-Match, If-None-Match and the `response-…` overrides of presigned URLs. */
export async function getObject(call: Call): Promise<void> {
  const { request, response, bucket, key, files } = call;
  const record = await files.find(bucket, key);
  if (!record) throw new S3Error(404, 'NoSuchKey', 'The key does not exist.');
  const { 'if-match': ifMatch, 'if-none-match': ifNone, range } = request.headers;
  if (ifMatch !== undefined && ifMatch !== record.etag)
    throw new S3Error(412, 'PreconditionFailed', 'The object changed.');
  if (ifNone === record.etag) return void response.writeHead(304, { etag: record.etag }).end();
  const part = parseRange(range, record.size);
  const checksum = !part && request.headers['x-amz-checksum-mode'] === 'ENABLED' ? record.crc32 : undefined;
  response.writeHead(part ? 206 : 200, {
    ...objectHeaders(record, call.query),
    ...(checksum && { 'x-amz-checksum-crc32': checksum, 'x-amz-checksum-type': 'FULL_OBJECT' }),
    ...(part && { 'content-range': `bytes ${part.start}-${part.end}/${record.size}` }),
    'content-length': part ? part.end - part.start + 1 : record.size,
  });
  if (request.method === 'HEAD' || record.size === 0) return void response.end();
  await pipeline(createReadStream(files.bytesFile(bucket, record), part ?? {}), response);
}

function objectHeaders(record: ObjectRecord, query: URLSearchParams): Record<string, string> {
  const overrides = STORED_HEADERS.map((name) => [name, query.get(`response-${name}`)] as const);
  return {
    'content-type': 'application/octet-stream',
    ...record.headers,
    ...Object.fromEntries(overrides.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
    etag: record.etag,
    'last-modified': new Date(record.modifiedMs).toUTCString(),
    'accept-ranges': 'bytes',
  };
}

/** `bytes=a-b`, `bytes=a-`, `bytes=-n`; undefined for no range or a form that S3 ignores. */
function parseRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || start > end) throw new S3Error(416, 'InvalidRange', 'The range lies outside the object.');
  return { start, end };
}

export async function deleteObject({ response, bucket, key, files }: Call): Promise<void> {
  await files.delete(bucket, key);
  response.writeHead(204).end();
}

export async function deleteMany({ response, bucket, body, files }: Call): Promise<void> {
  const xml = body.toString('utf8');
  const keys = textsOf('Key', xml);
  if (keys.length > LIST_KEYS_MAX) throw new S3Error(400, 'MalformedXML', `At most ${LIST_KEYS_MAX} keys at once.`);
  await Promise.all(keys.map((key) => files.delete(bucket, key)));
  const quiet = textsOf('Quiet', xml)[0] === 'true';
  answerXml(response, 200, { DeleteResult: { Deleted: quiet ? [] : keys.map((key) => ({ Key: key })) } });
}

/** ListObjectsV2 with prefix, delimiter, start-after and paging; the token is the last key or prefix of the page. */
export async function listObjects({ response, query, bucket, files }: Call): Promise<void> {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const token = query.get('continuation-token');
  const after = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64url').toString('utf8');
  const limit = Math.min(Number(query.get('max-keys') ?? LIST_KEYS_MAX), LIST_KEYS_MAX);
  const shown: ({ record: ObjectRecord } | { prefix: string })[] = [];
  let last = after;
  let truncated = false;
  for await (const record of files.list(bucket, { prefix, after })) {
    const cut = delimiter === '' ? -1 : record.key.indexOf(delimiter, prefix.length);
    const name = cut < 0 ? record.key : record.key.slice(0, cut + delimiter.length);
    if (Buffer.compare(Buffer.from(name), Buffer.from(last)) <= 0) continue;
    if (shown.length >= limit) {
      truncated = true;
      break;
    }
    shown.push(cut < 0 ? { record } : { prefix: name });
    last = name;
  }
  const text = query.get('encoding-type') === 'url' ? encodeURIComponent : String;
  answerXml(response, 200, {
    ListBucketResult: {
      Name: bucket,
      Prefix: text(prefix),
      MaxKeys: limit,
      KeyCount: shown.length,
      IsTruncated: truncated,
      ...(truncated && { NextContinuationToken: Buffer.from(last).toString('base64url') }),
      Contents: shown.flatMap((item) => ('record' in item ? [contents(item.record, text)] : [])),
      CommonPrefixes: shown.flatMap((item) => ('prefix' in item ? [{ Prefix: text(item.prefix) }] : [])),
    },
  });
}

function contents(record: ObjectRecord, text: (key: string) => string): Xml {
  const { key, size, etag, modifiedMs } = record;
  return {
    Key: text(key),
    LastModified: new Date(modifiedMs).toISOString(),
    ETag: etag,
    Size: size,
    StorageClass: 'STANDARD',
  };
}
