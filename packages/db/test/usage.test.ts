import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, type Owner } from '@drape/contracts';
import { createDatabase, type Database, type NewRequestLog } from '../src/index';
import { createTestDatabase, type TestDatabase } from './test-database';

let database: TestDatabase;
let db: Database;
let owner: Owner;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url });
  owner = { accountId: (await db.accounts.create({ name: 'shop', plan: 'starter' })).id, env: 'live' };
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

const request = (more: Partial<NewRequestLog> = {}): NewRequestLog => ({
  id: newId('req'),
  owner,
  apiKeyId: 'key_1',
  method: 'GET',
  route: '/v1/sessions',
  status: 200,
  errorCode: null,
  tryOnId: null,
  timing: { total: 1.5, auth: 0.5, queue: null, render: null, store: null },
  createdAt: new Date('2026-11-21T12:34:56.789Z'),
  usedQuota: true,
  ...more,
});

const read = (groupBy: 'hour' | 'key') =>
  db.usage.read({ owner, from: new Date('2026-11-21'), until: new Date('2026-11-22'), groupBy });

describe('requests', () => {
  it('are counted in the hour in which they came, once, however often a batch is written', async () => {
    const batch = [request(), request(), request({ usedQuota: false, status: 304 })];
    const later = request({ createdAt: new Date('2026-11-21T13:00:00Z'), apiKeyId: 'key_2' });
    await db.requestLogs.write(batch);
    await Promise.all([db.requestLogs.write([...batch, later]), db.requestLogs.write([later, ...batch])]);
    expect((await read('hour')).map(({ group, requests }) => [group, requests])).toEqual([
      ['2026-11-21T12:00:00Z', 2],
      ['2026-11-21T13:00:00Z', 1],
    ]);
    expect((await read('key')).map(({ group, requests }) => [group, requests])).toEqual([
      ['key_1', 2],
      ['key_2', 1],
    ]);
  });

  it('of a deleted account do not prevent the rest of the batch from being written', async () => {
    const [lost, kept] = [request({ owner: { accountId: 'acc_gone', env: 'live' } }), request()];
    await db.requestLogs.write([lost, kept]);
    expect(await db.requestLogs.find(lost.owner, lost.id)).toBeNull();
    const { usedQuota, ...row } = kept;
    expect(await db.requestLogs.find(owner, kept.id)).toEqual(row);
    expect(usedQuota).toBe(true);
  });
});

describe('usage', () => {
  it('is forgotten after 400 days', async () => {
    const hourOf = (daysAgo: number) =>
      database.query(
        `INSERT INTO usage_hours (account_id, env, hour, api_key_id, category, outcome, try_ons)
         VALUES ($1, 'test', now() - $2::int * interval '1 day', 'key_1', 'top', 'completed', 1)`,
        [owner.accountId, daysAgo],
      );
    for (const days of [399, 401, 402]) await hourOf(days);
    expect(await db.retention.forgetOld(500)).toMatchObject({ usageHours: 2 });
    expect(await db.retention.forgetOld(500)).toMatchObject({ usageHours: 0 });
  });
});
