import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { NEWEST_API_VERSION } from '@drape/contracts';
import { testEnvironment, waitFor } from '@drape/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startGateway, startServices, type TestGateway, type TestServices } from './harness';

const run = promisify(execFile);
const CLI = join(__dirname, '..', 'dist', 'admin', 'cli.js');
/** Each command is a process of its own; on a busy machine a test of five takes a while. */
jest.setTimeout(120_000);
let services: TestServices;
let gateways: TestGateway[];

beforeAll(async () => {
  services = await startServices();
  gateways = await Promise.all([startGateway(services.env), startGateway(services.env)]);
});

afterAll(async () => {
  await Promise.all((gateways ?? []).map((one) => one.stop()));
  await services?.stop();
});

interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const drape = (...args: string[]) => call(testEnvironment(services.env), args);

async function call(env: Record<string, string>, args: readonly string[]): Promise<Outcome> {
  try {
    const { stdout, stderr } = await run(process.execPath, [CLI, ...args], { env });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = Object(error);
    return { code, out: stdout, err: stderr };
  }
}

async function record(...args: string[]): Promise<Record<string, string>> {
  const { code, out, err } = await drape('--json', ...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
}

const statuses = (key: string | undefined, path = '/v1/sessions') =>
  Promise.all(gateways.map(async (one) => (await one.send('GET', path, { key: key ?? null })).status));

describe('drape', () => {
  it('takes a new shop from nothing to a working key, and to its revocation', async () => {
    const account = await record('account', 'create', '--name', 'Test shop', '--plan', 'starter');
    const key = await record('key', 'create', '--account', account['id'] ?? '', '--scopes', 'all');
    expect(key['key']).toMatch(/^drp_sk_live_/);
    expect(await statuses(key['key'])).toEqual([200, 200]);
    const [first] = gateways;
    const { headers } = (await first?.send('GET', '/v1/sessions', { key: key['key'] ?? null })) ?? {};
    expect(headers?.get('x-ratelimit-limit')).toBe('500');

    const since = performance.now();
    expect((await drape('key', 'revoke', key['id'] ?? '')).code).toBe(0);
    expect(await statuses(key['key'])).toEqual([401, 401]);
    expect(performance.now() - since).toBeLessThan(10_000);
  });

  it('lists keys without their secrets, with their last use', async () => {
    const account = await record('account', 'create');
    const key = await record(
      'key',
      'create',
      '--account',
      account['id'] ?? '',
      '--scopes',
      'sessions:read',
      '--name',
      'Nightly',
    );
    await statuses(key['key']);
    await waitFor(async () => (await services.db.apiKeys.find(key['id'] ?? ''))?.lastUsedAt !== null);
    const { out } = await drape('key', 'list', '--account', account['id'] ?? '');
    expect(out).toContain('Nightly');
    expect(out).toContain((key['key'] ?? '').slice(-4));
    expect(out).not.toContain(key['key'] ?? '?');
    expect(out).toMatch(/lastUsedAt: +\d{4}/);
  });

  it('rotates a key: both work during the overlap, and without one only the new key', async () => {
    const account = await record('account', 'create');
    const old = await record('key', 'create', '--account', account['id'] ?? '', '--scopes', 'all');
    const fresh = await record('key', 'rotate', old['id'] ?? '', '--overlap-days', '7');
    expect(await statuses(old['key'])).toEqual([200, 200]);
    expect(await statuses(fresh['key'])).toEqual([200, 200]);
    const last = await record('key', 'rotate', fresh['id'] ?? '', '--overlap-days', '0');
    expect(await statuses(fresh['key'])).toEqual([401, 401]);
    expect(await statuses(last['key'])).toEqual([200, 200]);
  });

  it('rotates a key once, keeps its end, and then names the key that took its place', async () => {
    const account = await record('account', 'create');
    const options = ['--account', account['id'] ?? '', '--expires-in-days', '30'];
    const old = await record('key', 'create', ...options);
    const end = (await services.db.apiKeys.find(old['id'] ?? ''))?.expiresAt;
    const fresh = await record('key', 'rotate', old['id'] ?? '');
    expect((await services.db.apiKeys.find(fresh['id'] ?? ''))?.expiresAt).toEqual(end);
    const again = await drape('key', 'rotate', old['id'] ?? '');
    expect([again.code, again.out]).toEqual([1, '']);
    expect(again.err).toContain(`The key ${old['id']} was rotated already: ${fresh['id']} took its place.`);
  });

  it('shows the version of the API that an account is pinned to, and changes it', async () => {
    const account = await record('account', 'create');
    expect(account['drapeVersion']).toBe(NEWEST_API_VERSION);
    const id = account['id'] ?? '';
    const pinned = await record('account', 'pin', id, '--drape-version', NEWEST_API_VERSION);
    expect(pinned['drapeVersion']).toBe(NEWEST_API_VERSION);
    const refused = await drape('account', 'pin', id, '--drape-version', '2020-01-01');
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain(`Allowed choices are ${NEWEST_API_VERSION}`);
  });

  it('changes plans and suspends accounts on every gateway', async () => {
    const account = await record('account', 'create');
    const key = await record('key', 'create', '--account', account['id'] ?? '');
    expect(await statuses(key['key'])).toEqual([200, 200]);
    await record('account', 'suspend', account['id'] ?? '');
    expect(await statuses(key['key'])).toEqual([403, 403]);
    await record('account', 'resume', account['id'] ?? '');
    await record(
      'account',
      'plan',
      account['id'] ?? '',
      '--plan',
      'enterprise',
      '--limit',
      '12345',
      '--in-flight',
      '40',
    );
    const { headers } = (await gateways[1]?.send('GET', '/v1/sessions', { key: key['key'] ?? null })) ?? {};
    expect(headers?.get('x-ratelimit-limit')).toBe('12345');
    expect(await record('account', 'plan', account['id'] ?? '', '--plan', 'business')).toMatchObject({
      plan: { inFlightMax: 16, limitPerHour: 2000 },
    });
  });

  it('changes what an account’s try-ons ask of a picture', async () => {
    const account = await record('account', 'create');
    expect(account).toMatchObject({ minQuality: 'fair' });
    expect(await record('account', 'quality', account['id'] ?? '', '--min', 'good')).toMatchObject({
      minQuality: 'good',
    });
  });

  it('makes publishable keys with origins only', async () => {
    const account = await record('account', 'create');
    const key = await record(
      'key',
      'create',
      '--account',
      account['id'] ?? '',
      '--kind',
      'pk',
      '--origins',
      'https://shop.example,http://localhost:*',
    );
    expect(key['key']).toMatch(/^drp_pk_live_/);
    expect(key['scopes']).toEqual(['tryon:write', 'tryon:read', 'measurements:write', 'products:read']);
  });

  it.each([
    [['key', 'create', '--account', 'acc_none'], 1, /no account acc_none/],
    [['key', 'create', '--scopes', 'tryon:eat'], 2, /--scopes: unknown tryon:eat; known are tryon:write/],
    [['key', 'create', '--kind', 'pk'], 2, /needs --origins/],
    [['key', 'create', '--kind', 'pk', '--origins', 'https://shop.example/'], 2, /is not an origin/],
    [['key', 'revoke', 'key_none'], 1, /no key key_none/],
    [['key', 'rotate', 'key_none', '--overlap-days', '8'], 2, /from 0 to 7/],
    [['account', 'create', '--plan', 'gold'], 2, /Allowed choices are free, starter, business, enterprise/],
    [['account', 'create', '--plan', 'enterprise'], 1, /needs --limit/],
    [['sing'], 2, /unknown command/],
  ])('%j ends with %d and a sentence', async (args, code, sentence) => {
    const outcome = await drape(...args);
    expect({ code: outcome.code, out: outcome.out }).toEqual({ code, out: '' });
    expect(outcome.err).toMatch(sentence);
    expect(outcome.err).not.toMatch(/\n\s+at /);
  });
});

describe('drape without a service', () => {
  const alone = (...args: string[]) => call(testEnvironment({ INIT_CWD: '/' }), args);

  it.each([
    [['--help'], 0, /^Usage: drape .*\n(.*\n)*.* key /],
    [['key', '--help'], 0, /rotate .*replace a key/],
    [['help', 'key'], 0, /rotate .*replace a key/],
    [['sing'], 2, /unknown command 'sing'/],
    [['key', 'sing'], 2, /unknown command 'sing'/],
    [['key', 'list'], 1, /^Set DATABASE_URL \(and REDIS_URL\), or start Drape here with "npm start" first\.\n$/],
  ])('%j ends with %d', async (args, code, text) => {
    const outcome = await alone(...args);
    expect(outcome.code).toBe(code);
    expect(outcome.out + outcome.err).toMatch(text);
  });

  it('names every fault of a call at once', async () => {
    const { code, err } = await alone(
      ...['key', 'create', '--kind', 'pk', '--env', 'prod', '--scopes', 'sessions:read,tryon:eat'],
      ...['--origins', 'https://shop.example/,https://shop.example:*', '--expires-in-days', '0'],
    );
    expect(code).toBe(2);
    expect(err.split('\n').map((line) => line.split(/[:;]/)[0])).toEqual([
      '--scopes',
      '--env must be one of live, test',
      '--origins',
      '--origins',
      '--expires-in-days must be a whole number from 1 to 3650',
      '--scopes',
      '',
    ]);
  });
});

describe('revocation without Redis', () => {
  it('is still seen within a second', async () => {
    const lonely = await startGateway({ ...services.env, REDIS_URL: 'redis://127.0.0.1:1' });
    const { key, keyId, accountId } = await services.createKey();
    const status = async () => (await lonely.send('GET', '/v1/sessions', { key })).status;
    expect(await status()).toBe(200);
    await services.db.apiKeys.revoke(accountId, keyId);
    await waitFor(async () => (await status()) === 401, { timeoutMs: 5_000 });
    await lonely.stop();
  });
});
