import { describe, expect, it } from '@jest/globals';
import { garmentKey, photoKey } from '@drape/storage';
import { goodBody, png } from './pictures';
import { gateway, key, services, useGateway } from './running';
import { textOf } from './text-of';

useGateway();

const { productImageUrl: _url, productCategory: _category, ...PHOTO_ONLY } = goodBody();
const SHIRT = { productImageUrl: 'https://shop.example/look-shirt.jpg', productCategory: 'top', size: 'M' };
const SKIRT = {
  productImageUrl: 'https://shop.example/look-skirt.jpg',
  productCategory: 'skirt',
  productId: 'look-skirt',
};

const send = (body: object) =>
  gateway.send('POST', '/v1/tryon', { key, body: { ...PHOTO_ONLY, ...body }, headers: { prefer: 'wait=0' } });

describe('a try-on of several products', () => {
  it('is stored with all of them, and shown in their order', async () => {
    const { status, body, id } = await send({ products: [SHIRT, SKIRT], tuck: 'in' });
    expect(status).toBe(200);
    const data = body['data'];
    expect(data).toMatchObject({ status: 'queued', productCategory: 'top', size: 'M' });
    expect(data['look']).toMatchObject({
      tuck: 'in',
      products: [
        { productCategory: 'top', categorySource: 'client', size: 'M', fitScore: null, fit: null, advice: [] },
        { productCategory: 'skirt', productImageUrl: SKIRT.productImageUrl, size: null },
      ],
    });
    expect(data['productId']).toBe(data['look']['products'][0]['productId']);
    const { body: known } = await gateway.send('GET', '/v1/products/look-skirt', { key });
    expect(data['look']['products'][1]['productId']).toBe(textOf(known['data']['id']));
    const { body: again } = await gateway.send('GET', `/v1/tryon/${id}`, { key });
    expect(again['data']['look']).toEqual(data['look']);
  });

  it('has a single product where no products are named: look is null', async () => {
    const { body } = await send(SHIRT);
    expect(body['data']['look']).toBeNull();
  });

  it('stores each picture that was sent along, and none where one of the products is unknown', async () => {
    const picture = () => png(310, 410).toString('base64');
    const { id } = await send({ products: [{ productImage: picture() }, SKIRT, { productImage: picture() }] });
    const stored = [garmentKey(id), garmentKey(id, 1), garmentKey(id, 2), photoKey(id)];
    expect(await Promise.all(stored.map((one) => services.store.exists(one)))).toEqual([true, false, true, true]);
    const before = [await services.store.list('garments/'), await services.store.list('photos/')];
    const { status, body } = await send({ products: [{ productImage: picture() }, { productId: 'look-none' }] });
    expect([status, body['error']['code'], body['error']['param']]).toEqual([
      404,
      'product_not_found',
      'products.1.productId',
    ]);
    expect([await services.store.list('garments/'), await services.store.list('photos/')]).toEqual(before);
  });

  it.each([
    ['one product', { products: [SHIRT] }, 'products'],
    ['four products', { products: [SHIRT, SKIRT, SHIRT, SKIRT] }, 'products'],
    ['a product without a picture', { products: [SHIRT, { size: 'M' }] }, 'products.1.productImageUrl'],
    [
      'two pictures of one product',
      { products: [SHIRT, { ...SKIRT, productImage: 'aGk=' }] },
      'products.1.productImage',
    ],
    [
      'a private address',
      { products: [SHIRT, { productImageUrl: 'http://10.0.0.1/a.jpg' }] },
      'products.1.productImageUrl',
    ],
    ['a single product beside it', { products: [SHIRT, SKIRT], productCategory: 'top' }, 'productCategory'],
    ['a tuck that there is not', { products: [SHIRT, SKIRT], tuck: 'half' }, 'tuck'],
    ['a tuck of a single product', { ...SHIRT, tuck: 'in' }, 'tuck'],
    ['a field that a product does not have', { products: [SHIRT, { ...SKIRT, colour: 'red' }] }, 'products.1.colour'],
  ])('is refused with %s, and the field is named', async (_what, body, param) => {
    const { status, body: answer } = await send(body);
    expect([status, answer['error']['param']]).toEqual([400, param]);
  });
});
