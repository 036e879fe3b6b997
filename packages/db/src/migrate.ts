import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** The number of Prisma's own advisory lock, so that both exclude each other. */
const PRISMA_LOCK = 72707369;
const CONNECT_TIMEOUT_MS = 10_000;
const LOCK_PAUSE_MS = 100;

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

interface AppliedRow {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
  readonly rolled_back_at: Date | null;
}

/**
 * Applies all missing migrations, recording them in Prisma's own table (`_prisma_migrations`), so that `prisma migrate deploy` may take
 * over at any time. Concurrent callers apply each migration once.
 *
 * Throws: where an earlier migration failed half-way, or where a file was changed after it had been applied.
 */
export async function migrate(url: string, options: { migrationsDir?: string } = {}): Promise<{ applied: string[] }> {
  const migrations = readMigrations(options.migrationsDir ?? findMigrationsDir(__dirname));
  return withClient(url, async (client) => {
    await waitForLock(client);
    await client.query(MIGRATIONS_TABLE);
    const pending = pendingMigrations(migrations, await readApplied(client));
    for (const migration of pending) await apply(client, migration);
    return { applied: pending.map((migration) => migration.name) };
  });
}

/** Names of the migrations that the database lacks; changes nothing. Throws: as {@link migrate}. */
export async function listPending(url: string, options: { migrationsDir?: string } = {}): Promise<string[]> {
  const migrations = readMigrations(options.migrationsDir ?? findMigrationsDir(__dirname));
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ found: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found`,
    );
    const applied = rows[0]?.found === true ? await readApplied(client) : [];
    return pendingMigrations(migrations, applied).map((migration) => migration.name);
  });
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Polls for the lock: waiting within a statement would keep another's CREATE INDEX CONCURRENTLY waiting for it forever. */
async function waitForLock(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [PRISMA_LOCK]);
    if (rows[0]?.got === true) return;
    await sleep(LOCK_PAUSE_MS);
  }
}

/** Prisma's table, exactly as Prisma creates it. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY NOT NULL,
  checksum varchar(64) NOT NULL,
  finished_at timestamptz,
  migration_name varchar(255) NOT NULL,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(),
  applied_steps_count integer NOT NULL DEFAULT 0
)`;

async function readApplied(client: Client): Promise<AppliedRow[]> {
  const result = await client.query<AppliedRow>(
    'SELECT migration_name, checksum, finished_at, rolled_back_at FROM _prisma_migrations ORDER BY started_at',
  );
  return result.rows;
}

function pendingMigrations(migrations: readonly Migration[], applied: readonly AppliedRow[]): Migration[] {
  const standing = applied.filter((row) => row.rolled_back_at === null);
  const failed = standing.find((row) => row.finished_at === null);
  if (failed) {
    throw new Error(
      `migration ${failed.migration_name} failed earlier (P3009): mend the database, then mark it with "prisma migrate resolve"`,
    );
  }
  const checksums = new Map(standing.map((row) => [row.migration_name, row.checksum]));
  const changed = migrations.find((one) => checksums.has(one.name) && checksums.get(one.name) !== one.checksum);
  if (changed)
    throw new Error(`migration ${changed.name} was changed after it had been applied: write a new migration instead`);
  return migrations.filter((one) => !checksums.has(one.name));
}

/** An entry before and a mark after, as Prisma does: a crash in between is visible. */
async function apply(client: Client, migration: Migration): Promise<void> {
  const id = randomUUID();
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    migration.checksum,
    migration.name,
  ]);
  try {
    await client.query(migration.sql);
  } catch (error) {
    await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, String(error)]);
    throw new Error(`migration ${migration.name} failed: ${String(error)}`, { cause: error });
  }
  await client.query('UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1', [id]);
}

function readMigrations(dir: string): Migration[] {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(dir, entry.name, 'migration.sql')))
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const sql = readFileSync(join(dir, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** The nearest prisma/migrations above `from`: the same in the source tree, in dist and in an image. */
function findMigrationsDir(from: string): string {
  for (let dir = from; ; dir = dirname(dir)) {
    const candidate = join(dir, 'prisma', 'migrations');
    if (existsSync(candidate)) return candidate;
    if (dirname(dir) === dir) throw new Error(`no prisma/migrations folder above ${from}: give migrationsDir`);
  }
}
