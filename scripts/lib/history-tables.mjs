/** Days that the tables of the bench reach back, and how long what they hold is kept: one day of it is over. */
const KEPT_DAYS = { requestLogs: 7, records: 90 };

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const MS = '(extract(epoch FROM at) * 1000)::bigint';
/** The time of a ULID: ten digits of five bits. */
const TIME = Array.from(
  { length: 10 },
  (_none, i) => `substr('${DIGITS}', ((${MS} >> ${45 - 5 * i}) & 31)::int + 1, 1)`,
);
/** As ids are made: they sort by time. */
const id = (prefix) =>
  `'${prefix}_' || ${TIME.join(' || ')} || upper(lpad(to_hex(g % 268435456), 7, '0') || substr(md5(g::text), 1, 9))`;
/** One shop has half of everything, nineteen others the rest. */
const ACCOUNT = `'acc_' || CASE WHEN g % 2 = 0 THEN 0 ELSE 1 + (g / 2) % 19 END`;
/** Rows in the order of time, as they were written; `g` counts them. */
const rows = (count, days) => `(SELECT g, now() - interval '${days} days' * (1 - g::float8 / ${count}) AS at
  FROM generate_series(1, ${count}) g) r`;

const SETUP = `
  INSERT INTO accounts (id, name, plan_id) SELECT 'acc_' || i, 'Shop ' || i, 'business' FROM generate_series(0, 19) i;
  INSERT INTO webhook_endpoints (id, account_id, env, url, events, secret)
    SELECT 'whk_' || i, 'acc_' || i, 'live', 'https://shop.example/hook', '{*}', 'whsec_bench' FROM generate_series(0, 19) i;`;

const REQUEST_LOGS = (count) => `
  INSERT INTO request_logs (id, account_id, env, api_key_id, method, route, status, error_code, try_on_id, timing, created_at)
  SELECT ${id('req')}, ${ACCOUNT}, 'live', 'key_' || g % 40, 'GET', '/v1/tryon/{id}', CASE WHEN g % 500 = 0 THEN 404 ELSE 200 END,
    CASE WHEN g % 500 = 0 THEN 'tryon_not_found' END, ${id('try')}, '{"total":12.4,"auth":0.8,"queue":null,"render":null,"store":3.1}', at
  FROM ${rows(count, KEPT_DAYS.requestLogs + 1)}`;

const DELIVERIES = (count) => `
  INSERT INTO webhook_deliveries (id, account_id, env, endpoint_id, url, event, resource_id, payload, status, attempts, last_status,
    created_at, delivered_at)
  SELECT ${id('evt')}, ${ACCOUNT}, 'live', 'whk_' || substr(${ACCOUNT}, 5), 'https://shop.example/hook', 'tryon.completed', ${id('try')},
    jsonb_build_object('type', 'tryon.completed', 'timestamp', at, 'livemode', true, 'data', jsonb_build_object('id', g, 'status',
      'completed', 'sessionId', g / 5, 'productCategory', 'top', 'fitScore', 70, 'metadata', '{}'::jsonb)),
    CASE WHEN g % 200 = 0 THEN 'failed' ELSE 'delivered' END::delivery_status, 1, 200, at, at
  FROM ${rows(count, KEPT_DAYS.records + 1)}`;

const SESSIONS = (count) => `
  INSERT INTO sessions (account_id, env, id, client_supplied, created_at, updated_at, expires_at)
  SELECT ${ACCOUNT}, 'live', 'visit-' || g, true, at, at, at + interval '${KEPT_DAYS.records} days'
  FROM ${rows(Math.ceil(count / 5), KEPT_DAYS.records + 1)}`;

/** Five to a session, of the session's account. */
const TRY_ONS = (count) => `
  INSERT INTO try_ons (id, account_id, env, session_id, api_key_id, status, attempt, deadline_at, request_id, gateway_id,
    product_image_url, category_requested, photo_key, photo_sha256, photo_bytes, metadata, category, category_source, result_key,
    result_format, result_width, result_height, result_bytes, result_sha256, fit_score, fit, evidence, quality, render_ms, render_key,
    error_code, error_detail, created_at, updated_at, started_at, completed_at, expires_at, photo_deleted_at, cleanup_at)
  SELECT id, account, 'live', 'visit-' || s, NULL, CASE WHEN n % 37 = 0 THEN 'failed' ELSE 'completed' END::try_on_status, 1,
    at + interval '2 minutes', 'req_' || substr(id, 5), 'gtw_bench', 'https://shop.example/p/' || n % 5000 || '.jpg', 'top',
    'photos/' || id, md5(n::text) || md5(id), 240000, jsonb_build_object('order', n % 100000), 'top', 'client', 'results/' || id || '/1.jpg',
    'jpeg', 768, 1024, 120000, md5(id) || md5(n::text), 70, '{"basis":"visual","zones":[],"size":null}', '{"poseConfidence":0.9}',
    '{"level":"fair","score":44,"reasons":[]}', 900, md5(id), CASE WHEN n % 37 = 0 THEN 'person_not_detected' END,
    CASE WHEN n % 37 = 0 THEN 'No person was found in the photo.' END, at, at, at, at, at + interval '7 days', at,
    CASE WHEN at + interval '7 days' > now() THEN at + interval '7 days' END
  FROM (SELECT r.g AS n, r.at, s.g AS s, ${id('try').replaceAll(/\b(at|g)\b/g, 'r.$1')} AS id, ${ACCOUNT.replaceAll(/\bg\b/g, 's.g')} AS account
    FROM ${rows(count, KEPT_DAYS.records + 1)}, LATERAL (SELECT (r.g - 1) / 5 + 1 AS g) s) t`;

/** Half a day of them is over, as after workers were away. */
const IDEMPOTENCY_KEYS = (count) => `
  INSERT INTO idempotency_keys (account_id, env, method, path, key, fingerprint, state, resource_id, created_at, expires_at)
  SELECT ${ACCOUNT}, 'live', 'POST', '/v1/tryon', md5(g::text)::uuid::text, md5(g::text) || md5('f' || g), 'done', ${id('try')}, at,
    at + interval '1 day'
  FROM ${rows(Math.ceil(count / 10), 1.5)}`;

const USAGE_HOURS = (count) => `
  INSERT INTO usage_hours (account_id, env, hour, api_key_id, category, outcome, requests, try_ons)
  SELECT 'acc_' || k % 20, 'live', date_trunc('hour', now()) - h * interval '1 hour', 'key_' || k, 'top', 'completed', 0, 12
  FROM generate_series(0, 401 * 24 - 1) h, generate_series(1, ${Math.max(1, Math.round(count / 96_240))}) k`;

/** In the order in which they are measured: each part is filled, measured and emptied, so that one at a time needs the disk. */
export const PARTS = [
  { name: 'request_logs', fill: [['request_logs', REQUEST_LOGS]], counts: 'requestLogs' },
  { name: 'webhook_deliveries', fill: [['webhook_deliveries', DELIVERIES]], counts: 'deliveries' },
  { name: 'idempotency_keys', fill: [['idempotency_keys', IDEMPOTENCY_KEYS]], counts: 'idempotencyKeys' },
  { name: 'usage_hours', fill: [['usage_hours', USAGE_HOURS]], counts: 'usageHours' },
  {
    name: 'try_ons',
    fill: [
      ['sessions', SESSIONS],
      ['try_ons', TRY_ONS],
    ],
    counts: 'tryOns',
  },
];

export async function setUp(client) {
  await client.query(SETUP);
}

/** Without triggers, and with the indexes made afterwards: the rows are what counts, not how they came. */
export async function fill(client, part, count) {
  for (const [table, statement] of part.fill) {
    const { rows: indexes } = await client.query(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = $1
        AND indexname NOT IN (SELECT conname FROM pg_constraint WHERE contype = 'p')`,
      [table],
    );
    await client.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`);
    await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '1GB'`);
    await client.query(statement(count));
    for (const { definition } of indexes) await client.query(definition);
    await client.query(`RESET session_replication_role`);
    await client.query(`VACUUM (ANALYZE) ${table}`);
    await client.query(`ALTER TABLE ${table} RESET (autovacuum_enabled)`);
  }
}

export async function empty(client, part) {
  await client.query(`TRUNCATE ${part.fill.map(([table]) => table).join(', ')} CASCADE`);
}
