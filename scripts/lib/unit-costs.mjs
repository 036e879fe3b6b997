import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';
import { cpuMsOf } from './process-cpu.mjs';

const fromDb = createRequire(join(ROOT, 'packages/db/package.json'));
const fromQueue = createRequire(join(ROOT, 'packages/queue/package.json'));

/**
 * Reads what the stores and processes have done so far: Redis' commands and their microseconds, Postgres' statements and their
 * milliseconds (pg_stat_statements), calls and bytes of the object store (the counting proxy), processor time of the apps.
 */
export async function createCostReader({ databaseUrl, redisUrl, proxy, pids }) {
  const { Client } = fromDb('pg');
  const { Redis } = fromQueue('ioredis');
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const redis = new Redis(redisUrl);
  return {
    async read() {
      const sql =
        'SELECT coalesce(sum(calls), 0)::float AS calls, coalesce(sum(total_exec_time), 0)::float AS ms FROM pg_stat_statements';
      const { rows } = await database.query(sql);
      const wal = await database.query('SELECT wal_bytes::float AS bytes FROM pg_stat_wal');
      const { calls, us } = commandsOf(await redis.info('commandstats'));
      const store = proxy.take();
      return {
        redisCommands: calls,
        redisUs: us,
        postgresStatements: rows[0].calls,
        postgresMs: rows[0].ms,
        postgresWalKb: wal.rows[0].bytes / 1024,
        storePuts: store.calls.PUT ?? 0,
        storeGets: (store.calls.GET ?? 0) + (store.calls.HEAD ?? 0),
        storeDeletes: (store.calls.DELETE ?? 0) + (store.calls.POST ?? 0),
        storeKbIn: store.bytesIn / 1024,
        storeKbOut: store.bytesOut / 1024,
        gatewayCpuMs: sumOf(pids.gateways),
        workerCpuMs: sumOf(pids.workers),
      };
    },
    async close() {
      await database.end();
      redis.disconnect();
    },
  };
}

const sumOf = (pids) => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);

function commandsOf(info) {
  const lines = [...info.matchAll(/^cmdstat_[^:]+:calls=(\d+),usec=(\d+)/gm)];
  return {
    calls: lines.reduce((sum, [, calls]) => sum + Number(calls), 0),
    us: lines.reduce((sum, [, , us]) => sum + Number(us), 0),
  };
}

/** What each try-on took, of everything that `read` tells, between two readings. */
export function costsPerTryOn(before, after, tryOns) {
  return Object.fromEntries(Object.entries(after).map(([name, value]) => [name, (value - before[name]) / tryOns]));
}
