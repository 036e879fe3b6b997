import { runGateway, testRedisUrl, type RunningProcess } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { startServices, type TestServices } from './harness';

/** Four real gateway processes over one Postgres, Redis and object store, and one account that asks too much. */
const GATEWAYS = 4;
const LIMIT = 160;
/** Clients at once at each gateway; each sends its next request when it has the answer to the last one. */
const LANES = 4;
const IN_FLIGHT_MAX = GATEWAYS * LANES;

/** Counted, whatever becomes of it: a list, a path that is none, a parameter that is wrong. */
const PATHS = ['/v1/sessions', '/v1/nowhere', '/v1/sessions?limit=0'] as const;

interface Answer {
  readonly gateway: number;
  readonly sentMs: number;
  readonly gotMs: number;
  readonly status: number;
  readonly remaining: number;
  readonly headers: Headers;
}

interface GatewayProcess {
  readonly gateway: RunningProcess;
  readonly url: string;
}

/** `null` is a request that died with its gateway: counted or not, nobody can know from outside. */
type Lane = readonly (Answer | null)[];

let services: TestServices;
let redis: Redis;
let processes: GatewayProcess[];
const running: RunningProcess[] = [];

beforeAll(async () => {
  services = await startServices();
  redis = new Redis(testRedisUrl());
  // One after another: on two busy cores, four at once take longer than a start may.
  processes = [];
  for (let i = 0; i < GATEWAYS; i++) processes.push(await startProcess());
}, 150_000);

afterAll(async () => {
  await Promise.all(running.map((gateway) => gateway.stop()));
  redis?.disconnect();
  await services?.stop();
}, 60_000);

async function startProcess(): Promise<GatewayProcess> {
  const env = { DRAPE_HOST: '127.0.0.1', DRAPE_PORT: '0', DRAPE_GATEWAYS: String(GATEWAYS) };
  const gateway = await runGateway({ ...services.env, ...env });
  running.push(gateway);
  const { port } = await gateway.logged('ready');
  return { gateway, url: `http://127.0.0.1:${String(port)}` };
}

const urlsOf = (gateways: readonly GatewayProcess[]) => gateways.map(({ url }) => url);

async function createAccount() {
  const { key, accountId } = await services.createKey({ limitPerHour: LIMIT });
  const second = await services.createKey({ accountId });
  const countedByRedis = () => redis.zcard(`${services.env['DRAPE_QUEUE_PREFIX'] ?? ''}:rate:${accountId}`);
  return { keys: [key, second.key], countedByRedis };
}

interface Hammering {
  readonly urls: readonly string[];
  readonly keys: readonly string[];
  /** Of each lane. */
  readonly requests: number;
  /** Runs after each answer; the number is how many were let through so far. */
  readonly onAnswer?: (admitted: number) => void;
}

/** All lanes at once, spread over the gateways. A lane whose gateway has died goes on at the next, as a load balancer does. */
async function hammer({ urls, keys, requests, onAnswer }: Hammering): Promise<Lane[]> {
  const dead = new Set<number>();
  let admitted = 0;
  const lane = async (number: number): Promise<Lane> => {
    const answers: (Answer | null)[] = [];
    let gateway = number % urls.length;
    for (let i = 0; i < requests; i++) {
      while (dead.has(gateway)) gateway = (gateway + 1) % urls.length;
      const path = PATHS[(number + i) % PATHS.length] ?? '';
      const answer = await ask(`${urls[gateway]}${path}`, keys[i % keys.length] ?? '', gateway);
      answers.push(answer);
      if (answer === null) dead.add(gateway);
      else if (answer.status !== 429) admitted++;
      onAnswer?.(admitted);
    }
    return answers;
  };
  return Promise.all(Array.from({ length: urls.length * LANES }, (_, number) => lane(number)));
}

async function ask(url: string, key: string, gateway: number): Promise<Answer | null> {
  const sentMs = performance.now();
  try {
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    const { status, headers } = response;
    await response.arrayBuffer();
    const remaining = Number(headers.get('x-ratelimit-remaining') ?? NaN);
    return { gateway, sentMs, gotMs: performance.now(), status, remaining, headers };
  } catch {
    return null;
  }
}

const isAdmitted = (answer: Answer) => answer.status !== 429;
const answersOf = (lanes: readonly Lane[]): Answer[] => lanes.flat().filter((answer) => answer !== null);

/** The two families of headers say the same, on each answer. */
function expectHeaders(answers: readonly Answer[]): void {
  for (const { status, remaining, headers } of answers) {
    const [, r, t] = /^"hour";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? [];
    const limit = headers.get('x-ratelimit-limit');
    const policy = headers.get('ratelimit-policy');
    expect([limit, policy, Number(r)]).toEqual([String(LIMIT), `"hour";q=${LIMIT};w=3600`, remaining]);
    expect(Number(t)).toBeGreaterThan(3500);
    expect(headers.get('retry-after')).toBe(status === 429 ? t : null);
    if (status === 429) expect(remaining).toBe(0);
  }
  // The moment when the oldest request leaves the window: one and the same until then, to whomever it is told.
  expect(new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset'))).size).toBe(1);
}

/**
 * Whoever asks after an answer has arrived, at whatever gateway, is told of fewer remaining requests than it did, and once
 * refused is never let through.
 */
function expectDecreasing(answers: readonly Answer[]): void {
  const bySent = [...answers].sort((a, b) => a.sentMs - b.sentMs);
  const byGot = [...answers].sort((a, b) => a.gotMs - b.gotMs);
  let told = Infinity;
  let known = 0;
  for (const answer of bySent) {
    for (let earlier = byGot[known]; earlier && earlier.gotMs < answer.sentMs; earlier = byGot[++known]) {
      told = Math.min(told, isAdmitted(earlier) ? earlier.remaining : -1);
    }
    if (isAdmitted(answer)) expect(answer.remaining).toBeLessThan(told);
  }
}

const descending = (numbers: readonly number[]) => [...numbers].sort((a, b) => b - a);

describe('four gateway processes and one account', () => {
  it('let exactly its limit through, and count it down without gaps', async () => {
    const { keys, countedByRedis } = await createAccount();
    const requests = (2 * LIMIT) / IN_FLIGHT_MAX;
    const lanes = await hammer({ urls: urlsOf(processes), keys, requests });
    const answers = answersOf(lanes);
    const admitted = answers.filter(isAdmitted);

    expect([answers.length, admitted.length, await countedByRedis()]).toEqual([2 * LIMIT, LIMIT, LIMIT]);
    expect(descending(admitted.map(({ remaining }) => remaining))).toEqual([...Array(LIMIT).keys()].reverse());
    expect(new Set(admitted.map(({ status }) => status))).toEqual(new Set([200, 404, 400]));
    expect(new Set(admitted.map(({ gateway }) => gateway)).size).toBe(GATEWAYS);
    expectHeaders(answers);
    expectDecreasing(answers);
  }, 120_000);

  it('one of them killed half-way: lose and duplicate nothing but what it was handling', async () => {
    const [victim] = processes;
    const { keys, countedByRedis } = await createAccount();
    let isKilled = false;
    const lanes = await hammer({
      ...{ urls: urlsOf(processes), keys, requests: (3 * LIMIT) / IN_FLIGHT_MAX },
      onAnswer(admitted) {
        if (isKilled || admitted < LIMIT / 2) return;
        isKilled = true;
        victim?.gateway.kill('SIGKILL');
      },
    });
    expect(await victim?.gateway.ended).toMatchObject({ signal: 'SIGKILL' });
    const answers = answersOf(lanes);
    const admitted = answers.filter(isAdmitted);
    const inHand = lanes.flat().length - answers.length;

    expect(inHand).toBeLessThanOrEqual(LANES);
    expect(await countedByRedis()).toBe(LIMIT);
    expect(admitted.length).toBeLessThanOrEqual(LIMIT);
    expect(admitted.length).toBeGreaterThanOrEqual(LIMIT - inHand);
    // Each unit was given to one request only; a gap is a unit that went to one in hand.
    expect(new Set(admitted.map(({ remaining }) => remaining)).size).toBe(admitted.length);
    expectHeaders(answers);
    expectDecreasing(answers);

    const { url } = await startProcess();
    const late = await ask(`${url}/v1/sessions`, keys[0] ?? '', 0);
    expect([late?.status, late?.remaining]).toEqual([429, 0]);
  }, 120_000);
});
