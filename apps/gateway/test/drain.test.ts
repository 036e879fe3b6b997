import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from '@jest/globals';
import { startGateway } from './harness';
import { services, useGateway } from './running';

useGateway();

/** Status and `Connection` of the answer, or the code of the error. */
function ask(agent: Agent | false, port: number): Promise<readonly unknown[]> {
  return new Promise((resolve) => {
    const request = get({ agent, host: '127.0.0.1', port, path: '/healthz' }, (response) => {
      response.resume().once('end', () => resolve([response.statusCode, response.headers.connection]));
    });
    request.once('error', (error: NodeJS.ErrnoException) => resolve([error.code]));
  });
}

it('a request that was on its way when the end began is answered, on a connection of before and on a new one', async () => {
  const leaving = await startGateway(services.env);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask(agent, leaving.port)).toEqual([200, 'keep-alive']);
  const stopped = leaving.stop();
  const answers = await Promise.all([ask(agent, leaving.port), ask(false, leaving.port)]);
  await stopped;
  agent.destroy();
  expect(answers).toEqual([
    [200, 'close'],
    [200, 'close'],
  ]);
});

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
