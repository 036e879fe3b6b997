import { describe, expect, it } from '@jest/globals';
import { garmentKey, photoKey, uploadKey } from '@drape/storage';
import { newId } from '@drape/contracts';
import { liveOwner } from '@drape/testkit';
import type { Reply } from './harness';
import { png } from './pictures';
import { accountId, gateway, key, services, useGateway } from './running';
import { textOf } from './text-of';

useGateway();

const ORIGIN = 'https://shop.example';
const headers = { prefer: 'wait=0', origin: ORIGIN };
const PHOTO = png(600, 800);
const TYPE = 'image/png';
const productImageUrl = 'https://shop.example/shirt.jpg';

const send = (path: string, body: object, as = key) => gateway.send('POST', path, { key: as, body, headers });
const create = (body: object = {}, as = key) =>
  send('/v1/uploads', { contentType: TYPE, bytes: PHOTO.length, ...body }, as);
const put = (reply: Reply, bytes: Buffer = PHOTO, type = TYPE) =>
  fetch(textOf(reply.body['data']['url']), {
    method: 'PUT',
    headers: { 'content-type': type },
    body: new Uint8Array(bytes),
  });
/** An upload with its bytes. */
async function upload(body: object = {}, { as = key, bytes = PHOTO }: { as?: string; bytes?: Buffer } = {}) {
  const made = await create({ bytes: bytes.length, ...body }, as);
  expect((await put(made, bytes)).status).toBe(200);
  return made.id;
}
const tryOn = (body: object, as = key) => send('/v1/tryon', { productImageUrl, ...body }, as);
const codeOf = ({ status, body }: Reply) => [status, body['error']['code'], body['error']['param']];
/** Another one for each picture. */
let width = 400;
const isStored = (id: string) => services.store.exists(uploadKey(id));

/** One whose time is over from the beginning. */
async function expired(): Promise<string> {
  const id = newId('upl');
  const owner = liveOwner(accountId);
  const row = { id, owner, sessionId: null, contentType: TYPE, bytes: PHOTO.length, reusable: false, forSec: 0 };
  await services.db.uploads.insert(row);
  await services.store.put(uploadKey(id), PHOTO, { contentType: TYPE });
  return id;
}

describe('POST /v1/uploads', () => {
  it('says where, how and until when the picture is to be put', async () => {
    const { status, body, id } = await create();
    expect([status, id.slice(0, 4)]).toEqual([200, 'upl_']);
    expect(body['data']).toMatchObject({
      livemode: true,
      sessionId: null,
      reusable: false,
      method: 'PUT',
      headers: { 'Content-Type': TYPE, 'Content-Length': String(PHOTO.length) },
    });
    const { createdAt, expiresAt, urlExpiresAt } = body['data'];
    const minutes = (from: unknown, to: unknown) =>
      Math.round((Date.parse(textOf(to)) - Date.parse(textOf(from))) / 60_000);
    expect([minutes(createdAt, urlExpiresAt), minutes(createdAt, expiresAt)]).toEqual([15, 60]);
  });

  it('rejects what no picture may be', async () => {
    const large = await create({ bytes: 15 * 1024 * 1024 + 1 });
    expect(codeOf(large)).toEqual([413, 'upload_too_large', 'bytes']);
    expect(codeOf(await create({ contentType: 'image/gif' }))).toEqual([400, 'invalid_parameter', 'contentType']);
    expect(codeOf(await create({ bytes: 0 }))).toEqual([400, 'invalid_parameter', 'bytes']);
    expect(codeOf(await create({ reusable: true }))).toEqual([400, 'missing_parameter', 'sessionId']);
  });

  it('answers the same upload to a repeated request, with a fresh URL', async () => {
    const again = { ...headers, 'idempotency-key': 'upload-1' };
    const body = { contentType: TYPE, bytes: PHOTO.length };
    const [first, second] = [
      await gateway.send('POST', '/v1/uploads', { key, body, headers: again }),
      await gateway.send('POST', '/v1/uploads', { key, body, headers: again }),
    ];
    expect([second?.id, (await put(second)).status]).toEqual([first?.id, 200]);
  });
});

describe('the URL of an upload', () => {
  it('accepts exactly what was announced', async () => {
    const made = await create();
    expect((await put(made, PHOTO, 'image/jpeg')).status).toBe(403);
    expect((await put(made, PHOTO.subarray(1))).status).toBe(403);
    expect((await put(made, Buffer.concat([PHOTO, Buffer.alloc(1)]))).status).toBe(403);
    expect(await isStored(made.id)).toBe(false);
    expect((await put(made)).status).toBe(200);
  });

  it('may be used by a page of another origin', async () => {
    const made = await create();
    const asked = await fetch(textOf(made.body['data']['url']), {
      method: 'OPTIONS',
      headers: {
        origin: ORIGIN,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type',
      },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(asked.headers.get('access-control-allow-methods')).toContain('PUT');
  });
});

describe('an upload as userPhoto', () => {
  it('is the photo of the try-on, and is gone with its first use', async () => {
    const id = await upload();
    const checked = await send('/v1/photos/check', { userPhoto: id });
    expect(checked.status).toBe(200);
    const made = await tryOn({ userPhoto: id });
    expect(made.status).toBe(200);
    expect(Buffer.from((await services.store.get(photoKey(made.id))) ?? []).equals(PHOTO)).toBe(true);
    expect(await isStored(id)).toBe(false);
    expect(codeOf(await tryOn({ userPhoto: id }))).toEqual([400, 'upload_used', 'userPhoto']);
  });

  it('serves one of two simultaneous requests', async () => {
    const id = await upload();
    const replies = await Promise.all([tryOn({ userPhoto: id }), tryOn({ userPhoto: id })]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]));
  });

  it('is checked as an inline photo is, and is not used up by a rejection', async () => {
    const small = await upload({}, { bytes: png(100, 100) });
    for (let turn = 0; turn < 2; turn++) {
      expect(codeOf(await tryOn({ userPhoto: small }))).toEqual([400, 'photo_too_small', 'userPhoto']);
    }
    const text = await upload({}, { bytes: Buffer.from('no picture at all') });
    expect(codeOf(await tryOn({ userPhoto: text }))).toEqual([400, 'photo_not_an_image', 'userPhoto']);
    const id = await upload();
    expect(codeOf(await tryOn({ userPhoto: id, productImageUrl: undefined, productId: 'u-none' }))[0]).toBe(404);
    expect((await tryOn({ userPhoto: id })).status).toBe(200);
  });

  it('says when it is unknown, empty or expired', async () => {
    expect(codeOf(await tryOn({ userPhoto: 'upl_nonsense' }))).toEqual([404, 'upload_not_found', 'userPhoto']);
    const { id } = await create();
    expect(codeOf(await tryOn({ userPhoto: id }))).toEqual([400, 'upload_empty', 'userPhoto']);
    const old = await expired();
    expect(codeOf(await tryOn({ userPhoto: old }))).toEqual([400, 'upload_expired', 'userPhoto']);
  });

  it('cannot be used by another owner, mode or session', async () => {
    const hidden = [404, 'upload_not_found', 'userPhoto'];
    const id = await upload();
    const { key: other } = await services.createKey();
    const { key: test } = await services.createKey({ accountId, env: 'test' });
    const { key: pk } = await services.createKey({ accountId, kind: 'pk', allowedOrigins: [ORIGIN] });
    const token = textOf((await send('/v1/client-tokens', {})).body['data']['token']);
    for (const as of [other, test, pk, token]) expect(codeOf(await tryOn({ userPhoto: id }, as))).toEqual(hidden);
    const bound = await upload({ sessionId: 'u-1' });
    expect(codeOf(await tryOn({ userPhoto: bound, sessionId: 'u-2' }))).toEqual(hidden);
    expect((await tryOn({ userPhoto: bound, sessionId: 'u-1' })).status).toBe(200);
    const mine = await upload({}, { as: token });
    expect(codeOf(await tryOn({ userPhoto: mine }, pk))).toEqual(hidden);
    expect((await tryOn({ userPhoto: mine }, token)).status).toBe(200);
  });

  it('belongs to the session that a publishable key got with it', async () => {
    const { key: pk } = await services.createKey({ accountId, kind: 'pk', allowedOrigins: [ORIGIN] });
    const made = await create({}, pk);
    await put(made);
    const sessionId = textOf(made.body['data']['sessionId']);
    expect(codeOf(await tryOn({ userPhoto: made.id }, pk))[1]).toBe('upload_not_found');
    expect((await tryOn({ userPhoto: made.id, sessionId }, pk)).status).toBe(200);
  });

  it('can be used repeatedly where it is reusable, until its session is erased', async () => {
    const id = await upload({ sessionId: 'u-3', reusable: true });
    for (let turn = 0; turn < 2; turn++) {
      expect((await tryOn({ userPhoto: id, sessionId: 'u-3' })).status).toBe(200);
    }
    expect(await isStored(id)).toBe(true);
    await gateway.send('DELETE', '/v1/sessions/u-3', { key });
    expect(await isStored(id)).toBe(false);
    expect(codeOf(await tryOn({ userPhoto: id, sessionId: 'u-3' }))[1]).toBe('upload_not_found');
  });

  it('works in test mode, with test uploads only', async () => {
    const { key: test } = await services.createKey({ accountId, env: 'test' });
    const id = await upload({}, { as: test });
    expect(codeOf(await tryOn({ userPhoto: id }))[1]).toBe('upload_not_found');
    const { status, body } = await tryOn({ userPhoto: id }, test);
    expect([status, body['data']['livemode'], await isStored(id)]).toEqual([200, false, false]);
  });
});

describe('the receipt of an erased session', () => {
  it('counts the uploads that were not used up', async () => {
    const ofSession = { sessionId: 'counted' };
    const [used] = [await upload(ofSession), await upload(ofSession), await create(ofSession)];
    expect((await tryOn({ userPhoto: used, ...ofSession })).status).toBe(200);
    const reusable = await upload({ ...ofSession, reusable: true });
    expect((await tryOn({ userPhoto: reusable, ...ofSession })).status).toBe(200);
    const { body } = await gateway.send('DELETE', '/v1/sessions/counted', { key });
    expect(body['data']['erased']).toMatchObject({ tryOns: 2, uploads: 3 });
  });
});

describe('an upload as a product’s picture', () => {
  it('is that of a try-on, of batch items and of the catalogue', async () => {
    const bytes = png(300, 301);
    const [alone, shared, kept] = [
      await upload({}, { bytes }),
      await upload({}, { bytes }),
      await upload({}, { bytes }),
    ];
    const userPhoto = PHOTO.toString('base64');
    const single = await send('/v1/tryon', { userPhoto, productImage: alone });
    expect(Buffer.from((await services.store.get(garmentKey(single.id))) ?? []).equals(bytes)).toBe(true);
    const photo = await upload();
    const products = [{ productImage: shared }, { productImage: shared }, { productImage: alone }];
    const batch = await send('/v1/tryon/batch', { userPhoto: photo, products });
    const items = batch.body['data']['items'] as unknown as { error: { code: string; param: string } | null }[];
    expect(items.map(({ error }) => error && [error.code, error.param])).toEqual([
      null,
      null,
      ['upload_used', 'products.2.productImage'],
    ]);
    const product = await send('/v1/products', { image: kept });
    expect([product.status, product.body['data']['imageUrl']]).toEqual([200, null]);
    expect(codeOf(await send('/v1/products', { image: kept }))).toEqual([400, 'upload_used', 'image']);
    for (const id of [alone, shared, kept, photo]) expect(await isStored(id)).toBe(false);
  });

  it('serves one of two products that are created or changed at once', async () => {
    const post = (body: object) => send('/v1/products', body);
    const both = async (work: (image: string, i: number) => Promise<Reply>) => {
      const image = await upload({}, { bytes: png(300, width++) });
      const replies = await Promise.all([0, 1].map((i) => work(image, i)));
      expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
      const refused = replies.find(({ status }) => status === 400);
      expect(refused?.body['error']['code']).toBe('upload_used');
      expect(await isStored(image)).toBe(false);
    };
    const ids: string[] = [];
    for (let i = 0; i < 2; i++) ids.push((await post({ imageUrl: `https://shop.example/u${i}.jpg` })).id);
    for (let round = 0; round < 4; round++) {
      await both((image, i) => post({ image, title: `${i}` }));
      await both((image, i) => gateway.send('PATCH', `/v1/products/${ids[i]}`, { key, body: { image } }));
    }
  });

  it('is not used up by a product that is rejected, nor deleted where it is reusable', async () => {
    const post = (body: object) => send('/v1/products', body);
    const bytes = png(300, width++);
    await post({ image: bytes.toString('base64'), externalId: 'SKU-U1' });
    const once = await upload({}, { bytes });
    expect(codeOf(await post({ image: once, externalId: 'SKU-U2' }))).toEqual([409, 'product_image_taken', 'image']);
    expect((await post({ image: once, externalId: 'SKU-U1' })).status).toBe(200);
    const { id: again } = await create({ bytes: bytes.length, reusable: true, sessionId: 'many' });
    await services.store.put(uploadKey(again), bytes, { contentType: TYPE });
    const userPhoto = PHOTO.toString('base64');
    for (let i = 0; i < 2; i++) {
      const made = await send('/v1/tryon', { userPhoto, productImage: again, sessionId: 'many' });
      expect(made.status).toBe(200);
    }
  });

  it('is checked as one that is sent inline', async () => {
    const id = await upload({}, { bytes: png(100, 100) });
    const reply = await send('/v1/tryon', { userPhoto: PHOTO.toString('base64'), productImage: id });
    expect(codeOf(reply)).toEqual([400, 'invalid_product_image', 'productImage']);
  });
});
