import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { serveFixtures, type FixtureServer } from '@drape/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createProductImages, type ProductImages } from './product-images';

const SAMPLES = join(__dirname, '../../../../packages/local/samples/garments');
const TEE = readFileSync(join(SAMPLES, 'top/logo-tee.jpg'));
const JEANS = readFileSync(join(SAMPLES, 'pants/blue-jeans.jpg'));

let shop: FixtureServer;
let images: ProductImages;
/** What the shop shows, and what it was asked and answered. */
let shown: { readonly bytes: Uint8Array; readonly etag: string | null };
let log: [asked: string | undefined, status: number][] = [];

function picture(request: IncomingMessage, response: ServerResponse): void {
  const { bytes, etag } = shown;
  const asked = request.headers['if-none-match'];
  const status = etag !== null && asked === etag ? 304 : 200;
  log.push([asked, status]);
  response.writeHead(status, { 'content-type': 'image/jpeg', ...(etag === null ? {} : { etag }) });
  response.end(status === 200 ? bytes : undefined);
}

beforeAll(async () => {
  shop = await serveFixtures({
    '/a.jpg': picture,
    '/b.jpg': picture,
    '/moved.jpg': (_request, response) => void response.writeHead(302, { location: '/a.jpg' }).end(),
    '/liar.jpg': (_request, response) => void response.writeHead(304).end(),
  });
});

beforeEach(() => {
  images = createProductImages({ allow: [shop.host] });
  log = [];
  shown = { bytes: TEE, etag: '"one"' };
});

afterAll(() => shop.stop());

const fetchTimes = async (times: number, path = '/a.jpg', accountId = 'a'): Promise<Buffer[]> => {
  const got: Buffer[] = [];
  for (let i = 0; i < times; i++) got.push(Buffer.from(await images.fetch(accountId, shop.url(path))));
  return got;
};

describe('createProductImages', () => {
  it('downloads an unchanged picture once', async () => {
    const got = await fetchTimes(3);
    expect(got.every((bytes) => bytes.equals(TEE))).toBe(true);
    expect(log).toEqual([
      [undefined, 200],
      ['"one"', 304],
      ['"one"', 304],
    ]);
  });

  it('sees a change at once', async () => {
    await fetchTimes(1);
    shown = { bytes: JEANS, etag: '"two"' };
    const [changed, again] = await fetchTimes(2);
    expect([changed?.equals(JEANS), again?.equals(JEANS)]).toEqual([true, true]);
    expect(log.map(([, status]) => status)).toEqual([200, 200, 304]);
  });

  it('revalidates behind a redirect', async () => {
    await fetchTimes(2, '/moved.jpg');
    expect(log.map(([, status]) => status)).toEqual([200, 304]);
  });

  it.each([['W/"weak"'], [null]])('does not trust the tag %s', async (etag) => {
    shown = { bytes: TEE, etag };
    await fetchTimes(2);
    expect(log).toEqual([
      [undefined, 200],
      [undefined, 200],
    ]);
  });

  it('keeps addresses and accounts apart, and accepts no unsolicited 304', async () => {
    await fetchTimes(1);
    await fetchTimes(1, '/b.jpg');
    await fetchTimes(1, '/a.jpg', 'another');
    expect(log.map(([, status]) => status)).toEqual([200, 200, 200]);
    await expect(fetchTimes(1, '/liar.jpg')).rejects.toMatchObject({ code: 'product_image_unreachable' });
  });
});
