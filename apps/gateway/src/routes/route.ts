import type { IdPrefix, RouteDoc } from '@drape/contracts';
import { ADVICE_LANGUAGES, type AdviceLanguage } from '@drape/fit';
import type { Principal } from '../http/context';
import type { Preference } from '../http/prefer';
import type { Answer, Document, EventStream } from '../http/respond';
import type { Timings } from '../http/server-timing';

/** A request as a handler sees it: who, what, and nothing of Express. */
export interface ApiRequest {
  readonly requestId: string;
  /** null on public routes only. */
  readonly principal: Principal | null;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Parsed JSON that nobody has looked at yet. */
  readonly body: unknown;
  readonly preference: Preference;
  /** Aborts when the connection is closed before it is answered. What was asked for is done all the same, but nobody waits for it. */
  readonly hungUp: AbortSignal;
  /** Of the texts that are made for people, by Accept-Language. */
  readonly language: AdviceLanguage;
  /** Of its span; null where it is not traced. */
  readonly traceparent: string | null;
  /** The name or address by which the client reached us, without a port; null where that is not known. */
  readonly host: string | null;
  /** The address at which this client reaches the service. */
  readonly publicUrl: string;
  /** Runs a part of the work whose time Server-Timing is to tell. */
  readonly measure: Timings['measure'];
  /** Which of the kinds of content the client likes best, by Accept; false where it takes none. */
  readonly accepts: (...kinds: string[]) => string | false;
  /** Values of the headers that the route names, in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The address that the request came from. */
  readonly ip: string;
  /** It came by HTTPS, to us or to the proxy in front. */
  readonly isSecure: boolean;
  /** The id that the request has to give to what it makes; null where it may choose. */
  readonly newResourceId: string | null;
}

/** One line of the route table: what the document says, and who does it. */
export interface Route extends RouteDoc {
  /** POST routes that take an Idempotency-Key. */
  readonly idempotent?: Idempotent;
  readonly handle: (request: ApiRequest) => Promise<Answer | Document | EventStream>;
}

/** The principal of a route that has a scope; the pipeline has let nobody else through. */
export function principalOf(request: Pick<ApiRequest, 'principal'>): Principal {
  if (request.principal === null) throw new Error('a route with a scope was reached without a principal');
  return request.principal;
}

/** What the document says about the header of idempotent routes, and what they may answer because of it. */
export const IDEMPOTENCY_HEADER = {
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: 257,
    description: 'Names the request: its repeats within 24 hours make nothing new.',
  },
} as const;
export const IDEMPOTENCY_ERRORS = [
  ...(['invalid_idempotency_key', 'idempotency_request_in_progress', 'idempotency_key_reused'] as const),
];

/** What routes with a photo may answer because of it. */
export const PHOTO_ERRORS = [
  ...(['invalid_user_photo', 'photo_not_an_image', 'photo_unreadable', 'photo_too_small', 'photo_too_large'] as const),
  ...(['photo_too_many_pixels', 'photo_aspect_ratio', 'photo_animated', 'user_photo_url_not_allowed'] as const),
];

/** What routes that take an upload in place of a picture may answer because of it. */
export const UPLOAD_ERRORS = [
  'upload_not_found',
  'upload_empty',
  'upload_expired',
  'upload_used',
  'upload_too_large',
] as const;

/** What the document says about routes whose answers carry texts for people. */
export const LANGUAGE_HEADER = {
  'Accept-Language': {
    type: 'string',
    examples: ['de-AT, de;q=0.9, en;q=0.5'],
    description: `Of recommendations and advice: ${ADVICE_LANGUAGES.join(', ')}; en where none of them is accepted.`,
  },
} as const;

/** What a route needs to be told, so that its POST can be repeated. */
export interface Idempotent {
  /** Of the ids that the route makes. */
  readonly prefix: IdPrefix;
  /**
   * The answer of an earlier request, as it stands now; null where what it made is gone.
   * Throws: ServiceError idempotency_key_reused where it is there, and not this request's to see.
   */
  readonly replay: (request: ApiRequest, resourceId: string) => Promise<Answer | null>;
}
