import { beforeAll, describe, expect, it } from '@jest/globals';
import { goodBody } from './pictures';
import { accountId, gateway, key, services, useGateway } from './running';
import { textOf } from './text-of';

useGateway();

const { productImageUrl: _url, ...PHOTO_ONLY } = goodBody();
const IMAGE = 'https://shop.example/by-name.jpg';
const headers = { prefer: 'wait=0' };

const tryOn = (body: object, as = key) =>
  gateway.send('POST', '/v1/tryon', { key: as, body: { ...PHOTO_ONLY, ...body }, headers });
const product = async (body: object, as = key) =>
  (await gateway.send('POST', '/v1/products', { key: as, body })).body['data'];

describe('a try-on by productId alone', () => {
  let id: string;
  beforeAll(async () => {
    id = textOf((await product({ imageUrl: IMAGE, externalId: 'sku-1', category: 'skirt' }))['id']);
  });

  it('shows the picture of the catalogue as what the shop says that it is', async () => {
    for (const productId of ['sku-1', id]) {
      const { status, body } = await tryOn({ productId });
      expect(status).toBe(200);
      expect(body['data']).toMatchObject({
        productId: id,
        productImageUrl: IMAGE,
        productCategory: 'skirt',
        categorySource: 'client',
      });
    }
  });

  it('uses the category of the body, and leaves the catalogue as it is', async () => {
    const { body } = await tryOn({ productId: id, productCategory: 'dress' });
    expect(body['data']['productCategory']).toBe('dress');
    const { body: after } = await gateway.send('GET', `/v1/products/${id}`, { key });
    expect(after['data']['category']).toMatchObject({ value: 'skirt' });
  });

  it('works with a publishable key and a client token', async () => {
    const { key: pk } = await services.createKey({ accountId, kind: 'pk', allowedOrigins: ['https://shop.example'] });
    const minted = await gateway.send('POST', '/v1/client-tokens', { key, body: {} });
    const token = textOf(minted.body['data']['token']);
    for (const as of [pk, token]) {
      const { status, body } = await gateway.send('POST', '/v1/tryon', {
        key: as,
        body: { ...PHOTO_ONLY, productId: 'sku-1' },
        headers: { ...headers, origin: 'https://shop.example' },
      });
      expect([status, body['data']['productId']]).toEqual([200, id]);
    }
  });

  it('is 404 where the owner has no such product, and keeps nothing', async () => {
    const { key: other } = await services.createKey();
    const { key: test } = await services.createKey({ accountId, env: 'test' });
    const before = await services.store.list('photos/');
    for (const as of [other, test]) {
      const { status, body } = await tryOn({ productId: id }, as);
      expect([status, body['error']['code'], body['error']['param']]).toEqual([404, 'product_not_found', 'productId']);
    }
    const { body } = await tryOn({ productId: 'sku-none' });
    expect(body['error']['message']).toBe('There is no product "sku-none"; send its picture along.');
    expect(await services.store.list('photos/')).toEqual(before);
  });

  it('has the outcome of the test host that the product was made with', async () => {
    const { key: test } = await services.createKey({ accountId, env: 'test' });
    const outcome = { productImageUrl: 'https://test.drape.invalid/queue/3', productId: 'sku-queue' };
    await tryOn(outcome, test);
    const { body } = await tryOn({ productId: 'sku-queue' }, test);
    expect(body['data']['queuePosition']).toBe(3);
  });
});

describe('a try-on without a picture', () => {
  it('says how one can be named', async () => {
    const { status, body } = await tryOn({});
    expect([status, body['error']['code'], body['error']['param']]).toEqual([
      400,
      'missing_parameter',
      'productImageUrl',
    ]);
    expect(body['error']['message']).toMatch(
      /productImageUrl is required, or productImage, or .*productId.*; got none of them\./,
    );
  });

  it('names that first, and all other faults with it', async () => {
    const { body } = await gateway.send('POST', '/v1/tryon', { key, body: { userPhoto: '#', size: '' } });
    const details = body['error']['details'] as unknown as readonly { readonly param: string }[];
    expect(details.map(({ param }) => param)).toEqual(['productImageUrl', 'size', 'userPhoto']);
    const wrong = await gateway.send('POST', '/v1/tryon', { key, body: { ...PHOTO_ONLY, productId: 7 } });
    expect(wrong.body['error']['code']).toBe('invalid_product_id');
  });
});
