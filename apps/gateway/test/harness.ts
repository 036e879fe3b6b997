import { createHash } from 'node:crypto';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { generateApiKey } from '@drape/access';
import { buildOpenApi, createAjv, newId, SCOPES, type Advice, type PlanName, type Scope } from '@drape/contracts';
import { createDatabase, type Database, type Remark } from '@drape/db';
import { createNotifier } from '@drape/queue';
import { createLogger } from '@drape/runtime';
import type { ObjectStore } from '@drape/storage';
import { createTestBucket, createTestDatabase, executeSql, testPrefix, testRedisUrl } from '@drape/testkit';
import { compose, type Gateway } from '../src/compose';
import { readConfig } from '../src/config';
import { createResponseCheck, type Loose, type ResponseCheck } from './response-check';

export interface TestKey {
  readonly key: string;
  readonly keyId: string;
  readonly accountId: string;
  readonly hash: string;
}

export interface KeyOptions {
  readonly accountId?: string;
  readonly plan?: PlanName;
  readonly limitPerHour?: number;
  /** null: the plan's. Default: more than any test has open, for no worker ends them here. */
  readonly inFlightMax?: number | null;
  readonly scopes?: readonly Scope[];
  readonly expiresAt?: Date;
  readonly kind?: 'sk' | 'rk' | 'pk';
  readonly env?: 'live' | 'test';
  readonly allowedOrigins?: readonly string[];
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Loose;
  /** `data.id`, empty where there is none. */
  readonly id: string;
  readonly text: string;
}

export interface RequestOptions {
  readonly key?: string | null;
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestServices {
  readonly db: Database;
  readonly store: ObjectStore;
  /** Runs a statement of the test's own. */
  readonly execute: (sql: string, values?: readonly unknown[]) => Promise<unknown>;
  readonly env: Readonly<Record<string, string>>;
  readonly createKey: (options?: KeyOptions) => Promise<TestKey>;
  readonly stop: () => Promise<void>;
}

/** A database (that of the URL, if one is given), a bucket and a queue prefix of the test's own. */
export async function startServices(databaseUrl?: string): Promise<TestServices> {
  const database =
    databaseUrl === undefined ? await createTestDatabase() : { url: databaseUrl, drop: () => Promise.resolve() };
  const bucket = await createTestBucket();
  const db = createDatabase({ url: database.url });
  return {
    db,
    store: bucket.store,
    execute: (sql, values) => executeSql(database.url, sql, values),
    env: {
      ...bucket.env,
      DATABASE_URL: database.url,
      REDIS_URL: testRedisUrl(),
      DRAPE_QUEUE_PREFIX: testPrefix(),
      DRAPE_WAIT_MS: '150',
    },
    createKey: (options = {}) => createKey(db, options),
    async stop() {
      await db.close();
      await bucket.drop();
      await database.drop();
    },
  };
}

async function createKey(db: Database, options: KeyOptions): Promise<TestKey> {
  const { plan = 'business', limitPerHour, inFlightMax = 10_000 } = options;
  const account = {
    name: 'Test',
    plan,
    ...(limitPerHour === undefined ? {} : { limitPerHour }),
    ...(inFlightMax === null ? {} : { inFlightMax }),
  };
  const accountId = options.accountId ?? (await db.accounts.create(account)).id;
  const { kind = 'sk', env = 'live', allowedOrigins = [] } = options;
  const { key, hash, last4 } = generateApiKey({ kind, env });
  const keyId = newId('key');
  const { scopes = SCOPES, expiresAt = null } = options;
  await db.apiKeys.insert({ id: keyId, accountId, kind, env, hash, last4, scopes, expiresAt, allowedOrigins });
  return { key, keyId, accountId, hash };
}

export interface TestGateway extends Gateway {
  readonly url: string;
  readonly port: number;
  /** The OpenAPI document of its routes, by which answers may hold nothing that is not promised. */
  readonly document: Loose;
  /** Sends a request, checks the answer against the OpenAPI document, and returns it. */
  readonly send: (method: string, path: string, options?: RequestOptions) => Promise<Reply>;
  readonly stop: () => Promise<void>;
}

/** The real gateway in this process, on a free port. */
export async function startGateway(env: Readonly<Record<string, string>>): Promise<TestGateway> {
  const gateway = compose(
    readConfig({ DRAPE_LOG_LEVEL: 'silent', ...env }),
    createLogger({ name: 't', level: 'silent' }),
  );
  await gateway.connected(env['REDIS_URL']?.endsWith(':1') ? 0 : 5000);
  await new Promise<void>((resolve) => gateway.server.listen(0, '127.0.0.1', resolve));
  const address = gateway.server.address();
  if (address === null || typeof address === 'string') throw new Error('the gateway has no port');
  const url = `http://127.0.0.1:${address.port}`;
  // What is published lets answers hold more than it promises; ours hold nothing else.
  const document: Loose = JSON.parse(JSON.stringify(buildOpenApi(gateway.routes, { version: 'strict', strict: true })));
  const check = createResponseCheck(document, createAjv);
  return {
    ...gateway,
    url,
    document,
    port: address.port,
    send: (method, path, options) => send(url, check, { method, path, ...options }),
    async stop() {
      await gateway.drain();
      await gateway.close();
    },
  };
}

async function send(
  url: string,
  check: ResponseCheck,
  { method, path, key, body, raw, headers }: RequestOptions & { method: string; path: string },
): Promise<Reply> {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key === undefined || key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
    redirect: 'manual',
  });
  const text = await response.text();
  const json = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
  check(method, path, { status: response.status, headers: response.headers, body: json });
  const id = typeof json.data?.id === 'string' ? json.data.id : '';
  return { status: response.status, headers: response.headers, body: json, id, text };
}

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A request of node:http, for what fetch does not let one send. `onContinue` runs on `100 Continue`. */
export function sendRaw(
  port: number,
  options: { method: string; path: string; headers: Record<string, string>; body?: Buffer; onContinue?: () => void },
): Promise<RawReply> {
  const { method, path, headers, body, onContinue } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false });
    request.once('error', reject);
    request.once('continue', () => {
      onContinue?.();
      request.end(body);
    });
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        request.destroy();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    if (headers['expect'] === undefined) request.end(body);
    else request.flushHeaders();
  });
}

export interface FinishOptions {
  readonly services: TestServices;
  readonly id: string;
  /** Store this picture as the result; without it the try-on fails. */
  readonly picture?: Buffer;
  /** As if the picture had been made for an earlier try-on. */
  readonly cached?: boolean;
  /** What is said to the shopper. */
  readonly advice?: readonly Advice[];
  /** What is said besides; by default one of an earlier version. */
  readonly warnings?: readonly Remark[];
}

/** Does to a row what a worker does at the end, through the same functions, and wakes the gateway. */
export async function finishTryOn({
  services,
  id,
  picture,
  cached = false,
  advice = ADVICE,
  warnings = [{ code: 'pose_uncertain', message: 'Parts of the body were hard to find.' }],
}: FinishOptions): Promise<void> {
  const { db, store, env } = services;
  const claimed = await db.tryOns.claim(id, { leaseMs: 60_000 });
  if (claimed === null) throw new Error(`${id} cannot be claimed`);
  const { row, attempt } = claimed;
  if (picture === undefined) {
    await db.tryOns.fail(id, attempt, { code: 'person_not_detected', detail: 'No person was found in the photo.' });
  } else {
    const key = `results/${id}/${attempt}.jpg`;
    await store.put(key, picture, { contentType: 'image/jpeg' });
    await db.tryOns.complete(id, attempt, { ...outcomeWith(key, picture, advice), warnings, cached });
  }
  const notifier = createNotifier({ redisUrl: env['REDIS_URL'] ?? '', prefix: env['DRAPE_QUEUE_PREFIX'] ?? '' });
  await notifier.wake(row.gatewayId, id);
  notifier.close();
}

/** The last thing that a worker does to a row whose picture it has stored. */
export async function completeTryOn(
  { db }: Pick<TestServices, 'db'>,
  { id, attempt, key, picture }: { id: string; attempt: number; key: string; picture: Buffer },
): Promise<boolean> {
  return db.tryOns.complete(id, attempt, outcomeWith(key, picture, ADVICE));
}

const ADVICE: readonly Advice[] = [
  { code: 'add_measurements', about: 'shopper', params: {}, text: 'Add measurements.' },
];

function outcomeWith(
  key: string,
  picture: Buffer,
  advice: readonly Advice[],
): Parameters<Database['tryOns']['complete']>[2] {
  return {
    ...{
      category: 'top',
      categorySource: 'client',
      fitScore: 61,
      recommendations: advice.map(({ text }) => text),
      renderMs: 12.4,
    },
    result: {
      key,
      format: 'jpeg',
      width: 300,
      height: 400,
      bytes: picture.length,
      sha256: createHash('sha256').update(picture).digest('hex'),
    },
    fit: {
      basis: 'visual',
      confidence: 'low',
      formulaVersion: 'fit-2',
      zones: [],
      size: null,
      components: { visual: 0.87, size: null },
      sizeScore: null,
      sizeKnown: null,
    },
    advice: [...advice],
    warnings: [],
    evidence: { poseConfidence: 0.9, invented: { skinShare: 0.01, backgroundShare: 0.02 } },
    quality: { level: 'good', score: 90, reasons: [] },
    stages: [{ name: 'pose', ms: 5 }],
  };
}
