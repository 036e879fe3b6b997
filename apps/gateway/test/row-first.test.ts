import type { Database } from '@drape/db';
import { createLogger } from '@drape/runtime';
import { createTryOnQueues } from '@drape/queue';
import { expect, it } from '@jest/globals';
import { compose, type Gateway } from '../src/compose';
import { readConfig } from '../src/config';
import { examine, type DoctorDeps } from '../src/doctor/examine';
import { mend } from '../src/doctor/mend';
import { startServices } from './harness';
import { goodBody } from './pictures';

type Insert = Database['tryOns']['insertWithin'];

const HOW = { graceSec: 0, isDrained: false, isQuick: false };
const NEVER = new Promise<never>(() => undefined);

async function listen({ server, connected }: Gateway): Promise<string> {
  await connected(5000);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
}

/**
 * A gateway dies between the row and the job. Row first, as it is made: the sweep gives it a job. Job first, as no gateway is that an
 * operator can start: the job finds no row, and the photo is nobody's.
 */
it.each([
  { order: 'row before queue', found: ['row_stuck'], left: [] },
  {
    order: 'queue before row',
    found: ['accepted_without_row', 'object_without_row'],
    left: ['accepted_without_row'],
  },
])(
  '$order: the doctor finds $found, and after mending $left',
  async ({ order, found, left }) => {
    const services = await startServices();
    const { REDIS_URL: redisUrl = '', DRAPE_QUEUE_PREFIX: prefix = '' } = services.env;
    const queues = createTryOnQueues({ redisUrl, prefix });
    let tellDied: (id: string) => void = () => undefined;
    const died = new Promise<string>((resolve) => (tellDied = resolve));
    const insertThenDie =
      (insert: Insert): Insert =>
      async (row, caps) => {
        const { id: tryOnId, requestId, gatewayId } = row;
        if (order === 'row before queue') await insert(row, caps);
        else await queues.live.enqueue({ v: 1, tryOnId, requestId, gatewayId });
        tellDied(tryOnId);
        return NEVER;
      };
    const gateway = compose(
      readConfig({ DRAPE_LOG_LEVEL: 'silent', ...services.env }),
      createLogger({ name: 't', level: 'silent' }),
      {
        wrapDatabase: (db) => ({
          ...db,
          tryOns: { ...db.tryOns, insertWithin: insertThenDie((row, caps) => db.tryOns.insertWithin(row, caps)) },
        }),
      },
    );
    const { key } = await services.createKey();
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = fetch(`${await listen(gateway)}/v1/tryon`, {
      method: 'POST',
      headers,
      body: JSON.stringify(goodBody()),
    });
    const id = await died;
    gateway.server.closeAllConnections();
    await expect(answer).rejects.toThrow();
    const doctor: DoctorDeps = { db: services.db, store: services.store, queues };
    const look = async () => (await examine(doctor, { ...HOW, accepted: [id] })).violations;
    const violations = await look();
    expect(violations.map(({ kind }) => kind).sort()).toEqual(found);
    await mend(doctor, violations);
    expect((await look()).map(({ kind }) => kind)).toEqual(left);
    gateway.server.close();
    await gateway.close();
    await Promise.all([queues.live.close(), queues.test.close()]);
    await services.stop();
  },
  30_000,
);
