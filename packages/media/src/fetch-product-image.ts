import type { IncomingMessage } from 'node:http';
import { inspectImageHeader, sniffImageFormat } from '@drape/imaging';
import { ServiceError } from '@drape/contracts';
import { guardedRequest, type ResolveHost } from './guarded-request';

/** A picture that was downloaded before. */
export interface KnownProductImage {
  readonly bytes: Uint8Array;
  readonly etag: string;
  /** The address that gave it the tag. */
  readonly finalUrl: string;
}

export interface FetchProductImageOptions {
  /** `host:port` pairs that are let through whatever their address. Empty in production. */
  readonly allow?: readonly string[];
  /** Deadline over everything: look-up, connection, redirects, body. */
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
  /** Given back where its server says that it has not changed. */
  readonly known?: KnownProductImage;
  /** Host name resolution; the system's by default. */
  readonly resolveHost?: ResolveHost;
}

export interface ProductImageFile {
  readonly bytes: Uint8Array;
  /** Where the picture came from after redirects. */
  readonly finalUrl: string;
  readonly etag: string | null;
  /** Media type of the bytes themselves; what the server called them does not matter. */
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp';
}

const DEFAULTS = { timeoutMs: 10_000, maxBytes: 15 * 1024 * 1024, maxRedirects: 3 };
const URL_LENGTH_MAX = 2048;
/** Enough bytes to see which kind of file comes. */
const SNIFF_BYTES = 12;
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const FORBIDDEN_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 407, 451]);
const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410]);

/** One text for closed ports, private addresses, missing hosts and broken replies, so that answers do not map a private network. */
const UNREACHABLE_DETAIL =
  'The product image could not be downloaded. productImageUrl must lead, over http or https on the usual ports, to a public server that answers with the picture itself.';

/**
 * Downloads a product picture from a URL that a stranger chose.
 *
 * Every redirect passes the address guard from the top; the body is read to a limit, uncompressed, and dropped at its first bytes when they
 * are not JPEG, PNG or WebP. Cookies, credentials and connections are not kept.
 * Cost: at most `maxBytes` of memory and `timeoutMs` of time.
 * Throws: ServiceError product_image_unreachable, _forbidden, _not_found, _timeout, _too_large, _not_an_image; the reason of `signal` when
 * the caller aborts.
 */
export async function fetchProductImage(
  url: string,
  options: FetchProductImageOptions = {},
): Promise<ProductImageFile> {
  const timeoutMs = options.timeoutMs ?? DEFAULTS.timeoutMs;
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
    return await download(url, options, controller.signal);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    options.signal?.throwIfAborted();
    if (isLate) throw timedOut(timeoutMs, error);
    throw unreachable(error);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
    controller.abort();
  }
}

async function download(
  url: string,
  options: FetchProductImageOptions,
  signal: AbortSignal,
): Promise<ProductImageFile> {
  const redirectsMax = options.maxRedirects ?? DEFAULTS.maxRedirects;
  let target = parseUrl(url, undefined);
  for (let redirects = 0; ; redirects++) {
    const { allow = [], resolveHost } = options;
    const known = options.known?.finalUrl === target.href ? options.known : undefined;
    const response = await guardedRequest(target, { allow, signal, resolveHost, ifNoneMatch: known?.etag });
    if (known !== undefined && response.statusCode === 304) {
      response.destroy();
      return { ...known, contentType: contentTypeOf(known.bytes) };
    }
    const next = redirectTarget(response, target);
    if (next === null) {
      const bytes = await readPicture(response, options.maxBytes ?? DEFAULTS.maxBytes, signal);
      return { bytes, finalUrl: target.href, etag: response.headers.etag ?? null, contentType: contentTypeOf(bytes) };
    }
    response.destroy();
    if (redirects >= redirectsMax) throw unreachable(new Error(`more than ${redirectsMax} redirects`));
    target = next;
  }
}

function parseUrl(text: string, base: string | undefined): URL {
  if (text.length > URL_LENGTH_MAX || !URL.canParse(text, base)) throw unreachable(new Error('not a usable URL'));
  return new URL(text, base);
}

function redirectTarget(response: IncomingMessage, from: URL): URL | null {
  if (!REDIRECT_STATUSES.has(response.statusCode ?? 0)) return null;
  const { location } = response.headers;
  return location === undefined ? null : parseUrl(location, from.href);
}

/** Reads the body of a 200 reply. Destroys the response on every way out. */
async function readPicture(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  try {
    assertFound(response.statusCode ?? 0);
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    const parts: Buffer[] = [];
    let size = 0;
    let isSniffed = false;
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      size += part.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      if (!isSniffed && size >= SNIFF_BYTES) {
        isSniffed = true;
        if (sniffImageFormat(Buffer.concat(parts)) === null) throw notAnImage();
      }
    }
    // A body without a length ends like a complete one when the connection is cut by us.
    signal.throwIfAborted();
    const bytes = Buffer.concat(parts, size);
    if (inspectImageHeader(bytes) === null) throw notAnImage();
    return bytes;
  } finally {
    response.destroy();
  }
}

function assertFound(status: number): void {
  if (status === 200) return;
  const context = { status };
  if (GONE_STATUSES.has(status)) {
    throw new ServiceError('product_image_not_found', {
      detail: `The server of productImageUrl answered with HTTP status ${status}: there is no picture at this address (any more).`,
      context,
    });
  }
  if (FORBIDDEN_STATUSES.has(status)) {
    throw new ServiceError('product_image_forbidden', {
      detail: `The server of productImageUrl answered with HTTP status ${status}: it does not give the picture to everyone. Use an address that opens without a login.`,
      context,
    });
  }
  throw unreachable(new Error(`HTTP status ${status}`));
}

function contentTypeOf(bytes: Uint8Array): ProductImageFile['contentType'] {
  const format = sniffImageFormat(bytes);
  if (format === null) throw notAnImage();
  return `image/${format}`;
}

function unreachable(cause: unknown): ServiceError {
  return new ServiceError('product_image_unreachable', { detail: UNREACHABLE_DETAIL, cause });
}

function timedOut(timeoutMs: number, cause: unknown): ServiceError {
  return new ServiceError('product_image_timeout', {
    detail: `The product image did not arrive within ${timeoutMs / 1000} seconds.`,
    cause,
  });
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('product_image_too_large', {
    detail: `The product image is larger than ${Math.floor(maxBytes / (1024 * 1024))} MiB.`,
  });
}

function notAnImage(): ServiceError {
  return new ServiceError('product_image_not_an_image', {
    detail: 'What productImageUrl leads to is not a JPEG, PNG or WebP picture.',
  });
}
