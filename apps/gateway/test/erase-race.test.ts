import { expect, it } from '@jest/globals';
import type { TestGateway } from './harness';
import { goodBody } from './pictures';
import { gateway, services, useGateway } from './running';

useGateway({ DRAPE_WAIT_MS: '0' });

it('takes try-ons and measurements for a session that is being erased at the same moment', async () => {
  const { key } = await services.createKey();
  const statuses = new Set<number>();
  const note = async (reply: ReturnType<TestGateway['send']>) => statuses.add((await reply).status);
  for (let round = 0; round < 25; round++) {
    const sessionId = 'basket-1';
    const erase = () => note(gateway.send('DELETE', `/v1/sessions/${sessionId}`, { key }));
    const measure = () => note(gateway.send('POST', '/v1/measurements', { key, body: { sessionId, height: 170 } }));
    const tryOn = () => note(gateway.send('POST', '/v1/tryon', { key, body: goodBody({ sessionId }) }));
    await Promise.all([measure(), erase(), tryOn(), measure(), erase(), tryOn(), erase()]);
  }
  // 404: the session, or the try-on before it could be answered, was gone.
  expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([]);
}, 120_000);
