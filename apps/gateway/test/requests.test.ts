import { newId } from '@drape/contracts';
import { waitFor } from '@drape/testkit';
import { describe, expect, it } from '@jest/globals';
import { finishTryOn, startGateway, type Reply } from './harness';
import { goodBody } from './pictures';
import { accountId, gateway, key, services, useGateway } from './running';

useGateway();

const idOf = ({ headers }: Reply): string => headers.get('request-id') ?? '';
const look = (id: string, asking: string = key) => gateway.send('GET', `/v1/requests/${id}`, { key: asking });
const codeOf = ({ status, body }: Reply) => [status, body['error']?.['code']];

/** The record of a request, when it is there. */
async function recordOf(reply: Reply, asking: string = key): Promise<Reply['body']> {
  await waitFor(async () => (await look(idOf(reply), asking)).status === 200, { timeoutMs: 5000 });
  return (await look(idOf(reply), asking)).body['data'];
}

describe('GET /v1/requests/{id}', () => {
  it('says what became of a request, and nothing of what it carried', async () => {
    const posted = await gateway.send('POST', '/v1/tryon', {
      key,
      body: goodBody({ sessionId: 'secret-cart', metadata: { note: 'secret-note' } }),
      headers: { prefer: 'wait=0', 'x-client-request-id': 'secret-header' },
    });
    const record = await recordOf(posted);
    const ownKey = (await services.db.apiKeys.list(accountId)).at(-1);
    expect(record).toEqual({
      id: idOf(posted),
      livemode: true,
      apiKeyId: ownKey?.id,
      method: 'POST',
      route: '/v1/tryon',
      status: 200,
      errorCode: null,
      tryOnId: posted.id,
      timing: {
        totalMs: expect.any(Number),
        authMs: expect.any(Number),
        queueMs: null,
        renderMs: null,
        storeMs: expect.any(Number),
      },
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const listed = await gateway.send('GET', '/v1/sessions?limit=7', { key });
    const shown = JSON.stringify([record, await recordOf(listed)]);
    expect(shown).not.toMatch(/secret|limit/);
    expect((await recordOf(listed))['route']).toBe('/v1/sessions');
  });

  it('names the error of a rejection, and that of the failed try-on that an answer shows', async () => {
    const refused = await gateway.send('POST', '/v1/tryon', { key, body: {} });
    expect(await recordOf(refused)).toMatchObject({ status: 400, errorCode: 'missing_parameter', tryOnId: null });
    const posted = await gateway.send('POST', '/v1/tryon', { key, body: goodBody(), headers: { prefer: 'wait=0' } });
    await finishTryOn({ services, id: posted.id });
    const failed = await gateway.send('GET', `/v1/tryon/${posted.id}`, { key });
    const expected = { status: 200, errorCode: 'person_not_detected', tryOnId: posted.id, route: '/v1/tryon/{id}' };
    expect(await recordOf(failed)).toMatchObject(expected);
    const lost = await gateway.send('GET', '/v1/nowhere/secret', { key });
    expect(await recordOf(lost)).toMatchObject({ status: 404, errorCode: 'route_not_found', route: 'unmatched' });
  });

  it('is the same 404 for another account, the other mode and an unknown id', async () => {
    const asked = await gateway.send('GET', '/v1/sessions', { key });
    await recordOf(asked);
    const stranger = await services.createKey();
    const test = await services.createKey({ accountId, env: 'test' });
    const answers = [await look(newId('req')), await look('req_1'), await look(idOf(asked), stranger.key)];
    answers.push(await look(idOf(asked), test.key));
    expect(answers.map(codeOf)).toEqual(answers.map(() => [404, 'request_not_found']));
    const own = await gateway.send('GET', '/v1/sessions', { key: test.key });
    expect(await recordOf(own, test.key)).toMatchObject({ livemode: false, apiKeyId: test.keyId });
    expect(codeOf(await look(idOf(own)))).toEqual([404, 'request_not_found']);
  });

  it('needs usage:read', async () => {
    const asking = await services.createKey({ accountId, scopes: ['tryon:read'] });
    const refused = await look(newId('req'), asking.key);
    expect(codeOf(refused)).toEqual([403, 'insufficient_scope']);
    expect(await recordOf(refused)).toMatchObject({ status: 403, errorCode: 'insufficient_scope' });
  });

  it('is written by a gateway that shuts down, including what it did last', async () => {
    const last = await startGateway(services.env);
    const replies = await Promise.all(Array.from({ length: 30 }, () => last.send('GET', '/v1/sessions', { key })));
    await last.stop();
    const found = await Promise.all(replies.map((reply) => look(idOf(reply))));
    expect(found.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });
});

describe('GET /v1/requests', () => {
  it('lists the requests of the account and mode, latest first, page by page and by status and route', async () => {
    const own = await services.createKey();
    const ask = (path: string) => gateway.send('GET', path, { key: own.key });
    const asked = [
      await ask('/v1/sessions'),
      await ask('/v1/webhooks'),
      await ask('/v1/tryon/x'),
      await ask('/v1/sessions'),
    ];
    for (const reply of asked) await recordOf(reply, own.key);
    const ids = (reply: Reply): string[] =>
      JSON.parse(JSON.stringify(reply.body['data'])).map((row: { id: string }) => row.id);
    const [first, hooks, lost, second] = asked.map(idOf);
    const sessions = await ask('/v1/requests?route=/v1/sessions&limit=1');
    expect([ids(sessions), sessions.body['pagination']]).toEqual([
      [second],
      { limit: 1, hasMore: true, nextStartingAfter: second },
    ]);
    expect(ids(await ask(`/v1/requests?route=/v1/sessions&starting_after=${second}`))).toEqual([first]);
    expect(ids(await ask('/v1/requests?status=404&route=/v1/tryon/%7Bid%7D'))).toEqual([lost]);
    expect(ids(await ask(`/v1/requests?starting_after=${lost}`))).toEqual([hooks, first]);
    const test = await services.createKey({ accountId: own.accountId, env: 'test' });
    const other = await gateway.send('GET', `/v1/requests?starting_after=${lost}`, { key: test.key });
    expect(codeOf(other)).toEqual([400, 'invalid_starting_after']);
    expect(codeOf(await ask('/v1/requests?status=9000'))).toEqual([400, 'invalid_parameter']);
    expect(codeOf(await ask('/v1/requests?limit=0'))).toEqual([400, 'invalid_limit']);
  });
});
