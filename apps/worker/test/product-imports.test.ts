import type { Owner } from '@drape/contracts';
import type { ProductImportRow } from '@drape/db';
import { liveOwner, waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorkerHarness, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;
let owner: Owner;

beforeAll(async () => {
  harness = await createWorkerHarness();
  owner = liveOwner(harness.accountId);
}, 60_000);

afterAll(() => harness.close(), 30_000);

const ROWS = 6_000;

/** What a gateway puts on record. */
async function insertImport(): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, i) => ({
    row: i + 1,
    externalId: `SKU-${i}`,
    input: { imageUrl: `https://shop.example/${i}.jpg`, externalId: `SKU-${i}` },
    error: null,
  }));
  return (await harness.db.productImports.insertUpTo(5, { owner, format: 'csv', rows })) ?? '';
}

const waitImport = (id: string, holds: (row: ProductImportRow) => boolean, what: string): Promise<ProductImportRow> =>
  waitFor(
    async () => {
      const row = await harness.db.productImports.find(owner, id);
      return row !== null && holds(row) ? row : undefined;
    },
    { timeoutMs: 90_000, everyMs: 10, what: `the import to be ${what}` },
  );

describe('an import', () => {
  it('goes on where a worker was killed, and does nothing twice', async () => {
    const id = await insertImport();
    const worker = await harness.startWorker();
    await waitImport(id, ({ counts }) => counts.created > 0, 'under way');
    worker.process.kill('SIGKILL');
    await worker.process.ended;
    const broken = await harness.db.productImports.find(owner, id);
    expect(broken).toMatchObject({ status: 'running', counts: { updated: 0, failed: 0 } });
    expect(broken?.counts.pending).toBeGreaterThan(0);
    expect(await harness.db.products.find(owner, `SKU-${ROWS - 1}`)).toBeNull();
    await harness.startWorker();
    const { counts } = await waitImport(id, ({ status }) => status === 'completed', 'completed');
    expect(counts).toEqual({ pending: 0, created: ROWS, updated: 0, failed: 0 });
  }, 180_000);
});
