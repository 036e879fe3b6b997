import { newId, type Owner } from '@drape/contracts';
import { garmentPackageKey } from '@drape/storage';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { gateway, services, useGateway } from './running';

useGateway();

let key: string;
let owner: Owner;

beforeEach(async () => {
  const made = await services.createKey();
  key = made.key;
  owner = { accountId: made.accountId, env: 'live' };
});

/** No text, and no two alike. */
const bytesOf = (name: string): Buffer =>
  Buffer.concat([Buffer.of(0x44, 0x52, 0x47, 0x50, 1, 0, 255, 13, 10), Buffer.from(name)]);

/** A product as it is when a worker has packaged its garment. */
async function packaged(): Promise<string> {
  const imageUrl = `https://shop.example/${newId('evt')}.jpg`;
  const { id } = await services.db.products.upsertByImage(owner, imageUrl);
  const name = garmentPackageKey({ engine: 'engine-1', sha256: newId('evt'), category: null });
  await services.store.put(name, bytesOf(name), { contentType: 'application/vnd.drape.garment-package' });
  await services.db.products.recordPackage({ id, imageUrl, imageKey: null, saidCategory: null }, name);
  return id;
}

const ask = (id: string, headers: Readonly<Record<string, string>> = {}, asker = key) =>
  fetch(`${gateway.url}/v1/products/${id}/garment-package`, {
    headers: { Authorization: `Bearer ${asker}`, ...headers },
  });

async function errorOf(response: Response): Promise<unknown[]> {
  const body = (await response.json()) as { error: { code: string } };
  return [response.status, body.error.code];
}

describe('the garment package of a product', () => {
  it('is the file that the worker stored', async () => {
    const id = await packaged();
    const response = await ask(id);
    const { garmentPackage } = (await services.db.products.find(owner, id)) ?? {};
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/vnd.drape.garment-package');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytesOf(garmentPackage ?? ''))).toBe(true);
  });

  it('is not sent again to whoever has it', async () => {
    const id = await packaged();
    const tag = (await ask(id)).headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    const again = await ask(id, { 'If-None-Match': tag });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
    expect((await ask(id, { 'If-None-Match': '"another"' })).status).toBe(200);
    expect((await ask(await packaged())).headers.get('etag')).not.toBe(tag);
  });

  it('is not ready while the product waits for its analysis, and where the store has lost it', async () => {
    const { id } = await services.db.products.upsertByImage(owner, `https://shop.example/${newId('evt')}.jpg`);
    const waiting = await ask(id);
    expect(waiting.headers.get('retry-after')).toBe('5');
    expect(await errorOf(waiting)).toEqual([409, 'garment_package_not_ready']);
    const lost = await packaged();
    const { garmentPackage } = (await services.db.products.find(owner, lost)) ?? {};
    await services.store.delete([garmentPackage ?? '']);
    expect(await errorOf(await ask(lost))).toEqual([409, 'garment_package_not_ready']);
  });

  it('is deleted with the picture that it was made from', async () => {
    const id = await packaged();
    await gateway.send('PATCH', `/v1/products/${id}`, {
      key,
      body: { imageUrl: `https://shop.example/${newId('evt')}.jpg` },
    });
    expect(await errorOf(await ask(id))).toEqual([409, 'garment_package_not_ready']);
  });

  it('does not exist for a picture that shows no garment', async () => {
    const imageUrl = `https://shop.example/${newId('evt')}.jpg`;
    const { id } = await services.db.products.upsertByImage(owner, imageUrl);
    const failure = { code: 'garment_not_detected', detail: 'No garment stands out in the product image.' } as const;
    await services.db.products.fail(id, failure, { imageUrl, imageKey: null, category: null });
    expect(await errorOf(await ask(id))).toEqual([409, 'product_has_no_garment']);
  });

  it('does not exist for a test product', async () => {
    const test = await services.createKey({ accountId: owner.accountId, env: 'test' });
    const asTest: Owner = { accountId: owner.accountId, env: 'test' };
    const { id } = await services.db.products.upsertByImage(asTest, `https://shop.example/${newId('evt')}.jpg`);
    expect(await errorOf(await ask(id, {}, test.key))).toEqual([409, 'product_has_no_garment']);
  });

  it('is for the shop alone', async () => {
    const id = await packaged();
    const stranger = await services.createKey();
    expect(await errorOf(await ask(id, {}, stranger.key))).toEqual([404, 'product_not_found']);
    expect(await errorOf(await ask('prd_unknown'))).toEqual([404, 'product_not_found']);
  });
});
