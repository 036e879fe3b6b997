import { holdLock } from '@drape/testkit';
import { expect, it } from '@jest/globals';
import { goodBody } from './pictures';
import { gateway, services, useGateway } from './running';

useGateway();

const post = (key: string) =>
  gateway.send('POST', '/v1/tryon', { key, body: goodBody(), headers: { prefer: 'wait=0' } });

it('many requests of one tenant do not keep those of another from the database', async () => {
  const loud = await services.createKey();
  const quiet = await services.createKey();
  const lock = await holdLock(services.env['DATABASE_URL'] ?? '', `in flight ${loud.accountId} live`);
  const crowd = Array.from({ length: 30 }, () => post(loud.key));
  await lock.waitedForBy(3);
  expect((await post(quiet.key)).status).toBe(200);
  await lock.release();
  const outcomes = (await Promise.all(crowd)).map(({ status }) => status);
  // 429: it waited for its turn longer than a gateway lets anybody wait, as on a slow machine.
  expect(outcomes.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  expect(outcomes).toContain(200);
}, 30_000);
