import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync, appendFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { assertMigrated } from '../src/assert-migrated';
import { migrate } from '../src/migrate';
import { testEnvironment } from '../../testkit/src/test-environment';
import { createTestDatabase, type TestDatabase } from './test-database';

const MIGRATIONS = resolve(__dirname, '../../../prisma/migrations');
const NAMES = readdirSync(MIGRATIONS, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

let database: TestDatabase;
let dir: string;

beforeEach(async () => {
  database = await createTestDatabase('nothing');
  dir = mkdtempSync(join(tmpdir(), 'drape-migrations-'));
  cpSync(MIGRATIONS, dir, { recursive: true });
});

afterEach(async () => {
  await database.drop();
  rmSync(dir, { recursive: true });
});

function addMigration(name: string, sql: string): void {
  mkdirSync(join(dir, name));
  writeFileSync(join(dir, name, 'migration.sql'), sql);
}

describe('migrate', () => {
  it('applies every migration once, however many processes start at the same time', async () => {
    const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url)));
    expect(runs.flatMap(({ applied }) => applied)).toEqual(NAMES);
    expect(await migrate(database.url)).toEqual({ applied: [] });
  });

  it("keeps the books that Prisma's own migrate reads", async () => {
    await migrate(database.url);
    const books = await database.query('SELECT * FROM _prisma_migrations ORDER BY started_at');
    expect(books.map((row) => row['migration_name'])).toEqual(NAMES);
    expect(books[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      finished_at: expect.any(Date),
      rolled_back_at: null,
      applied_steps_count: 1,
    });
  });

  it('refuses a migration that was changed after it had been applied', async () => {
    await migrate(database.url, { migrationsDir: dir });
    appendFileSync(join(dir, NAMES[0] ?? '', 'migration.sql'), '-- a late thought\n');
    await expect(migrate(database.url, { migrationsDir: dir })).rejects.toThrow(/changed after it had been applied/);
  });

  it('leaves nothing but the entry of a failed migration behind, and refuses to continue until that is resolved', async () => {
    addMigration('20990101000000_broken', 'CREATE TABLE half (id int); SELECT no_such_function();');
    await expect(migrate(database.url, { migrationsDir: dir })).rejects.toThrow(/20990101000000_broken failed/);
    expect(await database.query(`SELECT to_regclass('half') AS found`)).toEqual([{ found: null }]);
    await expect(migrate(database.url, { migrationsDir: dir })).rejects.toThrow(/P3009/);
    await database.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL`);
    writeFileSync(join(dir, '20990101000000_broken', 'migration.sql'), 'CREATE TABLE half (id int);');
    expect(await migrate(database.url, { migrationsDir: dir })).toEqual({ applied: ['20990101000000_broken'] });
  });
});

describe('assertMigrated', () => {
  it('rejects a database that lacks what this program needs, names it, and changes nothing', async () => {
    const [first = '', ...others] = NAMES;
    const refused = expect.objectContaining({ name: 'NotMigratedError', missing: NAMES });
    await expect(assertMigrated(database.url)).rejects.toEqual(refused);
    await expect(assertMigrated(database.url)).rejects.toThrow(`${first} and ${others.length} more`);
    expect(await database.query(`SELECT to_regclass('_prisma_migrations') AS found`)).toEqual([{ found: null }]);
    await migrate(database.url);
    await assertMigrated(database.url);
    addMigration('20990101000000_next', 'SELECT 1;');
    await expect(assertMigrated(database.url, { migrationsDir: dir })).rejects.toThrow(
      /lacks .*20990101000000_next: run/,
    );
  });

  it('accepts a database that is newer than the program: the schema grows before it shrinks', async () => {
    addMigration('20990101000000_next', 'SELECT 1;');
    await migrate(database.url, { migrationsDir: dir });
    await assertMigrated(database.url);
  });
});

describe('prisma/migrations', () => {
  const diff = () => {
    const script = resolve(__dirname, '../scripts/schema-diff.mjs');
    const env = testEnvironment({ DATABASE_URL: database.url });
    return spawnSync(process.execPath, [script, 'database'], { env, encoding: 'utf8' }).stdout.trim();
  };

  it('lead to exactly the schema of schema.prisma', async () => {
    await migrate(database.url);
    expect(diff()).toBe('-- This is an empty migration.');
  });

  it('would be noticed if it differed', async () => {
    await migrate(database.url);
    await database.query('ALTER TABLE try_ons DROP COLUMN stage');
    expect(diff()).toContain('ADD COLUMN     "stage" TEXT');
  });

  it('seed the plans of the contract', async () => {
    await migrate(database.url);
    const plans = await database.query('SELECT id, limit_per_hour FROM plans ORDER BY limit_per_hour');
    expect(plans.slice(0, 3)).toEqual([
      { id: 'free', limit_per_hour: 100 },
      { id: 'starter', limit_per_hour: 500 },
      { id: 'business', limit_per_hour: 2000 },
    ]);
    expect(plans[3]?.['id']).toBe('enterprise');
  });
});
