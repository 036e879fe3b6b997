import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabase, migrate, type Database } from '@drape/db';
import { createOwnPostgres, testEnvironment, type OwnPostgres } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { finishTryOn, startGateway, startServices, type TestGateway, type TestServices } from './harness';
import { goodBody } from './pictures';

const run = promisify(execFile);
const CLI = join(__dirname, '..', 'dist', 'admin', 'cli.js');
const PICTURE = Buffer.from('a picture');

jest.setTimeout(180_000);
let postgres: OwnPostgres;
let services: TestServices;
let gateway: TestGateway;
let key: string;
let restored: Database;

beforeAll(async () => {
  postgres = await createOwnPostgres();
  await migrate(postgres.url);
  services = await startServices(postgres.url);
  gateway = await startGateway(services.env);
  ({ key } = await services.createKey());
});

afterAll(async () => {
  await gateway?.stop();
  await restored?.close();
  await services?.stop();
  await postgres?.stop();
});

async function tryOn(sessionId: string, picture?: Buffer): Promise<string> {
  const options = { key, body: goodBody({ sessionId }), headers: { prefer: 'wait=0' } };
  const { id } = await gateway.send('POST', '/v1/tryon', options);
  if (picture !== undefined) {
    await finishTryOn({ services, id, picture });
    await services.store.delete([`photos/${id}`]);
  }
  return id;
}

const measure = (sessionId: string) =>
  gateway.send('POST', '/v1/measurements', { key, body: { sessionId, height: 178 } });
const get = (path: string) => gateway.send('GET', path, { key });
const statusOf = async (path: string) => (await get(path)).status;
const erase = async (path: string) => expect((await gateway.send('DELETE', path, { key })).status).toBe(200);

/** A command of `drape` against what runs now: its exit status and what it found. */
async function drape(...args: string[]): Promise<{ code: number; found: Record<string, unknown> }> {
  const env = testEnvironment({ ...services.env, DATABASE_URL: postgres.url });
  const told = await run(process.execPath, [CLI, '--json', ...args], { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => {
      const { code, stdout } = Object(error);
      return { code, stdout };
    },
  );
  return { code: told.code, found: JSON.parse(told.stdout) };
}

describe('a database that is restored from a base backup', () => {
  it('keeps what was there, and what has been erased since the backup stays erased', async () => {
    const stays = await tryOn('stays', PICTURE);
    await measure('stays');
    const [goes, goesToo] = [await tryOn('goes', PICTURE), await tryOn('goes')];
    await measure('goes');
    await tryOn('comes-back', PICTURE);
    const [single, waits, faded] = [await tryOn('stays', PICTURE), await tryOn('stays'), await tryOn('stays', PICTURE)];
    const keySet = await get('/.well-known/jwks.json');
    const backup = await postgres.backUp();

    // What happens after the backup: erasures, one of a name that is used again, and pictures that come and go.
    await erase('/v1/sessions/goes');
    await erase('/v1/sessions/comes-back');
    await erase(`/v1/tryon/${single}`);
    const later = await tryOn('comes-back', PICTURE);
    await services.store.delete([`results/${faded}/1.jpg`]);
    // The store, too, may come from a copy that has what was erased.
    for (const left of [`results/${goes}/1.jpg`, `photos/${goesToo}`, `photos/${stays}`, 'checks/chk_1/photo'])
      await services.store.put(left, PICTURE, { contentType: 'image/jpeg' });
    await gateway.stop();
    await services.db.close();

    await postgres.wipeAndRestore(backup);
    const looked = await drape('restore-check');
    expect(looked).toEqual({
      code: 1,
      found: { erasedSessions: 2, erasedTryOns: 1, unneededObjects: 3, missingResults: 3 },
    });
    const mended = await drape('restore-check', '--mend');
    expect([mended.code, mended.found['erasedSessions'], mended.found['erasedTryOns']]).toEqual([0, 2, 1]);
    const nothing = { erasedSessions: 0, erasedTryOns: 0, unneededObjects: 0, missingResults: 0 };
    expect(await drape('restore-check')).toEqual({ code: 0, found: nothing });

    // Not the bytes of pictures, which are none in this test.
    const { code, found } = await drape('doctor', '--quick');
    expect([code, found['violations']]).toEqual([0, []]);

    const env = { ...services.env, DATABASE_URL: postgres.url };
    restored = createDatabase({ url: postgres.url });
    gateway = await startGateway(env);
    expect(await statusOf('/v1/sessions/stays')).toBe(200);
    expect((await get(`/v1/tryon/${stays}`)).body['data']).toMatchObject({ status: 'completed' });
    expect((await get(`/v1/tryon/${waits}`)).body['data']).toMatchObject({ status: 'queued' });
    const gone = ['/v1/sessions/goes', '/v1/sessions/comes-back', `/v1/tryon/${goes}`, `/v1/tryon/${single}`];
    expect(await Promise.all(gone.map(statusOf))).toEqual([404, 404, 404, 404]);
    expect((await get(`/v1/tryon/${faded}`)).body['data']).toMatchObject({ status: 'completed', resultImageUrl: null });
    const objects = await services.store.list('');
    expect(objects.filter((name) => !name.startsWith('erasures/'))).toEqual([
      `photos/${waits}`,
      `results/${stays}/1.jpg`,
    ]);
    expect(objects.join()).not.toContain(later);
    expect((await get('/.well-known/jwks.json')).text).toBe(keySet.text);
  });

  it('leaves no names on the list of what was erased', async () => {
    const list = await services.store.list('erasures/');
    expect(list).toHaveLength(3);
    expect(list.filter((name) => !/^erasures\/\d{4}-\d\d-\d\d\/[0-9a-f]{64}$/.test(name))).toEqual([]);
  });
});
