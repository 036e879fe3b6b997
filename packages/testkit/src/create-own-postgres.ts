import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@drape/local';
import { Client } from 'pg';
import { testEnvironment } from './test-environment';

/** A server of the test's own: what concerns more than one database, such as a base backup, cannot be tried on the shared one. */
export interface OwnPostgres {
  /** Of the running server; each start has its own port. */
  readonly url: string;
  /** A base backup of the running server by the low-level API (pg_backup_start, pg_backup_stop), in a new folder. */
  backUp: () => Promise<string>;
  /** Stops the server, loses all its data, puts a base backup in their place and starts it: it recovers by itself. */
  wipeAndRestore: (backup: string) => Promise<void>;
  stop: () => Promise<void>;
}

export async function createOwnPostgres(): Promise<OwnPostgres> {
  const home = mkdtempSync(join(tmpdir(), 'drape-own-postgres-'));
  chmodSync(home, 0o755);
  const start = () => startPostgres({ home, logFile: join(home, 'postgres.log'), durable: false });
  let server = await start();
  const folder = realpathSync(join(home, 'postgres'));
  const data = join(folder, 'data');
  return {
    get url() {
      return server.url;
    },
    async backUp() {
      const copy = join(folder, `backup-${Date.now()}`);
      const client = new Client({ connectionString: server.url });
      await client.connect();
      try {
        await client.query(`SELECT pg_backup_start('test', true)`);
        copyFolder(data, copy);
        for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(copy, name), { force: true });
        const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
        const label = join(copy, 'backup_label');
        writeFileSync(label, rows[0]?.labelfile ?? '');
        // The server's own user reads and renames it.
        const { uid, gid } = statSync(data);
        chownSync(label, uid, gid);
        // What was written meanwhile, which an archive of the log would hold.
        rmSync(join(copy, 'pg_wal'), { recursive: true });
        copyFolder(join(data, 'pg_wal'), join(copy, 'pg_wal'));
      } finally {
        await client.end();
      }
      return copy;
    },
    async wipeAndRestore(backup) {
      await server.stop();
      rmSync(data, { recursive: true });
      copyFolder(backup, data);
      server = await start();
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** With owners and permissions. A file that goes while a running server is copied is none of the backup's. */
function copyFolder(from: string, to: string): void {
  const { stderr } = spawnSync('cp', ['-pR', from, to], { encoding: 'utf8', env: testEnvironment() });
  const faults = stderr.split('\n').filter((line) => line !== '' && !line.includes('No such file'));
  if (faults.length > 0 || !existsSync(to)) throw new Error(`${from} was not copied: ${stderr}`);
}
