import { createValidator, newId, photoFindingsSchema, type PhotoFindings } from '@drape/contracts';
import { createPhotoCheckQueue } from '@drape/queue';
import { checkedPhotoKey, checkFindingsKey } from '@drape/storage';
import { testRedisUrl, waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWorkerHarness, PERSON, type WorkerHarness } from './worker-harness';

let harness: WorkerHarness;

beforeAll(async () => {
  harness = await createWorkerHarness({
    '/me.jpg': { bytes: PERSON, contentType: 'image/jpeg' },
    '/moved.jpg': (_request, response) => void response.writeHead(302, { location: '/me.jpg' }).end(),
    '/inside.jpg': (_request, response) => void response.writeHead(302, { location: 'https://10.0.0.1/me.jpg' }).end(),
    '/forbidden.jpg': (_request, response) => void response.writeHead(403).end(),
    '/page.jpg': { bytes: Buffer.from('<!doctype html><p>Sign in'), contentType: 'image/jpeg' },
    '/cut.jpg': { bytes: PERSON.subarray(0, 4_000), contentType: 'image/jpeg' },
    '/hangs.jpg': () => undefined,
    '/huge.jpg': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': 10 * 1024 * 1024 + 1 });
      response.write(PERSON);
    },
  });
  await harness.startWorker();
}, 60_000);

afterAll(() => harness?.close(), 30_000);

/** As the gateway stores it: the address in the place of the photo. */
const at = (path: string) => Buffer.from(path.startsWith('/') ? harness.shop.url(path) : path);

describe('a photo by URL', () => {
  it('is fetched and tried on, and neither it nor its address is kept', async () => {
    const id = await harness.submit({ photo: at('/moved.jpg') });
    const row = await harness.waitEnded(id);
    expect([row.status, row.error]).toEqual(['completed', null]);
    expect(harness.shop.requests.filter((path) => path === '/me.jpg')).toHaveLength(1);
    await harness.waitTidy(id);
    expect(JSON.stringify(await harness.row(id))).not.toContain('moved.jpg');
  });

  it('makes the same picture as the photo itself', async () => {
    const ids = [await harness.submit({ photo: at('/me.jpg') }), await harness.submit({ photo: PERSON })];
    const [byUrl, posted] = await Promise.all(ids.map((id) => harness.waitEnded(id)));
    expect(byUrl?.result?.sha256).toBe(posted?.result?.sha256);
  });

  const cases = [
    ['that is not there', '/none.jpg', 'user_photo_not_found'],
    ['behind a login', '/forbidden.jpg', 'user_photo_forbidden'],
    ['that is a page', '/page.jpg', 'user_photo_not_an_image'],
    ['that breaks off', '/cut.jpg', 'photo_rejected'],
    ['of more than 10 MiB', '/huge.jpg', 'user_photo_too_large'],
    ['from a server that never answers', '/hangs.jpg', 'user_photo_timeout'],
    ['on a private address', 'https://10.0.0.1/me.jpg', 'user_photo_not_allowed'],
    ['that leads to a private address', '/inside.jpg', 'user_photo_not_allowed'],
    ['by plain http', 'http://93.184.216.34/me.jpg', 'user_photo_not_allowed'],
  ] as const;

  it.each(cases)('%s ends the try-on with its own code', async (_name, path, code) => {
    const id = await harness.submit({ photo: at(path) });
    const row = await harness.waitEnded(id, 12_000);
    expect(row).toMatchObject({ status: 'failed', attempt: 1, result: null, error: { code } });
    expect(row.error?.detail).toMatch(/^[A-Z].*\.$|^userPhoto .*\.$/);
    await harness.waitTidy(id);
  });

  it('is not fetched in test mode, whatever comes of the try-on', async () => {
    const photo = at('/none.jpg');
    const fail = 'https://test.drape.invalid/fail/multiple_people';
    const failed = await harness.waitEnded(await harness.submit({ env: 'test', photo, product: fail }));
    expect(failed.error?.code).toBe('multiple_people');
    const ok = 'https://test.drape.invalid/ok';
    const done = await harness.waitEnded(await harness.submit({ env: 'test', photo, product: ok }));
    expect(done.status).toBe('completed');
  });

  it('is checked like a posted one', async () => {
    const prefix = harness.env['DRAPE_QUEUE_PREFIX'] ?? '';
    const queue = createPhotoCheckQueue({ redisUrl: testRedisUrl(), prefix, log: { warn() {}, error() {} } });
    const validate = createValidator<PhotoFindings>(photoFindingsSchema);
    const check = async (path: string) => {
      const checkId = newId('chk');
      await harness.store.put(checkedPhotoKey(checkId), at(path), { contentType: 'text/uri-list' });
      await queue.enqueue({ v: 1, checkId, requestId: newId('req'), gatewayId: 'gtw_test' }, 1);
      const find = async () => (await harness.store.get(checkFindingsKey(checkId))) ?? undefined;
      const bytes = await waitFor(find, { timeoutMs: 30_000, what: 'the findings' });
      return validate(JSON.parse(Buffer.from(bytes).toString()));
    };
    expect(await check('/me.jpg')).toMatchObject({ value: { problems: [], photo: { width: 1200, height: 1200 } } });
    expect(await check('/none.jpg')).toMatchObject({ value: { problems: [{ code: 'user_photo_not_found' }] } });
    await queue.close();
  });
});
