import { beforeAll, describe, expect, it } from '@jest/globals';
import { liveOwner } from '@drape/testkit';
import { garmentKey, PRODUCT_PICTURES_PREFIX } from '@drape/storage';
import type { Reply } from './harness';
import { goodBody, png } from './pictures';
import { accountId, gateway, key, services, useGateway } from './running';
import { textOf } from './text-of';

useGateway();

const { productImageUrl: _url, ...PHOTO_ONLY } = goodBody();
/** Another one each time. */
let width = 300;
const picture = () => png(width++, 400);
const base64 = (bytes: Buffer) => bytes.toString('base64');
const headers = { prefer: 'wait=0', origin: 'https://shop.example' };

const tryOn = (body: object, as = key) =>
  gateway.send('POST', '/v1/tryon', { key: as, body: { ...PHOTO_ONLY, ...body }, headers });
const products = (method: string, path: string, body?: object, as = key) =>
  gateway.send(method, `/v1/products${path}`, { key: as, ...(body === undefined ? {} : { body }) });
const codeOf = ({ status, body }: Reply) => [status, body['error']['code'], body['error']['param']];
const bytesAt = async (name: string) => Buffer.from((await services.store.get(name)) ?? []);
const rowOf = async (id: string) => {
  const row = await services.db.tryOns.find(id);
  if (row === null) throw new Error(`no row ${id}`);
  return row;
};

describe('a try-on with productImage', () => {
  it('stores the picture next to the photo, and says that there is no URL', async () => {
    const bytes = picture();
    for (const productImage of [base64(bytes), `data:image/png;base64,${base64(bytes)}`]) {
      const { status, body, id } = await tryOn({ productImage, productCategory: 'top' });
      expect(status).toBe(200);
      expect(body['data']).toMatchObject({ productImageUrl: null, productId: null, productCategory: 'top' });
      expect(await rowOf(id)).toMatchObject({ productImageUrl: null, productImageKey: garmentKey(id) });
      expect((await bytesAt(garmentKey(id))).equals(bytes)).toBe(true);
    }
  });

  it('is that of the product named beside it, which keeps its own picture', async () => {
    const made = await products('POST', '', {
      imageUrl: 'https://shop.example/i1.jpg',
      externalId: 'i1',
      category: 'skirt',
    });
    const { body } = await tryOn({ productImage: base64(picture()), productId: 'i1' });
    expect(body['data']).toMatchObject({ productId: made.id, productCategory: 'skirt', productImageUrl: null });
    const { body: after } = await products('GET', '/i1');
    expect(after['data']['imageUrl']).toBe('https://shop.example/i1.jpg');
  });

  it('is 404 where the product named beside it is unknown, and nothing is kept', async () => {
    const before = [await services.store.list('photos/'), await services.store.list('garments/')];
    const reply = await tryOn({ productImage: base64(picture()), productId: 'i-none' });
    expect(codeOf(reply)).toEqual([404, 'product_not_found', 'productId']);
    expect([await services.store.list('photos/'), await services.store.list('garments/')]).toEqual(before);
  });

  it('accepts no second picture beside it, and names what it is not', async () => {
    const productImageUrl = 'https://shop.example/shirt.jpg';
    const both = await tryOn({ productImage: base64(picture()), productImageUrl });
    expect(codeOf(both)).toEqual([400, 'invalid_product_image', 'productImage']);
    expect(both.body['error']['message']).toMatch(/must not stand beside productImageUrl/);
    const small = await tryOn({ productImage: base64(png(100, 400)) });
    expect(codeOf(small)).toEqual([400, 'invalid_product_image', 'productImage']);
    expect(codeOf(await tryOn({ productImage: 7 }))).toEqual([400, 'invalid_product_image', 'productImage']);
  });

  it('is erased with its try-on and with its session', async () => {
    const alone = (await tryOn({ productImage: base64(picture()) })).id;
    const grouped = (await tryOn({ productImage: base64(picture()), sessionId: 'with-image' })).id;
    await gateway.send('DELETE', `/v1/tryon/${alone}`, { key });
    await gateway.send('DELETE', '/v1/sessions/with-image', { key });
    for (const id of [alone, grouped]) expect(await services.store.exists(garmentKey(id))).toBe(false);
  });

  it('works with a publishable key and a client token, and is stored nowhere in test mode', async () => {
    const { key: pk } = await services.createKey({ accountId, kind: 'pk', allowedOrigins: ['https://shop.example'] });
    const minted = await gateway.send('POST', '/v1/client-tokens', { key, body: {} });
    for (const as of [pk, textOf(minted.body['data']['token'])]) {
      const { status, id } = await tryOn({ productImage: base64(picture()) }, as);
      expect([status, await services.store.exists(garmentKey(id))]).toEqual([200, true]);
    }
    const { key: test } = await services.createKey({ accountId, env: 'test' });
    const { status, id } = await tryOn({ productImage: base64(picture()) }, test);
    expect([status, await services.store.exists(garmentKey(id))]).toEqual([200, false]);
  });
});

describe('a batch with productImage', () => {
  it('stores a picture for each item that is accepted, and refuses those at fault', async () => {
    const bytes = [picture(), picture()];
    const items = [...bytes.map(base64), base64(png(100, 100))].map((productImage) => ({ productImage }));
    const sent = { userPhoto: PHOTO_ONLY['userPhoto'], products: [...items, { productId: 'b-none' }] };
    const before = await services.store.list('garments/');
    const { body } = await gateway.send('POST', '/v1/tryon/batch', { key, body: sent, headers });
    const answered = body['data']['items'] as unknown as { id: string | null; error: { param: string } | null }[];
    expect(answered.map(({ error }) => error?.param ?? null)).toEqual([
      null,
      null,
      'products.2.productImage',
      'products.3.productId',
    ]);
    for (const [index, one] of bytes.entries()) {
      expect((await bytesAt(garmentKey(answered[index]?.id ?? ''))).equals(one)).toBe(true);
    }
    expect((await services.store.list('garments/')).length).toBe(before.length + bytes.length);
  });

  it('keeps none where a limit of the token rejects the item', async () => {
    const minted = await gateway.send('POST', '/v1/client-tokens', { key, body: { maxTryOns: 1 } });
    const sent = {
      userPhoto: PHOTO_ONLY['userPhoto'],
      products: [picture(), picture()].map((bytes) => ({ productImage: base64(bytes) })),
    };
    const before = await services.store.list('garments/');
    const token = textOf(minted.body['data']['token']);
    const { body } = await gateway.send('POST', '/v1/tryon/batch', { key: token, body: sent, headers });
    expect(body['data']['items'][1]?.['error']?.['code']).toBe('client_token_used_up');
    expect((await services.store.list('garments/')).length).toBe(before.length + 1);
  });
});

describe('a product with its image', () => {
  const stored = () => services.store.list(PRODUCT_PICTURES_PREFIX);
  let bytes: Buffer;
  let id: string;
  beforeAll(async () => {
    bytes = picture();
    id = (await products('POST', '', { image: base64(bytes), externalId: 'p1', category: 'top' })).id;
  });
  const keyOf = async (name: string) => (await services.db.products.find(liveOwner(accountId), name))?.imageKey ?? '';

  it('keeps the picture, once however often it is sent', async () => {
    expect((await products('GET', '/p1')).body['data']).toMatchObject({ id, imageUrl: null, status: 'pending' });
    const imageKey = await keyOf('p1');
    expect((await bytesAt(imageKey)).equals(bytes)).toBe(true);
    const before = await stored();
    const again = await products('POST', '', { image: base64(bytes), title: 'Tee' });
    expect([again.id, again.body['data']['title'], await keyOf('p1')]).toEqual([id, 'Tee', imageKey]);
    expect(await stored()).toEqual(before);
  });

  it('is tried on by its name', async () => {
    const { body, id: made } = await tryOn({ productId: 'p1' });
    expect(body['data']).toMatchObject({ productId: id, productImageUrl: null, productCategory: 'top' });
    expect((await rowOf(made)).productImageKey).toBe(await keyOf('p1'));
    await gateway.send('DELETE', `/v1/tryon/${made}`, { key });
    expect(await services.store.exists(await keyOf('p1'))).toBe(true);
  });

  it('needs one picture, and a valid one; nothing is kept of what is rejected', async () => {
    const before = await stored();
    const imageUrl = 'https://shop.example/p2.jpg';
    expect(codeOf(await products('POST', '', {}))).toEqual([400, 'missing_parameter', 'imageUrl']);
    expect(codeOf(await products('POST', '', { image: 'x', imageUrl }))).toEqual([
      400,
      'invalid_product_image',
      'image',
    ]);
    expect(codeOf(await products('POST', '', { image: base64(png(100, 100)) }))).toEqual([
      400,
      'invalid_product_image',
      'image',
    ]);
    const taken = await products('POST', '', { image: base64(picture()), externalId: 'p1' });
    expect(codeOf(taken)).toEqual([409, 'external_id_taken', 'externalId']);
    expect(await stored()).toEqual(before);
  });

  it('loses the old picture with a new one, unless a try-on waits for it', async () => {
    const first = await products('POST', '', { image: base64(picture()) });
    const old = await keyOf(first.id);
    const changed = await products('PATCH', `/${first.id}`, { image: base64(picture()) });
    expect([changed.status, changed.body['data']['imageUrl']]).toEqual([200, null]);
    const newer = await keyOf(first.id);
    expect([await services.store.exists(old), await services.store.exists(newer)]).toEqual([false, true]);
    const taken = await products('PATCH', `/${first.id}`, { image: base64(bytes) });
    expect(codeOf(taken)).toEqual([409, 'product_image_taken', 'image']);

    const waiting = (await tryOn({ productId: first.id })).id;
    await products('PATCH', `/${first.id}`, { imageUrl: 'https://shop.example/p3.jpg' });
    expect([await keyOf(first.id), await services.store.exists(newer)]).toEqual(['', true]);
    expect((await rowOf(waiting)).productImageKey).toBe(newer);
  });

  it('is deleted with its picture', async () => {
    const { id: gone } = await products('POST', '', { image: base64(picture()) });
    const imageKey = await keyOf(gone);
    expect(await services.store.exists(imageKey)).toBe(true);
    await products('DELETE', `/${gone}`);
    expect(await services.store.exists(imageKey)).toBe(false);
  });

  it('is another one in test mode, where nothing is stored', async () => {
    const { key: test } = await services.createKey({ accountId, env: 'test' });
    const before = await stored();
    const made = await products('POST', '', { image: base64(bytes) }, test);
    expect([made.status, made.id === id]).toEqual([200, false]);
    expect((await tryOn({ productId: made.id }, test)).status).toBe(200);
    await products('DELETE', `/${made.id}`, undefined, test);
    expect(await stored()).toEqual(before);
  });
});
