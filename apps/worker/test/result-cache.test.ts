import { liveOwner } from '@drape/testkit';
import type { ServerResponse } from 'node:http';
import type { TryOnRow } from '@drape/db';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorkerHarness, execute, JEANS, PERSON, TEE, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;
let changing: Uint8Array = TEE;

const answer = (response: ServerResponse, bytes: Uint8Array) =>
  void response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': bytes.length }).end(bytes);

beforeAll(async () => {
  harness = await createWorkerHarness({
    '/same-tee.jpg': { bytes: TEE, contentType: 'image/jpeg' },
    '/changing.jpg': (_request, response) => answer(response, changing),
  });
  await harness.startWorker({ DRAPE_RESULT_CACHE: 'true', DRAPE_CONCURRENCY: '2' });
}, 90_000);

afterAll(() => harness.close(), 30_000);

const ended = async (submission: Parameters<WorkerHarness['submit']>[0] = {}): Promise<TryOnRow> =>
  harness.waitEnded(await harness.submit(submission));
const sql = (text: string, ...values: unknown[]) => execute(harness.databaseUrl, text, values);
const erase = (row: TryOnRow) => sql(`UPDATE try_ons SET expires_at = now() WHERE id = $1`, row.id);

/** The photo with a text behind its end, which changes its bytes and nothing else. */
const photoWith = (text: string) => Buffer.concat([PERSON, Buffer.from(text)]);

describe('the picture of an identical try-on', () => {
  it('is shown at once, as an object of its own that outlives the first', async () => {
    const photo = photoWith('a');
    const first = await ended({ photo });
    expect(first).toMatchObject({ status: 'completed', cached: false });
    const second = await ended({ photo });
    expect(second).toMatchObject({ status: 'completed', cached: true, fitScore: first.fitScore, stages: [] });
    expect(second.category).toBe(first.category);
    expect(second.warnings).toEqual(first.warnings);
    expect(second.result).toEqual({ ...first.result, key: second.result?.key });
    expect(second.result?.key).toContain(second.id);
    await erase(first);
    await harness.store.delete([first.result?.key ?? '']);
    const third = await ended({ photo });
    expect(third).toMatchObject({ cached: true, result: { sha256: first.result?.sha256 } });
    expect(await harness.store.exists(third.result?.key ?? '')).toBe(true);
    await harness.waitTidy(third.id);
  });

  it('is known by the product’s bytes, not by its address', async () => {
    const photo = photoWith('b');
    const first = await ended({ photo });
    expect(await ended({ photo, product: '/same-tee.jpg' })).toMatchObject({ cached: true });
    changing = TEE;
    expect(await ended({ photo, product: '/changing.jpg' })).toMatchObject({ cached: true });
    changing = JEANS;
    const other = await ended({ photo, product: '/changing.jpg', category: 'pants' });
    expect([other.cached, other.result?.sha256 === first.result?.sha256]).toEqual([false, false]);
  });

  it('is not shown for another photo, category, format or account', async () => {
    const photo = photoWith('c');
    const { db } = harness;
    const stranger = await db.accounts.create({ name: 'stranger', plan: 'business' });
    await ended({ photo });
    const others = [
      { photo: photoWith('d') },
      { category: 'jacket' },
      { format: 'png' },
      { accountId: stranger.id },
    ] as const;
    for (const other of others) expect((await ended({ photo, ...other })).cached).toBe(false);
    expect((await ended({ photo, format: 'png' })).result?.format).toBe('png');
  }, 60_000);

  it('is rendered once more where the stored one is gone or damaged', async () => {
    const photo = photoWith('e');
    const first = await ended({ photo });
    await harness.store.put(first.result?.key ?? '', Buffer.from('damaged'), { contentType: 'image/jpeg' });
    const second = await ended({ photo });
    expect(second).toMatchObject({ status: 'completed', cached: false, result: { sha256: first.result?.sha256 } });
  });

  it('is rendered once for two requests at once', async () => {
    const photo = photoWith('f');
    const rows = await Promise.all([ended({ photo }), ended({ photo }), ended({ photo })]);
    expect(rows.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
    expect(rows.filter(({ cached }) => !cached)).toHaveLength(1);
    expect(new Set(rows.map(({ result }) => result?.sha256)).size).toBe(1);
  });

  it('is not waited for in vain: the next request renders when the first is canceled', async () => {
    const photo = photoWith('g');
    const { db, accountId } = harness;
    const first = await harness.submit({ photo });
    await harness.waitAttempt(first, 1, 10_000);
    const second = await harness.submit({ photo });
    await harness.waitAttempt(second, 1, 10_000);
    await db.tryOns.cancel(liveOwner(accountId), first);
    expect(await harness.waitEnded(second)).toMatchObject({ status: 'completed' });
  });
});

describe('what a finished picture carries', () => {
  const SECRET = '52.5200 N 13.4050 E';

  /** A JPEG with an EXIF segment that holds the text. */
  function withExif(jpeg: Buffer, text: string): Buffer {
    const tiff = Buffer.alloc(26);
    tiff.write('II*\0', 0, 'latin1');
    tiff.writeUInt32LE(8, 4);
    tiff.writeUInt16LE(1, 8);
    tiff.writeUInt16LE(0x010e, 10); // ImageDescription, ASCII
    tiff.writeUInt16LE(2, 12);
    tiff.writeUInt32LE(text.length + 1, 14);
    tiff.writeUInt32LE(26, 18);
    const body = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(`${text}\0`)]);
    const head = Buffer.from([0xff, 0xe1, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
  }

  it.each([
    ['jpeg', '/tee.jpg'],
    ['png', '/tee.jpg'],
    ['webp', '/tee.jpg'],
    ['jpeg', 'https://test.drape.invalid/ok'],
    ['png', 'https://test.drape.invalid/ok'],
    ['webp', 'https://test.drape.invalid/ok'],
  ] as const)('%s of %s: how it was made, and nothing of the photo’s EXIF', async (format, product) => {
    const photo = withExif(PERSON, SECRET);
    expect(photo.includes(SECRET)).toBe(true);
    for (let time = 0; time < 2; time++) {
      const { result } = await ended({ photo, product, format, env: product.startsWith('/') ? 'live' : 'test' });
      const bytes = Buffer.from((await harness.store.get(result?.key ?? '')) ?? []);
      expect(result?.format).toBe(format);
      expect(bytes.includes('/digitalsourcetype/compositeWithTrainedAlgorithmicMedia<')).toBe(true);
      for (const trace of [SECRET, 'Exif\0\0', 'eXIf', 'EXIF'])
        expect([trace, bytes.includes(trace)]).toEqual([trace, false]);
    }
  });
});
