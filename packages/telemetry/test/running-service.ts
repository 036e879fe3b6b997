import { generateApiKey } from '@drape/access';
import { newId, SCOPES } from '@drape/contracts';
import { runGateway, type Fixture, type RunningProcess } from '@drape/testkit';
import type { Loose } from '../../../apps/gateway/test/response-check';
import { textOf } from '../../../apps/gateway/test/text-of';
import { createWorkerHarness, PERSON, type Worker, type WorkerHarness } from '../../../apps/worker/test/worker-harness';

export interface RunningService {
  readonly harness: WorkerHarness;
  readonly gateway: RunningProcess;
  readonly worker: Worker;
  readonly url: string;
  readonly key: string;
  /** Sends JSON with the key. */
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Sent>;
  /** Makes a try-on and waits for its end, however slow the machine is. */
  readonly finish: (body: object, headers?: Readonly<Record<string, string>>) => Promise<Sent>;
  readonly scrape: (of: 'gateway' | 'worker') => Promise<Series>;
  readonly stop: () => Promise<void>;
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Loose;
}

/** The real gateway and worker as processes of their own, that `npm start` would start. */
export async function startRunningService(
  env: Readonly<Record<string, string>> = {},
  shop: Readonly<Record<string, Fixture>> = {},
): Promise<RunningService> {
  const harness = await createWorkerHarness(shop);
  const own = { DRAPE_HOST: '127.0.0.1', DRAPE_PORT: '0', DRAPE_METRICS_PORT: '0' };
  const gateway = await runGateway({ ...harness.env, ...own, ...env });
  const worker = await harness.startWorker({ DRAPE_RENDER_DEADLINE_MS: '110000', ...env });
  const ports = await gateway.logged('ready');
  const { healthPort } = await worker.process.logged('ready');
  const url = `http://127.0.0.1:${String(ports['port'])}`;
  const key = await createKey(harness);
  const scraped = { gateway: ports['metricsPort'], worker: healthPort };
  const sendJson: RunningService['send'] = (method, path, body, headers = {}) =>
    send(url + path, { method, key, body, headers });
  return {
    harness,
    gateway,
    worker,
    url,
    key,
    send: sendJson,
    async finish(body, headers) {
      const made = await sendJson('POST', '/v1/tryon', body, headers);
      const id = textOf(made.body.data?.id);
      await harness.waitEnded(id, ENDED_WITHIN_MS);
      return { ...made, body: (await sendJson('GET', `/v1/tryon/${id}`)).body };
    },
    scrape: async (of) => parseMetrics(await (await fetch(`http://127.0.0.1:${String(scraped[of])}/metrics`)).text()),
    async stop() {
      await gateway.stop();
      await harness.close();
    },
  };
}

/** Deadlines of the service are its own matter here. */
const ENDED_WITHIN_MS = 110_000;

/** What a shop sends for a shopper. */
export function tryOnBody({ shop }: WorkerHarness, more: object = {}): object {
  return {
    productImageUrl: shop.url('/tee.jpg'),
    userPhoto: PERSON.toString('base64'),
    productCategory: 'top',
    minQuality: 'poor',
    ...more,
  };
}

async function createKey({ db, accountId }: WorkerHarness): Promise<string> {
  const { key, hash, last4 } = generateApiKey({ kind: 'sk', env: 'live' });
  const about = { id: newId('key'), accountId, kind: 'sk', env: 'live', scopes: SCOPES, expiresAt: null } as const;
  await db.apiKeys.insert({ ...about, hash, last4, allowedOrigins: [] });
  return key;
}

interface ToSend {
  readonly method: string;
  readonly key: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

async function send(url: string, { method, key, body, headers }: ToSend): Promise<Sent> {
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

export interface Series {
  readonly text: string;
  /** All samples. */
  readonly count: number;
  /** Families by name, with their type. */
  readonly types: ReadonlyMap<string, string>;
  /** The sum of all samples of this name whose labels include these; 0 where there is none. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number;
  has(name: string): boolean;
}

export function parseMetrics(text: string): Series {
  const lines = text.split('\n').filter((line) => line !== '');
  const samples = lines.filter((line) => !line.startsWith('#')).map(parseSample);
  const types = lines.flatMap((line) => {
    const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
    return name === undefined || type === undefined ? [] : [[name, type] as const];
  });
  return {
    text,
    count: samples.length,
    types: new Map(types),
    sum: (name, labels = {}) =>
      samples
        .filter((sample) => sample.name === name)
        .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
        .reduce((sum, { value }) => sum + value, 0),
    has: (name) => samples.some((sample) => sample.name === name),
  };
}

function parseSample(line: string): { name: string; labels: Record<string, string>; value: number } {
  const [, name = '', labels = '', value = ''] = /^([\w:]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]);
  return { name, labels: Object.fromEntries(pairs), value: Number(value) };
}
