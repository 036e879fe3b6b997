import type { MemberRole, Scope } from './access-model';
import type { Deprecation } from './deprecation';
import type { ErrorCode } from './errors';
import type { ResponseHeader } from './response-headers';

/** A JSON schema as the document has it. */
export type Schema = Readonly<Record<string, unknown>>;

export interface ResponseDoc {
  readonly description: string;
  readonly schema: Schema;
  /** Default application/json. */
  readonly contentType?: string;
  /** The same as application/json, for clients that take no `contentType`. */
  readonly json?: Schema;
  /** Headers of this answer only, where it is an error in another form than all others: a page. */
  readonly sends?: readonly ResponseHeader[];
  /** Instead of the one that belongs to the schema's title. */
  readonly example?: unknown;
}

/** What the document says about a route; the gateway's route table is made of these plus a handler. */
export interface RouteDoc {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `{id}` parameters, as OpenAPI writes them. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** It is to go. */
  readonly deprecated?: Deprecation;
  /** null = public, or for members alone. */
  readonly scope: Scope | null;
  /** For people who are signed in, of at least this role; keys cannot do it. Goes with `scope: null`. */
  readonly member?: MemberRole;
  /** Asked by the dashboard's own page: refused where another site's page sends it. */
  readonly ownPage?: boolean;
  readonly body?: Schema;
  /** The body may be sent as text/csv too, with these columns. */
  readonly csvBody?: Schema;
  /** The body is a text, by content type; instead of `body`. */
  readonly textBodies?: Readonly<Record<string, Schema>>;
  /** One schema a path parameter. */
  readonly params?: Readonly<Record<string, Schema>>;
  readonly query?: Readonly<Record<string, Schema>>;
  readonly headers?: Readonly<Record<string, Schema>>;
  /** Schema of the body by status. */
  readonly responses: Readonly<Record<number, ResponseDoc>>;
  /** Headers of its successes that no rule gives to routes of its kind (see response-headers.ts). */
  readonly sends?: readonly ResponseHeader[];
  /** Codes of the registry that this route may answer besides those that every route of its kind may. */
  readonly errors: readonly ErrorCode[];
}

const EVERY_ROUTE: readonly ErrorCode[] = [
  ...([
    'unknown_parameter',
    'invalid_version',
    'rate_limit_exceeded',
    'internal_error',
    'service_unavailable',
  ] as const),
];
const KEYED_ROUTE: readonly ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'expired_api_key',
  'revoked_api_key',
  'invalid_client_token',
  'expired_client_token',
  'revoked_client_token',
  'insufficient_scope',
  'account_suspended',
  'origin_not_allowed',
  'not_signed_in',
  'cross_site_request',
];
const MEMBER_ROUTE: readonly ErrorCode[] = ['not_signed_in', 'role_too_low', 'cross_site_request'];
const BODY_ROUTE: readonly ErrorCode[] = [
  ...(['invalid_json', 'invalid_body', 'body_too_complex', 'body_too_large', 'unsupported_media_type'] as const),
  ...(['missing_parameter', 'invalid_parameter'] as const),
];

const TEXT_ROUTE: readonly ErrorCode[] = ['body_too_large', 'unsupported_media_type', 'invalid_body'];

/** A path parameter whose percent-encoding is broken leads to no route. */
const PATH_ROUTE: readonly ErrorCode[] = ['route_not_found'];

/** All error codes that a route may answer. */
export function errorCodesOf(route: RouteDoc): ErrorCode[] {
  const codes = [...EVERY_ROUTE, ...route.errors];
  if (route.scope !== null) codes.push(...KEYED_ROUTE);
  if (route.member !== undefined) codes.push(...MEMBER_ROUTE);
  if (route.ownPage === true) codes.push('cross_site_request');
  if (route.params !== undefined) codes.push(...PATH_ROUTE);
  if (route.body !== undefined) codes.push(...BODY_ROUTE);
  if (route.textBodies !== undefined) codes.push(...TEXT_ROUTE);
  return [...new Set(codes)];
}
