import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { servePages, type PageServer } from './page';
import { PHOTO, SHOP, startService, type TestService } from './service';

/** The ESM build in a real Chromium, in a page of a shop that may use a publishable key, against the real gateway. */
let service: TestService;
let pages: PageServer;
let apiKey: string;

beforeAll(async () => {
  service = await startService();
  pages = await servePages(PHOTO);
  const allowedOrigins = [`http://127.0.0.1:${pages.port}`];
  ({ key: apiKey } = await service.services.createKey({ kind: 'pk', allowedOrigins }));
});

afterAll(async () => {
  await pages?.stop();
  await service?.stop();
});

/** A module that has `drape`, a client for one visit, and `userPhoto`, a File. */
const program = (body: string) => `
import { Drape } from '@drape/client';
const drape = new Drape({ apiKey: '${apiKey}', baseUrl: '${service.url}' });
const userPhoto = new File([await (await fetch('/me.png')).blob()], 'me.png');
const input = (path) => ({ productImageUrl: '${SHOP}' + path, userPhoto, productCategory: 'top' });
const caught = (promise) => promise.then(() => null, ({ name, code, status }) => ({ name, code, status }));
${body}`;

describe('in a browser', () => {
  it('creates a try-on, waits, follows it, and reads headers across origins', async () => {
    const result = await pages.run(
      '127.0.0.1',
      program(`
        const { id, status } = await drape.tryOns.createAndWait(input('/shirt.jpg'));
        const events = [];
        for await (const { type } of drape.tryOns.events(id)) events.push(type);
        const failing = await drape.tryOns.create(input('/fail.jpg'), { wait: 0 });
        const { measurements } = await drape.measurements.create({ height: 178 });
        export default {
          agent: navigator.userAgent, hasNode: 'process' in globalThis,
          id, status, measurements, events,
          imageUrl: await drape.tryOns.imageUrl(id),
          failed: await caught(drape.tryOns.waitFor(failing.id)),
          unknown: await caught(drape.tryOns.retrieve('try_01K0000000000000000000000A')),
          refused: await caught(drape.sessions.page()),
          rateLimit: drape.rateLimit,
        };`),
    );
    expect(result).toMatchObject({
      agent: expect.stringContaining('Chrome/'),
      ...{ hasNode: false, status: 'completed', events: ['completed'], measurements: { height: 178 } },
      id: expect.stringMatching(/^try_/),
      imageUrl: expect.stringMatching(/^http.*\/results\//),
      failed: { name: 'TryOnFailedError', code: 'person_not_detected' },
      unknown: { name: 'NotFoundError', code: 'tryon_not_found', status: 404 },
      refused: { name: 'PermissionError', code: 'insufficient_scope', status: 403 },
      rateLimit: { limit: 2000, remaining: expect.any(Number) },
    });
  }, 400_000);

  it('is let in from the key’s own origins only', async () => {
    const result = await pages.run(
      'localhost',
      program(`
        const strict = new Drape({ apiKey: '${apiKey}', baseUrl: '${service.url}', maxRetries: 0 });
        export default [location.origin, await caught(strict.measurements.create({ height: 178 }))];`),
    );
    const error = { name: 'PermissionError', code: 'origin_not_allowed', status: 403 };
    expect(result).toEqual([`http://localhost:${pages.port}`, error]);
  }, 400_000);

  it('says what a page needs where the browser hides the answer', async () => {
    const secretKey = await service.newKey();
    const result = await pages.run(
      '127.0.0.1',
      program(`
        const leaked = new Drape({ apiKey: '${secretKey}', baseUrl: '${service.url}', maxRetries: 0 });
        export default await leaked.sessions.page().catch(({ name, message }) => ({ name, message }));`),
    );
    expect(result).toEqual({
      name: 'DrapeConnectionError',
      message: `GET /v1/sessions: the connection failed (Failed to fetch). From a page, here http://127.0.0.1:${pages.port}, a publishable key or a client token is needed (drp_pk_…, drp_ct_…): of other keys a page may read no answer.`,
    });
  }, 400_000);

  it('loads every module of the build, and nothing of Node', () => {
    const modules = readdirSync(join(__dirname, '../esm/dist')).filter((name) => /^(?!types).*\.js$/.test(name));
    expect([...pages.loaded].sort()).toEqual(modules.sort());
  });
});
