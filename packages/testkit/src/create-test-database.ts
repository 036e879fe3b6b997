import { Client } from 'pg';
import { testPrefix, testVariable } from './test-environment';

export interface TestDatabase {
  url: string;
  /** Ends all connections to it and removes it. */
  drop: () => Promise<void>;
}

/** A migrated, empty database of the test's own: a copy of the template, 60–80 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = testPrefix();
  await query(`CREATE DATABASE ${name} TEMPLATE ${testVariable('TEST_TEMPLATE_DATABASE')}`);
  const url = new URL(testVariable('TEST_DATABASE_URL'));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function query(sql: string): Promise<void> {
  const client = new Client({ connectionString: testVariable('TEST_DATABASE_URL') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
