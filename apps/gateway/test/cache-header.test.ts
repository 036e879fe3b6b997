import { describe, expect, it } from '@jest/globals';
import { finishTryOn } from './harness';
import { goodBody } from './pictures';
import { gateway, key, services, useGateway } from './running';

useGateway();

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
