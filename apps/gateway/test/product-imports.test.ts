import { newId, type Owner } from '@drape/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Reply } from './harness';
import type { Loose } from './response-check';
import { gateway, services, useGateway } from './running';
import { textOf } from './text-of';

useGateway();

interface Shop {
  readonly key: string;
  readonly owner: Owner;
}

let shop: Shop;

beforeEach(async () => {
  // What an earlier test left waiting is not this one's.
  await finishAll();
  const { key, accountId } = await services.createKey();
  shop = { key, owner: { accountId, env: 'live' } };
});

const CSV = { 'content-type': 'text/csv' };
const LINES = { 'content-type': 'application/x-ndjson' };
const send = (raw: string | Buffer, headers: Readonly<Record<string, string>> = CSV, key = shop.key) =>
  gateway.send('POST', '/v1/products/import', { key, raw, headers });
const lines = (...rows: unknown[]) => send(rows.map((row) => JSON.stringify(row)).join('\n'), LINES);
const get = (path: string, key = shop.key) => gateway.send('GET', `/v1/products/imports/${path}`, { key });
const rowsOf = async (id: string, query = ''): Promise<readonly Loose[]> =>
  (await get(`${id}/rows${query}`)).body['data'] as unknown as readonly Loose[];
const image = (name: string) => `https://shop.example/${name}.jpg`;
const products = async () =>
  (await gateway.send('GET', '/v1/products?limit=100', { key: shop.key })).body['data'] as unknown as readonly Loose[];
const errorOf = ({ status, body }: Reply) => [status, body['error']['code'], body['error']['param']];

/** What workers do. */
async function finishAll(rowsMax = 100): Promise<void> {
  while ((await services.db.productImports.step(rowsMax)) !== null);
}

/** The rows of an import that was worked off. */
async function imported(...rows: unknown[]): Promise<readonly Loose[]> {
  const { id } = await lines(...rows);
  await finishAll();
  return rowsOf(id);
}

describe('POST /v1/products/import', () => {
  it('answers at once, and then the products are there', async () => {
    const csv = `externalId,imageUrl,title,category\nA-1,${image('a')},"Tee, white",Top\n\nA-2,${image('b')},,\n`;
    const { status, headers, body, id } = await send(csv);
    expect([status, headers.get('location')]).toEqual([200, `/v1/products/imports/${id}`]);
    expect(body['data']).toMatchObject({
      id,
      livemode: true,
      status: 'queued',
      format: 'csv',
      counts: { total: 2, pending: 2, created: 0, updated: 0, failed: 0 },
      completedAt: null,
    });
    expect(await products()).toEqual([]);
    await finishAll();
    expect((await get(id)).body['data']).toMatchObject({
      status: 'completed',
      counts: { total: 2, pending: 0, created: 2, updated: 0, failed: 0 },
      completedAt: expect.any(String),
    });
    const byName = new Map((await products()).map((one) => [textOf(one['externalId']), one]));
    const [first, second] = [byName.get('A-1'), byName.get('A-2')];
    expect(first).toMatchObject({
      externalId: 'A-1',
      imageUrl: image('a'),
      title: 'Tee, white',
      category: { value: 'top', source: 'client' },
      status: 'pending',
    });
    expect(second).toMatchObject({ externalId: 'A-2', title: null, category: null });
    expect(await rowsOf(id)).toEqual([
      { row: 2, status: 'created', externalId: 'A-1', productId: first?.['id'], error: null },
      { row: 4, status: 'created', externalId: 'A-2', productId: second?.['id'], error: null },
    ]);
  });

  it('takes what spreadsheets write: semicolons, a byte order mark, headings of their own', async () => {
    const { id } = await send(`\ufeffSKU;Image URL;Name\r\nB-1;${image('a')};Tee\r\n;;\r\n`);
    await finishAll();
    expect(await rowsOf(id)).toMatchObject([{ row: 2, status: 'created', externalId: 'B-1' }]);
    expect(await products()).toMatchObject([{ externalId: 'B-1', title: 'Tee' }]);
  });

  it('is 202 where respond-async was asked for, and repeats its answer for an Idempotency-Key', async () => {
    const headers = { ...CSV, prefer: 'respond-async', 'idempotency-key': 'import-1' };
    const csv = `imageUrl\n${image('a')}\n`;
    const [first, again] = [await send(csv, headers), await send(csv, headers)];
    expect([first.status, again.id, again.headers.get('idempotent-replayed')]).toEqual([202, first.id, 'true']);
    expect(errorOf(await send(`imageUrl\n${image('b')}\n`, headers))[1]).toBe('idempotency_key_reused');
  });

  it('changes what is known by its externalId or its picture, and leaves what a cell does not say', async () => {
    const before = await imported(
      { externalId: 'C-1', imageUrl: image('a'), title: 'Tee', category: 'top' },
      { imageUrl: image('b'), title: 'Skirt' },
    );
    const after = await imported(
      { externalId: 'C-1', imageUrl: image('a2'), title: 'White tee' },
      { externalId: 'C-2', imageUrl: image('b') },
    );
    expect(after.map((row) => [row['status'], row['productId']])).toEqual(
      before.map((row) => ['updated', row['productId']]),
    );
    const byName = new Map((await products()).map((one) => [textOf(one['externalId']), one]));
    expect(byName.get('C-1')).toMatchObject({ imageUrl: image('a2'), title: 'White tee', category: { value: 'top' } });
    expect(byName.get('C-2')).toMatchObject({ imageUrl: image('b'), title: 'Skirt' });
  });

  it('has each row do its work after the one before it', async () => {
    const rows = await imported(
      { externalId: 'D-1', imageUrl: image('a') },
      { externalId: 'D-2', imageUrl: image('b') },
      { externalId: 'D-1', imageUrl: image('c') },
      { externalId: 'D-2', imageUrl: image('a') },
      { externalId: 'D-1', imageUrl: image('b') },
    );
    expect(rows.map((row) => row['status'])).toEqual(['created', 'created', 'updated', 'updated', 'updated']);
    const again = await imported(
      { externalId: 'D-1', imageUrl: image('x') },
      { externalId: 'D-2', imageUrl: image('b') },
    );
    expect(again.map((row) => row['status'])).toEqual(['updated', 'updated']);
    const found = new Map((await products()).map((one) => [textOf(one['externalId']), one['imageUrl']]));
    expect([found.get('D-1'), found.get('D-2')]).toEqual([image('x'), image('b')]);
  });

  it('names what is wrong with a row, and imports the others', async () => {
    const other = await imported({ externalId: 'E-0', imageUrl: image('taken') });
    const rows = await imported(
      { externalId: 'E-1', imageUrl: image('a') },
      { externalId: 'E-2' },
      { externalId: 'E-3', imageUrl: 'http://127.0.0.1/a.jpg' },
      { externalId: 'E-4', imageUrl: image('b'), category: 'hat' },
      { externalId: 'E-5', imageUrl: image('c'), colour: 'red' },
      { externalId: 'E-6', imageUrl: image('taken') },
      [],
      'text',
    );
    const codes = rows.map(({ status, error, externalId }) => [externalId, status, error?.['code'], error?.['param']]);
    expect(codes).toEqual([
      ['E-1', 'created', undefined, undefined],
      ['E-2', 'failed', 'missing_parameter', 'imageUrl'],
      ['E-3', 'failed', 'product_image_url_not_allowed', 'imageUrl'],
      ['E-4', 'failed', 'invalid_parameter', 'category'],
      ['E-5', 'failed', 'unknown_parameter', 'colour'],
      ['E-6', 'failed', 'product_image_taken', 'imageUrl'],
      [null, 'failed', 'invalid_body', null],
      [null, 'failed', 'invalid_body', null],
    ]);
    expect(textOf(rows[5]?.['error']?.['message'])).toContain(textOf(other[0]?.['productId']));
    const broken = await send(`{"imageUrl":"${image('z')}"}\n{"imageUrl":\n`, LINES);
    expect(await rowsOf(broken.id, '?status=failed')).toMatchObject([{ row: 2, error: { code: 'invalid_import' } }]);
    const ragged = await send(`imageUrl,title\n${image('y')},Tee,12\n`);
    expect(await rowsOf(ragged.id)).toMatchObject([{ row: 2, status: 'failed', error: { code: 'invalid_import' } }]);
  });

  it('takes ten thousand rows while others are answered, and not one more', async () => {
    const row = (i: number) => `F-${i},${image(`f-${i}`)},A title of some length,top`;
    const rows = Array.from({ length: 10_000 }, (_, i) => row(i));
    const csv = (some: string[]) => `externalId,imageUrl,title,category\n${some.join('\n')}\n`;
    const sent = send(csv(rows));
    let answered = 0;
    const over = sent.then(() => true);
    while (!(await Promise.race([over, gateway.send('GET', '/healthz').then(() => false)]))) answered++;
    const { status, body } = await sent;
    expect([status, body['data']['counts']]).toEqual([200, expect.objectContaining({ total: 10_000 })]);
    expect(answered).toBeGreaterThan(5);
    expect(errorOf(await send(csv([...rows, row(10_000)]))).slice(0, 2)).toEqual([400, 'import_too_many_rows']);
  }, 60_000);

  it.each([
    ['', 'invalid_import', undefined],
    ['\n\n', 'invalid_import', undefined],
    ['imageUrl\n', 'invalid_import', undefined],
    ['externalId,title\nA,B\n', 'missing_parameter', 'imageUrl'],
    ['imageUrl,colour\na,b\n', 'unknown_parameter', 'colour'],
    ['imageUrl,image\na,b\n', 'invalid_import', 'imageUrl'],
    ['imageUrl\n"https://shop.example/a.jpg\n', 'invalid_import', undefined],
    [`imageUrl\n${'x'.repeat(20_000)}\n`, 'invalid_import', undefined],
  ])('refuses the file %#', async (csv, code, param) => {
    expect(errorOf(await send(csv))).toEqual([400, code, param]);
  });

  it('refuses what is too large, of another type or not UTF-8', async () => {
    expect(errorOf(await send(' '.repeat(5 * 1024 * 1024 + 1)))[1]).toBe('body_too_large');
    expect(errorOf(await send('{}', { 'content-type': 'application/json' }))[1]).toBe('unsupported_media_type');
    expect(errorOf(await send(Buffer.from('imageUrl\nGr\xf6\xdfe', 'latin1')))[1]).toBe('unsupported_media_type');
    expect(errorOf(await send('\n', LINES))[1]).toBe('invalid_import');
  });

  it('lets five wait at a time, also where they come at once', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, (_, i) => send(`imageUrl\n${image(`g${i}`)}\n`)));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(errorOf(sent.find(({ status }) => status !== 200) ?? sent[0]).slice(0, 2)).toEqual([
      409,
      'import_limit_reached',
    ]);
    await finishAll();
    expect((await send(`imageUrl\n${image('h')}\n`)).status).toBe(200);
  });
});

describe('the report', () => {
  it('is read page by page and by status', async () => {
    const { id } = await lines(...Array.from({ length: 5 }, (_, i) => ({ imageUrl: i === 2 ? 'x' : image(`i${i}`) })));
    const first = await get(`${id}/rows?limit=3`);
    expect(first.body['pagination']).toEqual({ limit: 3, hasMore: true, nextStartingAfter: '3' });
    const next = /<(.*)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await gateway.send('GET', next, { key: shop.key });
    expect(second.body['data']).toMatchObject([{ row: 4, status: 'pending' }, { row: 5 }]);
    expect(await rowsOf(id, '?status=failed&limit=1000')).toMatchObject([{ row: 3 }]);
    expect(errorOf(await get(`${id}/rows?limit=1001`))).toEqual([400, 'invalid_limit', 'limit']);
    expect(errorOf(await get(`${id}/rows?starting_after=a`))).toEqual([
      400,
      'invalid_starting_after',
      'starting_after',
    ]);
    expect(errorOf(await get(`${id}/rows?status=done`))).toEqual([400, 'invalid_parameter', 'status']);
  });

  it('is nobody else’s, nor of the other mode', async () => {
    const { id } = await lines({ imageUrl: image('j') });
    const test = await services.createKey({ accountId: shop.owner.accountId, env: 'test' });
    const stranger = await services.createKey();
    for (const [name, key] of [
      [id, stranger.key],
      [id, test.key],
      [newId('imp'), shop.key],
      ['x', shop.key],
    ] as const) {
      expect(errorOf(await get(name, key)).slice(0, 2)).toEqual([404, 'import_not_found']);
      expect(errorOf(await get(`${name}/rows`, key)).slice(0, 2)).toEqual([404, 'import_not_found']);
    }
  });
});

describe('the steps of several imports', () => {
  it('take turns, so that a small one does not wait for a large one', async () => {
    const large = await lines(...Array.from({ length: 40 }, (_, i) => ({ imageUrl: image(`k${i}`) })));
    const other = await services.createKey();
    const small = await send(`imageUrl\n${image('l')}\n`, CSV, other.key);
    await services.db.productImports.step(10);
    await services.db.productImports.step(10);
    expect((await get(small.id, other.key)).body['data']['status']).toBe('completed');
    expect((await get(large.id)).body['data']).toMatchObject({
      status: 'running',
      counts: { created: 10, pending: 30 },
    });
  });

  it('let live ones go before those of test mode, however long these have waited', async () => {
    const { key } = await services.createKey({ env: 'test' });
    const tried = await send(`imageUrl\n${image('n')}\n`, CSV, key);
    const live = await lines({ imageUrl: image('o') });
    await services.db.productImports.step(10);
    expect((await get(live.id)).body['data']['status']).toBe('completed');
    expect((await get(tried.id, key)).body['data']['status']).toBe('queued');
    await finishAll();
    expect((await get(tried.id, key)).body['data']['status']).toBe('completed');
  });

  it('do nothing twice where several workers take them at once', async () => {
    const { id } = await lines(...Array.from({ length: 60 }, (_, i) => ({ imageUrl: image(`m${i}`) })));
    await Promise.all([finishAll(7), finishAll(7), finishAll(7)]);
    await finishAll();
    expect((await get(id)).body['data']['counts']).toMatchObject({ created: 60, updated: 0, failed: 0 });
  });
});
