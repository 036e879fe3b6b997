import { newId } from '@drape/contracts';
import { liveOwner, waitFor } from '@drape/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fingerprint } from '../src/http/idempotency';
import { finishTryOn, startGateway, type TestGateway, type TestKey } from './harness';
import { openTryOnOf } from './open-try-on';
import { goodBody, png } from './pictures';
import { startCheckWorker } from './photo-checks';
import { services, useGateway } from './running';
import { textOf } from './text-of';

/** Nobody waits unless asked to: whoever gets a finished try-on has waited because of Prefer. */
const HASTY = { DRAPE_WAIT_MS: '0' };
useGateway(HASTY);

let hasty: TestGateway;
let owner: TestKey;

beforeEach(async () => {
  hasty = await startGateway({ ...services.env, ...HASTY, DRAPE_REQUEST_TIMEOUT_MS: '1000' });
  owner = await services.createKey();
});
afterEach(() => hasty.stop());

const post = (prefer: string, headers: Record<string, string> = {}) =>
  hasty.send('POST', '/v1/tryon', { key: owner.key, body: goodBody(), headers: { prefer, ...headers } });
const get = (id: string, prefer: string) =>
  hasty.send('GET', `/v1/tryon/${id}`, { key: owner.key, headers: { prefer } });
const finish = (id: string) => finishTryOn({ services, id, picture: Buffer.from('late') });
const fate = ({ body, headers }: Awaited<ReturnType<typeof post>>) => ({
  status: body['data']['status'],
  applied: headers.get('preference-applied'),
});

describe('Prefer: wait=N', () => {
  it('makes a POST wait longer than usual, and longer than a request may take to arrive', async () => {
    const pending = post('wait=90');
    const id = await openTryOnOf(owner.accountId);
    // Answered after two seconds: nobody renders.
    expect(fate(await get(id, 'wait=2'))).toEqual({ status: 'queued', applied: 'wait=2' });
    await finish(id);
    expect(fate(await pending)).toEqual({ status: 'completed', applied: 'wait=60' });
  });

  it('makes a GET wait for a minute at most', async () => {
    const { id } = await post('wait=0');
    const pending = get(id, 'wait=61');
    await finish(id);
    expect(fate(await pending)).toEqual({ status: 'completed', applied: 'wait=60' });
  });

  it('makes a batch wait for all of its pictures', async () => {
    const products = [
      { productImageUrl: 'https://shop.example/1.jpg' },
      { productImageUrl: 'https://shop.example/2.jpg' },
    ];
    const body = { userPhoto: png(600, 800).toString('base64'), products };
    const pending = hasty.send('POST', '/v1/tryon/batch', { key: owner.key, body, headers: { prefer: 'wait=75' } });
    const open = await waitFor(async () => {
      const { body: list } = await hasty.send('GET', '/v1/tryon', { key: owner.key });
      const data: unknown = list['data'];
      return Array.isArray(data) && data.length === products.length ? data : null;
    });
    for (const { id } of open) await finish(textOf(id));
    const { headers, body: got } = await pending;
    expect([headers.get('preference-applied'), headers.get('retry-after')]).toEqual(['wait=60', null]);
    expect(got['data']['items']).toMatchObject(products.map(() => ({ tryOn: { status: 'completed' } })));
  });

  it('makes a photo check wait for its worker', async () => {
    const worker = startCheckWorker(services);
    const body = { userPhoto: png(600, 800).toString('base64') };
    const reply = await hasty.send('POST', '/v1/photos/check', {
      key: owner.key,
      body,
      headers: { prefer: 'wait=75' },
    });
    expect(fate(reply)).toEqual({ status: 'checked', applied: 'wait=60' });
    await worker.close();
  });

  it('says how long it really was where a gateway that shuts down cuts it short', async () => {
    const pending = post('wait=60');
    await openTryOnOf(owner.accountId);
    await hasty.drain();
    const reply = await pending;
    expect(reply.headers.get('connection')).toBe('close');
    expect(reply.headers.get('retry-after')).toBe('1');
    const { status, applied } = fate(reply);
    expect(status).toBe('queued');
    expect(Number(applied?.replace('wait=', ''))).toBeLessThan(10);
  });

  it('holds for a repeat under the same Idempotency-Key, which finds the first one’s try-on', async () => {
    const named = { 'idempotency-key': 'lost-answer' };
    const { id } = await post('wait=0', named);
    const again = post('wait=30', named);
    await finish(id);
    const reply = await again;
    expect([reply.id, reply.headers.get('idempotent-replayed')]).toEqual([id, 'true']);
    expect(fate(reply)).toEqual({ status: 'completed', applied: 'wait=30' });
  });
});

describe('a client that hangs up', () => {
  it('is no longer waited for', async () => {
    const hangUp = new AbortController();
    const body = goodBody();
    const gone = fetch(`${hasty.url}/v1/tryon`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${owner.key}`,
        'content-type': 'application/json',
        'idempotency-key': 'impatient',
        prefer: 'wait=60',
      },
      body: JSON.stringify(body),
      signal: hangUp.signal,
    }).catch(() => 'gone');
    await openTryOnOf(owner.accountId);
    hangUp.abort();
    expect(await gone).toBe('gone');
    // A request that is over has put its key down.
    const scope = { owner: liveOwner(owner.accountId), method: 'POST', path: '/v1/tryon', key: 'impatient' };
    const request = { fingerprint: fingerprint(body), resourceId: newId('try'), staleMs: 600_000 };
    const isOver = async () => (await services.db.idempotencyKeys.reserve(scope, request)).kind === 'done';
    await waitFor(isOver, { timeoutMs: 10_000, what: 'the request to be over' });
  });
});
