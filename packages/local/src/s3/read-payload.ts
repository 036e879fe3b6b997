import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { S3Error } from './s3-error';
import { sha256 } from './verify-signature';

const BODY_BYTES_MAX = 256 * 1024 * 1024;

/**
 * The body of a verified request: buffered, freed of the aws-chunked framing, and equal to what was signed.
 *
 * Throws S3Error when the SHA-256, the declared length or the CRC-32 (header or trailer) does not fit.
 */
export async function readPayload(request: IncomingMessage, payloadHash: string): Promise<Buffer> {
  const body = await collect(request);
  if (!payloadHash.startsWith('STREAMING-')) {
    if (payloadHash !== 'UNSIGNED-PAYLOAD' && payloadHash !== sha256(body)) {
      throw new S3Error(400, 'XAmzContentSHA256Mismatch', 'The body does not have the SHA-256 that was signed.');
    }
    return checkCrc(body, request.headers['x-amz-checksum-crc32']);
  }
  if (payloadHash !== 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') {
    throw new S3Error(
      501,
      'NotImplemented',
      'This store takes no chunks with signatures of their own: send the payload unsigned or signed as a whole.',
    );
  }
  const chunks = unchunk(body);
  const declared = Number(request.headers['x-amz-decoded-content-length']);
  if (chunks.data.length !== declared) {
    throw new S3Error(
      400,
      'IncompleteBody',
      `The body holds ${chunks.data.length} bytes where ${declared} were declared.`,
    );
  }
  return checkCrc(chunks.data, chunks.trailer.get('x-amz-checksum-crc32'));
}

async function collect(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > BODY_BYTES_MAX) throw new S3Error(400, 'EntityTooLarge', `A body may hold ${BODY_BYTES_MAX} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

/** Frames are `<hex size>\r\n<data>\r\n`, the last of size 0, then `name:value` trailer lines. */
function unchunk(body: Buffer): { data: Buffer; trailer: Map<string, string> } {
  const parts: Buffer[] = [];
  let position = 0;
  for (;;) {
    const lineEnd = body.indexOf('\r\n', position);
    if (lineEnd < 0) throw new S3Error(400, 'IncompleteBody', 'The last chunk is missing.');
    const line = body.toString('latin1', position, lineEnd);
    if (!/^[0-9a-f]+$/i.test(line)) throw new S3Error(400, 'InvalidRequest', 'A chunk header is malformed.');
    const size = parseInt(line, 16);
    const data = body.subarray(lineEnd + 2, lineEnd + 2 + size);
    if (data.length !== size) throw new S3Error(400, 'IncompleteBody', 'A chunk is shorter than it says.');
    position = lineEnd + 2 + size;
    if (size === 0) break;
    parts.push(data);
    position += 2;
  }
  return { data: Buffer.concat(parts), trailer: parseTrailer(body.toString('latin1', position)) };
}

function parseTrailer(text: string): Map<string, string> {
  const trailer = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) trailer.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return trailer;
}

function checkCrc(data: Buffer, declared: string | string[] | undefined): Buffer {
  if (declared !== undefined && declared !== crcText(data)) {
    throw new S3Error(400, 'BadDigest', 'The body does not have the CRC-32 that was declared.');
  }
  return data;
}

/** CRC-32 as S3 writes it: big-endian, base64. */
export function crcText(data: Uint8Array): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(data));
  return bytes.toString('base64');
}
