import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { LocalServiceError } from './local-service-error';
import { pickPort } from './pick-port';
import { postgresHome, reachablePostgres } from './postgres-files';
import { spawnGuarded } from './spawn-guarded';
import { tailOf } from './tail-of';
import { unprivilegedOwner, type Owner } from './unprivileged';
import { waitUntil } from './wait-until';

const USER = 'drape';
const DATABASE = 'drape';
const READY_WITHIN_MS = 30_000;

export interface PostgresOptions {
  home: string;
  logFile: string;
  /** False: what is committed survives the server's death, but no power cut, and everything is quicker. For tests. */
  durable: boolean;
  preferredPort?: number | undefined;
}

export interface RunningServer {
  url: string;
  port: number;
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<number>;
  stop: () => Promise<void>;
}

/** Starts the embedded Postgres on loopback and makes sure that the database exists. Trusts every local connection. */
export async function startPostgres(options: PostgresOptions): Promise<RunningServer> {
  const owner = unprivilegedOwner();
  const binaries = reachablePostgres(owner);
  const dataDir = join(postgresHome(options.home, owner), 'data');
  initialise(binaries, dataDir, owner, options.durable);
  await stopLeftOver(dataDir);
  const port = await pickPort(options.preferredPort);
  const output = openSync(options.logFile, 'a');
  const server = spawnGuarded(join(binaries, 'bin/postgres'), ['-D', dataDir, '-p', String(port), ...flags(options)], {
    output,
    stopSignal: 'SIGINT',
    ...owner,
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C' },
  });
  closeSync(output);
  let gone = false;
  void server.ended.then(() => (gone = true));
  const up = await waitUntil(async () => gone || (await ensureDatabase(port)), READY_WITHIN_MS);
  if (gone || !up) {
    await server.stop();
    throw new LocalServiceError(
      `The embedded Postgres did not start (${tailOf(options.logFile)}): read ${options.logFile}, or set DATABASE_URL to a server of your own.`,
    );
  }
  return { url: `postgres://${USER}@127.0.0.1:${port}/${DATABASE}`, port, ended: server.ended, stop: server.stop };
}

function flags({ durable }: PostgresOptions): string[] {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', 'timezone=UTC'];
  // Without synchronous_commit=off: what was promised must survive the server's own death, or a kill of it would look like a loss of ours.
  if (!durable) settings.push('fsync=off', 'full_page_writes=off');
  return settings.flatMap((setting) => ['-c', setting]);
}

/** Makes the data folder once; an interrupted attempt leaves only a `.new` behind, which the next one removes. */
function initialise(binaries: string, dataDir: string, owner: Owner | undefined, durable: boolean): void {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return;
  const fresh = `${dataDir}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const args = ['-D', fresh, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-instructions'];
  const result = spawnSync(join(binaries, 'bin/initdb'), durable ? args : [...args, '--no-sync'], {
    ...owner,
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C' },
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    const reason = (result.error?.message ?? result.stderr).trim().split('\n').at(-1) ?? '';
    throw new LocalServiceError(
      `The embedded Postgres could not make its data folder ${fresh} (${reason.trim()}): see to that, or set DATABASE_URL.`,
    );
  }
  renameSync(fresh, dataDir);
}

/** A server that outlived its guard still holds the data folder: it is asked to go. A stale pid file is removed. */
async function stopLeftOver(dataDir: string): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!isPostgresOf(pid, dataDir)) return rmSync(pidFile, { force: true });
  process.kill(pid, 'SIGINT');
  if (!(await waitUntil(async () => !existsSync(pidFile), 10_000))) {
    throw new LocalServiceError(`A Postgres of an earlier start does not stop: kill process ${pid} and start again.`);
  }
}

/** The pid may belong to anybody by now, so its command line must name the folder. */
function isPostgresOf(pid: number, dataDir: string): boolean {
  if (process.platform === 'linux') {
    const file = `/proc/${pid}/cmdline`;
    return existsSync(file) && readFileSync(file, 'utf8').includes(dataDir);
  }
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(dataDir);
}

async function ensureDatabase(port: number): Promise<boolean> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: USER,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
