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

/** Those of HTTP itself, which frame the body and the connection; and what only preflights and 405 carry, which are no operations. */
const NOT_OURS: readonly string[] = [
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-max-age',
  'allow',
];

/** Checks each answer against an OpenAPI document of the gateway's routes: its body, and that each of its headers is documented. */
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
    const answer = findAnswer(document, { method, path, status });
    const documented = Object.keys(answer?.['headers'] ?? document['components']?.['headers'] ?? {});
    const known = new Set([...documented.map((name) => name.toLowerCase()), ...NOT_OURS]);
    const unknown = [...headers.keys()].filter((name) => !known.has(name));
    expect({ method, path, status, undocumented: unknown }).toEqual({ method, path, status, undocumented: [] });
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const isPage = type === 'text/html' && answer?.['content']?.[type] !== undefined;
    if (status >= 400 && method !== 'HEAD' && !isPage) {
      expect({ path, status, type }).toEqual({ path, status, type: errorTypes });
    }
    if (type === PROBLEM) checkProblem(body, headers, validatorOf(document['components']?.['schemas']?.['Problem']));
    const schema = answer?.['content']?.['application/json']?.['schema'] ?? errorOf(document, answer);
    if (schema === undefined || type !== 'application/json') return;
    const validate = validatorOf(schema);
    void validate(body);
    expect({ path, status, errors: validate.errors }).toEqual({ path, status, errors: null });
    const { success, error, requestId } = body as { success: boolean; error?: unknown; requestId: string };
    if (success === undefined) return;
    expect(success).toBe(error === undefined);
    expect(requestId).toBe(headers.get('request-id'));
  };
}

const PROBLEM = 'application/problem+json';
/** An error comes as an envelope or in RFC 9457's form. */
const errorTypes: unknown = expect.stringMatching(/^application\/(problem\+)?json$/);

function checkProblem(body: unknown, headers: Headers, validate: ReturnType<ReturnType<typeof createAjv>['compile']>) {
  void validate(body);
  expect(validate.errors).toBeNull();
  expect(body).toMatchObject({ requestId: headers.get('request-id') });
}

/** Every error of a path or method outside the document is an ErrorEnvelope too. */
function errorOf(document: Loose, answer: Loose | undefined): Loose | undefined {
  return answer === undefined ? document['components']?.['schemas']?.['ErrorEnvelope'] : undefined;
}

/** What the document says about an answer; undefined for a path or method outside of it. */
function findAnswer(document: Loose, { method, path, status }: { method: string; path: string; status: number }) {
  const operation = Object.entries(document['paths'] ?? {})
    .filter(([known]) => new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''))
    .map(([, operations]) => operations[method.toLowerCase()])
    .find((found) => found !== undefined);
  if (operation === undefined) return undefined;
  const answer = operation['responses']?.[String(status)];
  expect({ method, path, status, documented: answer !== undefined }).toMatchObject({ documented: true });
  return answer;
}

/** The schema with its references replaced by what they name. */
export function inline(document: Loose, value: unknown): never {
  if (Array.isArray(value)) return value.map((item) => inline(document, item)) as never;
  if (typeof value !== 'object' || value === null) return value as never;
  const [, name] = '$ref' in value ? (/schemas\/(\w+)$/.exec(String(value.$ref)) ?? []) : [];
  if (name !== undefined) return inline(document, document['components']?.['schemas']?.[name]);
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(document, part)])) as never;
}
