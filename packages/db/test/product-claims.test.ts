import { newId, type Owner } from '@drape/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createDatabase, type Database } from '../src/index';
import { createTestDatabase, type TestDatabase } from './test-database';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = createDatabase({ url: database.url, poolMax: 4 });
});

afterAll(async () => {
  await db.close();
  await database.drop();
});

beforeEach(async () => {
  await database.query('DELETE FROM products');
});

async function newShop(): Promise<Owner> {
  return { accountId: (await db.accounts.create({ name: 'shop', plan: 'starter' })).id, env: 'live' };
}

const image = () => `https://shop.example/${newId('evt')}.jpg`;

/** Products of an import, all of them older than a second: only then are they looked at. */
async function importMany(owner: Owner, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => ({
    row: i + 1,
    externalId: null,
    input: { imageUrl: image() },
    error: null,
  }));
  await db.productImports.insertUpTo(5, { owner, format: 'ndjson', rows });
  while ((await db.productImports.step(1000)) !== null);
  await database.query(`UPDATE products SET created_at = now() - interval '1 minute' WHERE account_id = $1`, [
    owner.accountId,
  ]);
}

const claim = async () => (await db.products.claimPending({ leaseMs: 60_000 }))?.owner.accountId;

describe('claimPending', () => {
  it('serves accounts in turn, however many products one of them has imported', async () => {
    const [large, small] = [await newShop(), await newShop()];
    await importMany(large, 500);
    await importMany(small, 2);
    const served: unknown[] = [];
    for (let i = 0; i < 6; i++) served.push(await claim());
    const [l, s] = [large.accountId, small.accountId];
    expect(new Set(served.slice(0, 2))).toEqual(new Set([l, s]));
    expect(new Set(served.slice(2, 4))).toEqual(new Set([l, s]));
    expect(served.slice(4)).toEqual([l, l]);
  });

  it('serves an account that arrives later next', async () => {
    const large = await newShop();
    await importMany(large, 10);
    for (let i = 0; i < 3; i++) await claim();
    const late = await newShop();
    await importMany(late, 1);
    expect(await claim()).toBe(late.accountId);
  });

  it('puts live products before test products', async () => {
    const shop = await newShop();
    await importMany({ ...shop, env: 'test' }, 1);
    const other = await newShop();
    await importMany(other, 1);
    expect([await claim(), await claim()]).toEqual([other.accountId, shop.accountId]);
  });
});

describe('old imports', () => {
  it('are forgotten with their rows after thirty days, once they are finished', async () => {
    const owner = await newShop();
    await importMany(owner, 3);
    const rows = [{ row: 1, externalId: null, input: { imageUrl: image() }, error: null }];
    await db.productImports.insertUpTo(5, { owner, format: 'csv', rows });
    const left = () => database.query('SELECT DISTINCT import_id FROM product_import_rows');
    const total = (await left()).length;
    await db.retention.forgetOld(100);
    expect(await left()).toHaveLength(total);
    await database.query(`UPDATE product_imports SET created_at = now() - interval '31 days' WHERE account_id = $1`, [
      owner.accountId,
    ]);
    expect((await db.retention.forgetOld(100)).imports).toBe(1);
    expect(await left()).toHaveLength(total - 1);
  });
});
