import type { createAjv } from '@drape/contracts';
import { expect } from '@jest/globals';

export type ResponseCheck = (
  method: string,
  path: string,
  response: { status: number; headers: Headers; body: unknown },
) => void;

/** Parsed JSON that a test looks into freely; what is not there is undefined, and the expectation says so. */
export interface Loose {
  readonly [key: string]: Loose;
}

const EVERY_RESPONSE = [
  ...[
    'request-id',
    'drape-version',
    'server-timing',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'ratelimit',
    'ratelimit-policy',
  ],
];

/** Checks each answer against the OpenAPI document that the gateway itself publishes, and the headers of every response. */
export function createResponseCheck(document: Loose, newAjv: typeof createAjv): ResponseCheck {
  const ajv = newAjv();
  const compiled = new Map<unknown, ReturnType<typeof ajv.compile>>();
  const validatorOf = (schema: unknown) => {
    const validate = compiled.get(schema) ?? ajv.compile(inline(document, schema));
    compiled.set(schema, validate);
    return validate;
  };
  return (method, path, { status, headers, body }) => {
    for (const name of EVERY_RESPONSE) expect([name, headers.get(name)]).toEqual([name, expect.any(String)]);
    const schema = findSchema(document, { method, path, status });
    if (schema === undefined || headers.get('content-type')?.startsWith('application/json') !== true) return;
    const validate = validatorOf(schema);
    void validate(body);
    expect({ path, status, errors: validate.errors }).toEqual({ path, status, errors: null });
    const { success, error, requestId } = body as { success: boolean; error?: unknown; requestId: string };
    if (success === undefined) return;
    expect(success).toBe(error === undefined);
    expect(requestId).toBe(headers.get('request-id'));
  };
}

/** The schema of an answer; every error of a path or method outside the document is an ErrorEnvelope too. */
function findSchema(document: Loose, { method, path, status }: { method: string; path: string; status: number }) {
  const operation = Object.entries(document['paths'] ?? {})
    .filter(([known]) => new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''))
    .map(([, operations]) => operations[method.toLowerCase()])
    .find((found) => found !== undefined);
  if (operation === undefined) return document['components']?.['schemas']?.['ErrorEnvelope'];
  const answer = operation['responses']?.[String(status)];
  expect({ method, path, status, documented: answer !== undefined }).toMatchObject({ documented: true });
  return answer?.['content']?.['application/json']?.['schema'];
}

/** The schema with its references replaced by what they name. */
export function inline(document: Loose, value: unknown): never {
  if (Array.isArray(value)) return value.map((item) => inline(document, item)) as never;
  if (typeof value !== 'object' || value === null) return value as never;
  const [, name] = '$ref' in value ? (/schemas\/(\w+)$/.exec(String(value.$ref)) ?? []) : [];
  if (name !== undefined) return inline(document, document['components']?.['schemas']?.[name]);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(document, part)])) as never;
}
