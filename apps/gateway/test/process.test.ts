import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runGateway, spawnProcess, waitFor } from '@drape/testkit';
import { Redis } from 'ioredis';
import { pickPort, startRedis } from '../../../packages/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServices, type TestServices } from './harness';
import { goodBody } from './pictures';

let services: TestServices;

beforeAll(async () => {
  services = await startServices();
});

afterAll(() => services?.stop());

describe('the gateway process', () => {
  it('says that it is ready, answers waiting requests when it is stopped, and exits with 0', async () => {
    const { key } = await services.createKey();
    const env = { ...services.env, DRAPE_PORT: '0', DRAPE_HOST: '127.0.0.1', DRAPE_WAIT_MS: '20000' };
    const gateway = await runGateway(env);
    const { port } = await gateway.logged('ready');
    const url = `http://127.0.0.1:${String(port)}`;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);

    const pending = fetch(`${url}/v1/tryon`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(goodBody()),
    });
    await waitFor(async () => (await services.store.list('photos/')).length > 0);
    gateway.kill('SIGTERM');
    const response = await pending;
    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    expect(await response.json()).toMatchObject({ success: true, data: { status: 'queued' } });
    expect(await gateway.ended).toEqual({ status: 0, signal: null });

    const printed = gateway.lines.join('\n');
    expect(printed).toContain('"msg":"request"');
    expect(printed).not.toContain(key);
    expect(printed).not.toContain(String(goodBody()['userPhoto']).slice(0, 60));
  });

  it('refuses a database that is not migrated, and says what to do', async () => {
    const url = new URL(services.env['DATABASE_URL'] ?? '');
    url.searchParams.set('options', '-c search_path=nowhere');
    const gateway = spawnProcess('apps/gateway/dist/main.js', {
      env: { ...services.env, DATABASE_URL: url.href, DRAPE_PORT: '0' },
    });
    expect((await gateway.ended).status).toBe(1);
    expect(gateway.lines.join('\n')).toMatch(
      /The database lacks the migration \d+_\w+ and \d+ more: run the migration/,
    );
  });

  it('refuses a Redis that may evict jobs', async () => {
    const home = mkdtempSync(join(tmpdir(), 'drape-redis-'));
    const options = { cache: join(__dirname, '../../../.cache'), logFile: join(home, 'log'), durable: false };
    const redis = await startRedis({ home, ...options, log: () => undefined });
    const connection = new Redis(redis.url);
    await connection.config('SET', 'maxmemory-policy', 'allkeys-lru');
    connection.disconnect();
    const gateway = spawnProcess('apps/gateway/dist/main.js', { env: { ...services.env, REDIS_URL: redis.url } });
    expect((await gateway.ended).status).toBe(1);
    await redis.stop();
    rmSync(home, { recursive: true });
    expect(gateway.lines.join('\n')).toContain('maxmemory-policy allkeys-lru');
  });

  it('starts without a database, and is alive but not ready', async () => {
    const port = await pickPort();
    const env = { ...services.env, DATABASE_URL: `postgresql://127.0.0.1:${port}/none`, DRAPE_HOST: '127.0.0.1' };
    const gateway = await runGateway({ ...env, DRAPE_PORT: '0' });
    const url = `http://127.0.0.1:${String((await gateway.logged('ready'))['port'])}`;
    const statuses = async () =>
      Promise.all(['/healthz', '/readyz'].map(async (path) => (await fetch(url + path)).status));
    expect(await statuses()).toEqual([200, 503]);
    await gateway.stop();
  });

  it('names all that is wrong with its settings and exits', async () => {
    const gateway = spawnProcess('apps/gateway/dist/main.js', {
      env: { DRAPE_PORT: 'many', DRAPE_PROT: '1', REDIS_URL: 'redis://127.0.0.1:1' },
    });
    expect((await gateway.ended).status).toBe(78);
    const text = gateway.lines.join('\n');
    for (const word of ['DRAPE_PORT', 'DRAPE_PROT', 'DATABASE_URL', 'S3_ACCESS_KEY_ID']) expect(text).toContain(word);
  });
});
