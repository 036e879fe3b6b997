import { createAjv } from '@drape/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { inline, type Loose } from './response-check';
import { gateway, services, useGateway } from './running';

interface Example {
  readonly name: string;
  readonly schema: Loose;
  readonly example: unknown;
}

useGateway();

let document: Loose;
let key: string;

beforeAll(async () => {
  document = gateway.document;
  ({ key } = await services.createKey({ env: 'test' }));
});

/** Every example of the document with the schema that stands beside it. */
function examplesIn(value: unknown, name = ''): Example[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('schema' in value && 'example' in value) return [{ name, schema: value.schema as Loose, example: value.example }];
  return Object.entries(value).flatMap(([part, inner]) => examplesIn(inner, `${name} ${part}`.trim()));
}

describe('the examples of the document', () => {
  it('are there for all JSON that goes in or out, and obey their schemas', () => {
    const ajv = createAjv();
    const examples = [...examplesIn(document['paths']), ...examplesIn(document['webhooks'])];
    for (const { name, schema, example } of examples) {
      const validate = ajv.compile(inline(document, schema));
      void validate(example);
      expect({ name, errors: validate.errors }).toEqual({ name, errors: null });
    }
    const shown = new Set(examples.map(({ name }) => name));
    const without = [...contentsOf(document['paths']), ...contentsOf(document['webhooks'])].filter(
      (name) => !shown.has(name),
    );
    // What is no record: the document itself, key sets, probes.
    expect(without.filter((name) => !/openapi\.json|jwks\.json|healthz|readyz|^\/ get /.test(name))).toEqual([]);
  });

  it.each([
    ['post /v1/tryon'],
    ['post /v1/photos/check'],
    ['post /v1/measurements'],
    ['post /v1/products'],
    ['put /v1/products/{id}/size-chart'],
    ['post /v1/webhooks'],
  ])('can be sent as they are: %s', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const body = document['paths']?.[path]?.[method]?.['requestBody']?.['content']?.['application/json']?.['example'];
    const reply = await gateway.send(method.toUpperCase(), path.replace('{id}', 'sku-4711'), { key, body });
    expect([route, reply.status, reply.body['success']]).toEqual([route, 200, true]);
  });
});

/** The names of all JSON contents. */
function contentsOf(value: unknown, name = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (name.endsWith('application/json')) return [name];
  return Object.entries(value).flatMap(([part, inner]) => contentsOf(inner, `${name} ${part}`.trim()));
}
