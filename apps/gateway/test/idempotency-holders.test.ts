import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Reply, TestKey } from './harness';
import { goodBody } from './pictures';
import { gateway, services, useGateway } from './running';
import { textOf } from './text-of';

/** Many shoppers and the shop's backend share an account: the text of one's Idempotency-Key may be that of another. */
const SHOP = 'https://shop.example';
let secret: TestKey;

useGateway();

beforeAll(async () => {
  secret = await services.createKey();
});

interface Sent {
  readonly path: string;
  readonly body: unknown;
  readonly idempotencyKey: string;
  readonly session?: string;
}

const send = (key: string, { path, body, idempotencyKey, session }: Sent) =>
  gateway.send('POST', path, {
    key,
    body,
    headers: {
      prefer: 'wait=0',
      origin: SHOP,
      'idempotency-key': idempotencyKey,
      ...(session === undefined ? {} : { 'x-drape-session': session }),
    },
  });

async function mint(sessionId: string): Promise<string> {
  const { body } = await gateway.send('POST', '/v1/client-tokens', { key: secret.key, body: { sessionId } });
  return textOf(body['data']['token']);
}

const publishable = () =>
  services.createKey({ accountId: secret.accountId, kind: 'pk', allowedOrigins: [SHOP] }).then(({ key }) => key);

/** What it made; of a batch, its id. */
const madeBy = ({ id, body }: Reply) => id || textOf(body['data']['batchId']);
const sessionOf = ({ body }: Reply) =>
  textOf(body['data']['sessionId'] ?? body['data']['items'][0]['tryOn']['sessionId']);
const seen = (reply: Reply) => [
  reply.status,
  reply.headers.get('idempotent-replayed'),
  reply.body['error']?.['code'] ?? null,
];

const photoAndProducts = () => {
  const { userPhoto, productImageUrl } = goodBody();
  return { userPhoto, products: [{ productImageUrl }] };
};

describe.each([
  { path: '/v1/tryon', make: () => goodBody(), change: { size: 'L' } },
  { path: '/v1/tryon/batch', make: photoAndProducts, change: { fitPreference: 'slim' } },
  { path: '/v1/uploads', make: () => ({ contentType: 'image/jpeg', bytes: 1_000 }), change: { bytes: 2_000 } },
  { path: '/v1/measurements', make: () => ({ height: 178 }), change: { weight: 70 } },
])('one Idempotency-Key at $path', ({ path, make, change }) => {
  const body = make();
  const other = { ...body, ...change };

  it('belongs to one client token, with the same body and with another', async () => {
    const [a, b, c] = [await mint(`${path}-a`), await mint(`${path}-b`), await mint(`${path}-c`)];
    const first = await send(a, { path, body, idempotencyKey: 'tokens' });
    const second = await send(b, { path, body, idempotencyKey: 'tokens' });
    const third = await send(c, { path, body: other, idempotencyKey: 'tokens' });
    expect([first, second, third].map(seen)).toEqual(Array.from({ length: 3 }, () => [200, null, null]));
    expect([first, second, third].map(sessionOf)).toEqual([`${path}-a`, `${path}-b`, `${path}-c`]);
    expect(new Set([first, second, third].map(madeBy)).size).toBe(3);
    const renewed = await send(await mint(`${path}-a`), { path, body, idempotencyKey: 'tokens' });
    expect([seen(renewed), madeBy(renewed)]).toEqual([[200, 'true', null], madeBy(first)]);
  });

  it('of the shop itself is neither used up nor answered by credentials exposed in a page', async () => {
    const pk = await publishable();
    const ofPage = await send(pk, { path, body: other, idempotencyKey: 'order-1' });
    const ofToken = await send(await mint(`${path}-d`), { path, body: other, idempotencyKey: 'order-1' });
    const ofShop = await send(secret.key, { path, body, idempotencyKey: 'order-1' });
    expect([ofPage, ofToken, ofShop].map(seen)).toEqual(Array.from({ length: 3 }, () => [200, null, null]));
    const again = await send(pk, { path, body, idempotencyKey: 'order-1' });
    expect(seen(again)).toEqual([422, null, 'idempotency_key_reused']);
  });

  it('gives a publishable key nothing of a session that it does not name', async () => {
    const pk = await publishable();
    const first = await send(pk, { path, body, idempotencyKey: 'strangers' });
    const stranger = await send(pk, { path, body, idempotencyKey: 'strangers' });
    expect(seen(stranger)).toEqual([422, null, 'idempotency_key_reused']);
    expect(stranger.text).not.toContain(sessionOf(first));
    expect(stranger.text).not.toContain(madeBy(first));
    const wrong = await send(pk, { path, body, idempotencyKey: 'strangers', session: 'ses_another' });
    expect(seen(wrong)).toEqual([422, null, 'idempotency_key_reused']);
    const named = await send(pk, { path, body, idempotencyKey: 'strangers', session: sessionOf(first) });
    expect([seen(named), madeBy(named)]).toEqual([[200, 'true', null], madeBy(first)]);
  });

  it('answers a page that lost its first answer, and so its session, where the key is a random UUID', async () => {
    const pk = await publishable();
    for (const idempotencyKey of [randomUUID(), randomUUID().replaceAll('-', '')]) {
      const first = await send(pk, { path, body, idempotencyKey });
      const again = await send(pk, { path, body, idempotencyKey });
      expect([seen(again), sessionOf(again)]).toEqual([[200, 'true', null], sessionOf(first)]);
      const elsewhere = await send(pk, { path, body, idempotencyKey, session: 'ses_another' });
      expect(seen(elsewhere)).toEqual([422, null, 'idempotency_key_reused']);
    }
  });

  it('belongs to one session where the body of a publishable key names one', async () => {
    const pk = await publishable();
    const sessions = [await startSession(pk), await startSession(pk)];
    const replies: Reply[] = [];
    for (const sessionId of sessions) {
      replies.push(await send(pk, { path, body: { ...body, sessionId }, idempotencyKey: 'named' }));
    }
    expect(replies.map(seen)).toEqual(Array.from({ length: 2 }, () => [200, null, null]));
    expect(replies.map(sessionOf)).toEqual(sessions);
    const again = await send(pk, { path, body: { ...body, sessionId: sessions[0] }, idempotencyKey: 'named' });
    expect([seen(again), madeBy(again)]).toEqual([[200, 'true', null], replies[0] && madeBy(replies[0])]);
    const sibling = await publishable();
    const stolen = await send(sibling, { path, body: { ...body, sessionId: sessions[0] }, idempotencyKey: 'named' });
    expect(seen(stolen)).toEqual([404, null, 'session_not_found']);
  });
});

async function startSession(pk: string): Promise<string> {
  const { body } = await gateway.send('POST', '/v1/measurements', {
    key: pk,
    body: { height: 180 },
    headers: { origin: SHOP },
  });
  return textOf(body['data']['sessionId']);
}
