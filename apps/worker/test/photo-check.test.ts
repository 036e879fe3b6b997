import { randomBytes } from 'node:crypto';
import { newId, photoFindingsSchema, createValidator, type PhotoFindings } from '@drape/contracts';
import { createPhotoCheckQueue, type PhotoCheckQueue } from '@drape/queue';
import { checkedPhotoKey, checkFindingsKey } from '@drape/storage';
import { testRedisUrl, waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blurred } from './blurred';
import { cutBelow } from './cut-below';
import { createWorkerHarness, PERSON, TEE, UPPER_BODY, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;
let queue: PhotoCheckQueue;

beforeAll(async () => {
  harness = await createWorkerHarness();
  await harness.startWorker();
  const prefix = harness.env['DRAPE_QUEUE_PREFIX'] ?? '';
  queue = createPhotoCheckQueue({ redisUrl: testRedisUrl(), prefix, log: { warn() {}, error() {} } });
}, 60_000);

afterAll(async () => {
  await queue?.close();
  await harness?.close();
}, 30_000);

const validate = createValidator<PhotoFindings>(photoFindingsSchema);

/** Does what the gateway does: photo, job, and back come findings. */
async function check(photo: Uint8Array): Promise<PhotoFindings> {
  const checkId = newId('chk');
  await harness.store.put(checkedPhotoKey(checkId), photo, { contentType: 'image/jpeg' });
  await queue.enqueue({ v: 1, checkId, requestId: newId('req'), gatewayId: 'gtw_test' }, 1);
  const bytes = await waitFor(async () => (await harness.store.get(checkFindingsKey(checkId))) ?? undefined, {
    timeoutMs: 30_000,
    what: 'the findings',
  });
  await harness.store.delete([checkedPhotoKey(checkId), checkFindingsKey(checkId)]);
  const checked = validate(JSON.parse(Buffer.from(bytes).toString()));
  if (!checked.ok) throw new Error(JSON.stringify(checked.details));
  return checked.value;
}

describe('a photo check', () => {
  it('accepts a photo of a whole standing person', async () => {
    const { status, problems, photo } = await check(PERSON);
    expect({ status, problems }).toEqual({ status: 'checked', problems: [] });
    expect(photo).toEqual({ width: 1200, height: 1200 });
  });

  it('says which clothes a photo that ends at the thighs shows only in part', async () => {
    const { problems, warnings } = await check(await cutBelow(PERSON, 0.56));
    expect(problems).toEqual([]);
    expect(warnings).toEqual([
      {
        code: 'garment_cut_off',
        message: 'The photo ends at the thighs; what reaches further down is cut off there.',
        about: 'photo',
        productCategories: ['dress', 'pants', 'skirt'],
      },
    ]);
  });

  it('says what a portrait cannot be used for, and what is missing', async () => {
    const { problems } = await check(await cutBelow(UPPER_BODY, 0.55));
    expect(problems.flatMap(({ productCategories }) => productCategories).sort()).toEqual(['pants', 'skirt']);
    for (const { code, needed, message } of problems) {
      expect([code, needed.length > 0]).toEqual(['body_not_visible', true]);
      expect(message).toMatch(/^[A-Z].*\.$/);
    }
  });

  it('finds nobody in the picture of a shirt, and says the same as a try-on would', async () => {
    const { problems } = await check(TEE);
    const categories = ['dress', 'top', 'pants', 'jacket', 'skirt'];
    const row = await harness.waitEnded(await harness.submit({ photo: TEE }));
    expect(problems).toEqual([
      { code: row.error?.code, message: row.error?.detail, needed: [], productCategories: categories },
    ]);
    expect(row.error?.code).toBe('person_not_detected');
  });

  it('refuses a blurred photo, and says the same as a try-on would', async () => {
    const photo = await blurred(PERSON, 7);
    const { problems } = await check(photo);
    const row = await harness.waitEnded(await harness.submit({ photo }));
    expect(row.error).toMatchObject({ code: 'photo_too_blurry', detail: expect.stringContaining('sharp photo') });
    expect(problems).toMatchObject([{ code: 'photo_too_blurry', message: row.error?.detail, needed: [] }]);
    expect((await check(await blurred(PERSON, 1.5))).problems).toEqual([]);
  });

  it('cannot read a photo that is cut', async () => {
    const photo = Buffer.concat([PERSON.subarray(0, 2_000), randomBytes(2_000)]);
    expect(await check(photo)).toMatchObject({
      status: 'checked',
      problems: [{ code: 'photo_rejected' }],
      photo: null,
    });
  });

  it('leaves alone what nobody waits for any more', async () => {
    const checkId = newId('chk');
    await queue.enqueue({ v: 1, checkId, requestId: newId('req'), gatewayId: 'gtw_test' }, 1);
    await check(TEE);
    expect(await harness.store.list(`checks/${checkId}`)).toEqual([]);
  });
});
