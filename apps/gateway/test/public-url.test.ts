import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { finishTryOn, sendRaw, startGateway, startServices, type TestGateway, type TestServices } from './harness';
import { goodBody } from './pictures';

/** A service that clients reach by several names, as a phone and the machine itself do. */
let services: TestServices;
let gateway: TestGateway;
let storePort: number;
let key: string;
let id: string;

beforeAll(async () => {
  services = await startServices();
  storePort = Number(new URL(services.env['S3_ENDPOINT'] ?? '').port);
  gateway = await startGateway({
    ...services.env,
    S3_PUBLIC_ENDPOINT: `http://{host}:${storePort}`,
    DRAPE_PUBLIC_URL: 'http://{host}:8080/drape/',
  });
  ({ key } = await services.createKey());
  ({ id } = await gateway.send('POST', '/v1/tryon', { key, body: goodBody(), headers: { prefer: 'wait=0' } }));
  await finishTryOn({ services, id, picture: Buffer.from('picture') });
});

afterAll(async () => {
  await gateway?.stop();
  await services?.stop();
});

const ask = async (path: string, host: string, extra: Record<string, string> = {}) =>
  sendRaw(gateway.port, { method: 'GET', path, headers: { host, authorization: `Bearer ${key}`, ...extra } });
const json = async (path: string, host: string, extra?: Record<string, string>) =>
  JSON.parse((await ask(path, host, extra)).body);

describe('a client that came by another host', () => {
  it.each(['127.0.0.2', 'my-phone.local', '[fd00::7]'])('%s gets a signed picture of that host', async (host) => {
    const { data } = await json(`/v1/tryon/${id}`, `${host}:8080`);
    const url = new URL(data.resultImageUrl);
    expect(url.host).toBe(`${host}:${storePort}`);
    const headers = { host: url.host };
    const picture = await sendRaw(storePort, { method: 'GET', path: url.pathname + url.search, headers });
    expect([picture.status, picture.body]).toEqual([200, 'picture']);
    const elsewhere = { method: 'GET', path: url.pathname + url.search, headers: { host: `127.0.0.3:${storePort}` } };
    expect((await sendRaw(storePort, elsewhere)).status).toBe(403);
    const { headers: redirect } = await ask(`/v1/tryon/${id}/image`, `${host}:8080`);
    expect(new URL(redirect.location ?? '').host).toBe(`${host}:${storePort}`);
  });

  it.each(['a b', 'evil.example/x#', 'user@evil.example'])('%j is not put into a URL', async (host) => {
    const { data } = await json(`/v1/tryon/${id}`, host);
    expect(new URL(data.resultImageUrl).host).toBe(`127.0.0.1:${storePort}`);
    expect((await json('/v1/nowhere', host)).error.docUrl).toMatch(/^http:\/\/127\.0\.0\.1:8080\/drape\/docs\/errors#/);
  });

  it('finds the page of an error there, in either form', async () => {
    const page = 'http://127.0.0.2:8080/drape/docs/errors#route_not_found';
    expect((await json('/v1/nowhere', '127.0.0.2:8080')).error.docUrl).toBe(page);
    expect((await json('/v1/nowhere', '127.0.0.2', { accept: 'application/problem+json' })).type).toBe(page);
  });
});

describe('a service that was not told how it is reached', () => {
  it('points to its own port of this machine', async () => {
    const bare = await startGateway(services.env);
    const { body } = await bare.send('GET', '/v1/nowhere', { key, headers: { host: 'evil.example' } });
    expect(body['error']['docUrl']).toBe(`${bare.url}/docs/errors#route_not_found`);
    await bare.stop();
  });
});
