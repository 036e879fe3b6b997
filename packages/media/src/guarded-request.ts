import { lookup as dnsLookup } from 'node:dns/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isLocalName } from '@drape/contracts';
import { isPublicAddress } from './public-address';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Turns a host name into addresses; a test passes its own. */
export type ResolveHost = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export interface GuardedRequestOptions {
  /** `host:port` pairs that are allowed whatever their address: for development and tests. */
  readonly allow: readonly string[];
  readonly signal: AbortSignal;
  readonly resolveHost?: ResolveHost | undefined;
  /** Headers; by default those that request a picture. */
  readonly headers?: Readonly<Record<string, string>>;
  /** An entity tag: the server may answer 304 if its current version still has this tag. */
  readonly ifNoneMatch?: string | undefined;
  /** Sent by POST. Without it the request is a GET. */
  readonly body?: string;
}

/** Why an address was not dialled, or a connection was dropped. For logs; clients never see it. */
export class GuardError extends Error {
  override readonly name: string = 'GuardError';
}

/** The URL's text alone forbids it: no look-up, no connection. So a client may know the reason, and learns nothing about a network. */
export class UrlNotAllowedError extends GuardError {
  override readonly name = 'UrlNotAllowedError';
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
const OPEN_PORTS: ReadonlySet<string> = new Set(['80', '443']);
const PICTURE_HEADERS = {
  accept: 'image/jpeg, image/png, image/webp',
  'accept-encoding': 'identity',
  'user-agent': 'Drape/1 (product image fetcher)',
} as const;
const HEADER_BYTES_MAX = 16 * 1024;
const INFORMATION_REPLIES_MAX = 4;
/** Most characters of an unsupported scheme that a message repeats. */
const SCHEME_SHOWN_MAX = 30;

/**
 * Sends one request, a GET or a POST with a body, to a public address and resolves with the response once its headers have arrived; follows
 * no redirect.
 *
 * The guard: http and https only, no credentials in the URL, ports 80 and 443; every address of the host must be public, and the address
 * that the socket reached is checked again before a byte is sent. `url` is a parsed WHATWG URL: the parser has already normalised decimal,
 * octal, hexadecimal and full-width spellings of an IPv4 address.
 * Throws: GuardError if the guard refuses, UrlNotAllowedError if the URL alone decides it; Node's own errors; the signal's reason is not
 * kept (an AbortError is thrown).
 */
export function guardedRequest(url: URL, options: GuardedRequestOptions): Promise<http.IncomingMessage> {
  const isAllowed = options.allow.includes(`${url.hostname}:${portOf(url)}`);
  const complaint = judgeUrl(url, isAllowed);
  if (complaint !== null) return Promise.reject(new UrlNotAllowedError(complaint));
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? https.request : http.request;
    const request = send(url, {
      agent: false,
      signal: options.signal,
      maxHeaderSize: HEADER_BYTES_MAX,
      method: options.body === undefined ? 'GET' : 'POST',
      headers: {
        ...(options.headers ?? PICTURE_HEADERS),
        ...(options.ifNoneMatch === undefined ? {} : { 'if-none-match': options.ifNoneMatch }),
      },
      ...(isAllowed ? {} : { lookup: guardLookup(options.resolveHost ?? resolveWithSystem) }),
    });
    request.on('error', reject);
    request.once('response', resolve);
    rejectOtherReplies(request, reject);
    if (!isAllowed) checkRemoteAddress(request);
    request.end(options.body);
  });
}

function portOf(url: URL): string {
  return url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? '') : url.port;
}

/** Returns the reason for a refusal, worded for clients; null if there is none. The hosts of redirects are not part of it. */
function judgeUrl(url: URL, isAllowed: boolean): string | null {
  if (!(url.protocol in DEFAULT_PORTS)) {
    return `the scheme ${url.protocol.slice(0, SCHEME_SHOWN_MAX)} is neither http nor https`;
  }
  if (url.username !== '' || url.password !== '') return 'the URL holds a user name or password';
  if (isAllowed) return null;
  if (!OPEN_PORTS.has(portOf(url))) return `port ${portOf(url)} is neither 80 nor 443`;
  // An IP address literal never reaches the lookup function.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isClosed = isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host);
  return isClosed ? 'the address is not public' : null;
}

async function resolveWithSystem(hostname: string): Promise<readonly ResolvedAddress[]> {
  return dnsLookup(hostname, { all: true });
}

/** A lookup that fails if any answer is not public: one bad record among good ones is an attack, not an accident. */
function guardLookup(resolveHost: ResolveHost): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    void judgeAnswers(hostname, resolveHost).then((judged) => {
      if (judged instanceof GuardError) callback(judged, []);
      else if (lookupOptions.all === true) callback(null, judged);
      else callback(null, judged[0].address, judged[0].family);
    });
  };
}

type Answers = [ResolvedAddress, ...ResolvedAddress[]];

async function judgeAnswers(hostname: string, resolveHost: ResolveHost): Promise<Answers | GuardError> {
  try {
    const [first, ...others] = await resolveHost(hostname);
    if (first === undefined) return new GuardError(`${hostname} has no address`);
    const closed = [first, ...others].find(({ address }) => !isPublicAddress(address));
    return closed === undefined ? [first, ...others] : new GuardError(`${hostname} resolves to ${closed.address}`);
  } catch (error) {
    return new GuardError(`${hostname} does not resolve`, { cause: error });
  }
}

/** Endless 1xx replies and a protocol switch would otherwise hold the socket open without ever giving a response. */
function rejectOtherReplies(request: http.ClientRequest, reject: (error: GuardError) => void): void {
  let replies = 0;
  const count = (): void => {
    replies += 1;
    if (replies > INFORMATION_REPLIES_MAX) request.destroy(new GuardError('too many 1xx replies'));
  };
  request.on('information', count);
  request.on('continue', count);
  request.on('upgrade', (_response, socket) => {
    // The request no longer owns the socket, so destroying it would raise no error.
    socket.destroy();
    reject(new GuardError('the server switches protocols'));
  });
}

/** Runs before the request's own first write, which waits for the same event. */
function checkRemoteAddress(request: http.ClientRequest): void {
  request.once('socket', (socket) => {
    socket.prependOnceListener('connect', () => {
      const address = socket.remoteAddress ?? '';
      if (!isPublicAddress(address)) request.destroy(new GuardError(`connected to ${address}, which is not public`));
    });
  });
}
