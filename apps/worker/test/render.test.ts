import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { encodeAvif, waitFor } from '@drape/testkit';
import { cutBelow } from './cut-below';
import { PERSON, TEE, UPPER_BODY, createWorkerHarness, type Worker, type WorkerHarness } from './worker-harness';

/** Nobody listens there; the operator let it through all the same. */
const CLOSED_PORT = '127.0.0.1:9';

const SHIRT_HEIC = readFileSync(join(__dirname, '../../../packages/media/test/fixtures/shirt.heic'));

let harness: WorkerHarness;
let worker: Worker;

beforeAll(async () => {
  harness = await createWorkerHarness({
    '/forbidden.jpg': (_request, response) => void response.writeHead(403).end(),
    '/page.jpg': { bytes: Buffer.from('<!doctype html><p>Shoes, 50 % off!'), contentType: 'image/jpeg' },
    '/cut.jpg': { bytes: TEE.subarray(0, 400), contentType: 'image/jpeg' },
    '/hangs.jpg': () => undefined,
    '/busy.jpg': (_request, response) => void response.writeHead(429, { 'retry-after': '1' }).end(),
    '/broken.jpg': (_request, response) => void response.writeHead(503).end(),
    '/circle.jpg': (_request, response) => void response.writeHead(302, { location: '/circle.jpg' }).end(),
    '/inside.jpg': (_request, response) => void response.writeHead(302, { location: 'http://10.0.0.1/a.jpg' }).end(),
    '/huge.jpg': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': 200_000_000 });
      response.write(TEE);
    },
    '/shirt.heic': { bytes: SHIRT_HEIC, contentType: 'image/heic' },
    '/noise.jpg': { bytes: TEE, contentType: 'image/jpeg' },
  });
  worker = await harness.startWorker({ DRAPE_FETCH_ALLOW: `${harness.shop.host},${CLOSED_PORT}` });
}, 60_000);

afterAll(() => harness.close(), 30_000);

describe('a worker', () => {
  it('renders a try-on: result stored under its hash, photo deleted, row complete', async () => {
    const id = await harness.submit();
    const row = await harness.waitEnded(id);
    expect(row.error).toBeNull();
    expect(row).toMatchObject({
      status: 'completed',
      attempt: 1,
      category: 'top',
      categorySource: 'client',
      stage: 'done',
    });
    expect(row.fit).toMatchObject({ basis: 'visual' });
    expect(row.recommendations.length).toBeGreaterThan(0);
    expect(row.stages.map(({ name }) => name)).toEqual(expect.arrayContaining(['decode', 'pose', 'place', 'encode']));
    await harness.waitTidy(id);
    const picture = await harness.store.get(row.result?.key ?? '');
    expect(
      createHash('sha256')
        .update(picture ?? '')
        .digest('hex'),
    ).toBe(row.result?.sha256);
    expect(picture?.byteLength).toBe(row.result?.bytes);
  });

  it('accepts a photo in AVIF and a product in HEIC, and decodes the photo of a session once', async () => {
    const photo = await encodeAvif(PERSON);
    const decodeMsOf = async (product: string): Promise<number> => {
      const row = await harness.waitEnded(await harness.submit({ photo, product, sessionId: 'carol' }));
      expect([row.status, row.error]).toEqual(['completed', null]);
      return row.stages.find(({ name }) => name === 'decode')?.cpuMs ?? NaN;
    };
    const first = await decodeMsOf('/shirt.heic');
    expect(await decodeMsOf('/tee.jpg')).toBeLessThan(first / 3);
  });

  it('remembers a garment by its bytes, and a person only within a session', async () => {
    const renderedAs = async (id: string) => {
      await harness.waitEnded(id);
      return waitFor(() => worker.process.logs().find((line) => line['msg'] === 'rendered' && line['tryOnId'] === id));
    };
    const first = await harness.submit({ product: '/jeans.jpg', category: 'pants', sessionId: 'alice' });
    expect(await renderedAs(first)).toMatchObject({ garmentCached: false, personCached: false });
    const second = await harness.submit({ product: '/jeans.jpg', category: 'pants', sessionId: 'bob' });
    expect(await renderedAs(second)).toMatchObject({ garmentCached: true, personCached: false });
    const third = await harness.submit({ product: '/tee.jpg', sessionId: 'bob' });
    expect(await renderedAs(third)).toMatchObject({ garmentCached: true, personCached: true });
  });

  it('tries trousers on with a photo that ends at the thighs, and says how much of them it does not show', async () => {
    const photo = await cutBelow(PERSON, 0.56);
    const row = await harness.waitEnded(await harness.submit({ photo, product: '/jeans.jpg', category: 'pants' }));
    expect([row.status, row.error]).toEqual(['completed', null]);
    const cut = row.warnings.find(({ code }) => code === 'garment_cut_off');
    expect(cut?.message).toBe(
      `About ${Math.round(100 * (cut?.share ?? NaN))} % of the garment lies outside the photo; one that shows more of the body shows all of it.`,
    );
    expect(cut?.share).toBeGreaterThan(0.3);
    expect(cut?.share).toBeLessThan(0.8);
    expect(row.advice.map(({ code }) => code)).toContain('photo_ends_early');
  });
});

describe('bad input ends with its own code, and the worker goes on', () => {
  const cases = [
    ['a product that is not there', '/none.jpg', 'product_image_not_found'],
    ['a product behind a login', '/forbidden.jpg', 'product_image_forbidden'],
    ['a product URL that leads to a page', '/page.jpg', 'product_image_not_an_image'],
    ['a product image that breaks off', '/cut.jpg', 'product_image_not_an_image'],
    ['a product image without end', '/huge.jpg', 'product_image_too_large'],
    ['a product server that never answers', '/hangs.jpg', 'product_image_timeout'],
    ['a product server that is asked too often', '/busy.jpg', 'product_image_rate_limited'],
    ['a product server that fails', '/broken.jpg', 'product_image_server_error'],
    ['a product URL that redirects in a circle', '/circle.jpg', 'product_image_too_many_redirects'],
    ['a product URL that redirects to a private address', '/inside.jpg', 'product_image_not_allowed'],
    ['a product on a port where nobody listens', `http://${CLOSED_PORT}/a.jpg`, 'product_image_unreachable'],
    ['a product on a private address', 'http://10.0.0.1/a.jpg', 'product_image_not_allowed'],
  ] as const;

  it.each(cases)('%s', async (_name, product, code) => {
    const id = await harness.submit({ product });
    const row = await harness.waitEnded(id, 12_000);
    expect(row).toMatchObject({ status: 'failed', attempt: 1, result: null, error: { code } });
    if (code === 'product_image_timeout') expect(row.error?.detail).toMatch(/within 10 seconds/);
    expect(row.error?.detail).toMatch(/^[A-Z].*\.$/);
    await harness.waitTidy(id);
  });

  it('a photo that cannot be decoded', async () => {
    const photo = Buffer.concat([PERSON.subarray(0, 2_000), randomBytes(2_000)]);
    const row = await harness.waitEnded(await harness.submit({ photo }));
    expect(row).toMatchObject({ status: 'failed', error: { code: 'photo_rejected' } });
  });

  it('a photo in HEIC that shows no person', async () => {
    const row = await harness.waitEnded(await harness.submit({ photo: SHIRT_HEIC }));
    expect(row).toMatchObject({ status: 'failed', error: { code: 'person_not_detected' } });
  });

  it('a photo in HEIC that is damaged', async () => {
    const photo = Buffer.from(SHIRT_HEIC).fill(0xaa, 6_000, 9_000);
    const row = await harness.waitEnded(await harness.submit({ photo }));
    expect(row).toMatchObject({
      status: 'failed',
      error: { code: expect.stringMatching(/^(photo_rejected|person_not_detected)$/) },
    });
  });

  it('a portrait of head and shoulders for trousers, with what it has to show', async () => {
    const photo = await cutBelow(UPPER_BODY, 0.55);
    const row = await harness.waitEnded(await harness.submit({ photo, product: '/jeans.jpg', category: 'pants' }));
    expect(row).toMatchObject({ status: 'failed', error: { code: 'body_not_visible', fields: { needed: ['hips'] } } });
    expect(row.error?.detail).toMatch(/at least down to the thighs\.$/);
  });

  it('a photo without a person', async () => {
    const row = await harness.waitEnded(await harness.submit({ photo: TEE }));
    expect(row).toMatchObject({ status: 'failed', error: { code: 'person_not_detected' } });
  });

  it('and the same worker process still renders, in the same child', async () => {
    const row = await harness.waitEnded(await harness.submit());
    expect(row.status).toBe('completed');
    expect(worker.process.logs().filter((line) => line['msg'] === 'render child ready')).toHaveLength(1);
  });

  it('and that child knows no password of database, queue and store', async () => {
    const [child] = (await worker.health()).children;
    const told = readFileSync(`/proc/${String(child?.pid)}/environ`, 'utf8').split('\0');
    const names = told.map((entry) => entry.slice(0, entry.indexOf('=')));
    expect(names).toContain('PATH');
    expect(names.filter((name) => /^(S3|AWS)_|^(DATABASE|REDIS)_URL$/.test(name))).toEqual([]);
  });
});
