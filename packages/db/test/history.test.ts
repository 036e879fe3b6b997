import { newId, type Owner } from '@drape/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDatabase, type Database, type TryOnFilter } from '../src/index';
import { createTestDatabase, type TestDatabase } from './test-database';

const ROWS = 4_000;
const DAYS = 80;
const DAY_MS = 86_400_000;
/** Where a table is read from one end to the other it is read as often as it has rows. */
const FEW = ROWS / 10;
const VIEW = { sessionId: null, apiKeyIds: null };

let database: TestDatabase;
let owner: Owner;

beforeAll(async () => {
  database = await createTestDatabase();
  const db = createDatabase({ url: database.url });
  owner = { accountId: (await db.accounts.create({ name: 'shop', plan: 'starter' })).id, env: 'live' };
  await db.sessions.getOrCreate(owner, 'visit');
  await db.close();
  const times = Array.from({ length: ROWS }, (_none, i) => Date.now() - DAYS * DAY_MS * (1 - i / ROWS));
  const ids = times.map((ms) => newId('try', { now: () => Math.round(ms) }));
  const made = times.map((ms) => new Date(ms).toISOString());
  const rows = [owner.accountId, ids, made];
  await database.query(
    `INSERT INTO try_ons (id, account_id, session_id, status, attempt, deadline_at, request_id, gateway_id, product_image_url, photo_key,
       photo_sha256, photo_bytes, created_at, completed_at, error_code)
     SELECT id, $1, 'visit', CASE WHEN n = 1 THEN 'expired' ELSE 'canceled' END::try_on_status, 1, made, 'req', 'gtw', 'https://shop.example/p.jpg',
       'photos/' || id, '', 1, made, made, NULL FROM unnest($2::text[], $3::timestamptz[]) WITH ORDINALITY AS g(id, made, n)`,
    rows,
  );
  await database.query(
    `INSERT INTO webhook_deliveries (id, account_id, url, event, resource_id, payload, status, created_at)
     SELECT 'evt_' || substr(id, 5), $1, 'https://shop.example/hook', 'tryon.completed', id, '{}', 'delivered', made
     FROM unnest($2::text[], $3::timestamptz[]) AS g(id, made)`,
    rows,
  );
  await database.query('ANALYZE');
});

afterAll(() => database.drop());

/** How many entries of a table and of its indexes the work reads; a connection tells when it ends. */
async function entriesRead(table: string, work: (db: Database) => Promise<unknown>): Promise<number> {
  await database.query(`SELECT pg_stat_reset()`);
  const db = createDatabase({ url: database.url, poolMax: 1 });
  await work(db);
  await db.close();
  for (;;) {
    const [open] = await database.query(
      `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`,
    );
    if (open?.['n'] === 0) break;
  }
  const [read] = await database.query(
    `SELECT (seq_tup_read + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid))::int AS n
     FROM pg_stat_user_tables t WHERE relname = $1`,
    [table],
  );
  return Number(read?.['n']);
}

const page = (wanted: Partial<TryOnFilter>) => async (db: Database) => {
  const filter: TryOnFilter = {
    status: null,
    sessionId: null,
    productId: null,
    category: null,
    quality: null,
    errorCode: null,
    batchId: null,
    createdFrom: null,
    createdBefore: null,
    metadata: {},
    ...wanted,
  };
  const found = await db.tryOns.listPage({ owner, view: VIEW, filter, startingAfter: null, limit: 20 });
  expect(found?.rows.length).toBeGreaterThan(0);
};

describe('a long history', () => {
  let daysAgo: (days: number) => Date;
  beforeEach(() => {
    const nowMs = Date.now();
    daysAgo = (days) => new Date(nowMs - days * DAY_MS);
  });

  it('is not scanned for a page of an early time', async () => {
    const wanted = { createdFrom: daysAgo(70), createdBefore: daysAgo(69.9), category: null };
    expect(await entriesRead('try_ons', page(wanted))).toBeLessThan(FEW);
  });

  it('is not scanned for a page of a rare status', async () => {
    expect(await entriesRead('try_ons', page({ status: 'expired' }))).toBeLessThan(FEW);
  });

  it('is not scanned to find that nothing is old enough to be forgotten', async () => {
    const forget = (db: Database) => db.retention.forgetOld(500);
    expect(await entriesRead('webhook_deliveries', forget)).toBeLessThan(FEW);
    expect(await entriesRead('try_ons', forget)).toBeLessThan(FEW);
  });

  it('is not scanned for the deliveries of a try-on that is erased', async () => {
    const [last] = await database.query('SELECT max(id) AS id FROM try_ons');
    const erase = async (db: Database) => expect(await db.tryOns.erase(owner, String(last?.['id']))).toBe(true);
    expect(await entriesRead('webhook_deliveries', erase)).toBeLessThan(FEW);
  });

  it('leaves sessions alone while there are more try-ons to forget than one statement handles', async () => {
    await database.query(
      `UPDATE try_ons SET created_at = now() - interval '91 days' WHERE id IN (SELECT id FROM try_ons LIMIT 30)`,
    );
    await database.query(
      `INSERT INTO sessions (account_id, id, client_supplied, expires_at) VALUES ($1, 'over', true, now() - interval '1 day')`,
      [owner.accountId],
    );
    const db = createDatabase({ url: database.url });
    const forgotten = [await db.retention.forgetOld(20), await db.retention.forgetOld(20)];
    await db.close();
    expect(forgotten.map(({ tryOns, sessions }) => [tryOns, sessions])).toEqual([
      [20, 0],
      [10, 1],
    ]);
  });
});
