import fc from 'fast-check';
import { goodBody } from './pictures';
import type { Loose } from './response-check';

/** A request made from the document. `{known}` in the path stands for the id of something that an earlier request made. */
export interface FuzzRequest {
  readonly method: string;
  /** Path of the document. */
  readonly template: string;
  readonly path: string;
  /** Which of the known ids is meant. */
  readonly pick: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly credential: Credential;
  readonly body: string | undefined;
}

export type Credential = 'full' | 'test' | 'page' | 'narrow' | 'wrong' | 'none';

const CREDENTIALS: readonly Credential[] = [
  ...(['full', 'full', 'full', 'full', 'full', 'full', 'test', 'test', 'page'] as const),
  ...(['narrow', 'wrong', 'none'] as const),
];

export const KNOWN = '{known}';

/** Texts that have broken services: what databases, parsers, paths, templates and logs stumble over. */
const HOSTILE_TEXTS: readonly string[] = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\ufeff',
    '\u202e',
    '😀',
    'ﷺ',
    '%',
    '%00',
    '%ZZ',
    '%2e%2e%2f',
  ],
  ...['../../etc/passwd', '\'; DROP TABLE "TryOn"; --', '{{7*7}}', '${7*7}', '<script>alert(1)</script>', '\r\nX-A: b'],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', 'Infinity', '-0', '1e999', '0x10', '١٢'],
  ...[
    'http://127.0.0.1/',
    'http://[::1]:80/',
    'file:///etc/passwd',
    'https://a:b@shop.example/',
    'http://169.254.169.254/',
  ],
  ...[
    'https://',
    'https://shop.example:99999/',
    'https://' + 'a'.repeat(300) + '.example/',
    'data:image/png;base64,AAAA',
  ],
  ...['try_01K0000000000000000000000A', 'mea_', 'ses_zzz', 'x'.repeat(129), 'y'.repeat(2049), 'z'.repeat(9000)],
];
const HOSTILE_VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -0,
    -1,
    0.1,
    1e308,
    -1e308,
    5e-324,
    2 ** 53,
    2 ** 31,
    2 ** 63,
    [],
    {},
    [[]],
    [null],
    ['a'],
    { a: {} },
  ],
  ...[{ __proto__: 1 }, { constructor: { prototype: 1 } }, { toString: 1 }, { length: 1e9 }, Array(300).fill(0)],
  ...HOSTILE_TEXTS,
];
/** Bodies that are no JSON, or JSON that parsers disagree about. */
const HOSTILE_BODIES: readonly string[] = [
  ...[
    '',
    ' ',
    '{',
    '}',
    '{"a":',
    '[',
    '"',
    'nul',
    'NaN',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1}{"a":1}',
    '\ufeff{}',
    '\u0000',
  ],
  ...['null', '[]', '0', '""', 'true', '{"__proto__":{"x":1}}', '{"a":1,"a":2}', '{"height":1e999}', '{"\\u0000":1}'],
  ...[
    '['.repeat(1000),
    '{"a":'.repeat(100) + '1' + '}'.repeat(100),
    `{${'"k":1,'.repeat(9000)}"k":1}`,
    '[' + '1,'.repeat(50_000) + '1]',
  ],
];
const HOSTILE_HEADERS: readonly string[] = [
  ...[
    '',
    ' ',
    '"',
    '""',
    '"a',
    ',',
    ';',
    '*',
    'W/"x"',
    '-1',
    '0',
    '1e3',
    '99999999999999999999',
    'x'.repeat(256),
    'y'.repeat(4000),
  ],
  ...['\u00ff\u00fe', 'a\tb', "'; --", '%00', 'null', 'application/problem+json', '<script>', '${jndi:ldap://a}'],
];

/** Right values by name, where a schema alone does not say what is right. */
const RIGHT: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  userPhoto: fc.constantFrom(goodBody()['userPhoto'], 'https://photos.example/me.jpg'),
  productImageUrl: fc.constantFrom(
    'https://shop.example/shirt.jpg',
    'http://shop.example/a b',
    'https://test.drape.invalid/ok',
  ),
  productImage: fc.constant(goodBody()['userPhoto']),
  imageUrl: fc.constant('https://shop.example/shirt.jpg'),
  image: fc.constant(goodBody()['userPhoto']),
  webhookUrl: fc.constant('https://shop.example/hook'),
  url: fc.constant('https://shop.example/hook'),
  height: fc.double({ min: 100, max: 230, noNaN: true }),
  weight: fc.double({ min: 25, max: 250, noNaN: true }),
  chest: fc.double({ min: 50, max: 180, noNaN: true }),
  waist: fc.double({ min: 40, max: 180, noNaN: true }),
  hips: fc.double({ min: 50, max: 190, noNaN: true }),
  inseam: fc.double({ min: 40, max: 110, noNaN: true }),
};
/** None that waits for long: nothing is ever finished here. */
const PREFER = [
  'wait=0',
  'respond-async',
  'wait=0, respond-async',
  'WAIT=0',
  'wait=0.01',
  'wait=-1',
  'wait=',
  'wait',
  '; ;',
  '',
];

const anyText = fc.oneof(fc.constantFrom(...HOSTILE_TEXTS), fc.string({ unit: 'binary', maxLength: 40 }));
const anyValue = fc.oneof(fc.constantFrom(...HOSTILE_VALUES), fc.jsonValue({ maxDepth: 3 }));

/** Values that a schema of the document allows, as far as the schema says it. */
export function valuesOf(document: Loose, schema: Loose, name = ''): fc.Arbitrary<unknown> {
  const right = RIGHT[name];
  if (right !== undefined) return right;
  const { $ref: ref, enum: allowed, examples, anyOf, oneOf, type } = schema as Record<string, Loose | undefined>;
  if (ref !== undefined) return valuesOf(document, at(document, textOf(ref)), name);
  if (schema['const'] !== undefined) return fc.constant(schema['const']);
  if (allowed !== undefined) return fc.constantFrom(...listOf(allowed));
  const choices = listOf(anyOf ?? oneOf);
  if (choices.length > 0) return fc.oneof(...choices.map((one) => valuesOf(document, one, name)));
  const shape = valuesOfType(document, schema, listOf(type).length > 0 ? textOf(listOf(type)[0]) : textOf(type));
  const shown = listOf(examples);
  return shown.length === 0 ? shape : fc.oneof(fc.constantFrom<unknown>(...shown), shape);
}

function valuesOfType(document: Loose, schema: Loose, type: string): fc.Arbitrary<unknown> {
  const bound = (name: string, fallback: number) => Number(schema[name] ?? fallback);
  switch (type) {
    case 'object':
      return objectsOf(document, schema);
    case 'array': {
      const items = valuesOf(document, schema['items'] ?? {});
      return fc.array(items, { minLength: bound('minItems', 0), maxLength: Math.min(8, bound('maxItems', 4)) });
    }
    case 'integer':
      return fc.integer({ min: bound('minimum', 0), max: bound('maximum', 1000) });
    case 'number':
      return fc.double({ min: bound('minimum', 0.001), max: bound('maximum', 1000), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textsOf(schema, { minLength: bound('minLength', 0), maxLength: Math.min(40, bound('maxLength', 40)) });
    default:
      return anyValue;
  }
}

function textsOf(schema: Loose, size: { minLength: number; maxLength: number }): fc.Arbitrary<string> {
  if (schema['format'] !== undefined) return fc.constant('2026-11-21T12:00:00Z');
  if (schema['pattern'] === undefined) return fc.string({ unit: 'grapheme', ...size });
  const pattern = new RegExp(textOf(schema['pattern']), 'u');
  return fc.string(size).filter((text) => pattern.test(text));
}

function objectsOf(document: Loose, schema: Loose): fc.Arbitrary<Record<string, unknown>> {
  const model: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, part] of Object.entries(schema['properties'] ?? {})) model[name] = valuesOf(document, part, name);
  const required = listOf(schema['required']).map(textOf);
  const named = fc.record(model, { requiredKeys: required });
  const more = schema['additionalProperties'];
  if (typeof more !== 'object') return named;
  const others = fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), valuesOf(document, more), { maxKeys: 4 });
  return fc.tuple(others, named).map(([free, fixed]) => ({ ...free, ...fixed }));
}

/** A right body with one to three things wrong: a member gone, replaced, renamed or added. */
function spoiled(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return anyValue;
  const names = Object.keys(value);
  const name = names.length === 0 ? anyText : fc.constantFrom(...names);
  const edit = fc.record({
    name,
    kind: fc.constantFrom('gone', 'replaced', 'replaced', 'added', 'inside'),
    other: anyText,
    by: anyValue,
  });
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => {
    const members = new Map<string, unknown>(Object.entries(value));
    for (const { name: at, kind, other, by } of edits) {
      const old = members.get(at);
      if (kind === 'gone') members.delete(at);
      if (kind === 'replaced') members.set(at, by);
      if (kind === 'added') members.set(other, by);
      if (kind === 'inside')
        members.set(at, Array.isArray(old) ? [...old, by] : isObject(old) ? { ...old, [other]: by } : by);
    }
    return Object.fromEntries(members);
  });
}

/** Requests of one operation of the document: right, nearly right and hostile ones. */
export function requestsOf(document: Loose, template: string, method: string): fc.Arbitrary<FuzzRequest> {
  const operation = document['paths']?.[template]?.[method] ?? {};
  const parameters = listOf(operation['parameters']);
  return fc.record({
    method: fc.oneof(
      { weight: 30, arbitrary: fc.constant(method.toUpperCase()) },
      { weight: 1, arbitrary: fc.constantFrom('OPTIONS', 'PATCH', 'HEAD') },
    ),
    template: fc.constant(template),
    path: fc
      .tuple(pathsOf(document, template, parameters), queriesOf(document, parameters))
      .map(([path, query]) => path + query),
    pick: fc.nat(),
    headers: headersOf(document, parameters, operation),
    credential: fc.constantFrom(...CREDENTIALS),
    body: bodiesOf(document, operation),
  });
}

/** As it stands in a URL. fast-check's objects have no prototype, and so no text of their own. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function pathsOf(document: Loose, template: string, parameters: readonly Loose[]): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const values = names.map((name) => {
    const schema = parameters.find((one) => textOf(one['in']) === 'path' && textOf(one['name']) === name)?.['schema'];
    const right = valuesOf(document, schema ?? ({ type: 'string' } as unknown as Loose)).map(toText);
    const encoded = fc
      .oneof(right, anyText)
      .filter((text) => !['', '.', '..'].includes(text))
      .map(encodePart);
    const raw = fc.constantFrom('%', '%ZZ', '%00', '%2e%2e', '%c0%af', 'a%2Fb', ';a=b', '%ED%A0%80');
    return fc.oneof(
      { weight: 4, arbitrary: fc.constant(KNOWN) },
      { weight: 3, arbitrary: encoded },
      { weight: 1, arbitrary: raw },
    );
  });
  return fc
    .tuple(...values)
    .map((parts) => parts.reduce((path, part) => path.replace(/\{(?!known)\w+\}/, () => part), template));
}

function queriesOf(document: Loose, parameters: readonly Loose[]): fc.Arbitrary<string> {
  const known = parameters
    .filter((one) => textOf(one['in']) === 'query')
    .map((one) => {
      const value = fc.oneof(valuesOf(document, one['schema'] ?? {}).map(toText), anyText);
      return value.map((text) => `${textOf(one['name'])}=${encodePart(text)}`);
    });
  const odd = fc.oneof(
    fc.constantFrom('a', 'limit[]=1', '=', '&&', '%ZZ=%', '__proto__=1', 'limit=1&limit=2'),
    anyText.map(encodePart),
  );
  const right =
    known.length === 0
      ? fc.constant('')
      : fc
          .subarray(known)
          .chain((some) => fc.tuple(...some))
          .map((parts) => parts.join('&'));
  return fc
    .oneof({ weight: 8, arbitrary: right }, { weight: 1, arbitrary: odd })
    .map((text) => (text === '' ? '' : `?${text}`));
}

function headersOf(
  document: Loose,
  parameters: readonly Loose[],
  operation: Loose,
): fc.Arbitrary<Record<string, string>> {
  const hostile = fc.constantFrom(...HOSTILE_HEADERS);
  const mostly = (...texts: string[]) =>
    fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...texts) }, { weight: 1, arbitrary: hostile });
  const model: Record<string, fc.Arbitrary<string>> = {
    accept: mostly('application/json', '*/*', 'application/problem+json', 'text/html'),
    'accept-language': mostly('en', 'de-CH, de;q=0.9', '*', 'xx-klingon;q=2'),
    'x-client-request-id': mostly('order 7', 'é'),
    origin: mostly('https://shop.example', 'null', 'https://evil.example'),
    'content-encoding': mostly('identity', 'gzip', 'br'),
  };
  for (const one of parameters.filter(({ in: place }) => textOf(place) === 'header')) {
    const texts = valuesOf(document, one['schema'] ?? {}).map((value) => latin(String(value)));
    model[textOf(one['name']).toLowerCase()] = fc.oneof(
      { weight: 3, arbitrary: texts },
      { weight: 1, arbitrary: hostile },
    );
  }
  model['prefer'] = fc.constantFrom(...PREFER);
  // Few, so that keys meet again: with the same body, with another one, and while the first request is under way.
  if (model['idempotency-key'] !== undefined) model['idempotency-key'] = mostly('k1', 'k2', '"k3"', 'k4', 'k5');
  const names = Object.keys(model);
  const types = Object.keys(operation['requestBody']?.['content'] ?? {});
  const type =
    types.length === 0
      ? fc.constant({})
      : fc
          .constantFrom(...Array<string[]>(8).fill(types).flat(), `${types[0] ?? ''}; charset=utf-8`, 'text/plain', '')
          .map((text) => ({
            'content-type': text,
          }));
  const some = fc
    .subarray(names, { maxLength: 3 })
    .chain((kept) => fc.record(Object.fromEntries(kept.map((name) => [name, model[name] ?? hostile]))));
  return fc.tuple(some, type).map(([extra, fixed]) => ({ ...extra, ...fixed }));
}

function bodiesOf(document: Loose, operation: Loose): fc.Arbitrary<string | undefined> {
  const contents = Object.values(operation['requestBody']?.['content'] ?? {});
  if (contents.length === 0)
    return fc.oneof(
      { weight: 12, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_BODIES) },
    );
  const right = fc.oneof(...contents.map((content) => valuesOf(document, content['schema'] ?? {})));
  return fc.oneof(
    { weight: 4, arbitrary: right.map(write) },
    { weight: 6, arbitrary: right.chain(spoiled).map(write) },
    { weight: 1, arbitrary: anyValue.map(write) },
    { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_BODIES) },
  );
}

const write = (value: unknown): string =>
  typeof value === 'string' && value.includes(',') ? value : JSON.stringify(value);

/** As header values can be sent: Latin-1 without control characters. */
const latin = (text: string): string => text.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?');

/** Percent-encoded; lone surrogates, which have no encoding, as U+FFFD. */
const encodePart = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const listOf = (value: Loose | undefined): readonly Loose[] => (Array.isArray(value) ? value : []);

function at(document: Loose, ref: string): Loose {
  return document['components']?.['schemas']?.[ref.split('/').at(-1) ?? ''] ?? {};
}
