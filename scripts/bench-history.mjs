#!/usr/bin/env node
/**
 * pnpm bench:history [--rows N] [--only TABLE] [--json FILE]
 *
 * What the history costs: fills each table that grows with N rows (a tenth of it where rows are fewer by nature), one after the
 * other, and measures what old records cost to forget, by the workers' own code, what that does to inserts beside it, and how long
 * the lists take. Ten million rows need about 15 GB of disk. Uses its own Postgres and state folder (.drape/bench-history).
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measurePart } from './lib/history-measures.mjs';
import { PARTS, fill, setUp } from './lib/history-tables.mjs';
import { ROOT } from './lib/paths.mjs';
import { Problem, say, step } from './lib/say.mjs';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, only: { type: 'string' }, json: { type: 'string' } },
});
const ROWS = Number(values.rows);
const HOME = join(ROOT, '.drape', 'bench-history');
const require = createRequire(join(ROOT, 'packages/db/package.json'));
const { Client } = require('pg');
const { createDatabase, migrate } = require(join(ROOT, 'packages/db/dist/index.js'));
const { startPostgres } = require(join(ROOT, 'packages/local/dist/index.js'));
/** The bench waits for what the service would give up. */
const STATEMENT_TIMEOUT_MS = 600_000;

/** A server over the same data: quick ones fill, durable ones are measured. */
async function withServer(durable, work) {
  const server = await startPostgres({ home: HOME, logFile: join(HOME, 'postgres.log'), durable });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

async function withClient(url, work) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function measure(part) {
  await step(`${part.name}: filling`, () =>
    withServer(false, async (url) => {
      await withClient(url, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public'));
      await migrate(url);
      await withClient(url, async (client) => {
        await setUp(client);
        await fill(client, part, ROWS);
        await client.query('CHECKPOINT');
      });
    }),
  );
  return withServer(true, (url) =>
    withClient(url, async (client) => {
      const db = createDatabase({ url, poolMax: 4, statementTimeoutMs: STATEMENT_TIMEOUT_MS });
      try {
        return await measurePart({ client, db, part });
      } finally {
        await db.close();
      }
    }),
  );
}

async function main() {
  if (!Number.isSafeInteger(ROWS) || ROWS < 1000) throw new Problem('--rows must be a whole number from 1000 on.');
  const parts = PARTS.filter(({ name }) => values.only === undefined || values.only === name);
  if (parts.length === 0) throw new Problem(`--only must be one of ${PARTS.map(({ name }) => name).join(', ')}.`);
  const results = [];
  for (const part of parts) results.push(await measure(part));
  say(`\n${ROWS} rows; ${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}.`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
  await withServer(false, (url) =>
    withClient(url, (client) => client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')),
  );
}

main().then(
  () => process.exit(0),
  (error) => {
    say(error instanceof Problem ? `✗ ${error.message}` : `✗ ${error?.stack ?? error}`);
    process.exit(1);
  },
);
