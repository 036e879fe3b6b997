import { newId } from '@drape/contracts';
import { finishTryOn, type TestGateway, type TestServices } from './harness';
import { goodBody } from './pictures';
import { textOf } from './text-of';

/** One of everything that has an id, all of one new account and one session. */
export interface Things {
  readonly accountId: string;
  /** A secret key of the account with all scopes. */
  readonly key: string;
  readonly sessionId: string;
  /** The path of an operation with these ids in place of its parameters. */
  readonly pathOf: (path: string) => string;
}

let made = 0;

/** Throws for a path that names a kind of thing which it cannot make: teach it. */
export async function makeThings(gateway: TestGateway, services: TestServices): Promise<Things> {
  made++;
  const { accountId, key, keyId } = await services.createKey();
  const post = async (path: string, body: object) =>
    (await gateway.send('POST', path, { key, body, headers: { prefer: 'wait=0' } })).body['data'];
  const first = async (path: string) => textOf((await gateway.send('GET', path, { key })).body['data'][0]['id']);
  const sessionId = `things-${made}`;
  const webhook = await post('/v1/webhooks', { url: 'https://shop.example/events', events: ['tryon.failed'] });
  const productImageUrl = `https://shop.example/thing-${made}.jpg`;
  const tryOn = await post(
    '/v1/tryon',
    goodBody({ sessionId, productImageUrl, webhookUrl: 'https://shop.example/one' }),
  );
  await finishTryOn({ services, id: textOf(tryOn['id']) });
  const measurement = await post('/v1/measurements', { height: 178, sessionId });
  const logged = newId('req');
  await services.db.requestLogs.write([
    {
      id: logged,
      owner: { accountId, env: 'live' },
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
  const ids: Readonly<Record<string, string>> = {
    tryon: textOf(tryOn['id']),
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
    tryon: await first(`/v1/tryon/${ids['tryon']}/deliveries`),
    webhooks: await first(`/v1/webhooks/${ids['webhooks']}/deliveries`),
  };
  return {
    accountId,
    key,
    sessionId,
    pathOf(path) {
      const kind = path.split('/')[2] ?? '';
      const id = path.startsWith('/v1/products/imports/') ? imported.id : ids[kind];
      if (path.includes('{id}') && id === undefined) throw new Error(`makeThings knows no thing for ${path}`);
      return path.replace('{id}', id ?? '').replace('{deliveryId}', deliveries[kind] ?? '');
    },
  };
}

/** A body for operations that look at it before they look for what the path names. */
export function passingBody({ body, operationId }: TestGateway['routes'][number]): { readonly body?: unknown } {
  return body === undefined ? {} : { body: PASSING_BODIES[operationId] ?? {} };
}

const PASSING_BODIES: Readonly<Record<string, unknown>> = {
  putSizeChart: { rows: [{ size: 'M', chest: 98 }] },
  updateProduct: { title: 'Tee' },
  updateWebhook: { enabled: true },
};
