import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createAjv } from '@drape/contracts';
import { attackRun } from '@drape/testkit';
import fc from 'fast-check';
import { KNOWN, requestsOf, type Credential, type FuzzRequest } from './fuzz-requests';
import { finishTryOn, startGateway, startServices, type TestGateway, type TestServices } from './harness';
import { goodBody, png } from './pictures';
import { createResponseCheck, type Loose, type ResponseCheck } from './response-check';

/**
 * Thousands of requests made from the gateway's own document, against the real gateway with its real services: whatever comes, the
 * answer is one that the document promises, and never a 500.
 */
const { seed: SEED, count: REQUESTS_MIN, report } = attackRun({ seed: 20_261_121, count: 5000 });
const AT_A_TIME = 16;
/** The test's own: a request that hangs is a finding, too. */
const ANSWER_MS = 10_000;
const SHOWN = 8;

let services: TestServices;
let gateway: TestGateway;
let keys: Record<Credential, string | null>;

beforeAll(async () => {
  services = await startServices();
  const wide = { DRAPE_WAIT_MS: '0', DRAPE_QUEUE_DEPTH_MAX: '1000000', DRAPE_IP_LIMIT: '1000000' };
  gateway = await startGateway({ ...services.env, ...wide });
  const { key: full, accountId } = await services.createKey({ limitPerHour: 1_000_000 });
  const again = { accountId, limitPerHour: 1_000_000 };
  keys = {
    full,
    test: (await services.createKey({ ...again, env: 'test' })).key,
    narrow: (await services.createKey({ ...again, kind: 'rk', scopes: ['tryon:read'] })).key,
    page: (await services.createKey({ ...again, kind: 'pk', allowedOrigins: ['https://shop.example'] })).key,
    wrong: `${full.slice(0, -1)}!`,
    none: null,
  };
});

afterAll(async () => {
  await gateway?.stop();
  await services?.stop();
});

/** Ids of what exists or existed, by the collection in the path. */
const known = new Map<string, string[]>();

const collectionOf = (path: string): string => path.split('/')[2] ?? '';

function remember(collection: string, id: unknown): void {
  if (typeof id === 'string') known.set(collection, [...(known.get(collection) ?? []), id].slice(-50));
}

async function makeSomethingKnown(): Promise<void> {
  for (const end of ['completed', 'failed', 'queued'] as const) {
    const { id, body } = await gateway.send('POST', '/v1/tryon', { key: keys.full, body: goodBody() });
    remember('tryon', id);
    remember('sessions', body['data']['sessionId']);
    if (end !== 'queued')
      await finishTryOn({ services, id, ...(end === 'completed' ? { picture: png(300, 400) } : {}) });
  }
  const { id } = await gateway.send('POST', '/v1/measurements', { key: keys.full, body: { height: 170, weight: 70 } });
  remember('measurements', id);
}

/** What came back, for the figures of `pnpm attack:requests`. */
const seen = { answers: 0, errors: 0, problems: 0, codes: new Set<string>(), slowestMs: 0 };

function note(status: number, code: string, { type, ms }: { type: string; ms: number }): void {
  seen.answers += 1;
  seen.slowestMs = Math.max(seen.slowestMs, Math.round(ms));
  if (status < 400) return;
  seen.errors += 1;
  seen.codes.add(code);
  if (type.startsWith('application/problem+json')) seen.problems += 1;
}

interface FuzzReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

function send(agent: Agent, { method, headers, credential, body }: FuzzRequest, path: string): Promise<FuzzReply> {
  const key = keys[credential];
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const all = { ...headers, ...length, ...(key === null ? {} : { authorization: `Bearer ${key}` }) };
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port: gateway.port, method, path, headers: all, agent });
    sent.setTimeout(ANSWER_MS, () => sent.destroy(new Error(`no answer within ${ANSWER_MS} ms`)));
    sent.once('error', reject);
    sent.once('response', (response) => {
      const { statusCode: status = 0 } = response;
      const finish = (text: string) => resolve({ status, headers: new Headers(textsOf(response)), text });
      if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
        finish('');
        sent.destroy();
        return;
      }
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => finish(Buffer.concat(chunks).toString()));
      response.once('error', reject);
    });
    sent.end(body);
  });
}

const textsOf = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, String(value)]);

const textOf = (value: Loose | undefined): string => (typeof value === 'string' ? value : '');

const toExample = (fault: string, { body, path, ...rest }: FuzzRequest) => ({
  ...{ fault: fault.slice(0, 600), ...rest },
  ...{ path: path.slice(0, 200), body: body?.replace(/"userPhoto":"[^"]{60,}"/, '"userPhoto":"…"').slice(0, 1000) },
});

/** What is wrong with the answer, or null. */
async function faultOf(
  document: Loose,
  check: ResponseCheck,
  agent: Agent,
  request: FuzzRequest,
): Promise<string | null> {
  const { method, template, pick } = request;
  const ids = known.get(collectionOf(template)) ?? ['none'];
  const path = request.path.replace(KNOWN, () => encodeURIComponent(ids[pick % ids.length] ?? 'none'));
  try {
    const since = performance.now();
    const { status, headers, text } = await send(agent, request, path);
    const ms = performance.now() - since;
    if (status >= 500) return `${status} ${text.slice(0, 300)}`;
    if (method === 'HEAD') headers.delete('content-type');
    const isJson = headers.get('content-type')?.includes('json') === true;
    const body: Loose = isJson && text !== '' ? JSON.parse(text) : {};
    check(method, template, { status, headers, body });
    const code = textOf(body['error']?.['code'] ?? body['code']);
    note(status, code, { type: headers.get('content-type') ?? '', ms });
    const operation = document['paths']?.[template]?.[method.toLowerCase()];
    const promised = textOf(operation?.['responses']?.[String(status)]?.['description']);
    // A page for browsers says what is wrong in words.
    if (status >= 400 && isJson && promised !== '' && !promised.includes(`\`${code}\``)) {
      return `${status} ${code} is not in the document: ${promised}`;
    }
    if (status === 200 && method === 'POST') remember(collectionOf(template), body['data']?.['id']);
    if (status === 200 && method === 'POST') remember('sessions', body['data']?.['sessionId']);
    return null;
  } catch (error) {
    return String(error).slice(0, 800);
  }
}

/** How many requests an operation gets for one of a public document: bodies have the most to be wrong about. */
const WEIGHTS = { body: 12, keyed: 3, open: 1 } as const;

/** Requests of all operations, mixed, so that operations meet each other's leavings. */
function makeRequests(document: Loose): FuzzRequest[] {
  const operations = Object.entries(document['paths'] ?? {}).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ template, method, weight: WEIGHTS[kindOf(operation)] })),
  );
  const share = REQUESTS_MIN / operations.reduce((sum, { weight }) => sum + weight, 0);
  const placed = operations.flatMap(({ template, method, weight }, index) => {
    const numRuns = Math.ceil(share * weight);
    const sample = fc.sample(requestsOf(document, template, method), { numRuns, seed: SEED + index });
    return sample.map((request, turn) => ({ request, at: turn / numRuns }));
  });
  return placed.sort((a, b) => a.at - b.at).map(({ request }) => request);
}

function kindOf({ requestBody, security }: Loose): keyof typeof WEIGHTS {
  if (requestBody !== undefined) return 'body';
  return Array.isArray(security) && security.length === 0 ? 'open' : 'keyed';
}

it('never breaks, and keeps what its document promises, whatever is sent', async () => {
  await makeSomethingKnown();
  const { document } = gateway;
  const requests = makeRequests(document);
  expect(requests.length).toBeGreaterThanOrEqual(REQUESTS_MIN);

  const check = createResponseCheck(document, createAjv);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });
  // One example of each kind of fault: digits and letters that vary are no difference.
  const faults = new Map<string, unknown>();
  const queue = requests.values();
  const work = async () => {
    for (const request of queue) {
      const fault = await faultOf(document, check, agent, request);
      if (fault !== null) faults.set(fault.replaceAll(/[0-9A-Z]{2,}/g, '#').slice(0, 200), toExample(fault, request));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  agent.destroy();
  report({
    'requests sent': requests.length,
    'answers that were errors, all as the document has them': seen.errors,
    'of these in the form of RFC 9457': seen.problems,
    'different codes among them': seen.codes.size,
    'faults: 5xx, no answer, or not as documented': faults.size,
    'slowest answer, ms (16 at a time)': seen.slowestMs,
  });
  expect([...faults.values()].slice(0, SHOWN)).toEqual([]);
}, 600_000);
