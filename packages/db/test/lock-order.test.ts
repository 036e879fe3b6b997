import { afterAll, beforeAll, it } from '@jest/globals';
import { newId, type Owner } from '@drape/contracts';
import { createDatabase, type Database } from '../src/index';
import { createTestDatabase, type TestDatabase } from './test-database';

const SESSION_ID = 'basket-1';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, poolMax: 12 });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

async function insert(owner: Owner, batchId: string): Promise<string> {
  const id = newId('try');
  const photo = {
    photoKey: `photos/${batchId}`,
    photoSha256: 'cd',
    photoBytes: 9,
  };
  await db.tryOns.insertQueued({
    id,
    owner,
    sessionId: SESSION_ID,
    batchId,
    requestId: 'req_1',
    gatewayId: 'gtw_1',
    productImageUrl: 'https://shop.example/a.jpg',
    ...photo,
  });
  return id;
}

const times = <T>(n: number, work: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: n }, work));

// Rows move within the table with every update, so that statements without an order of their own lock the same ones in different
// orders: one of 150 such rounds ended in a deadlock, which Postgres ends after a second by failing one of the two.
it('withdraws, touches, tidies up and erases the try-ons of one session at once without a deadlock', async () => {
  const { id: accountId } = await db.accounts.create({ name: 'shop', plan: 'starter' });
  const owner: Owner = { accountId, env: 'live' };
  for (let round = 0; round < 60; round++) {
    const batchId = newId('bat');
    await db.sessions.getOrCreate(owner, SESSION_ID);
    const ids = await times(10, () => insert(owner, batchId));
    await Promise.all([
      times(4, () => db.sessions.withdraw(owner, SESSION_ID)),
      db.tryOns.touchQueued([...ids].reverse()),
      ...ids.slice(0, 4).map((id) => db.tryOns.finishCleanup(id, { keptResult: false })),
      times(round % 5 === 4 ? 2 : 0, () => db.sessions.erase(owner, SESSION_ID)),
    ]);
  }
}, 120_000);
