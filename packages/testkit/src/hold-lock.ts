import { Client } from 'pg';
import { waitFor } from './wait-for';

export interface HeldLock {
  /** Resolves when that many others wait for an advisory lock of the database. */
  waitedForBy: (count: number) => Promise<void>;
  release: () => Promise<void>;
}

/** Holds the advisory lock of a name, as a transaction does that takes long. */
export async function holdLock(databaseUrl: string, name: string): Promise<HeldLock> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [name]);
  return {
    async waitedForBy(count) {
      const isWaitedFor = async () => {
        const { rowCount } = await client.query(
          `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return (rowCount ?? 0) >= count;
      };
      await waitFor(isWaitedFor, { what: `${count} to wait for the lock` });
    },
    release: () => client.end(),
  };
}
