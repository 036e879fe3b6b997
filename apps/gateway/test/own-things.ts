import { newId, type KeyEnv } from '@drape/contracts';
import { finishTryOn, type TestGateway, type TestServices } from './harness';
import { goodBody } from './pictures';
import { textOf } from './text-of';

type Operation = TestGateway['routes'][number];

/** What a request carries beside its path. */
export interface Sent {
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One of everything that has an id, all of one new account and one session. */
export interface Things {
  readonly accountId: string;
  /** A secret key of the account with all scopes. */
  readonly key: string;
  /** The publishable key that made session and try-on; null where the shop's own key did. */
  readonly pageKey: string | null;
  readonly sessionId: string;
  /** By the operation that lists its kind, where it is on the first page whatever was asked before. */
  readonly listed: Readonly<Record<string, string>>;
  /** What no answer to others may hold. Sessions are not in it: the others may have one of the same name. */
  readonly marks: readonly string[];
  /** The path of an operation with these ids in place of its parameters. */
  readonly pathOf: (path: string) => string;
  /** What an operation takes, right in every respect and about these things. */
  readonly sentTo: (operation: Operation) => Sent;
}

export interface ThingsOptions {
  /** Default live. */
  readonly env?: KeyEnv;
  /** Session, try-on and measurements are made with a publishable key that is used from this page. */
  readonly origin?: string;
}

let made = 0;

/** Throws for a path that names a kind of thing which it cannot make: teach it. */
export async function makeThings(
  gateway: TestGateway,
  services: TestServices,
  { env = 'live', origin }: ThingsOptions = {},
): Promise<Things> {
  made++;
  const { accountId, key, keyId } = await services.createKey({ env });
  const page =
    origin === undefined ? null : await services.createKey({ accountId, env, kind: 'pk', allowedOrigins: [origin] });
  const maker = page?.key ?? key;
  const send = async (by: string, path: string, body: object) => {
    const headers = { prefer: 'wait=0', ...(origin === undefined ? {} : { origin }) };
    return (await gateway.send('POST', path, { key: by, body, headers })).body['data'];
  };
  const post = (path: string, body: object) => send(key, path, body);
  const first = async (path: string) => textOf((await gateway.send('GET', path, { key })).body['data'][0]['id']);
  const named = page === null ? { sessionId: `things-${made}` } : {};
  const webhook = await post('/v1/webhooks', { url: 'https://shop.example/events', events: ['tryon.failed'] });
  const measurement = await send(maker, '/v1/measurements', { height: 178, ...named });
  const sessionId = textOf(measurement['sessionId']);
  const productImageUrl = `https://shop.example/thing-${made}.jpg`;
  const hook = page === null ? { webhookUrl: 'https://shop.example/one' } : {};
  const tryOn = await send(maker, '/v1/tryon', goodBody({ sessionId, productImageUrl, ...hook }));
  const tryOnId = textOf(tryOn['id']);
  await finishTryOn({ services, id: tryOnId });
  const logged = await logRequest(services, { owner: { accountId, env }, keyId });
  const ids: Readonly<Record<string, string>> = {
    tryon: tryOnId,
    sessions: sessionId,
    products: textOf(tryOn['productId']),
    measurements: textOf(measurement['id']),
    webhooks: textOf(webhook['id']),
    requests: logged,
    keys: textOf((await post('/v1/keys', { kind: 'rk', scopes: ['keys:manage'] }))['id']),
  };
  const imported = await gateway.send('POST', '/v1/products/import', {
    key,
    raw: `imageUrl\n${productImageUrl}\n`,
    headers: { 'content-type': 'text/csv' },
  });
  const deliveries: Readonly<Record<string, string>> = {
    // No page may see to messages, so that it needs none.
    tryon: page === null ? await first(`/v1/tryon/${tryOnId}/deliveries`) : newId('evt'),
    webhooks: await first(`/v1/webhooks/${ids['webhooks']}/deliveries`),
  };
  return {
    accountId,
    key,
    pageKey: page?.key ?? null,
    sessionId,
    listed: {
      listTryOns: tryOnId,
      listProducts: ids['products'] ?? '',
      listSessions: sessionId,
      listWebhooks: ids['webhooks'] ?? '',
    },
    marks: Object.values(ids).filter((id) => id !== sessionId),
    pathOf(path) {
      const kind = path.split('/')[2] ?? '';
      const id = path.startsWith('/v1/products/imports/') ? imported.id : ids[kind];
      if (path.includes('{id}') && id === undefined) throw new Error(`makeThings knows no thing for ${path}`);
      return path.replace('{id}', id ?? '').replace('{deliveryId}', deliveries[kind] ?? '');
    },
    sentTo: (operation) => sentTo(operation, { sessionId, productImageUrl }),
  };
}

interface Logged {
  readonly owner: { readonly accountId: string; readonly env: KeyEnv };
  readonly keyId: string;
}

async function logRequest({ db }: TestServices, { owner, keyId }: Logged): Promise<string> {
  const id = newId('req');
  await db.requestLogs.write([
    {
      id,
      owner,
      apiKeyId: keyId,
      method: 'GET',
      route: '/v1/sessions',
      status: 200,
      errorCode: null,
      tryOnId: null,
      timing: { total: 1, auth: null, queue: null, render: null, store: null },
      createdAt: new Date(),
      usedQuota: false,
    },
  ]);
  return id;
}

interface Named {
  readonly sessionId: string;
  readonly productImageUrl: string;
}

/** Throws for an operation with a body that it does not know: teach it. */
function sentTo({ body, textBodies, operationId }: Operation, { sessionId, productImageUrl }: Named): Sent {
  if (textBodies !== undefined) {
    return { raw: `imageUrl\n${productImageUrl}\n`, headers: { 'content-type': 'text/csv' } };
  }
  if (body === undefined) return {};
  const { userPhoto } = goodBody();
  const bodies: Readonly<Record<string, unknown>> = {
    createTryOn: { userPhoto, productImageUrl, sessionId },
    createBatch: { userPhoto, products: [{ productImageUrl }], sessionId },
    checkPhoto: { userPhoto },
    createUpload: { contentType: 'image/jpeg', bytes: 1_000, sessionId },
    createMeasurements: { chest: 98, sessionId },
    createClientToken: { sessionId },
    createProduct: { imageUrl: productImageUrl, title: 'Tee' },
    updateProduct: { title: 'Tee' },
    putSizeChart: { rows: [{ size: 'M', chest: 98 }] },
    createWebhook: { url: 'https://shop.example/more', events: ['tryon.failed'] },
    updateWebhook: { enabled: true },
    createKey: { kind: 'rk', scopes: ['keys:manage'] },
    updateKey: { name: 'Renamed' },
    rotateKey: {},
    rotateWebhookSecret: {},
  };
  const sent = bodies[operationId];
  if (sent === undefined) throw new Error(`sentTo knows no body for ${operationId}`);
  return { body: sent };
}
