import { PICTURE_FORMATS, ServiceError, type FailureCode } from '@drape/contracts';
import { nameFileKind } from '@drape/imaging';

/** Which picture is fetched, in the words of the errors. */
export interface PictureSubject {
  /** The parameter that holds the URL. */
  readonly param: string;
  /** The picture's name at the beginning of a sentence. */
  readonly name: string;
  readonly maxBytes: number;
  /** Refuse plain http, also after a redirect. */
  readonly httpsOnly: boolean;
  readonly userAgent: string;
  readonly codes: Readonly<Record<FetchFault, FailureCode>>;
}

export type FetchFault =
  | 'unreachable'
  | 'notAllowed'
  | 'tooManyRedirects'
  | 'forbidden'
  | 'notFound'
  | 'rateLimited'
  | 'serverError'
  | 'timeout'
  | 'tooLarge'
  | 'notAnImage';

/** How to allow a server that is not public; part of every message that refuses an address. */
const OWN_SERVER =
  'A server of your own that is not public must be listed as host:port in DRAPE_FETCH_ALLOW of the service.';

const GONE_STATUSES: ReadonlySet<number> = new Set([404, 410]);
const FORBIDDEN_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 407, 451]);
const TOO_MANY_REQUESTS = 429;

/**
 * One text for closed ports, names of private addresses, missing hosts and broken replies, so that answers cannot be used to map a private
 * network.
 */
export function unreachable({ codes, name, param, httpsOnly }: PictureSubject, cause: unknown): ServiceError {
  const schemes = httpsOnly ? 'over https on the usual port' : 'over http or https on the usual ports';
  const detail = `${name} could not be downloaded. ${param} must lead, ${schemes}, to a public server that answers with the picture itself. ${OWN_SERVER}`;
  return new ServiceError(codes.unreachable, { detail, cause });
}

/** `complaint` comes from the URL's text alone; nothing in it was learned by connecting. */
export function notAllowed({ codes, param }: PictureSubject, complaint: string, cause?: unknown): ServiceError {
  const detail = `The URL in ${param}, or a redirect from it, leads to where nothing is fetched from: ${complaint}. ${OWN_SERVER}`;
  return new ServiceError(codes.notAllowed, { detail, cause });
}

export function tooManyRedirects({ codes, param }: PictureSubject, redirectsMax: number): ServiceError {
  const detail = `The server of ${param} redirects more than ${redirectsMax} times, perhaps in a circle. Use the address that the redirects end at.`;
  return new ServiceError(codes.tooManyRedirects, { detail });
}

/** What a status other than 200 means; null for those without a specific meaning. */
export function badStatus({ codes, param }: PictureSubject, status: number): ServiceError | null {
  const refuse = (fault: FetchFault, meaning: string): ServiceError =>
    new ServiceError(codes[fault], {
      detail: `The server of ${param} answered with HTTP status ${status}: ${meaning}`,
      context: { status },
    });
  if (GONE_STATUSES.has(status)) return refuse('notFound', 'there is no picture at this address (any more).');
  if (FORBIDDEN_STATUSES.has(status)) {
    return refuse('forbidden', 'it does not give the picture to everyone. Use an address that opens without a login.');
  }
  if (status === TOO_MANY_REQUESTS) {
    return refuse('rateLimited', 'it is asked too often. Try again later, or exempt this service from its limit.');
  }
  if (status >= 500) return refuse('serverError', 'it failed on its side. Try again later.');
  return null;
}

export function timedOut({ codes, name }: PictureSubject, timeoutMs: number, cause: unknown): ServiceError {
  const detail = `${name} did not arrive within ${timeoutMs / 1000} seconds.`;
  return new ServiceError(codes.timeout, { detail, cause });
}

export function tooLarge({ codes, name }: PictureSubject, maxBytes: number): ServiceError {
  const detail = `${name} is larger than ${Math.floor(maxBytes / (1024 * 1024))} MiB.`;
  return new ServiceError(codes.tooLarge, { detail });
}

/** `bytes`: those received so far. */
export function notAnImage({ codes, param }: PictureSubject, bytes: Uint8Array): ServiceError {
  const kind = nameFileKind(bytes);
  const came = kind === null ? '' : ` It is ${kind.name}. ${kind.advice}`;
  return new ServiceError(codes.notAnImage, {
    detail: `What ${param} leads to is not a ${PICTURE_FORMATS} picture.${came}`,
  });
}
