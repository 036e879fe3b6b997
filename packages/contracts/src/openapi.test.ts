import { describe, expect, it } from '@jest/globals';
import { buildOpenApi } from './openapi';
import type { RouteDoc } from './route-doc';
import { successEnvelope } from './schemas/envelope';
import { tryOnSchema } from './schemas/tryon';
import { DELIVERED_EVENTS } from './schemas/webhook-messages';

const route: RouteDoc = {
  method: 'get',
  path: '/v1/tryon/{id}',
  operationId: 'getTryOn',
  summary: 'A try-on',
  tag: 'Try-on',
  scope: 'tryon:read',
  params: { id: { type: 'string' } },
  responses: { 200: { description: 'The try-on.', schema: successEnvelope(tryOnSchema) } },
  errors: ['tryon_not_found'],
};

/** Every `$ref` of the document. */
function refsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === '$ref' && typeof part === 'string' ? [part] : refsOf(part),
  );
}

describe('buildOpenApi', () => {
  const document = JSON.parse(JSON.stringify(buildOpenApi([route], { version: '1.0.0' })));

  it('resolves each of its references', () => {
    const refs = refsOf(document);
    expect(refs).toContain('#/components/schemas/TryOn');
    for (const ref of refs) {
      const target = ref
        .slice(2)
        .split('/')
        .reduce((part, key) => part?.[key], document);
      expect(target).toBeDefined();
    }
  });

  it('lists the statuses of all errors that the route may answer', () => {
    const operation = document.paths['/v1/tryon/{id}'].get;
    expect(Object.keys(operation.responses)).toEqual(['200', '304', '400', '401', '403', '404', '429', '500', '503']);
    expect(operation.responses['404'].description).toBe(
      '[`tryon_not_found`](/docs/errors#tryon_not_found), [`route_not_found`](/docs/errors#route_not_found)',
    );
    expect(operation['x-required-scope']).toBe('tryon:read');
  });

  it('allows additions in answers, except where tests ask for exactly what is promised', () => {
    const strict = JSON.parse(JSON.stringify(buildOpenApi([route], { version: '1.0.0', strict: true })));
    expect(closedIn(document)).toEqual([]);
    expect(closedIn(strict)).toContain('components schemas TryOn');
  });

  it('stays strict about what is sent', () => {
    const body = { title: 'Sent', type: 'object', additionalProperties: false, properties: {} };
    const sending: RouteDoc = { ...route, method: 'post', body };
    const built = JSON.parse(JSON.stringify(buildOpenApi([sending], { version: '1.0.0' })));
    expect(closedIn(built)).toEqual(['components schemas Sent']);
  });

  it('never publishes a request’s schema as an answer’s', () => {
    const body = tryOnSchema;
    expect(() => buildOpenApi([{ ...route, body }], { version: '1.0.0' })).toThrow('two schemas have the title');
  });

  it('gives every answer the headers of its kind, and those that the route names', () => {
    const sending: RouteDoc = {
      ...route,
      sends: ['Location'],
      deprecated: { since: '2026-11-01', sunset: '2027-12-01' },
    };
    const [plain, named] = [document, JSON.parse(JSON.stringify(buildOpenApi([sending], { version: '1.0.0' })))].map(
      (built) => built.paths['/v1/tryon/{id}'].get.responses,
    );
    for (const answer of Object.values<{ headers: object }>(plain)) {
      expect(Object.keys(answer.headers)).toEqual(
        expect.arrayContaining(['Request-Id', 'Drape-Version', 'RateLimit', 'X-RateLimit-Remaining', 'Server-Timing']),
      );
    }
    expect(plain['200'].headers).toHaveProperty('ETag');
    expect(plain['200'].headers).not.toHaveProperty('Location');
    expect(plain['401'].headers).toHaveProperty('WWW-Authenticate');
    expect(plain['429'].headers).toHaveProperty('Retry-After');
    expect(Object.keys(named['200'].headers)).toEqual(expect.arrayContaining(['Location', 'Deprecation', 'Sunset']));
    expect(named['404'].headers).not.toHaveProperty('Location');
  });

  it('describes every message that is sent, and its signature', () => {
    expect(Object.keys(document.webhooks)).toEqual([...DELIVERED_EVENTS]);
    for (const event of DELIVERED_EVENTS) {
      const { parameters, requestBody } = document.webhooks[event].post;
      const names = parameters.map(({ name }: { name: string }) => name);
      expect(names).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
      const name = requestBody.content['application/json'].schema.$ref.split('/').at(-1);
      expect(document.components.schemas[name].properties.type.const).toBe(event);
    }
    expect(document.components.schemas.WebhookMessage.anyOf).toHaveLength(DELIVERED_EVENTS.length);
  });
});

/** Where the document has schemas that allow nothing that they do not know. */
function closedIn(value: unknown, name = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'additionalProperties' in value && value.additionalProperties === false ? [name] : [];
  return [...own, ...Object.entries(value).flatMap(([key, part]) => closedIn(part, `${name} ${key}`.trim()))];
}
