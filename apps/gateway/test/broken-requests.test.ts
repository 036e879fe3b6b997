import { connect, type Socket } from 'node:net';
import { createValidator, errorEnvelopeSchema } from '@drape/contracts';
import { describe, expect, it } from '@jest/globals';
import { startGateway } from './harness';
import { goodBody } from './pictures';
import { gateway, key, services, useGateway } from './running';

const TIMEOUT_MS = 1_200;

useGateway({ DRAPE_REQUEST_TIMEOUT_MS: String(TIMEOUT_MS), DRAPE_WAIT_MS: '400' });

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends bytes as they are, `more` after `100 Continue`, and reads until the gateway closes the connection. */
async function exchange(bytes: string, { port = gateway.port, more = '' } = {}): Promise<Answer[]> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(Buffer.from(bytes, 'latin1'));
  if (more !== '') socket.once('data', () => socket.write(more));
  await closed(socket);
  return parse(Buffer.concat(chunks).toString());
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

/** The answer before the answer, to those who ask for it. */
const CONTINUE = /^HTTP\/1\.1 100 Continue(\r\n){2}/;

function parse(text: string): Answer[] {
  const answers: Answer[] = [];
  for (let rest = text.replace(CONTINUE, ''); rest.startsWith('HTTP/');) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = new Map(lines.map((line) => toPair(line)));
    const length = Number(headers.get('content-length'));
    answers.push({ status: Number(first.split(' ')[1]), headers, body: rest.slice(end + 4, end + 4 + length) });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

const toPair = (line: string): [string, string] => {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
};

const EVERY_RESPONSE = [
  ...['request-id', 'server-timing', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit'],
  ...['ratelimit-policy', 'date', 'cache-control'],
];
const validate = createValidator<unknown>(errorEnvelopeSchema);

/** The code of the only answer, which must be an envelope with all headers, and the last of its connection. */
function codeOf(answers: readonly Answer[], status: number): string {
  const [answer] = answers;
  if (answer === undefined) throw new Error('there was no answer');
  const { headers, body } = answer;
  expect([answers.length, answer.status, headers.get('connection')]).toEqual([1, status, 'close']);
  for (const name of EVERY_RESPONSE) expect([name, headers.get(name)]).toEqual([name, expect.any(String)]);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  const envelope = JSON.parse(body);
  expect(validate(envelope)).toMatchObject({ ok: true });
  expect(envelope.requestId).toBe(headers.get('request-id'));
  return envelope.error.code;
}

const HOST = 'Host: a\r\n';
const HEAD = () =>
  `POST /v1/tryon HTTP/1.1\r\n${HOST}Authorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;

describe('what is not HTTP', () => {
  it.each([
    ['a greeting', 'hello\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03\r\n\r\n'],
    ['a method that there is not', `FOO / HTTP/1.1\r\n${HOST}\r\n`],
    ['a version that there is not', `GET / HTTP/9.9\r\n${HOST}\r\n`],
    ['a header without a name', `GET / HTTP/1.1\r\n${HOST}: x\r\n\r\n`],
    ['a header with a line break in it', `GET / HTTP/1.1\r\n${HOST}X-A: b\rc\r\n\r\n`],
    ['two lengths', `POST / HTTP/1.1\r\n${HOST}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    ['a length that is no number', `POST / HTTP/1.1\r\n${HOST}Content-Length: abc\r\n\r\n`],
    [
      'a length and chunks at once',
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['a tunnel', `CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n`],
    ['HTTP/1.1 without Host', `GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n`],
  ])('is malformed_request: %s', async (_name, bytes) => {
    expect(codeOf(await exchange(bytes), 400)).toBe('malformed_request');
  });

  it('is malformed_request even in the body of a request that has an id already', async () => {
    const head = `${HEAD()}X-Client-Request-Id: mine\r\nTransfer-Encoding: chunked\r\n`;
    const body = '5\r\n{"a":\r\nzz\r\n';
    const atOnce = await exchange(`${head}\r\n${body}`);
    expect(codeOf(atOnce, 400)).toBe('malformed_request');
    const later = await exchange(`${head}Expect: 100-continue\r\n\r\n`, { more: body });
    expect(codeOf(later, 400)).toBe('malformed_request');
    // Counted against the account by then.
    expect(later[0]?.headers.get('ratelimit-policy')).toBe('"hour";q=2000;w=3600');
    for (const [answer] of [atOnce, later]) expect(answer?.headers.get('x-client-request-id')).toBe('mine');
  });
});

describe('headers', () => {
  it('of more than 16 KiB are headers_too_large', async () => {
    const bytes = `GET /healthz HTTP/1.1\r\n${HOST}X-A: ${'b'.repeat(17_000)}\r\n\r\n`;
    expect(codeOf(await exchange(bytes), 431)).toBe('headers_too_large');
  });

  it('that expect something strange are expectation_failed', async () => {
    const bytes = `GET /healthz HTTP/1.1\r\n${HOST}Expect: a-miracle\r\nConnection: close\r\n\r\n`;
    expect(codeOf(await exchange(bytes), 417)).toBe('expectation_failed');
  });
});

describe('a request that takes too long', () => {
  it.each([
    ['in its headers', () => `GET /healthz HTTP/1.1\r\n${HOST}X-A:`],
    ['in its body', () => `${HEAD()}Content-Length: 1000\r\n\r\n{"productImageUrl":`],
  ])('%s is request_timeout', async (_name, bytes) => {
    const since = performance.now();
    expect(codeOf(await exchange(bytes()), 408)).toBe('request_timeout');
    expect(performance.now() - since).toBeGreaterThan(TIMEOUT_MS - 100);
  });
});

describe('a broken request', () => {
  it('behind a good one does not spoil its answer', async () => {
    const body = JSON.stringify(goodBody());
    const good = `${HEAD()}Content-Length: ${body.length}\r\n\r\n${body}`;
    const answers = await exchange(`${good}hello\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200]);
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ success: true, data: { status: 'queued' } });
  });

  it('counts against its address, and is 429 when that is used up', async () => {
    const small = await startGateway({ ...services.env, DRAPE_IP_LIMIT: '2' });
    expect(codeOf(await exchange('hello\r\n\r\n', { port: small.port }), 400)).toBe('malformed_request');
    expect(codeOf(await exchange('hello\r\n\r\n', { port: small.port }), 400)).toBe('malformed_request');
    const [last, ...more] = await exchange('hello\r\n\r\n', { port: small.port });
    expect(codeOf(last === undefined ? more : [last], 429)).toBe('rate_limit_exceeded');
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
    await small.stop();
  });

  it('leaves nothing of itself in the answer', async () => {
    const secret = 'drp_sk_live_secret';
    const [answer] = await exchange(`GET /${secret} HTTP/1.1\r\n${HOST}Authorization ${secret}\r\n\r\n`);
    expect(answer?.status).toBe(400);
    expect(JSON.stringify([...(answer?.headers ?? [])]) + (answer?.body ?? '')).not.toContain(secret);
  });
});

describe('pipelined requests', () => {
  const get = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;
  const last = `GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;

  it('are answered in turn', async () => {
    const answers = await exchange(get.repeat(9) + last);
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
  });

  it('are cut off when they come by the hundred, which would keep everybody else waiting', async () => {
    expect((await exchange(get.repeat(1_000))).length).toBeLessThan(100);
    expect((await gateway.send('GET', '/healthz')).status).toBe(200);
  });
});
