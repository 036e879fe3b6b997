import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from './bench-try-ons.mjs';
import { say } from './say.mjs';

const QUIET_MS = 10_000;
/** Like a worker's round: so many statements at most. */
const BATCH = 500;
const BATCHES = 20;
const OWNER = { accountId: 'acc_0', env: 'live' };

const round = (ms) => Math.round(ms * 10) / 10;
async function timed(work) {
  const began = performance.now();
  const value = await work();
  return { ms: performance.now() - began, value };
}

/** Forgets, inserts beside it and reads lists, of one table. Prints as it goes and returns all figures. */
export async function measurePart({ client, db, part }) {
  const size = await sizeOf(client, part.name);
  say(`\n  ${part.name}: ${size.rows} rows, ${size.tableMb} MB and ${size.indexMb} MB of indexes`);
  const lists = await measureLists(db, client, part.name);
  const insert = INSERTS[part.name];
  const quiet = insert ? await insertFor(db, insert, () => sleep(QUIET_MS)) : null;
  const forgotten = { rows: 0, rounds: [] };
  const beside = await insertFor(db, insert, async () => {
    for (;;) {
      const { ms, value: count } = await timed(() => forgetRound(db, part.counts));
      if (count === 0) {
        forgotten.emptyMs = round(ms);
        break;
      }
      forgotten.rows += count;
      forgotten.rounds.push({ count, msPer10k: round((ms / count) * 10_000) });
    }
  });
  const { ms: nothingMs } = await timed(() => db.retention.forgetOld(BATCH));
  const after = await sizeOf(client, part.name);
  const { ms: vacuumMs } = await timed(() => client.query(`VACUUM ${part.name}`));
  const result = {
    table: part.name,
    size,
    lists,
    quiet,
    beside,
    forgotten,
    nothingMs: round(nothingMs),
    after,
    vacuumMs: round(vacuumMs),
  };
  print(result);
  return result;
}

/** What a round of a worker takes off one table. */
async function forgetRound(db, counts) {
  if (counts === 'idempotencyKeys') return db.idempotencyKeys.sweep();
  let count = 0;
  for (let batch = 0; batch < BATCHES; batch++) {
    const some = (await db.retention.forgetOld(BATCH))[counts];
    count += some;
    if (some < BATCH) break;
  }
  return count;
}

/** Inserts one row after another while `work` lasts. */
async function insertFor(db, insert, work) {
  const over = new AbortController();
  const inserting = insert === undefined ? [] : insertUntil(over.signal, db, insert);
  try {
    await work();
  } finally {
    over.abort();
  }
  const took = await inserting;
  if (took.length === 0) return null;
  const at = (q) => round(quantile(took, q));
  return { n: took.length, p50: at(0.5), p95: at(0.95), max: at(1) };
}

async function insertUntil(signal, db, insert) {
  const took = [];
  while (!signal.aborted) {
    took.push((await timed(() => insert(db, took.length))).ms);
    await sleep(2);
  }
  return took;
}

const unique = (i) => `${Date.now().toString(16).toUpperCase()}${String(i).padStart(8, '0')}`;
const INSERTS = {
  request_logs: (db, i) =>
    db.requestLogs.write([
      {
        id: `req_${unique(i)}`,
        owner: OWNER,
        apiKeyId: 'key_0',
        method: 'GET',
        route: '/v1/tryon/{id}',
        status: 200,
        errorCode: null,
        tryOnId: null,
        timing: { total: 1, auth: 1, queue: null, render: null, store: null },
        createdAt: new Date(),
        usedQuota: true,
      },
    ]),
  webhook_deliveries: (db) => db.webhooks.ping(OWNER, 'whk_0'),
  idempotency_keys: (db, i) =>
    db.idempotencyKeys.reserve(
      { owner: OWNER, method: 'POST', path: '/v1/tryon', key: unique(i) },
      { fingerprint: 'f', resourceId: `try_${unique(i)}`, staleMs: 1000 },
    ),
  try_ons: async (db, i) => {
    const { id: sessionId } = await db.sessions.getOrCreate(OWNER, `new-${i}`);
    const id = `try_${unique(i)}`;
    await db.tryOns.insertQueued({
      ...{ id, owner: OWNER, sessionId, requestId: `req_${unique(i)}`, gatewayId: 'gtw_bench' },
      ...{
        productImageUrl: 'https://shop.example/p/1.jpg',
        photoKey: `photos/${id}`,
        photoSha256: '0'.repeat(64),
        photoBytes: 1,
      },
    });
  },
};

const NO_FILTER = { status: null, event: null, tryOnId: null, createdFrom: null, createdBefore: null };
const TRY_ON_FILTER = {
  ...{ status: null, sessionId: null, productId: null, category: null, quality: null, errorCode: null, batchId: null },
  ...{ createdFrom: null, createdBefore: null, metadata: {} },
};
const VIEW = { sessionId: null, apiKeyIds: null };
const tryOnPage = (filter) => (db) =>
  db.tryOns.listPage({
    owner: OWNER,
    view: VIEW,
    filter: { ...TRY_ON_FILTER, ...filter },
    startingAfter: null,
    limit: 20,
  });
const requestPage = (filter) => (db) =>
  db.requestLogs.listPage({ owner: OWNER, status: null, route: null, startingAfter: null, limit: 20, ...filter });
const deliveryPage = (of, filter) => (db, sample) =>
  db.webhooks.listDeliveries({
    owner: OWNER,
    of: of ?? { resourceId: sample.resource },
    filter: { ...NO_FILTER, ...filter },
    startingAfter: null,
    offset: 0,
    limit: 20,
  });

/** What clients and workers ask of the table, by the service's own code. */
const LISTS = {
  request_logs: [
    ['a page of requests', requestPage({})],
    ['a page, status 404', requestPage({ status: 404 })],
    ['a page, status 418 (none)', requestPage({ status: 418 })],
  ],
  webhook_deliveries: [
    ['a page of an endpoint, with the total', deliveryPage({ endpointId: 'whk_0' }, {})],
    ['a page of an endpoint, failed ones', deliveryPage({ endpointId: 'whk_0' }, { status: 'failed' })],
    ['deliveries of a try-on', deliveryPage(null, {})],
    ['deliveries that are due', (db) => db.webhooks.listDue({ limit: 200 })],
    ['erasing a try-on', (db) => db.tryOns.erase(OWNER, 'try_none')],
  ],
  idempotency_keys: [],
  usage_hours: [
    [
      'the usage of 30 days by day',
      (db) =>
        db.usage.read({
          owner: OWNER,
          from: new Date(Date.now() - 30 * 86_400_000),
          until: new Date(),
          groupBy: 'day',
        }),
    ],
  ],
  try_ons: [
    ['a page of try-ons', tryOnPage({})],
    ['a page, failed', tryOnPage({ status: 'failed' })],
    ['a page, an error that never was', tryOnPage({ errorCode: 'garment_not_detected' })],
    ['a page, a category that never was', tryOnPage({ category: 'skirt' })],
    [
      'a page, one day',
      tryOnPage({
        createdFrom: new Date(Date.now() - 40 * 86_400_000),
        createdBefore: new Date(Date.now() - 39 * 86_400_000),
      }),
    ],
    ['a page, by metadata', tryOnPage({ metadata: { order: 'none' } })],
    ['a page of sessions, with the total', (db) => db.sessions.list(OWNER, { limit: 20, offset: 0 })],
    ['unfinished try-ons of an account', (db) => db.tryOns.countBusy(OWNER)],
    ['try-ons past their deadline', (db) => db.tryOns.expireOverdue(200)],
    ['try-ons of used-up attempts', (db) => db.tryOns.failExhausted(200)],
    ['results past their retention', (db) => db.tryOns.listCleanups({ olderThanMs: 20_000, limit: 200 })],
  ],
};

/** Twice: from the disk, and with what it reads in memory. */
async function measureLists(db, client, table) {
  const { rows } = await client.query(
    table === 'webhook_deliveries'
      ? `SELECT resource_id AS resource FROM webhook_deliveries WHERE account_id = 'acc_0' ORDER BY created_at DESC OFFSET 1000 LIMIT 1`
      : 'SELECT NULL AS resource',
  );
  const results = {};
  for (const [title, ask] of LISTS[table]) {
    const first = await timed(() => ask(db, rows[0]));
    const second = await timed(() => ask(db, rows[0]));
    results[title] = { firstMs: round(first.ms), ms: round(second.ms) };
    say(`    ${title.padEnd(42)} ${String(round(first.ms)).padStart(9)} ms, then ${round(second.ms)} ms`);
  }
  return results;
}

async function sizeOf(client, table) {
  const { rows } = await client.query(
    `SELECT c.reltuples::bigint::text AS rows, pg_table_size(c.oid) / 1000000 AS table_mb, pg_indexes_size(c.oid) / 1000000 AS index_mb,
      s.n_dead_tup::text AS dead FROM pg_class c LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid WHERE c.oid = $1::regclass`,
    [table],
  );
  const { rows: count, table_mb: tableMb, index_mb: indexMb, dead } = rows[0];
  return { rows: Number(count), tableMb: Number(tableMb), indexMb: Number(indexMb), dead: Number(dead) };
}

function print({ quiet, beside, forgotten, nothingMs, after, vacuumMs }) {
  const per = forgotten.rounds.map(({ msPer10k }) => msPer10k);
  const inserts = (at) => (at === null ? 'none' : `p50 ${at.p50}, p95 ${at.p95}, max ${at.max} ms (${at.n})`);
  say(
    `    forgot ${forgotten.rows} rows in ${per.length} rounds; ms for 10,000: first ${per[0]}, median ${per.length > 0 ? quantile(per, 0.5) : '–'}, last ${per.at(-1)}`,
  );
  say(`    a statement of each kind with nothing left to forget here: ${nothingMs} ms in all`);
  say(`    inserts, quiet: ${inserts(quiet)}; beside forgetting: ${inserts(beside)}`);
  say(`    ${after.dead} dead rows, vacuumed in ${vacuumMs} ms`);
}
