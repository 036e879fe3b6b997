import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, Socket, type AddressInfo, type Server } from 'node:net';
import { attackRun } from '@drape/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { fetchProductImage } from '../src/fetch-product-image';
import { fetchUserPhoto } from '../src/fetch-user-photo';
import { guardedRequest, type ResolveHost } from '../src/guarded-request';
import { ADDRESS_CASES, OPEN_URLS, PUBLIC, REBOUND, type Named } from './address-cases';

/** Stands for a public server: the only address that is let through by name. */
const PUBLIC_HOST = '127.0.0.2';
const TIMEOUT_MS = 2_000;
/** Where something is expected to happen: on a busy machine the first TLS connection of a process takes its time. */
const PATIENT_MS = 15_000;

const servers: Server[] = [];
/** Connections to the private side. */
let hits = 0;
let privatePort = '';
/** Every address that this process began to connect to, however it ended. */
let dials: string[] = [];

beforeAll(async () => {
  const listener = await listen(createServer(countHit), '127.0.0.1', 0);
  privatePort = String(listener);
  const others = [
    ['::1', listener],
    ['127.0.0.1', 80],
    ['127.0.0.1', 443],
    ['::1', 80],
  ] as const;
  for (const [host, port] of others)
    // Machines without IPv6, and users who may not take these ports: then the dials alone tell.
    await listen(createServer(countHit), host, port).catch(() => undefined);
});

afterAll(() => {
  for (const server of servers) server.close();
});

beforeEach(() => {
  Reflect.set(Socket.prototype, 'connect', connectAndTell);
});

afterEach(() => {
  Reflect.set(Socket.prototype, 'connect', connect);
});

const connect: unknown = Reflect.get(Socket.prototype, 'connect');

/** Connects, and notes each address that it begins to connect to. */
function connectAndTell(this: Socket, ...args: unknown[]): unknown {
  this.on('connectionAttempt', (address: string, port: number) => {
    dials.push(`${address} ${port}`);
    // Nothing is sent to the Internet: the dial is all that is asked for.
    if (!address.startsWith('127.') && address !== '::1') setImmediate(() => this.destroy(new Error('dialled')));
  });
  return typeof connect === 'function' ? Reflect.apply(connect, this, args) : undefined;
}

function countHit(socket: Socket): void {
  hits += 1;
  socket.destroy();
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

async function servePublic(listener: RequestListener): Promise<string> {
  return `${PUBLIC_HOST}:${await listen(createHttpServer(listener), PUBLIC_HOST, 0)}`;
}

interface Setting {
  readonly allow?: readonly string[];
  readonly resolveHost: ResolveHost;
}

const toAddresses = (list: readonly string[]) =>
  list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** A resolver that gives the answers in turn, and stays with the last. */
function resolverOf({ answers }: Pick<Named, 'answers'>): ResolveHost {
  let asked = 0;
  return async () => toAddresses(answers[Math.min(asked++, answers.length - 1)] ?? []);
}
const nowhere = resolverOf({ answers: [['127.0.0.1']] });

/** All that takes a URL of a stranger: product images, photos, and the messages to webhooks. */
const SENDERS: Readonly<Record<string, (url: string, setting: Setting) => Promise<unknown>>> = {
  productImageUrl: (url, setting) => fetchProductImage(url, { ...setting, timeoutMs: TIMEOUT_MS }),
  userPhoto: (url, setting) => fetchUserPhoto(url, { ...setting, timeoutMs: TIMEOUT_MS }),
  async webhookUrl(url, { allow = [], resolveHost }) {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await guardedRequest(new URL(url), { allow, signal, resolveHost, headers: {}, body: '{}' });
    const status = response.statusCode ?? 0;
    response.destroy();
    // As the webhook sender does: a redirect is followed nowhere.
    if (status >= 300) throw new Error(`HTTP status ${status}`);
    return status;
  },
};

interface Outcome {
  readonly kind: string;
  readonly url: string;
  readonly sender: string;
  /** What it came to, or `through`. */
  readonly refusal: string;
  readonly dials: readonly string[];
}

const outcomes: Outcome[] = [];
let cases = 0;

async function attack(kind: string, url: string, setting: Setting, senders = Object.keys(SENDERS)): Promise<void> {
  cases += 1;
  for (const sender of senders) {
    dials = [];
    const refusal = await (SENDERS[sender] ?? nothing)(url.replaceAll('PORT', privatePort), setting).then(
      () => 'through',
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    );
    outcomes.push({ kind, url, sender, refusal, dials: dials.filter((dial) => !dial.startsWith(PUBLIC_HOST)) });
  }
}
const nothing = (): Promise<never> => Promise.reject(new Error('there is no such sender'));

async function attackByRedirect(location: string, status: number): Promise<void> {
  const headers = { location: location.replaceAll('PORT', privatePort) };
  const outer = await servePublic((_request, response) => response.writeHead(status, headers).end());
  await attack(`redirect ${status}`, `http://${outer}/${location}`, { allow: [outer], resolveHost: nowhere });
}

async function attackByChain(): Promise<void> {
  const outer = await servePublic((request, response) => {
    const [, step = '0'] = /step=(\d)/.exec(request.url ?? '') ?? [];
    const location = step === '2' ? `http://127.0.0.1:${privatePort}/` : `/?step=${Number(step) + 1}`;
    response.writeHead(302, { location }).end();
  });
  await attack('chain', `http://${outer}/`, { allow: [outer], resolveHost: nowhere });
  const circle = await servePublic((_request, response) => response.writeHead(302, { location: '/' }).end());
  await attack('circle', `http://${circle}/`, { allow: [circle], resolveHost: nowhere });
  const plain = await servePublic((_request, response) =>
    response.writeHead(302, { location: 'http://9.9.9.9/' }).end(),
  );
  await attack('https to http', `http://${plain}/`, { allow: [plain], resolveHost: nowhere }, [
    'userPhoto',
    'webhookUrl',
  ]);
}

const isRefused = ({ refusal }: Outcome): boolean =>
  /_(not_allowed|unreachable|too_many_redirects)$|Error/.test(refusal);

it('no address that is not public is reached, however it is written, named or redirected to', async () => {
  const since = performance.now();
  for (const url of ADDRESS_CASES.urls) await attack('url', url, { resolveHost: nowhere });
  for (const named of ADDRESS_CASES.names) {
    await attack(`name: ${named.name}`, 'http://shop.example/a.png', { resolveHost: resolverOf(named) });
    await attack(`name: ${named.name}`, 'https://shop.example/a.png', { resolveHost: resolverOf(named) });
  }
  for (const location of ADDRESS_CASES.locations) await attackByRedirect(location, 302);
  for (const status of [301, 303, 307, 308]) await attackByRedirect('http://127.0.0.1:PORT/', status);
  await attackByChain();
  attackRun({ seed: 0, count: 0 }).report({
    'address cases': cases,
    'requests made of them, by three senders': outcomes.length,
    'connections to anything private': hits,
    'dials of anything but the public stand-in': outcomes.filter(({ dials: made }) => made.length > 0).length,
    'ms in all': Math.round(performance.now() - since),
  });
  expect(cases).toBeGreaterThan(250);
  expect(outcomes.filter((outcome) => outcome.dials.length > 0 || !isRefused(outcome))).toEqual([]);
  expect(hits).toBe(0);
}, 120_000);

it('a name is dialled only at addresses that were judged, however often it changes its mind', async () => {
  for (const named of REBOUND) {
    const resolveHost = resolverOf(named);
    for (const sender of Object.values(SENDERS)) {
      dials = [];
      await expect(sender('https://shop.example/a.png', { resolveHost })).rejects.toThrow();
      expect(dials.filter((dial) => !dial.startsWith(PUBLIC))).toEqual([]);
    }
  }
  expect(hits).toBe(0);
}, 30_000);

it('the guard lets public addresses through, so the other tests show something', async () => {
  const resolveHost = async () => toAddresses([PUBLIC]);
  for (const url of OPEN_URLS) {
    dials = [];
    await expect(fetchProductImage(url, { resolveHost, timeoutMs: PATIENT_MS })).rejects.toThrow();
    const port = url.startsWith('https') ? 443 : 80;
    expect({ url, dials }).toEqual({ url, dials: [url.includes('[') ? `2620:fe::fe ${port}` : `${PUBLIC} ${port}`] });
  }
  const allow = [`127.0.0.1:${privatePort}`];
  const allowed = guardedRequest(new URL(`http://${allow[0]}/`), { allow, signal: AbortSignal.timeout(TIMEOUT_MS) });
  await expect(allowed).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(hits).toBe(1);
}, 30_000);
