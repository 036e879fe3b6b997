import { expect, it } from '@jest/globals';
import type { TestGateway } from './harness';
import { goodBody } from './pictures';
import { gateway, services, useGateway } from './running';

useGateway({ DRAPE_WAIT_MS: '0' });

it('takes try-ons and measurements for a session that is being erased at the same moment', async () => {
  const { key } = await services.createKey();
  const answers = new Set<string>();
  const note = async (reply: ReturnType<TestGateway['send']>) => {
    const { status, text } = await reply;
    // 404: the session, or the try-on before it could be answered, was gone.
    if (status !== 200 && status !== 404) answers.add(`${status} ${text}`);
  };
  for (let round = 0; round < 25; round++) {
    const sessionId = 'basket-1';
    const erase = () => note(gateway.send('DELETE', `/v1/sessions/${sessionId}`, { key }));
    const measure = () => note(gateway.send('POST', '/v1/measurements', { key, body: { sessionId, height: 170 } }));
    const tryOn = () => note(gateway.send('POST', '/v1/tryon', { key, body: goodBody({ sessionId }) }));
    await Promise.all([measure(), erase(), tryOn(), measure(), erase(), tryOn(), erase()]);
  }
  expect([...answers]).toEqual([]);
}, 120_000);
