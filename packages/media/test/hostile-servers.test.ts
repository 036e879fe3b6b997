import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ERROR_CODES } from '@drape/contracts';
import { createRaster } from '@drape/imaging';
import { attackRun, forgetPeakMemory, memoryNow, peakMemory } from '@drape/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { encodeResult } from '../src/encode-result';
import { fetchProductImage } from '../src/fetch-product-image';

/** Stands for servers on the public Internet. */
const PUBLIC_HOST = '127.0.0.2';
/** What the API promises, and room for a machine that does other things. */
const MS_MAX = 10_000 + 1_500;
const MEMORY_BYTES_MAX = 250 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;
const OK = 'HTTP/1.1 200 OK\r\n';

interface HostileServer {
  readonly name: string;
  /** Behind `product_image_`. */
  readonly code: string;
  /** Answers a connection; it has sent its request, or its first bytes of TLS. */
  readonly answer: (socket: Socket) => void;
  readonly scheme?: 'http' | 'https';
}

let picture = Buffer.alloc(0);
const servers: Server[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  picture = Buffer.from((await encodeResult(createRaster(300, 400, 3), { format: 'png' })).bytes);
});

afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

const say =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket): void => {
    for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part);
  };
const sayAndEnd =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket): void => {
    say(...parts)(socket);
    socket.end();
  };
/** A little again and again, for ever. */
const crawl =
  (head: string, part: string) =>
  (socket: Socket): void => {
    say(head)(socket);
    const timer = setInterval(() => socket.write(part), 100);
    socket.once('close', () => clearInterval(timer));
  };
/** As fast as it is taken, for ever. */
const pour =
  (head: string | Buffer, part: string | Buffer) =>
  (socket: Socket): void => {
    say(head)(socket);
    const more = (): void => {
      while (!socket.destroyed && socket.write(part));
    };
    socket.on('drain', more);
    more();
  };
const png = (): Buffer => picture;
const body = (bytes: Buffer | string, more = ''): [string, Buffer | string] => [
  `${OK}${more}content-length: ${bytes.length}\r\n\r\n`,
  bytes,
];

function hostileServers(): HostileServer[] {
  const begin = png().subarray(0, 60);
  const flood = Buffer.alloc(65_536, 'x');
  const one = (code: string, name: string, answer: HostileServer['answer']): HostileServer => ({ code, name, answer });
  return [
    one('timeout', 'hangs', () => undefined),
    one('timeout', 'crawls through its head', crawl(OK, 'x-a: b\r\n')),
    one('timeout', 'crawls through its first line', crawl('HTTP/1.1 200 ', 'O')),
    one('timeout', 'crawls through its body', crawl(`${OK}\r\n\x89PNG\r\n\x1a\n0000`, 'x')),
    one('timeout', 'stops in the middle of its body', say(`${OK}content-length: 9000\r\n\r\n`, begin)),
    one('timeout', 'redirects after a while, again and again', (socket) => {
      setTimeout(() => sayAndEnd('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n')(socket), 3_500);
    }),
    one('too_large', 'never ends its body', pour(Buffer.concat([Buffer.from(`${OK}\r\n`), png()]), flood)),
    one(
      'too_large',
      'never ends its chunks',
      pour(
        Buffer.concat([
          Buffer.from(`${OK}transfer-encoding: chunked\r\n\r\n${png().length.toString(16)}\r\n`),
          png(),
          Buffer.from('\r\n'),
        ]),
        Buffer.concat([Buffer.from('10000\r\n'), flood, Buffer.from('\r\n')]),
      ),
    ),
    one('too_large', 'announces 99 GB', say(`${OK}content-length: 99999999999\r\n\r\n`)),
    one('not_an_image', 'pours out what is no picture', pour(`${OK}content-type: image/png\r\n\r\n`, flood)),
    one('unreachable', 'never ends its head', pour(OK, `x-a: ${'b'.repeat(4_000)}\r\n`)),
    one('unreachable', 'has a field of 1 MB', say(`${OK}x-a: ${'b'.repeat(1_000_000)}\r\n\r\n`)),
    one(
      'unreachable',
      'never ends a chunk’s extensions',
      pour(`${OK}transfer-encoding: chunked\r\n\r\n1;`, 'a'.repeat(65_536)),
    ),
    one(
      'unreachable',
      'never ends its trailers',
      pour(`${OK}transfer-encoding: chunked\r\n\r\n0\r\n`, `x-a: ${'b'.repeat(4_000)}\r\n`),
    ),
    one('unreachable', 'has chunks of 2^64 bytes', say(`${OK}transfer-encoding: chunked\r\n\r\nffffffffffffffff1\r\n`)),
    one('unreachable', 'answers 1xx without end', pour('', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100))),
    one('unreachable', 'answers 103 again and again', crawl('', 'HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n')),
    one(
      'unreachable',
      'switches protocols',
      say('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
    ),
    one('unreachable', 'promises more than it sends', sayAndEnd(`${OK}content-length: 90000\r\n\r\n`, begin)),
    one('unreachable', 'breaks off in a chunk', sayAndEnd(`${OK}transfer-encoding: chunked\r\n\r\nffff\r\n`, begin)),
    one('unreachable', 'resets at once', (socket) => void socket.resetAndDestroy()),
    one('unreachable', 'resets in its body', (socket) => {
      say(`${OK}content-length: 90000\r\n\r\n`, begin)(socket);
      setTimeout(() => socket.resetAndDestroy(), 100);
    }),
    one('unreachable', 'closes without a word', (socket) => void socket.end()),
    one('unreachable', 'speaks HTTP/0.9', sayAndEnd(png())),
    one('unreachable', 'speaks something else', sayAndEnd('220 mail.example ESMTP\r\n')),
    one('unreachable', 'smuggles two lengths', sayAndEnd(`${OK}content-length: 3\r\ncontent-length: 4\r\n\r\n`, begin)),
    one('unreachable', 'answers 204', sayAndEnd('HTTP/1.1 204 No Content\r\n\r\n')),
    one(
      'unreachable',
      'answers 206',
      sayAndEnd('HTTP/1.1 206 Partial Content\r\ncontent-range: bytes 0-59/900\r\ncontent-length: 60\r\n\r\n', begin),
    ),
    one('unreachable', 'answers 304 to who has nothing', sayAndEnd('HTTP/1.1 304 Not Modified\r\n\r\n')),
    one('unreachable', 'redirects nowhere', sayAndEnd('HTTP/1.1 302 Found\r\ncontent-length: 0\r\n\r\n')),
    one(
      'too_many_redirects',
      'redirects in a circle',
      sayAndEnd('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'),
    ),
    one(
      'not_allowed',
      'redirects to something private',
      sayAndEnd('HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n'),
    ),
    one(
      'not_an_image',
      'sends a page as a picture',
      sayAndEnd(...body('<!doctype html><p>Sign in, please', 'content-type: image/jpeg\r\n')),
    ),
    one('not_an_image', 'sends text', sayAndEnd(...body('this is no picture at all'))),
    one('not_an_image', 'sends nothing', sayAndEnd(...body(''))),
    one(
      'not_an_image',
      'sends its picture compressed',
      sayAndEnd(...body(gzipSync(png()), 'content-encoding: gzip\r\n')),
    ),
    one(
      'not_an_image',
      'sends a gzip bomb',
      sayAndEnd(...body(gzipSync(Buffer.alloc(MEBIBYTE)), 'content-encoding: gzip\r\n')),
    ),
    one('not_an_image', 'sends the first bytes of a picture', sayAndEnd(...body(begin.subarray(0, 20)))),
    { ...one('timeout', 'says nothing in TLS', () => undefined), scheme: 'https' },
    { ...one('timeout', 'crawls in TLS', crawl('\x16\x03\x03\x40\x00', '\x02')), scheme: 'https' },
    { ...one('unreachable', 'answers TLS in plain text', sayAndEnd(...body('hello'))), scheme: 'https' },
  ];
}

async function listen(answer: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    socket.once('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, PUBLIC_HOST, resolve));
  servers.push(server);
  return `${PUBLIC_HOST}:${(server.address() as AddressInfo).port}`;
}

interface Outcome {
  readonly name: string;
  readonly expected: string;
  readonly code: string;
  readonly ms: number;
}

async function meet({ name, code: expected, answer, scheme = 'http' }: HostileServer): Promise<Outcome> {
  const host = await listen(answer);
  const since = performance.now();
  const code = await fetchProductImage(`${scheme}://${host}/`, { allow: [host] }).then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
  );
  return { name, expected: `product_image_${expected}`, code, ms: performance.now() - since };
}

/** How long pictures of a good server take meanwhile, one after the other. */
async function fetchGoodOnes(isOver: () => boolean): Promise<number[]> {
  const good = await listen((socket) => sayAndEnd(...body(png()))(socket));
  const took: number[] = [];
  while (!isOver()) {
    const since = performance.now();
    await fetchProductImage(`http://${good}/a.png`, { allow: [good] });
    took.push(performance.now() - since);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return took;
}

it('each hostile server fails with its code, in time and within memory, and keeps nobody else waiting', async () => {
  const list = hostileServers();
  forgetPeakMemory();
  const before = memoryNow();
  let isOver = false;
  const meeting = Promise.all(list.map(meet)).finally(() => (isOver = true));
  const took = await fetchGoodOnes(() => isOver);
  const outcomes = await meeting;
  const growth = peakMemory() - before;
  const slowest = outcomes.reduce((a, b) => (b.ms > a.ms ? b : a));
  attackRun({ seed: 0, count: 0 }).report({
    'hostile servers, all at once': list.length,
    'of them with the code that is documented': outcomes.filter(({ code, expected }) => code === expected).length,
    'slowest, ms': `${slowest.ms.toFixed(0)} (${slowest.name})`,
    'slowest that is not the deadline, ms': Math.max(
      ...outcomes.map(({ code, ms }) => (code.endsWith('timeout') ? 0 : ms)),
    ).toFixed(0),
    'memory of all together, servers included, MiB': (growth / MEBIBYTE).toFixed(0),
    'pictures of a good server meanwhile': took.length,
    'longest of these, ms': Math.max(...took).toFixed(0),
  });
  expect(outcomes.filter(({ code, expected }) => code !== expected)).toEqual([]);
  expect(ERROR_CODES).toEqual(expect.arrayContaining(outcomes.map(({ code }) => code)));
  expect(outcomes.filter(({ ms }) => ms > MS_MAX)).toEqual([]);
  expect(growth).toBeLessThan(MEMORY_BYTES_MAX);
  expect(took.length).toBeGreaterThan(10);
  expect(Math.max(...took)).toBeLessThan(5_000);
}, 60_000);
