import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from './s3-error';

export interface Credentials {
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface SignedRequest {
  method: string;
  /** As sent: still percent-encoded. */
  url: URL;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

interface Claim {
  scope: string;
  accessKeyId: string;
  timestamp: string;
  signedHeaders: string[];
  signature: string;
  payloadHash: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SKEW_MS_MAX = 15 * 60_000;
const EXPIRY_SEC_MAX = 7 * 86_400;

/**
 * Verifies signature version 4, in the Authorization header or in a presigned query, and returns the signed payload hash.
 *
 * Throws S3Error: nothing signed, a wrong key or signature, a clock more than 15 minutes off, a presigned URL past its time.
 *
 * Source: Amazon S3 API reference, "Authenticating Requests (AWS Signature Version 4)".
 */
export function verifySignature(request: SignedRequest, credentials: Credentials, nowMs: number): string {
  const presigned = request.url.searchParams.has('X-Amz-Signature');
  const claim = presigned ? presignedClaim(request) : headerClaim(request);
  const [, date = '', region = '', service = '', terminator = ''] = claim.scope.split('/');
  if (claim.accessKeyId !== credentials.accessKeyId) {
    throw new S3Error(403, 'InvalidAccessKeyId', 'The access key id does not exist here.');
  }
  if (region !== credentials.region || service !== 's3' || terminator !== 'aws4_request') {
    throw new S3Error(
      400,
      'AuthorizationHeaderMalformed',
      `The scope must be <date>/${credentials.region}/s3/aws4_request.`,
    );
  }
  if (!claim.signedHeaders.includes('host')) throw new S3Error(403, 'AccessDenied', 'The host header must be signed.');
  if (!claim.timestamp.startsWith(date)) throw new S3Error(403, 'AccessDenied', 'The date does not fit the scope.');
  checkTime(request, claim, presigned, nowMs);

  const scope = `${date}/${region}/s3/aws4_request`;
  const signingKey = [date, region, 's3', 'aws4_request'].reduce(
    (key: Buffer, part) => hmac(key, part),
    Buffer.from(`AWS4${credentials.secretAccessKey}`),
  );
  const toSign = [ALGORITHM, claim.timestamp, scope, sha256(canonicalRequest(request, claim))].join('\n');
  const expected = hmac(signingKey, toSign);
  const given = Buffer.from(claim.signature, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new S3Error(403, 'SignatureDoesNotMatch', 'The signature does not match the request and the secret key.');
  }
  return claim.payloadHash;
}

function headerClaim({ headers }: SignedRequest): Claim {
  const text = headerText(headers['authorization']);
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(text);
  if (!match) throw new S3Error(403, 'AccessDenied', 'The request is not signed.');
  const [, scope = '', signedHeaders = '', signature = ''] = match;
  return {
    scope,
    accessKeyId: scope.split('/')[0] ?? '',
    timestamp: headerText(headers['x-amz-date']),
    signedHeaders: signedHeaders.split(';'),
    signature,
    payloadHash: headerText(headers['x-amz-content-sha256']),
  };
}

function presignedClaim({ url }: SignedRequest): Claim {
  const parameter = (name: string): string => url.searchParams.get(name) ?? '';
  if (parameter('X-Amz-Algorithm') !== ALGORITHM)
    throw new S3Error(403, 'AccessDenied', 'Unknown signature algorithm.');
  const scope = parameter('X-Amz-Credential');
  return {
    scope,
    accessKeyId: scope.split('/')[0] ?? '',
    timestamp: parameter('X-Amz-Date'),
    signedHeaders: parameter('X-Amz-SignedHeaders').split(';'),
    signature: parameter('X-Amz-Signature'),
    payloadHash: 'UNSIGNED-PAYLOAD',
  };
}

function checkTime({ url }: SignedRequest, claim: Claim, presigned: boolean, nowMs: number): void {
  const signedMs = parseTimestamp(claim.timestamp);
  if (Number.isNaN(signedMs)) throw new S3Error(403, 'AccessDenied', 'The date is missing or malformed.');
  if (signedMs > nowMs + SKEW_MS_MAX || (!presigned && signedMs < nowMs - SKEW_MS_MAX)) {
    throw new S3Error(403, 'RequestTimeTooSkewed', 'The time of the request is too far from the time here.');
  }
  if (!presigned) return;
  const expiresSec = Number(url.searchParams.get('X-Amz-Expires'));
  if (!(expiresSec >= 1 && expiresSec <= EXPIRY_SEC_MAX)) {
    throw new S3Error(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires must lie between 1 and 604800.');
  }
  if (nowMs > signedMs + expiresSec * 1000) throw new S3Error(403, 'AccessDenied', 'Request has expired');
}

/** `20260131T235959Z` → milliseconds, NaN when malformed. */
function parseTimestamp(text: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  return match ? Date.parse(`${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}Z`) : NaN;
}

function canonicalRequest({ method, url, headers }: SignedRequest, claim: Claim): string {
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? compare(x, y) : compare(a, b)))
    .map(([name, value]) => `${name}=${value}`);
  const lines = claim.signedHeaders.map((name) => `${name}:${headerText(headers[name]).trim().replace(/ +/g, ' ')}\n`);
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)));
  return [
    method,
    path.join('/'),
    query.join('&'),
    lines.join(''),
    claim.signedHeaders.join(';'),
    claim.payloadHash,
  ].join('\n');
}

/** RFC 3986: encodeURIComponent leaves five more characters alone than Amazon does. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function headerText(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(',') : (value ?? '');
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}
