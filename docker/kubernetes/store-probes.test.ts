import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pickPort } from '../../packages/local';
import { findRedis, type RedisProgram } from '../../packages/local/src/find-redis';
import { createTestDatabase, testEnvironment, testRedisUrl, type TestDatabase } from '../../packages/testkit';
import { containers, render, type KubeObject } from './test/render';

const PROBES = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const;
/** A program of Postgres that the embedded one lacks; Debian's postgresql-client has it. */
const hasPgIsReady = spawnSync('pg_isready', ['--version'], { env: testEnvironment() }).status === 0;

let objects: KubeObject[];
let database: TestDatabase;
let redis: RedisProgram;
const servers: Server[] = [];

beforeAll(async () => {
  [objects, database, redis] = await Promise.all([
    render('overlays/all-in-one'),
    createTestDatabase(),
    findRedis(join(__dirname, '../../.cache'), () => undefined),
  ]);
}, 300_000);

afterAll(async () => {
  for (const server of servers) server.close();
  await database?.drop();
});

const specOf = (name: string) => containers(objects).find(({ spec }) => spec.name === name)?.spec;

/** Whether each of a store's probes succeeds, its commands run as they stand against what listens at a port here. */
async function probe(name: 'postgres' | 'redis', port: string): Promise<Record<string, boolean>> {
  const outcomes: Record<string, boolean> = {};
  for (const kind of PROBES) {
    const [program = '', ...args]: string[] = specOf(name)[kind].exec.command;
    const isRedis = program === 'redis-cli';
    const command = isRedis ? redis.command.replace(/server$/, 'cli') : program;
    const given = isRedis ? ['-p', port, ...args] : args;
    const env = testEnvironment({ ...redis.env, PGPORT: port });
    const child = spawn(command, given, { env, stdio: 'ignore' });
    const [status] = await once(child, 'close');
    outcomes[kind] = status === 0;
  }
  return outcomes;
}

/** A server that answers everything with what `reply` makes of it. */
async function serve(reply: (bytes: Buffer) => Buffer | string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => socket.write(reply(bytes)));
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return String(port);
}

/** What Postgres says to whoever connects while it recovers. */
function startingUp(bytes: Buffer): Buffer | string {
  const asksForEncryption = bytes.length === 8;
  if (asksForEncryption) return 'N';
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0');
  const head = Buffer.from('E\0\0\0\0');
  head.writeUInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

const ALL = { startupProbe: true, readinessProbe: true, livenessProbe: true };
const NONE = { startupProbe: false, readinessProbe: false, livenessProbe: false };
/** It is not to be restarted for being busy with its start. */
const ALIVE_ONLY = { ...NONE, livenessProbe: true };

describe('the probes of the stores in overlays/all-in-one', () => {
  it('of Redis succeed with a real one, and fail where none is', async () => {
    expect(await probe('redis', new URL(testRedisUrl()).port)).toEqual(ALL);
    expect(await probe('redis', String(await pickPort()))).toEqual(NONE);
  }, 60_000);

  it('of Redis find it alive and not ready while it loads its file', async () => {
    const loading = await serve(() => '-LOADING Redis is loading the dataset in memory\r\n');
    expect(await probe('redis', loading)).toEqual(ALIVE_ONLY);
  }, 60_000);

  const withPgIsReady = hasPgIsReady ? it : it.skip;
  withPgIsReady(
    'of Postgres succeed with a real one, and fail where none is',
    async () => {
      expect(await probe('postgres', new URL(database.url).port)).toEqual(ALL);
      expect(await probe('postgres', String(await pickPort()))).toEqual(NONE);
    },
    60_000,
  );

  withPgIsReady(
    'of Postgres find it alive and not ready while it recovers',
    async () => {
      expect(await probe('postgres', await serve(startingUp))).toEqual(ALIVE_ONLY);
    },
    60_000,
  );

  // The store that runs here is no MinIO: its paths are held against what MinIO documents.
  it('of MinIO ask the paths that it has for them', () => {
    const paths = PROBES.map((kind) => specOf('minio')[kind].httpGet);
    const at = (path: string) => ({ path, port: 's3' });
    expect(paths).toEqual([at('/minio/health/live'), at('/minio/health/ready'), at('/minio/health/live')]);
  });
});
