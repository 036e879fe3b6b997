import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { finishTryOn, startGateway, startServices, type TestGateway, type TestServices } from './harness';
import { goodBody } from './pictures';

let services: TestServices;
let gateway: TestGateway;
let key: string;

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway(services.env);
  ({ key } = await services.createKey());
});

afterAll(async () => {
  await gateway?.stop();
  await services?.stop();
});

describe('X-Drape-Cache', () => {
  it.each([
    [true, 'hit'],
    [false, 'miss'],
  ] as const)('on POST and GET, for cached: %s', async (cached, header) => {
    const headers = { 'idempotency-key': `cached-${cached}` };
    const post = () => gateway.send('POST', '/v1/tryon', { key, body: goodBody(), headers });
    const { id } = await post();
    await finishTryOn({ services, id, picture: Buffer.from('x'), cached });
    for (const reply of [await post(), await gateway.send('GET', `/v1/tryon/${id}`, { key })]) {
      expect(reply.body['data']).toMatchObject({ id, status: 'completed', cached });
      expect(reply.headers.get('x-drape-cache')).toBe(header);
    }
  });
});
