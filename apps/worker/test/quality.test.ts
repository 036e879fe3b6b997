import { QUALITY_LEVELS } from '@drape/contracts';
import type { TryOnRow } from '@drape/db';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createWorkerHarness, PERSON, SAMPLES, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;

/** Its shoulders are narrower than the mesh can follow: fair, and not good. */
const TANK = readFileSync(join(SAMPLES, 'garments/top/ribbed-tank.jpg'));

beforeAll(async () => {
  harness = await createWorkerHarness({ '/tank.jpg': { bytes: TANK, contentType: 'image/jpeg' } });
  await harness.startWorker({ DRAPE_RESULT_CACHE: 'true' });
}, 90_000);

afterAll(() => harness.close(), 30_000);

const ended = async (submission: Parameters<WorkerHarness['submit']>[0]): Promise<TryOnRow> =>
  harness.waitEnded(await harness.submit(submission));

/** The photo with a text behind its end, which changes its bytes and nothing else. */
const photoWith = (text: string) => Buffer.concat([PERSON, Buffer.from(text)]);

describe('the quality of a picture', () => {
  it('is shown with it, and fitScore’s visual part is its score', async () => {
    const row = await ended({ photo: photoWith('told'), minQuality: 'poor' });
    const { quality, invented, fit } = row;
    expect(row.status).toBe('completed');
    expect(QUALITY_LEVELS).toContain(quality?.level);
    expect(fit?.components.visual).toBe((quality?.score ?? 0) / 100);
    expect(row.fitScore).toBe(Math.min(70, quality?.score ?? 0));
    expect(invented?.skinShare).toBeGreaterThanOrEqual(0);
    expect(invented?.backgroundShare).toBeLessThan(1);
    for (const { message } of quality?.reasons ?? []) expect(message).toMatch(/^[A-Z].*\.$/);
  });

  it('is enough by default for the sample that the README shows', async () => {
    expect(await ended({ photo: photoWith('sample'), minQuality: 'fair' })).toMatchObject({ status: 'completed' });
  });

  it('ends the try-on without a stored picture where it is less than was asked for, and says what to send instead', async () => {
    const row = await ended({ photo: photoWith('picky'), product: '/tank.jpg', minQuality: 'good' });
    expect(row).toMatchObject({ status: 'failed', result: null, fitScore: null, category: 'top' });
    const { error, quality } = row;
    expect(error?.code).toBe('result_not_presentable');
    expect(error?.fields.reasons).toEqual(quality?.reasons);
    expect(quality?.reasons.length).toBeGreaterThan(0);
    expect(error?.detail).toContain(
      `its quality is ${String(quality?.level)} (${String(quality?.score)} of 100), asked for is good`,
    );
    expect(error?.detail).toContain(quality?.reasons[0]?.message);
    expect(row.invented).not.toBeNull();
    await harness.waitTidy(row.id);
  });

  it('is judged again for a stored picture, by what the new try-on asks for', async () => {
    const photo = photoWith('kept');
    const product = '/tank.jpg';
    const first = await ended({ photo, product, minQuality: 'fair' });
    expect(first).toMatchObject({ status: 'completed', cached: false });
    const again = await ended({ photo, product, minQuality: 'fair' });
    expect(again).toMatchObject({
      status: 'completed',
      cached: true,
      quality: first.quality,
      invented: first.invented,
    });
    const picky = await ended({ photo, product, minQuality: 'good' });
    expect(picky).toMatchObject({ status: 'failed', result: null, quality: first.quality });
  });
});
