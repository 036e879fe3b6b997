import { createAjv } from '@drape/contracts';
import { describe, expect, it } from '@jest/globals';
import { finishTryOn } from './harness';
import { goodBody } from './pictures';
import { inline } from './response-check';
import { gateway, key, services, useGateway } from './running';

useGateway();

const create = async () =>
  (await gateway.send('POST', '/v1/tryon', { key, body: goodBody(), headers: { prefer: 'wait=0' } })).id;
const open = (id: string, signal?: AbortSignal) =>
  fetch(`${gateway.url}/v1/tryon/${id}/events`, {
    headers: { authorization: `Bearer ${key}` },
    ...(signal === undefined ? {} : { signal }),
  });

/** The stream's events, name and data, each as the document promises it. */
function parse(text: string): [string, Record<string, unknown>][] {
  const { document } = gateway;
  const isPromised = createAjv().compile(inline(document, document['components']?.['schemas']?.['TryOnEvent']));
  const events = text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block): [string, Record<string, unknown>] => [
      /^event: (.*)/.exec(block)?.[1] ?? '',
      JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? '{}'),
    ]);
  for (const [event, data] of events) {
    void isPromised({ event, data });
    expect({ event, errors: isPromised.errors }).toEqual({ event, errors: null });
  }
  return events;
}

describe('GET /v1/tryon/:id/events', () => {
  it('sends stages as they come, and ends with the whole try-on', async () => {
    const id = await create();
    const response = await open(id);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(response.headers.get('x-ratelimit-limit')).not.toBeNull();
    const text = response.text();
    await new Promise((resolve) => setTimeout(resolve, 600));
    await finishTryOn({ services, id, picture: Buffer.from('x') });
    const events = parse(await text);
    expect(events[0]).toMatchObject(['progress', { id, status: 'queued', queuePosition: expect.any(Number) }]);
    expect(events.at(-1)).toMatchObject([
      'completed',
      { id, status: 'completed', fitScore: 61, resultImageUrl: expect.any(String) },
    ]);
  });

  it('ends at once for a try-on that has ended', async () => {
    const id = await create();
    await finishTryOn({ services, id });
    const events = parse(await (await open(id)).text());
    expect(events).toMatchObject([['failed', { id, error: { code: 'person_not_detected' } }]]);
  });

  it('does not mind a client that goes away', async () => {
    const id = await create();
    const leaving = new AbortController();
    const response = await open(id, leaving.signal);
    leaving.abort();
    await expect(response.text()).rejects.toThrow();
    expect((await gateway.send('GET', `/v1/tryon/${id}`, { key })).status).toBe(200);
  });

  it('is 404 in JSON for another account’s try-on', async () => {
    const id = await create();
    const { key: stranger } = await services.createKey();
    const { status, body } = await gateway.send('GET', `/v1/tryon/${id}/events`, { key: stranger });
    expect([status, body['error']['code']]).toEqual([404, 'tryon_not_found']);
  });
});
