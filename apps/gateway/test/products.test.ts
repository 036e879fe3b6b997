import { liveOwner } from '@drape/testkit';
import { newId } from '@drape/contracts';
import type { ProductFindings } from '@drape/db';
import { describe, expect, it } from '@jest/globals';
import type { Reply } from './harness';
import { accountId, gateway, key, services, useGateway } from './running';

useGateway();

const post = (body: unknown, headers = {}) => gateway.send('POST', '/v1/products', { key, body, headers });
const get = (name: string, who = key) => gateway.send('GET', `/v1/products/${name}`, { key: who });
const putChart = (name: string, body: unknown) => gateway.send('PUT', `/v1/products/${name}/size-chart`, { key, body });
const putCsv = (name: string, raw: string | Buffer, query = '') =>
  gateway.send('PUT', `/v1/products/${name}/size-chart${query}`, { key, raw, headers: { 'content-type': 'text/csv' } });
const imageUrl = () => `https://shop.example/${newId('evt')}.jpg`;
const codeOf = ({ status, body }: Reply) => [status, body['error']['code']];
const messagesOf = ({ body }: Reply) =>
  (body['error']['details'] as unknown as { message: string }[]).map((d) => d.message);

describe('POST /v1/products', () => {
  it('creates a pending product about which nothing is claimed yet', async () => {
    const url = imageUrl();
    const { status, body, id } = await post({ imageUrl: url, externalId: 'SKU-1', category: 'top', title: 'Tee' });
    expect(status).toBe(200);
    expect(body['data']).toEqual({
      ...{ id, externalId: 'SKU-1', status: 'pending', imageUrl: url, title: 'Tee', tryOnCount: 0, error: null },
      category: { value: 'top', source: 'client', confidence: 1 },
      ...{ colors: [], pattern: { value: 'unknown', confidence: 0 }, sleeveLength: null, neckline: null },
      ...{ length: null, photoType: 'unknown', tryOnSuitability: null, image: null },
      ...{ sizeChart: { source: 'standard', kind: 'body', unit: 'cm', rows: [] } },
      analyzedAt: null,
      analyzerVersion: null,
      livemode: true,
    });
    expect(id).toMatch(/^prd_/);
  });

  it('keeps the id of a known image, and updates the rest', async () => {
    const url = imageUrl();
    const first = await post({ imageUrl: url, title: 'Tee' });
    const second = await post({ imageUrl: url, externalId: 'SKU-2', sizeChart: { rows: [{ size: 'M', chest: 98 }] } });
    expect(second.id).toBe(first.id);
    expect(second.body['data']).toMatchObject({
      ...{ title: 'Tee', externalId: 'SKU-2', category: null },
      sizeChart: { source: 'merchant', kind: 'body', unit: 'cm', rows: [{ size: 'M', chest: 98 }] },
    });
  });

  it('is the product that a try-on created', async () => {
    const url = imageUrl();
    const { id } = await services.db.products.upsertByImage(liveOwner(accountId), url, { externalId: 'SKU-3' });
    expect((await post({ imageUrl: url })).id).toBe(id);
  });

  it('rejects an externalId that names another image', async () => {
    await post({ imageUrl: imageUrl(), externalId: 'SKU-4' });
    expect(codeOf(await post({ imageUrl: imageUrl(), externalId: 'SKU-4' }))).toEqual([409, 'external_id_taken']);
  });

  it('takes no externalId away from a picture, and names the product that has it', async () => {
    const url = imageUrl();
    const { id } = await post({ imageUrl: url, externalId: 'SKU-T5', title: 'Tee' });
    const other = await post({ imageUrl: url, externalId: 'SKU-T6', title: 'Shirt' });
    expect(codeOf(other)).toEqual([409, 'product_image_taken']);
    expect(other.body['error']).toMatchObject({ param: 'imageUrl', productId: id });
    const same = await post({ imageUrl: url, externalId: 'SKU-T5', category: 'top' });
    expect([same.status, same.id, same.body['data']['title']]).toEqual([200, id, 'Tee']);
    // Of two at once that name a picture without a SKU, one names it.
    const free = imageUrl();
    await post({ imageUrl: free });
    const both = await Promise.all(['SKU-T7', 'SKU-T8'].map((externalId) => post({ imageUrl: free, externalId })));
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it('repeats its answer for an Idempotency-Key', async () => {
    const body = { imageUrl: imageUrl() };
    const first = await post(body, { 'idempotency-key': 'p1' });
    const second = await post(body, { 'idempotency-key': 'p1' });
    expect([second.id, second.headers.get('idempotent-replayed')]).toEqual([first.id, 'true']);
    const other = await post({ imageUrl: imageUrl() }, { 'idempotency-key': 'p1' });
    expect(codeOf(other)).toEqual([422, 'idempotency_key_reused']);
  });

  it.each([
    [{}, 'missing_parameter', 'imageUrl'],
    [{ imageUrl: 'shirt.jpg' }, 'invalid_product_image_url', 'imageUrl'],
    [{ imageUrl: 'http://127.0.0.1/a.jpg' }, 'product_image_url_not_allowed', 'imageUrl'],
    [{ imageUrl: 'https://test.drape.invalid/ok' }, 'product_image_url_not_allowed', 'imageUrl'],
    [{ imageUrl: 'https://a.example/', category: 'hat' }, 'invalid_parameter', 'category'],
    [{ imageUrl: 'https://a.example/', sizeChart: { rows: [] } }, 'invalid_size_chart', 'sizeChart.rows'],
    [
      { imageUrl: 'https://a.example/', sizeChart: { rows: [{ size: 'M', chest: 9 }] } },
      'invalid_size_chart',
      'sizeChart.rows.0.chest',
    ],
  ])('refuses %j as %s of %s', async (body, code, param) => {
    const reply = await post(body);
    expect([reply.status, reply.body['error']['code'], reply.body['error']['param']]).toEqual([400, code, param]);
  });
});

describe('GET /v1/products/:id', () => {
  it('accepts our id and the shop’s own', async () => {
    const { id, body } = await post({ imageUrl: imageUrl(), externalId: 'red/42' });
    expect((await get(id)).body['data']).toEqual(body['data']);
    expect((await get('red%2F42')).id).toBe(id);
  });

  it('gives the same 404 for an unknown id, a malformed one, and one of another account', async () => {
    const { id } = await post({ imageUrl: imageUrl(), externalId: 'SKU-5' });
    const stranger = await services.createKey();
    for (const [name, who] of [
      ...[[newId('prd'), key] as const, ['%00', key] as const],
      ...[[id, stranger.key] as const, ['SKU-5', stranger.key] as const],
    ])
      expect(codeOf(await get(name, who))).toEqual([404, 'product_not_found']);
  });

  it('shows what a worker found', async () => {
    const seen = { imageUrl: imageUrl(), imageKey: null, category: null };
    const { id } = await post({ imageUrl: seen.imageUrl });
    const findings: ProductFindings = {
      ...{ category: 'top', categorySource: 'detected', categoryConfidence: 0.93, analyzerVersion: 'engine-3' },
      analysis: {
        colors: [{ hex: '#1f2a44', name: 'navy', share: 1 }],
        pattern: { value: 'solid', confidence: 0.9 },
        sleeveLength: { value: 'short', confidence: 0.9 },
        neckline: null,
        length: { value: 'unknown', confidence: 0 },
        photoType: { value: 'on_model', confidence: 0.95 },
        suitability: { score: 80, level: 'good', issues: [] },
        image: {
          ...{ width: 800, height: 1000, format: 'jpeg', bytes: 9, sha256: 'a'.repeat(64) },
          ...{ sharpness: null, backgroundUniformity: 1 },
        },
      },
    };
    await services.db.products.describe(id, findings, seen);
    expect((await get(id)).body['data']).toMatchObject({
      ...{ status: 'ready', category: { value: 'top', source: 'detected', confidence: 0.93 } },
      ...{ pattern: { value: 'solid', confidence: 0.9 }, sleeveLength: 'short', neckline: null, length: 'unknown' },
      ...{ photoType: 'on_model', tryOnSuitability: { score: 80, level: 'good', issues: [] } },
      ...{ image: { width: 800, sharpness: null }, analyzerVersion: 'engine-3' },
    });
    const broken = { imageUrl: imageUrl(), imageKey: null, category: null };
    const failed = await post({ imageUrl: broken.imageUrl });
    await services.db.products.fail(failed.id, { code: 'garment_not_detected', detail: 'No garment.' }, broken);
    expect((await get(failed.id)).body['data']).toMatchObject({
      ...{ status: 'failed', error: { code: 'garment_not_detected', message: 'No garment.' } },
    });
    const skirt = { imageUrl: imageUrl(), category: 'skirt' } as const;
    const called = await post(skirt);
    const failure = {
      code: 'category_mismatch',
      detail: 'Trousers.',
      fields: { detected: 'pants', confidence: 0.97 },
    } as const;
    await services.db.products.fail(called.id, failure, { ...skirt, imageKey: null });
    expect((await get(called.id)).body['data']['error']).toEqual({
      code: 'category_mismatch',
      message: 'Trousers.',
      detected: 'pants',
      confidence: 0.97,
    });
  });
});

describe('PUT /v1/products/:id/size-chart', () => {
  const product = async () => (await post({ imageUrl: imageUrl() })).id;

  it('accepts JSON, ranges and single numbers, by the shop’s own id too', async () => {
    const { id } = await post({ imageUrl: imageUrl(), externalId: 'SKU-6' });
    const rows = [
      { size: '32', waist: [31, 33], inseam: 32 },
      { size: '34', waist: 34 },
    ];
    const { status, body } = await putChart('SKU-6', { kind: 'garment', unit: 'in', rows });
    expect(status).toBe(200);
    const sizeChart = { source: 'merchant', kind: 'garment', unit: 'in', rows };
    expect(body['data']).toMatchObject({ id, sizeChart });
    expect((await get(id)).body['data']['sizeChart']).toEqual(sizeChart);
    expect((await putChart(id, sizeChart)).status).toBe(200);
  });

  it('accepts a full chart of sixty sizes', async () => {
    const extents = { chest: [90, 94], waist: [80, 84], hips: [95, 99], inseam: [80, 82] };
    const rows = Array.from({ length: 60 }, (_, i) => ({ size: `s${i}`, ...extents }));
    expect((await putChart(await product(), { rows })).status).toBe(200);
  });

  it('names row and column of every fault', async () => {
    const rows = [
      { size: 'S', chest: [94, 86] },
      { size: 'S', waist: 30 },
      { size: 'M', hips: [60, 500] },
      { size: 'L' },
    ];
    const reply = await putChart(await product(), { rows });
    expect(codeOf(reply)).toEqual([400, 'invalid_size_chart']);
    expect(messagesOf(reply)).toEqual([
      'Row 1, column chest: 94 to 86 is the wrong way round.',
      'Row 2: size "S" stands in Row 1 already.',
      'Row 2, column waist: 30 cm is below 35–220 cm; did you mean unit "in"?',
      'Row 3, column hips: 500 cm is above 40–230 cm.',
      'Row 4 gives no dimension; give one of chest, waist, hips, inseam.',
    ]);
    const typed = await putChart(await product(), {
      rows: [
        { size: 'S', chest: 'wide' },
        { size: 3, waist: [1] },
      ],
    });
    expect(messagesOf(typed)).toEqual([
      expect.stringMatching(/^Row 1, column chest: .*must be a number or an array; got a string/),
      expect.stringMatching(/^Row 2, column size: .*must be a string/),
      expect.stringMatching(/^Row 2, column waist: .*2 items; got 1/),
    ]);
  });

  it('accepts CSV as spreadsheets write it', async () => {
    const id = await product();
    const { body } = await putCsv(id, '\ufeffSize,Bust,Waist\r\nS,86-94,"74 to 82"\r\n\r\nM,98,\r\n');
    expect(body['data']['sizeChart']).toEqual({
      ...{ source: 'merchant', kind: 'body', unit: 'cm' },
      rows: [
        { size: 'S', chest: [86, 94], waist: [74, 82] },
        { size: 'M', chest: 98 },
      ],
    });
    const german = await putCsv(id, 'size;waist;inside leg\n32;31,5–33;32\n', '?unit=in&kind=garment');
    expect(german.body['data']['sizeChart']).toMatchObject({
      ...{ kind: 'garment', unit: 'in', rows: [{ size: '32', waist: [31.5, 33], inseam: 32 }] },
    });
  });

  it('names line and column of every fault of a CSV', async () => {
    const reply = await putCsv(await product(), 'size,chest,waist\nS,86-94,74\n\nM,wide,82\n,98,84,7\n');
    expect(codeOf(reply)).toEqual([400, 'invalid_size_chart']);
    expect(messagesOf(reply)).toEqual([
      'Line 4, column chest: "wide" is neither a number nor a range such as 94-98.',
      'Line 5 has 4 cells, the heading 3.',
      'Line 5, column size: a name of 1 to 40 characters is needed.',
    ]);
    expect(messagesOf(await putCsv(await product(), 'size,chest\nS,90\n\nM,20\n'))).toEqual([
      'Line 4, column chest: 20 cm is below 40–220 cm; did you mean unit "in"?',
    ]);
  });

  it.each([
    ['letter,chest\nS,90\n', /no column "letter"/],
    ['chest\n90\n', /column size is missing/],
    ['size,chest\n', /no line below/],
    ['size,chest,bust\nS,90,90\n', /column chest stands there twice/],
    ['size,chest\n"S,90\n', /not CSV/],
    [`size,chest\n${Array.from({ length: 61 }, (_, i) => `${i},90`).join('\n')}`, /more than 60/],
  ])('refuses the CSV %j', async (csv, message) => {
    const reply = await putCsv(await product(), csv);
    expect(codeOf(reply)).toEqual([400, 'invalid_size_chart']);
    expect(messagesOf(reply).join(' ')).toMatch(message);
  });

  it('rejects other bodies and unknown products', async () => {
    const id = await product();
    const chart = { rows: [{ size: 'M', chest: 98 }] };
    expect(codeOf(await putChart(newId('prd'), chart))).toEqual([404, 'product_not_found']);
    expect(codeOf(await putChart(id, { ...chart, unit: 'm' }))).toEqual([400, 'invalid_unit']);
    expect(codeOf(await putCsv(id, 'size,chest\nM,98', '?unit=m'))).toEqual([400, 'invalid_unit']);
    expect(codeOf(await putCsv(id, ''))).toEqual([400, 'invalid_size_chart']);
    expect(codeOf(await putCsv(id, Buffer.from('size,chest\nGr\xf6\xdfe,98', 'latin1')))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(codeOf(await putCsv(id, ' '.repeat(70_000)))).toEqual([413, 'body_too_large']);
    const csv = { raw: 'a', headers: { 'content-type': 'text/csv' } };
    expect(codeOf(await gateway.send('POST', '/v1/products', { key, ...csv }))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    const queried = await gateway.send('PUT', `/v1/products/${id}/size-chart?unit=in`, { key, body: chart });
    expect(codeOf(queried)).toEqual([400, 'invalid_parameter']);
  });
});
