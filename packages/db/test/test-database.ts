import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
  readonly url: string;
  query(sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** A database of the test's own: a copy of the migrated template, or an empty one. @drape/testkit stands above this package. */
export async function createTestDatabase(from: 'template' | 'nothing' = 'template'): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'] ?? '';
  const name = `t${randomUUID().replaceAll('-', '')}`;
  const template = from === 'template' ? ` TEMPLATE ${process.env['TEST_TEMPLATE_DATABASE'] ?? ''}` : '';
  await execute(server, `CREATE DATABASE ${name}${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (sql, values) => execute(url.href, sql, values),
    async drop() {
      await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function execute(url: string, sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}
