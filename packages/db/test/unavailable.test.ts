import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPrisma, isDatabaseUnavailable } from '../src/prisma';
import { createTestDatabase, type TestDatabase } from './test-database';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** What a stopping server does to those who are connected, and what each call of a transaction throws then. */
it.each([1, 2, 3])('a server that ends a connection before call %i of a transaction is unavailable', async (ended) => {
  const prisma = createPrisma({ url: database.url });
  const errors: unknown[] = [];
  await prisma
    .$transaction(async (tx) => {
      for (let call = 1; call <= 3; call++) {
        const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
        if (call === ended) await database.query('SELECT pg_terminate_backend($1)', [own?.pid]);
        // The first to notice, then those that come after it.
        const triesMax = call === ended ? 3 : 0;
        for (let tries = 0; tries < triesMax; tries++) {
          await tx.$queryRaw`SELECT 1`.catch((error: unknown) => errors.push(error));
        }
      }
    })
    .catch((error: unknown) => errors.push(error));
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
  await prisma.$disconnect();
});

it('a server that ends a connection while a transaction commits is unavailable, and the process lives', async () => {
  await database.query(`
    CREATE TABLE slow (id int);
    CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(20); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait()`);
  const prisma = createPrisma({ url: database.url });
  const commit = prisma
    .$transaction([prisma.$executeRaw`INSERT INTO slow VALUES (1)`])
    .catch((error: unknown) => error);
  const ended = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'PgSleep'`;
  while ((await database.query(ended)).length === 0) await new Promise((done) => setTimeout(done, 20));
  expect(isDatabaseUnavailable(await commit)).toBe(true);
  await prisma.$disconnect();
}, 15_000);

it('a statement that is merely slow is waited for', async () => {
  const prisma = createPrisma({ url: database.url });
  const [row] = await prisma.$queryRaw<{ done: string }[]>`SELECT 'done' AS done FROM pg_sleep(3.5)`;
  const inTransaction = await prisma.$transaction((tx) => tx.$executeRaw`SELECT pg_sleep(2)`);
  expect([row?.done, inTransaction]).toEqual(['done', 1]);
  await prisma.$disconnect();
}, 30_000);

it('errors of the adapter itself and of a broken connection are recognised by their message', () => {
  const ofAdapter = (originalCode: string) =>
    Object.assign(new Error('terminating connection', { cause: { kind: 'postgres', originalCode } }), {
      name: 'DriverAdapterError',
    });
  expect(isDatabaseUnavailable(ofAdapter('57P01'))).toBe(true);
  expect(isDatabaseUnavailable(ofAdapter('23505'))).toBe(false);
  const broken = new Error('Client has encountered a connection error and is not queryable');
  expect(isDatabaseUnavailable(broken)).toBe(true);
});
