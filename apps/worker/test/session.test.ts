import { newId } from '@drape/contracts';
import { liveOwner, waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorkerHarness, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;

beforeAll(async () => {
  harness = await createWorkerHarness();
  await harness.startWorker();
}, 60_000);

afterAll(() => harness.close(), 30_000);

const OUTCOME = 'https://test.drape.invalid';

describe('test mode', () => {
  it('completes without rendering, the same every time', async () => {
    const ids = [
      await harness.submit({ env: 'test', product: `${OUTCOME}/ok` }),
      await harness.submit({ env: 'test', product: `${OUTCOME}/ok` }),
    ];
    const [first, second] = await Promise.all(ids.map((id) => harness.waitEnded(id)));
    expect(first).toMatchObject({ status: 'completed', stages: [], fitScore: 70 });
    expect([second?.result?.sha256, second?.fitScore, second?.recommendations]).toEqual([
      first?.result?.sha256,
      first?.fitScore,
      first?.recommendations,
    ]);
  });

  it('renders nothing whatever the product URL is, and says so', async () => {
    const row = await harness.waitEnded(await harness.submit({ env: 'test', product: '/tee.jpg' }));
    expect(row).toMatchObject({ status: 'completed', stages: [], warnings: [{ code: 'test_mode' }] });
    expect([row.result?.width, row.result?.height]).toEqual([384, 512]);
  });

  it('fails with the code that is asked for, and takes as long as is asked for', async () => {
    const failed = await harness.waitEnded(
      await harness.submit({ env: 'test', product: `${OUTCOME}/fail/multiple_people` }),
    );
    expect([failed.status, failed.error?.code]).toEqual(['failed', 'multiple_people']);
    const mismatch = await harness.waitEnded(
      await harness.submit({ env: 'test', product: `${OUTCOME}/fail/category_mismatch` }),
    );
    expect(mismatch.error?.fields).toEqual({ detected: 'pants', confidence: 0.97 });
    const slow = await harness.waitEnded(await harness.submit({ env: 'test', product: `${OUTCOME}/slow/1500` }));
    expect(slow.status).toBe('completed');
    expect(slow.renderMs).toBeGreaterThan(1400);
  });

  it('fails with result_not_presentable as a poor picture does: without a result, with its quality and reasons', async () => {
    const product = `${OUTCOME}/fail/result_not_presentable`;
    for (const minQuality of ['fair', 'poor'] as const) {
      const row = await harness.waitEnded(await harness.submit({ env: 'test', product, minQuality }));
      expect(row).toMatchObject({
        status: 'failed',
        result: null,
        fitScore: null,
        stages: [],
        quality: { level: 'poor', score: 12 },
        error: { code: 'result_not_presentable' },
      });
      const { error, quality } = row;
      expect(error?.fields.reasons).toEqual(quality?.reasons);
      expect(quality?.reasons.map(({ about }) => about)).toEqual(['product', 'photo']);
      expect(error?.detail).toContain('its quality is poor (12 of 100), asked for is fair');
    }
  });
});

describe('an outcome of test mode that is canceled', () => {
  it('gives its place to another one long before its delay is over', async () => {
    const { db, accountId, queues } = harness;
    const id = await harness.submit({ env: 'test', product: `${OUTCOME}/slow/60000` });
    await waitFor(async () => (await queues.test.counts()).active === 1, { what: 'the start' });
    expect(await db.tryOns.cancel({ accountId, env: 'test' }, id)).toBe(true);
    const end = { what: 'the end of the canceled outcome', timeoutMs: 20_000 };
    await waitFor(async () => (await queues.test.counts()).active === 0, end);
  }, 40_000);
});

describe('the measurements of a session', () => {
  it('determine the fit of its try-ons, field by field, and of no other session', async () => {
    const { db, accountId } = harness;
    const testOwner = { accountId, env: 'test' } as const;
    const session = await db.sessions.getOrCreate(testOwner, 'measured');
    const measure = (body: Record<string, number>, department: 'men' | null) =>
      db.measurements.insert({
        owner: testOwner,
        sessionId: session.id,
        department,
        unit: 'cm',
        weightUnit: 'kg',
        submitted: body,
        body,
      });
    await measure({ height: 178, weight: 78, chest: 120 }, 'men');
    await measure({ chest: 98, waist: 84 }, null);
    const row = await harness.waitEnded(
      await harness.submit({ env: 'test', product: `${OUTCOME}/ok`, sessionId: 'measured' }),
    );
    expect(row.fit).toMatchObject({
      basis: 'measured_standard_chart',
      size: { recommended: 'M', chart: 'en13402-3/men' },
      zones: [
        { zone: 'chest', bodyCm: 98 },
        { zone: 'waist', bodyCm: 84 },
      ],
    });
    expect(row.recommendations[0]).toContain('size M');
    const other = await harness.waitEnded(
      await harness.submit({ env: 'test', product: `${OUTCOME}/ok`, sessionId: 'strangers' }),
    );
    expect(other.fit?.basis).toBe('visual');
  });

  it('show a page nothing that it did not send itself, before and after its key is rotated', async () => {
    const { db, accountId } = harness;
    const owner = { accountId, env: 'test' } as const;
    const [shop, page, rotated] = [newId('key'), newId('key'), newId('key')];
    const common = { ...owner, last4: 'abcd', scopes: [] };
    await db.apiKeys.insert({ ...common, id: shop, kind: 'sk', hash: shop });
    await db.apiKeys.insert({ ...common, id: page, kind: 'pk', hash: page });
    await db.apiKeys.rotate(owner, page, { id: rotated, hash: rotated, last4: 'efgh', overlapSeconds: 60 });
    const { id: sessionId } = await db.sessions.getOrCreate(owner, null, { apiKeyId: page });
    const measure = (apiKeyId: string, body: Record<string, number>) =>
      db.measurements.insert({
        owner,
        sessionId,
        apiKeyId,
        department: 'men',
        unit: 'cm',
        weightUnit: 'kg',
        submitted: body,
        body,
      });
    await measure(shop, { waist: 84 });
    const zonesWith = async (apiKeyId: string) => {
      const submitted = { env: 'test', product: `${OUTCOME}/ok`, sessionId, apiKeyId } as const;
      const { fit } = await harness.waitEnded(await harness.submit(submitted));
      return [fit?.basis, fit?.zones.map(({ zone, bodyCm }) => [zone, bodyCm])];
    };
    expect(await zonesWith(page)).toEqual(['visual', []]);
    await measure(page, { chest: 98 });
    for (const key of [page, rotated]) {
      expect(JSON.stringify(await zonesWith(key))).toContain('["chest",98]');
      expect(JSON.stringify(await zonesWith(key))).not.toContain('84');
    }
    expect(JSON.stringify(await zonesWith(shop))).toContain('["waist",84]');
  });
});

describe('the size that was asked for', () => {
  const measured = async (sessionId: string, submitted: Record<string, number>): Promise<void> => {
    const owner = { accountId: harness.accountId, env: 'test' } as const;
    const session = await harness.db.sessions.getOrCreate(owner, sessionId);
    await harness.db.measurements.insert({
      owner,
      sessionId: session.id,
      department: 'men',
      unit: 'cm',
      weightUnit: 'kg',
      submitted,
      body: submitted,
    });
  };
  const tryOn = async (sessionId: string, size: string) =>
    harness.waitEnded(await harness.submit({ env: 'test', product: `${OUTCOME}/ok`, sessionId, size }));

  it('is what the score is for; one that no chart has is not judged and reported as unknown', async () => {
    await measured('asked', { chest: 98, waist: 86 });
    const rows = await Promise.all([tryOn('asked', 'M'), tryOn('asked', 'S'), tryOn('asked', 'nonsense')]);
    expect(rows.map(({ fit }) => [fit?.sizeKnown, fit?.sizeScore])).toEqual([
      [true, 1],
      [true, 0],
      [false, null],
    ]);
    const [medium, small, unknown] = rows.map(({ fitScore }) => fitScore);
    expect([medium, unknown]).toEqual([90, 90]);
    expect(small).toBeLessThanOrEqual(30);
    expect(rows[2]?.warnings.map(({ code }) => code)).toContain('size_unknown');
  });

  it('is missing far outside the chart, and doubtful for a weight in another unit', async () => {
    await measured('far', { chest: 60 });
    const far = await tryOn('far', 'XS');
    expect(far.fit?.size).toMatchObject({ recommended: null, nearest: 'XS', outsideChart: true });
    expect(far.warnings.map(({ code }) => code)).toContain('outside_chart');
    await measured('pounds', { height: 178, weight: 172 });
    const pounds = await tryOn('pounds', 'M');
    expect(pounds.advice[0]?.code).toBe('size_check_units');
    expect(pounds.warnings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^weight may have been told in another unit/),
    );
  });
});

describe('the size chart of a product', () => {
  it('determines the fit of its try-ons', async () => {
    const { db, accountId } = harness;
    const testOwner = { accountId, env: 'test' } as const;
    const session = await db.sessions.getOrCreate(testOwner, 'charted');
    const body = { chest: 98 };
    const units = { unit: 'cm', weightUnit: 'kg' } as const;
    await db.measurements.insert({
      owner: testOwner,
      sessionId: session.id,
      department: 'women',
      ...units,
      submitted: body,
      body,
    });
    const rows = [
      { size: '38', chest: 36 },
      { size: '40', chest: 38.5 },
    ];
    const product = await db.products.put(
      testOwner,
      { url: 'https://shop.example/own.jpg' },
      {
        sizeChart: { kind: 'body', unit: 'in', rows },
      },
    );
    const productId = product.kind === 'put' ? product.id : '';
    const row = await harness.waitEnded(
      await harness.submit({ env: 'test', product: `${OUTCOME}/ok`, sessionId: 'charted', productId }),
    );
    expect(row.fit).toMatchObject({
      basis: 'measured_product_chart',
      size: { recommended: '40', chart: 'product' },
    });
  });
});

describe('a canceled try-on', () => {
  it('really stops: no picture is stored, and the next one is rendered at once', async () => {
    const warm = await harness.waitEnded(await harness.submit());
    expect(warm.status).toBe('completed');
    const id = await harness.submit({ product: '/jeans.jpg', category: 'pants' });
    await harness.waitAttempt(id, 1, 10_000);
    expect(await harness.db.tryOns.cancel(liveOwner(harness.accountId), id)).toBe(true);
    const next = await harness.waitEnded(await harness.submit());
    expect(next.status).toBe('completed');
    expect((await harness.row(id)).status).toBe('canceled');
    expect(await harness.store.list(`results/${id}/`)).toEqual([]);
  });
});
