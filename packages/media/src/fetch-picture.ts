import type { IncomingMessage } from 'node:http';
import { inspectImageHeader, sniffImageFormat, type ImageHeader } from '@drape/imaging';
import { parseUrl, ServiceError } from '@drape/contracts';
import { guardedRequest, UrlNotAllowedError, type ResolveHost } from './guarded-request';
import {
  badStatus,
  notAllowed,
  notAnImage,
  timedOut,
  tooLarge,
  tooManyRedirects,
  unreachable,
  type PictureSubject,
} from './picture-subject';

/** A picture that was downloaded before. */
export interface KnownPicture {
  readonly bytes: Uint8Array;
  readonly etag: string;
  /** The address that returned the tag. */
  readonly finalUrl: string;
}

export interface FetchPictureOptions {
  /** `host:port` pairs that are allowed whatever their address. Empty in production. */
  readonly allow?: readonly string[];
  /** Deadline in milliseconds for everything: look-up, connection, redirects, body. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
  /** Returned if its server says that it has not changed. */
  readonly known?: KnownPicture;
  /** Host name resolution; the system's by default. */
  readonly resolveHost?: ResolveHost;
}

export interface PictureFile {
  readonly bytes: Uint8Array;
  /** Where the picture came from after redirects. */
  readonly finalUrl: string;
  readonly etag: string | null;
  /** Media type detected from the bytes; the server's Content-Type does not matter. */
  readonly contentType: `image/${ImageHeader['format']}`;
}

/** Milliseconds that the API promises as the most for everything: look-up, connections, redirects, body. */
const TIMEOUT_MS = 10_000;
const REDIRECTS_MAX = 3;
const URL_LENGTH_MAX = 2048;
/** First bytes of a file, enough to detect its format. */
const SNIFF_BYTES = 12;
const PICTURE_HEADERS = { accept: 'image/jpeg, image/png, image/webp', 'accept-encoding': 'identity' } as const;
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Downloads a picture from a URL that a stranger chose.
 *
 * Every redirect goes through the whole address guard again; the body is read up to a limit, uncompressed, and dropped after its first
 * bytes if they are not a picture. Cookies, credentials and connections are not kept.
 * Cost: at most `maxBytes` of memory and `timeoutMs` of time.
 * Throws: ServiceError with one of the subject's codes; the reason of `signal` if the caller aborts.
 */
export async function fetchPicture(
  subject: PictureSubject,
  url: string,
  options: FetchPictureOptions = {},
): Promise<PictureFile> {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, timeoutMs);
  options.signal?.addEventListener('abort', abort, { once: true });
  try {
    options.signal?.throwIfAborted();
    return await download(subject, url, options, controller.signal);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    options.signal?.throwIfAborted();
    if (error instanceof UrlNotAllowedError) throw notAllowed(subject, error.message, error);
    throw isLate ? timedOut(subject, timeoutMs, error) : unreachable(subject, error);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
    controller.abort();
  }
}

async function download(
  subject: PictureSubject,
  url: string,
  options: FetchPictureOptions,
  signal: AbortSignal,
): Promise<PictureFile> {
  const redirectsMax = options.maxRedirects ?? REDIRECTS_MAX;
  const { allow = [], resolveHost } = options;
  let target = usableUrl(url);
  for (let redirects = 0; ; redirects++) {
    const isAllowed = allow.includes(`${target.hostname}:${target.port === '' ? '80' : target.port}`);
    if (subject.httpsOnly && target.protocol !== 'https:' && !isAllowed) throw notAllowed(subject, 'it is not https');
    const known = options.known?.finalUrl === target.href ? options.known : undefined;
    const headers = { ...PICTURE_HEADERS, 'user-agent': subject.userAgent };
    const response = await guardedRequest(target, { allow, signal, resolveHost, headers, ifNoneMatch: known?.etag });
    if (known !== undefined && response.statusCode === 304) {
      response.destroy();
      return { ...known, contentType: contentTypeOf(subject, known.bytes) };
    }
    const next = redirectTarget(response, target);
    if (next === null) {
      const bytes = await readPicture(subject, response, options.maxBytes ?? subject.maxBytes, signal);
      const etag = response.headers.etag ?? null;
      return { bytes, finalUrl: target.href, etag, contentType: contentTypeOf(subject, bytes) };
    }
    response.destroy();
    if (redirects >= redirectsMax) throw tooManyRedirects(subject, redirectsMax);
    target = next;
  }
}

function usableUrl(text: string, base?: string): URL {
  const url = text.length > URL_LENGTH_MAX ? null : parseUrl(text, base);
  if (url === null) throw new Error('not a usable URL');
  return url;
}

function redirectTarget(response: IncomingMessage, from: URL): URL | null {
  if (!REDIRECT_STATUSES.has(response.statusCode ?? 0)) return null;
  const { location } = response.headers;
  return location === undefined ? null : usableUrl(location, from.href);
}

/** Reads the body of a 200 reply. Destroys the response however it ends. */
async function readPicture(
  subject: PictureSubject,
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  try {
    const status = response.statusCode ?? 0;
    if (status !== 200) throw badStatus(subject, status) ?? new Error(`HTTP status ${status}`);
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(subject, maxBytes);
    const parts: Buffer[] = [];
    let size = 0;
    let isSniffed = false;
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size > maxBytes) throw tooLarge(subject, maxBytes);
      if (!isSniffed && size >= SNIFF_BYTES) {
        isSniffed = true;
        const begin = Buffer.concat(parts);
        if (sniffImageFormat(begin) === null) throw notAnImage(subject, begin);
      }
    }
    // If we cut the connection, a body without a length ends just like a complete one.
    signal.throwIfAborted();
    const bytes = Buffer.concat(parts, size);
    if (inspectImageHeader(bytes) === null) throw notAnImage(subject, bytes);
    return bytes;
  } finally {
    response.destroy();
  }
}

function contentTypeOf(subject: PictureSubject, bytes: Uint8Array): PictureFile['contentType'] {
  const format = inspectImageHeader(bytes)?.format ?? null;
  if (format === null) throw notAnImage(subject, bytes);
  return `image/${format}`;
}
