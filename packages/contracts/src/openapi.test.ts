import { describe, expect, it } from '@jest/globals';
import { buildOpenApi, type RouteDoc } from './openapi';
import { successEnvelope } from './schemas/envelope';
import { tryOnSchema } from './schemas/tryon';

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
});
