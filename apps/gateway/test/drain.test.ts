import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { startGateway } from './harness';
import { services, useGateway } from './running';

useGateway();

it('a connection that was opened ahead and never used does not hold up the end', async () => {
  const leaving = await startGateway(services.env);
  const ahead = connect(leaving.port, '127.0.0.1');
  const closed = once(ahead, 'close');
  await once(ahead, 'connect');
  const since = performance.now();
  await leaving.stop();
  await closed;
  expect(performance.now() - since).toBeLessThan(5_000);
});
