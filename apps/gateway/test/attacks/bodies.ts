import { gzipSync } from 'node:zlib';
import { goodBody, png } from '../pictures';

/** A body that is made to keep the event loop busy, and where it is sent to. */
export interface HostileBody {
  readonly name: string;
  readonly path: string;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** False: without a key. */
  readonly withKey?: boolean;
  /** Made when it is needed: together they are too large. */
  readonly make: () => string | Buffer;
}

const MEBIBYTE = 1024 * 1024;
const TEN = 10 * MEBIBYTE;
/** Just below what a body may have. */
const MOST = 14.9 * MEBIBYTE;

const repeat = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length));
const tryOn = (photo: string): string =>
  `{"productImageUrl":"https://shop.example/a.jpg","productCategory":"top","userPhoto":"${photo}"}`;
const base64Of = (bytes: number): string => Buffer.alloc(bytes, png(600, 800)).toString('base64');

/** Rows of a product import, until there are so many bytes. */
function rows(first: string, row: (i: number) => string, bytes: number): string {
  const lines = [first];
  for (let i = 0, length = 0; length < bytes; i++) {
    const line = row(i);
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n');
}

const JSON_BODIES: readonly (readonly [name: string, make: () => string | Buffer])[] = [
  ['10 MB of [', () => '['.repeat(TEN)],
  ['10 MB of {"a":', () => repeat('{"a":', TEN)],
  ['10 MB of numbers', () => `[${repeat('1,', TEN)}1]`],
  ['10 MB of keys', () => `{${Array.from({ length: 700_000 }, (_, i) => `"key${i}":1`).join(',')}}`],
  ['10 MB of the same key', () => `{${repeat('"a":1,', TEN)}"a":1}`],
  ['10 MB of digits', () => repeat('1234567890', TEN)],
  ['10 MB of spaces', () => ' '.repeat(TEN)],
  ['320 nested objects around 10 MB', () => `${'{"a":'.repeat(300)}"${'x'.repeat(TEN)}"${'}'.repeat(300)}`],
  ['a text of 15 MB that never ends', () => `{"userPhoto":"${'A'.repeat(MOST)}`],
  ['15 MB of escapes', () => tryOn(repeat('\\u0041', MOST))],
  ['15 MB of backslashes', () => tryOn(repeat('\\\\', MOST))],
  ['15 MB of umlauts', () => Buffer.from(tryOn(repeat('ä', MOST / 2)))],
  ['15 MB of emoji', () => Buffer.from(tryOn(repeat('😀', MOST / 2)))],
  ['15 MB that are no UTF-8', () => Buffer.concat([Buffer.from('{"userPhoto":"'), Buffer.alloc(MOST, 0xfe)])],
  ['15 MB of base64 that is no picture', () => tryOn('A'.repeat(MOST))],
  ['15 MB of base64 with a wrong end', () => tryOn(`${'A'.repeat(MOST)}*`)],
  ['15 MB of base64 with a line break each', () => tryOn(repeat('AAAA\\n', MOST))],
  ['a picture of 10 MB that is noise', () => tryOn(base64Of(TEN - MEBIBYTE))],
  ['a picture of 15 MB', () => tryOn(base64Of(11 * MEBIBYTE))],
  [
    'a URL of 10 MB',
    () => `{"productImageUrl":"https://${repeat('a.', TEN)}example/","userPhoto":"${base64Of(1000)}"}`,
  ],
  ['10 MB of metadata', () => JSON.stringify({ ...goodBody(), metadata: { a: 'x'.repeat(TEN) } })],
];

const IMPORT = '/v1/products/import';
const HEAD = 'externalId,imageUrl,category';

/** All that a client with a key may send as a body, and what one without a key tries. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  ...JSON_BODIES.map(([name, make]) => ({ name, path: '/v1/tryon', make })),
  { name: '10 MB of [ without a key', path: '/v1/tryon', withKey: false, make: () => '['.repeat(TEN) },
  {
    name: 'a photo check of 13 MB',
    path: '/v1/photos/check',
    make: () => `{"userPhoto":"${base64Of(9.5 * MEBIBYTE)}"}`,
  },
  {
    name: 'a repeated request of 13 MB',
    path: '/v1/tryon',
    headers: { 'idempotency-key': 'attack', prefer: 'wait=0' },
    make: () => tryOn(base64Of(9.5 * MEBIBYTE)),
  },
  {
    name: 'a gzip bomb',
    path: '/v1/tryon',
    headers: { 'content-encoding': 'gzip' },
    make: () => gzipSync(Buffer.alloc(64 * MEBIBYTE), { level: 1 }),
  },
  {
    name: '10 MB in ISO-8859-1',
    path: '/v1/tryon',
    type: 'application/json; charset=latin1',
    make: () => ' '.repeat(TEN),
  },
  {
    name: 'a CSV of 5 MB in short rows',
    path: IMPORT,
    type: 'text/csv',
    make: () => rows(HEAD, (i) => `${i},,`, 4.9 * MEBIBYTE),
  },
  {
    name: 'a CSV of 10,000 wrong rows',
    path: IMPORT,
    type: 'text/csv',
    make: () => rows(HEAD, (i) => `SKU-${i},http://127.0.0.1/${'a'.repeat(200)},hat`, 2.4 * MEBIBYTE),
  },
  {
    name: 'a CSV of 10,000 right rows',
    path: IMPORT,
    type: 'text/csv',
    make: () => rows(HEAD, (i) => `SKU-${i},https://shop.example/${i}.jpg,top`, 0.44 * MEBIBYTE),
  },
  {
    name: 'a CSV of one row of 5 MB',
    path: IMPORT,
    type: 'text/csv',
    make: () => `${HEAD}\n${'a'.repeat(4.9 * MEBIBYTE)}`,
  },
  {
    name: 'a CSV of 5 MB of quotes',
    path: IMPORT,
    type: 'text/csv',
    make: () => `${HEAD}\n${'"'.repeat(4.9 * MEBIBYTE)}`,
  },
  { name: 'a CSV of 5 MB of columns', path: IMPORT, type: 'text/csv', make: () => repeat('a,', 4.9 * MEBIBYTE) },
  {
    name: 'lines of JSON, 5 MB in short rows',
    path: IMPORT,
    type: 'application/x-ndjson',
    make: () => repeat('{}\n', 4.9 * MEBIBYTE),
  },
  {
    name: 'a line of JSON of 5 MB of [',
    path: IMPORT,
    type: 'application/x-ndjson',
    make: () => '['.repeat(4.9 * MEBIBYTE),
  },
  {
    name: 'lines of JSON, each of 900 [',
    path: IMPORT,
    type: 'application/x-ndjson',
    make: () => repeat(`${'['.repeat(450)}${']'.repeat(450)}\n`, 4.9 * MEBIBYTE),
  },
  {
    name: 'lines of JSON of 400 keys',
    path: IMPORT,
    type: 'application/x-ndjson',
    make: () => repeat(`{${Array.from({ length: 400 }, (_, i) => `"k${i}":1`).join(',')}}\n`, 4.9 * MEBIBYTE),
  },
  {
    name: 'a size chart of 64 KB',
    path: '/v1/products/SKU-1/size-chart',
    type: 'text/csv',
    make: () => `size,chest_min,chest_max\n${repeat('M,90,100\n', 63_000)}`,
  },
];
