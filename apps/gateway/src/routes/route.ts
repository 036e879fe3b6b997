import type { IdPrefix, RouteDoc } from '@drape/contracts';
import { ADVICE_LANGUAGES, type AdviceLanguage } from '@drape/fit';
import type { Principal } from '../http/context';
import type { Preference } from '../http/prefer';
import type { Answer, Document, EventStream } from '../http/respond';
import type { Timings } from '../http/server-timing';

/** A request as handlers see it: without Express. */
export interface ApiRequest {
  readonly requestId: string;
  /** null on public routes only. */
  readonly principal: Principal | null;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Parsed, unvalidated JSON. */
  readonly body: unknown;
  readonly preference: Preference;
  /** Aborts when the connection closes before the answer. The work is done all the same, but nobody waits for it. */
  readonly hungUp: AbortSignal;
  /** Language of texts for people, by Accept-Language. */
  readonly language: AdviceLanguage;
  /** W3C traceparent of its span; null without tracing. */
  readonly traceparent: string | null;
  /** The name or address by which the client reached us, without a port; null where that is not known. */
  readonly host: string | null;
  /** The service's address as this client sees it. */
  readonly publicUrl: string;
  /** Runs a part of the work and measures it for Server-Timing. */
  readonly measure: Timings['measure'];
  /** The content type that the client prefers, by Accept; false where it accepts none. */
  readonly accepts: (...kinds: string[]) => string | false;
  /** Values of the headers that the route names, in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The address that the request came from. */
  readonly ip: string;
  /** It came by HTTPS, to us or to the proxy in front of us. */
  readonly isSecure: boolean;
  /** The id that the created resource must get; null where a new one may be chosen. */
  readonly newResourceId: string | null;
}

/** One entry of the route table: its documentation, and its handler. */
export interface Route extends RouteDoc {
  /** POST routes that take an Idempotency-Key. */
  readonly idempotent?: Idempotent;
  readonly handle: (request: ApiRequest) => Promise<Answer | Document | EventStream>;
}

/** The principal on routes with a scope; the pipeline lets nobody else reach those. */
export function principalOf(request: Pick<ApiRequest, 'principal'>): Principal {
  if (request.principal === null) throw new Error('a route with a scope was reached without a principal');
  return request.principal;
}

/** OpenAPI description of the header of idempotent routes, and the errors that it adds. */
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

/** Errors of routes that take a photo. */
export const PHOTO_ERRORS = [
  ...(['invalid_user_photo', 'photo_not_an_image', 'photo_unreadable', 'photo_too_small', 'photo_too_large'] as const),
  ...(['photo_too_many_pixels', 'photo_aspect_ratio', 'photo_animated', 'user_photo_url_not_allowed'] as const),
];

/** Errors of routes that take an upload in place of a picture. */
export const UPLOAD_ERRORS = [
  'upload_not_found',
  'upload_empty',
  'upload_expired',
  'upload_used',
  'upload_too_large',
] as const;

/** OpenAPI description for routes whose answers hold texts for people. */
export const LANGUAGE_HEADER = {
  'Accept-Language': {
    type: 'string',
    examples: ['de-AT, de;q=0.9, en;q=0.5'],
    description: `Of recommendations and advice: ${ADVICE_LANGUAGES.join(', ')}; en where none of them is accepted.`,
  },
} as const;

/** What a route declares so that its POST can be repeated. */
export interface Idempotent {
  /** Prefix of the ids that the route creates. */
  readonly prefix: IdPrefix;
  /**
   * The answer of an earlier request in its current state; null where its resource is gone.
   * Throws: ServiceError idempotency_key_reused where the resource exists but this request may not see it.
   */
  readonly replay: (request: ApiRequest, resourceId: string) => Promise<Answer | null>;
}
