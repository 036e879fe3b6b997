import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, type QueryResultRow } from 'pg';
import { LocalServiceError, pickPort, startLocalServices, startPostgres, waitUntil, type LocalServices } from '..';
import { testEnvironment } from '../../testkit/src/test-environment';

let home = '';
const log = (): void => undefined;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'drape-local-'));
  chmodSync(home, 0o711);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function query<Row extends QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** One command in Redis' own protocol; the first line of the answer. */
async function redis(url: string, command: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  socket.write(`${command}\r\n`);
  const [data] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return data.toString().trim().split('\r\n').at(-1) ?? '';
}

async function isListening(url: string): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
  return new Promise((done) => {
    socket.once('connect', () => done(true)).once('error', () => done(false));
  }).then((listening) => {
    socket.destroy();
    return listening === true;
  });
}

describe('startLocalServices', () => {
  it('keeps data, ports and the secret over a restart', async () => {
    const first = await startLocalServices({ home, durable: true, env: {}, log });
    await query(first.databaseUrl, 'CREATE TABLE kept AS SELECT 7 AS n');
    expect(await redis(first.redisUrl, 'SET kept seven')).toBe('+OK');
    await first.stop();
    expect(await isListening(first.databaseUrl)).toBe(false);

    const second = await startLocalServices({ home, durable: true, env: {}, log });
    expect(second).toMatchObject({ databaseUrl: first.databaseUrl, redisUrl: first.redisUrl, s3: first.s3 });
    expect(await query(second.databaseUrl, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    expect(await redis(second.redisUrl, 'GET kept')).toBe('seven');
    expect(await redis(second.redisUrl, 'CONFIG GET maxmemory-policy')).toBe('noeviction');
    await second.stop();
  });

  it('starts nothing for what the environment names', async () => {
    const env = {
      DATABASE_URL: 'postgres://elsewhere/db',
      REDIS_URL: 'redis://elsewhere',
      S3_ENDPOINT: 'http://elsewhere',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'i',
      S3_SECRET_ACCESS_KEY: 's',
    };
    const services = await startLocalServices({ home, durable: false, env, log });
    expect(services).toMatchObject({ databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL });
    expect(services.s3).toMatchObject({ endpoint: 'http://elsewhere', bucket: 'b', accessKeyId: 'i' });
    await services.stop();
  });

  it('names what is missing from a half-given object store, and leaves nothing running', async () => {
    const start = startLocalServices({ home, durable: false, env: { S3_BUCKET: 'b' }, log });
    await expect(start).rejects.toThrow(LocalServiceError);
    await expect(start).rejects.toThrow('set S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY too');
    expect(readFileSync(join(home, 'logs/postgres.log'), 'utf8')).toMatch(/shut down\s*$/);
  });

  it('leaves no server behind when its process is killed, and starts again over a stale pid file', async () => {
    const script = join(home, 'start.cjs');
    writeFileSync(
      script,
      `const { startLocalServices } = require(${JSON.stringify(resolve(__dirname, '..'))});
       startLocalServices({ home: ${JSON.stringify(home)}, durable: true, env: {}, log() {} })
         .then(({ databaseUrl, redisUrl }) => console.log(JSON.stringify({ databaseUrl, redisUrl })));`,
    );
    const parent = spawn(process.execPath, [script], { env: testEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const urls = JSON.parse(line.toString()) as Pick<LocalServices, 'databaseUrl' | 'redisUrl'>;
    expect(await isListening(urls.databaseUrl)).toBe(true);
    parent.kill('SIGKILL');
    for (const url of [urls.databaseUrl, urls.redisUrl]) {
      expect(await waitUntil(async () => !(await isListening(url)), 15_000)).toBe(true);
    }
    const data = join(home, 'postgres/data');
    expect(
      await waitUntil(
        async () => readFileSync(join(home, 'logs/postgres.log'), 'utf8').includes('is shut down'),
        15_000,
      ),
    ).toBe(true);
    writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n`);
    const again = await startLocalServices({ home, durable: true, env: {}, log });
    expect(await query(again.databaseUrl, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await again.stop();
  });
});

it('a Postgres that is not durable keeps what was committed when it is killed', async () => {
  const options = { home, logFile: join(home, 'postgres.log'), durable: false };
  const first = await startPostgres(options);
  await query(first.url, 'CREATE TABLE kept (n int)');
  const [{ data } = { data: '' }] = await query<{ data: string }>(
    first.url,
    `SELECT current_setting('data_directory') AS data`,
  );
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  await query(first.url, 'INSERT INTO kept VALUES (7)');
  process.kill(pid, 'SIGKILL');
  await first.ended;
  let second = first;
  // Until the last of its processes has noticed, it is not started over them.
  const restarted = await waitUntil(async () => {
    second = await startPostgres(options);
    return true;
  }, 20_000);
  expect(restarted).toBe(true);
  try {
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  } finally {
    await second.stop();
  }
}, 60_000);

describe('pickPort', () => {
  it('takes the preferred port when it is free and another when it is not', async () => {
    const wanted = await pickPort();
    expect(await pickPort(wanted)).toBe(wanted);
    const server = createServer().listen(wanted, '127.0.0.1');
    await once(server, 'listening');
    expect(await pickPort(wanted)).not.toBe(wanted);
    server.close();
  });
});
