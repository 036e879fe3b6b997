import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { testEnvironment } from '@drape/testkit';
import type { Loose } from './response-check';
import { gateway, useGateway } from './running';

useGateway();

const publishedBy = async (): Promise<Loose> => (await gateway.send('GET', '/v1/openapi.json')).body;
const entriesOf = (value: Loose | undefined): [string, Loose][] => Object.entries(value ?? {});

/** Every operation of a section, by its name. */
const operationsOf = (section: Loose | undefined): [string, Loose][] =>
  entriesOf(section).flatMap(([path, methods]) =>
    entriesOf(methods).map(([method, operation]): [string, Loose] => [`${method} ${path}`, operation]),
  );

/** Whether a schema, or one that it leads to, allows nothing that it does not know. */
function isClosed(document: Loose, value: unknown, seen: Set<string> = new Set()): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('additionalProperties' in value && value.additionalProperties === false) return true;
  const [, name] = '$ref' in value ? (/schemas\/(\w+)$/.exec(String(value.$ref)) ?? []) : [];
  if (name !== undefined && !seen.has(name)) {
    seen.add(name);
    return isClosed(document, document['components']?.['schemas']?.[name], seen);
  }
  return Object.values(value).some((part) => isClosed(document, part, seen));
}

describe('/v1/openapi.json', () => {
  it('has nothing that a linter of OpenAPI documents complains about', async () => {
    const input = JSON.stringify(await publishedBy());
    const linter = join(__dirname, 'lint-openapi.mjs');
    const { stdout, stderr } = spawnSync(process.execPath, [linter], {
      input,
      encoding: 'utf8',
      env: testEnvironment(),
    });
    expect({ stdout, stderr }).toEqual({ stdout: '[]', stderr: '' });
  }, 60_000);

  it('allows additions in each answer and each message', async () => {
    const document = await publishedBy();
    const answers = operationsOf(document['paths']).flatMap(([name, { responses }]) =>
      entriesOf(responses).map(([status, answer]): [string, unknown] => [`${name} ${status}`, answer['content']]),
    );
    const messages = operationsOf(document['webhooks']).map(([name, { requestBody }]): [string, unknown] => [
      name,
      requestBody?.['content'],
    ]);
    const all = [...answers, ...messages];
    expect(all.length).toBeGreaterThan(200);
    expect(all.filter(([, content]) => isClosed(document, content)).map(([name]) => name)).toEqual([]);
  });

  it('rejects unknown fields in requests', async () => {
    const document = await publishedBy();
    const body = document['paths']?.['/v1/webhooks']?.['post']?.['requestBody'];
    expect(isClosed(document, body)).toBe(true);
  });

  it('documents the headers of each answer, by names that it explains', async () => {
    const document = await publishedBy();
    const known = Object.keys(document['components']?.['headers'] ?? {});
    for (const [name, { responses }] of operationsOf(document['paths'])) {
      for (const [status, { headers }] of entriesOf(responses)) {
        const told = Object.keys(headers ?? {});
        const missing = ['Request-Id', 'Drape-Version', 'RateLimit', 'Vary'].filter((one) => !told.includes(one));
        const unknown = told.filter((one) => !known.includes(one));
        expect({ name, status, missing, unknown }).toEqual({ name, status, missing: [], unknown: [] });
      }
    }
  });

  it('names each operation and each message once', async () => {
    const document = await publishedBy();
    const operations = [...operationsOf(document['paths']), ...operationsOf(document['webhooks'])];
    const names = operations.map(([, { operationId }]) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('types the events of a stream', async () => {
    const document = await publishedBy();
    const stream = document['paths']?.['/v1/tryon/{id}/events']?.['get']?.['responses']?.['200']?.['content'];
    expect(stream?.['text/event-stream']?.['schema']).toEqual({ $ref: '#/components/schemas/TryOnEvent' });
    const { oneOf } = document['components']?.['schemas']?.['TryOnEvent'] ?? {};
    const names = entriesOf(oneOf).map(([, event]) => event['properties']?.['event']?.['const']);
    expect(names).toEqual(['progress', 'completed', 'failed', 'canceled', 'expired']);
  });
});
