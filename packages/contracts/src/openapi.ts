import { ERRORS, type ErrorCode } from './errors';
import { EXAMPLE_REQUEST_ID, exampleError, exampleOf } from './examples';
import { createComponents, type Components } from './openapi-components';
import { buildWebhooks } from './openapi-webhooks';
import { headersOf, isTagged, RESPONSE_HEADERS } from './response-headers';
import { errorCodesOf, type RouteDoc, type Schema } from './route-doc';
import { errorEnvelopeSchema, problemSchema } from './schemas/envelope';

export interface OpenApiOptions {
  readonly version: string;
  /**
   * Answers hold what they promise and nothing else: for tests. Published they may hold more, so that no client that validates
   * breaks when a member is added.
   */
  readonly strict?: boolean;
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
  Accounts:
    'Signing in to the dashboard, the account’s settings and its members. For people, by cookie; keys cannot do it.',
  Uploads: 'Pictures that go to the store first and into requests by their name.',
  Documentation: 'This reference, and the document that it is made of.',
  Health: 'For load balancers.',
};

/**
 * The OpenAPI 3.1 document of a route table. Schemas with a `title` become components (not `$id`: ajv refuses one
 * that occurs twice within a schema). They are the very objects that validate the requests.
 */
export function buildOpenApi(routes: readonly RouteDoc[], options: OpenApiOptions): Record<string, unknown> {
  const components = createComponents(options.strict ?? false);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route, components) };
  }
  const webhooks = buildWebhooks(components);
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: 'Drape', version: options.version, description: INTRODUCTION },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The gateway that serves this document.' }],
    tags: tagsOf(routes),
    paths,
    webhooks,
    components: {
      schemas: components.all(),
      headers: RESPONSE_HEADERS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Your API key, `drp_…`.',
        },
        dashboard: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-drape',
          description:
            'A member of the account who is signed in to the dashboard. Works from its own page only, beside the header `Drape-Mode: live` or `test`.',
        },
      },
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

function operation(route: RouteDoc, components: Components): Record<string, unknown> {
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
    ...securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBodyOf(route, components),
    responses: responsesOf(route, components),
  };
}

function securityOf({ scope, member }: RouteDoc): Record<string, unknown> {
  if (member !== undefined) return { security: [{ dashboard: [] }], 'x-required-role': member };
  if (scope === null) return { security: [] };
  return { security: [{ bearer: [] }, { dashboard: [] }], 'x-required-scope': scope };
}

function requestBodyOf(
  { body, csvBody, textBodies }: RouteDoc,
  components: Components,
): { requestBody?: Record<string, unknown> } {
  if (body !== undefined) return { requestBody: { required: true, content: bodyContentOf(body, csvBody, components) } };
  if (textBodies === undefined) return {};
  const contents = Object.entries(textBodies).map(([contentType, schema]) =>
    contentOf(components.sent(schema), { contentType, example: exampleOf(schema) }),
  );
  return { requestBody: { required: true, content: Object.assign({}, ...contents) } };
}

function bodyContentOf(json: Schema, csv: Schema | undefined, components: Components): Record<string, unknown> {
  return {
    ...contentOf(components.sent(json), { example: exampleOf(json) }),
    ...(csv === undefined ? {} : contentOf(csv, { contentType: 'text/csv', example: exampleOf(csv) })),
  };
}

function parametersOf(
  place: 'path' | 'query' | 'header',
  schemas: Readonly<Record<string, Schema>> | undefined,
  components: Components,
): Record<string, unknown>[] {
  return Object.entries(schemas ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path',
    // `created[gte]=…`: what a query's object looks like.
    ...(place === 'query' && schema['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
    ...(schema['description'] === undefined ? {} : { description: schema['description'] }),
    schema: components.sent(schema),
  }));
}

function responsesOf(route: RouteDoc, components: Components): Record<string, unknown> {
  const responses: Record<string, unknown> = {};
  for (const [status, doc] of Object.entries(route.responses)) {
    const { description, schema, contentType, json, example = exampleOf(schema) } = doc;
    const shown = { ...(contentType === undefined ? {} : { contentType }), example };
    const content = {
      ...contentOf(components.answered(schema), shown),
      ...(json === undefined ? {} : contentOf(components.answered(json), { example: exampleOf(json) })),
    };
    responses[status] = { description, headers: headerRefs(route, Number(status)), content };
  }
  if (isTagged(route)) {
    responses[304] = { description: 'Unchanged since the ETag; not counted.', headers: headerRefs(route, 304) };
  }
  for (const [status, codes] of groupByStatus(errorCodesOf(route))) {
    const description = codes.map((code) => `[\`${code}\`](/docs/errors#${code})`).join(', ');
    const [first] = codes;
    responses[status] ??= {
      description,
      headers: headerRefs(route, status),
      content: {
        ...contentOf(components.answered(errorEnvelopeSchema), { example: first && failure(first) }),
        ...contentOf(components.answered(problemSchema), { contentType: PROBLEM, example: first && problemOf(first) }),
      },
    };
  }
  return responses;
}

function headerRefs(route: RouteDoc, status: number): Record<string, unknown> {
  return Object.fromEntries(headersOf(route, status).map((name) => [name, { $ref: `#/components/headers/${name}` }]));
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

/** The form of RFC 9457, for clients that prefer it. */
const PROBLEM = 'application/problem+json';

function problemOf(code: ErrorCode) {
  const { docUrl: type, message: detail, type: _type, ...rest } = exampleError(code);
  const { status, title } = ERRORS[code];
  return { type, title, status, detail, instance: '/v1/tryon', ...rest, requestId: EXAMPLE_REQUEST_ID };
}

function contentOf(
  schema: unknown,
  { contentType = 'application/json', example }: { contentType?: string; example?: unknown },
): Record<string, unknown> {
  return { [contentType]: { schema, ...(example === undefined ? {} : { example }) } };
}
