import { ERRORS, type ErrorCode } from './errors';
import type { Scope } from './access-model';
import type { Deprecation } from './deprecation';
import { EXAMPLE_REQUEST_ID, exampleError, exampleOf } from './examples';
import { errorEnvelopeSchema } from './schemas/envelope';

type Schema = Readonly<Record<string, unknown>>;

export interface ResponseDoc {
  readonly description: string;
  readonly schema: Schema;
  /** Default application/json. */
  readonly contentType?: string;
  /** The same as application/json, for clients that take no `contentType`. */
  readonly json?: Schema;
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
  /** null = public. */
  readonly scope: Scope | null;
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
  /** Codes of the registry that this route may answer besides those that every route of its kind may. */
  readonly errors: readonly ErrorCode[];
}

export interface OpenApiOptions {
  readonly version: string;
}

/** What the reference says before the first route, in Markdown. */
const INTRODUCTION = `Virtual try-on: a product's picture and a shopper's photo in, a picture of that shopper wearing the product out, with a fit score and advice.

**Key.** Every request carries \`Authorization: Bearer <key>\`. To try a request here, press *Authorize*, paste a key, and press *Try it out*. With a key of test mode (\`drp_sk_test_…\`) nothing is rendered, and the URL of the product image says what comes of it: \`https://test.drape.invalid/ok\`, \`/slow/5000\`, \`/queue/3\`, \`/429\`, \`/500\`, \`/fail/person_not_detected\` or any other code of a failed try-on.

**Answers.** \`{"success": true, "data": …, "requestId": …}\`, or \`{"success": false, "error": …, "requestId": …}\`. Branch on \`error.code\`; [every code is explained](/docs/errors). A try-on that fails is HTTP 200 with \`data\` and \`error\`. With \`Accept: application/problem+json\` errors come in the form of RFC 9457. What is no proper HTTP request is answered in the envelope too, and the connection closed: \`malformed_request\` (400), \`request_timeout\` (408), \`expectation_failed\` (417), \`headers_too_large\` (431).

**A try-on** is \`queued\`, \`processing\`, and then \`completed\`, \`failed\`, \`canceled\` or \`expired\` for good. Creating one waits a moment for the picture; what is unfinished is asked for again.

**Headers of every answer.** \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` tell the requests of the rolling hour, those that are left, and when (Unix seconds) the next becomes available; \`RateLimit\` and \`RateLimit-Policy\` say the same in the form of the IETF draft. \`Request-Id\` names the request in the logs, \`Server-Timing\` tells where its time went.`;

/** In the order of the page; a tag that no route has is left out. */
const TAGS: Readonly<Record<string, string>> = {
  'Try-on': 'Create, follow, cancel and erase.',
  'Client tokens': 'What a page gets for one shopper.',
  Photos: 'What is wrong with a photo, before a try-on.',
  Sessions: 'What belongs to one visit of one shopper, and its erasure.',
  Measurements: 'Of the body; they drive the fit of the session.',
  Products: 'What a product image shows, and the size chart of the product.',
  Webhooks: 'Be told, instead of asking.',
  Keys: 'Keys of the same account and mode as the key that asks.',
  Usage: 'What was used, and what became of each request.',
  Documentation: 'This reference, and the document that it is made of.',
  Health: 'For load balancers.',
};

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
];
const BODY_ROUTE: readonly ErrorCode[] = [
  ...(['invalid_json', 'invalid_body', 'body_too_complex', 'body_too_large', 'unsupported_media_type'] as const),
  ...(['missing_parameter', 'invalid_parameter'] as const),
];

const TEXT_ROUTE: readonly ErrorCode[] = ['body_too_large', 'unsupported_media_type', 'invalid_body'];

const HEADERS = {
  'Request-Id': { description: 'Names the request in our logs.', schema: { type: 'string' } },
  'Server-Timing': {
    description: '`auth`, `queue`, `render`, `store` where they occurred, and `total`, in milliseconds.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': { description: 'Requests in a rolling hour.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'When the next unit becomes available, Unix seconds.',
    schema: { type: 'integer' },
  },
  'RateLimit-Policy': { description: 'RFC draft: `"hour";q=100;w=3600`.', schema: { type: 'string' } },
  RateLimit: { description: 'RFC draft: `"hour";r=73;t=412`.', schema: { type: 'string' } },
};

/** A path parameter whose percent-encoding is broken leads to no route. */
const PATH_ROUTE: readonly ErrorCode[] = ['route_not_found'];

/** All error codes that a route may answer. */
export function errorCodesOf(route: RouteDoc): ErrorCode[] {
  const codes = [...EVERY_ROUTE, ...route.errors];
  if (route.scope !== null) codes.push(...KEYED_ROUTE);
  if (route.params !== undefined) codes.push(...PATH_ROUTE);
  if (route.body !== undefined) codes.push(...BODY_ROUTE);
  if (route.textBodies !== undefined) codes.push(...TEXT_ROUTE);
  return [...new Set(codes)];
}

/**
 * The OpenAPI 3.1 document of a route table. Schemas with a `title` become components (not `$id`: ajv refuses one
 * that occurs twice within a schema). They are the very objects that validate the requests.
 */
export function buildOpenApi(routes: readonly RouteDoc[], options: OpenApiOptions): Record<string, unknown> {
  const components = new Map<string, unknown>();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, components) };
  }
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: 'Drape', version: options.version, description: INTRODUCTION },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The gateway that serves this document.' }],
    tags: tagsOf(routes),
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      headers: HEADERS,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'Your API key, `drp_…`.' } },
    },
  };
}

function tagsOf(routes: readonly RouteDoc[]): { name: string; description?: string }[] {
  const used = new Set(routes.map(({ tag }) => tag));
  const names = [...Object.keys(TAGS), ...used].filter((name) => used.has(name));
  return [...new Set(names)].map((name) => {
    const description = TAGS[name];
    return { name, ...(description === undefined ? {} : { description }) };
  });
}

const CONDITION = { 'If-None-Match': { type: 'string', description: 'The ETag of an earlier answer.' } };

/** Records carry an ETag. */
function isTagged({ method, scope, responses }: RouteDoc): boolean {
  return method === 'get' && scope !== null && responses[200] !== undefined && responses[200].contentType === undefined;
}

function operation(route: RouteDoc, components: Map<string, unknown>): Record<string, unknown> {
  const parameters = [
    ...parametersOf('path', route.params, components),
    ...parametersOf('query', route.query, components),
    ...parametersOf('header', { ...route.headers, ...(isTagged(route) ? CONDITION : {}) }, components),
  ];
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: [route.tag],
    ...(route.deprecated === undefined ? {} : { deprecated: true, 'x-sunset': route.deprecated.sunset }),
    ...(route.scope === null ? { security: [] } : { security: [{ bearer: [] }], 'x-required-scope': route.scope }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(route, components),
    responses: responsesOf(route, components),
  };
}

function requestBodyOf(
  { body, csvBody, textBodies }: RouteDoc,
  components: Map<string, unknown>,
): { requestBody?: Record<string, unknown> } {
  if (body !== undefined) return { requestBody: { required: true, content: bodyContentOf(body, csvBody, components) } };
  if (textBodies === undefined) return {};
  const contents = Object.entries(textBodies).map(([contentType, schema]) =>
    contentOf(lift(schema, components), { contentType, example: exampleOf(schema) }),
  );
  return { requestBody: { required: true, content: Object.assign({}, ...contents) } };
}

function bodyContentOf(
  json: Schema,
  csv: Schema | undefined,
  components: Map<string, unknown>,
): Record<string, unknown> {
  return {
    ...contentOf(lift(json, components), { example: exampleOf(json) }),
    ...(csv === undefined ? {} : contentOf(csv, { contentType: 'text/csv', example: exampleOf(csv) })),
  };
}

function parametersOf(
  place: 'path' | 'query' | 'header',
  schemas: Readonly<Record<string, Schema>> | undefined,
  components: Map<string, unknown>,
): Record<string, unknown>[] {
  return Object.entries(schemas ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path',
    // `created[gte]=…`: what a query's object looks like.
    ...(place === 'query' && schema['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
    ...(schema['description'] === undefined ? {} : { description: schema['description'] }),
    schema: lift(schema, components),
  }));
}

function responsesOf(route: RouteDoc, components: Map<string, unknown>): Record<string, unknown> {
  const headers = Object.fromEntries(
    Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
  const responses: Record<string, unknown> = {};
  for (const [status, doc] of Object.entries(route.responses)) {
    const { description, schema, contentType, json, example = exampleOf(schema) } = doc;
    const shown = { ...(contentType === undefined ? {} : { contentType }), example };
    const content = {
      ...contentOf(lift(schema, components), shown),
      ...(json === undefined ? {} : contentOf(lift(json, components), { example: exampleOf(json) })),
    };
    responses[status] = { description, headers, content };
  }
  if (isTagged(route)) responses[304] = { description: 'Unchanged since the ETag; not counted.', headers };
  for (const [status, codes] of groupByStatus(errorCodesOf(route))) {
    const description = codes.map((code) => `[\`${code}\`](/docs/errors#${code})`).join(', ');
    const example = codes[0] === undefined ? undefined : failure(codes[0]);
    responses[status] ??= {
      ...{ description, headers, content: contentOf(lift(errorEnvelopeSchema, components), { example }) },
    };
  }
  return responses;
}

function groupByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
  return groups;
}

const failure = (code: ErrorCode) => ({ success: false, error: exampleError(code), requestId: EXAMPLE_REQUEST_ID });

function contentOf(
  schema: unknown,
  { contentType = 'application/json', example }: { contentType?: string; example?: unknown },
): Record<string, unknown> {
  return { [contentType]: { schema, ...(example === undefined ? {} : { example }) } };
}

/** Replaces each schema that has a `title` by a reference to a component, depth first. */
function lift(value: unknown, components: Map<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => lift(item, components));
  if (typeof value !== 'object' || value === null) return value;
  // An object's member may be called `title` too; a schema's own title is a text.
  const title: unknown = 'title' in value ? value.title : undefined;
  const kept = Object.entries(value).filter(([key, part]) => key !== 'title' || typeof part !== 'string');
  const plain = Object.fromEntries(kept.map(([key, part]) => [key, lift(part, components)]));
  if (typeof title !== 'string') return plain;
  components.set(title, plain);
  return { $ref: `#/components/schemas/${title}` };
}
