import { pg } from './stack.mjs';

/** Writes every end of a try-on down, from inside the database: no process of ours can forget one. */
const TRIGGER = `
  CREATE TABLE chaos_ends (id text, was text, is_now text);
  CREATE FUNCTION chaos_note() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF OLD.status IN ('queued', 'processing') THEN INSERT INTO chaos_ends VALUES (OLD.id, OLD.status, 'erased'); END IF;
    ELSIF NEW.status NOT IN ('queued', 'processing')
      AND (NEW.status, NEW.completed_at, NEW.result_key) IS DISTINCT FROM (OLD.status, OLD.completed_at, OLD.result_key) THEN
      INSERT INTO chaos_ends VALUES (NEW.id, OLD.status, NEW.status);
    ELSIF OLD.status NOT IN ('queued', 'processing') AND NEW.status IN ('queued', 'processing') THEN
      INSERT INTO chaos_ends VALUES (NEW.id, OLD.status, NEW.status);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos_note AFTER UPDATE OR DELETE ON try_ons FOR EACH ROW EXECUTE FUNCTION chaos_note()`;

export async function query(url, sql, values = []) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

export const installWitness = (url) => query(url, TRIGGER);

/** Milliseconds until no row is unfinished and no delivery waits; throws after `withinMs`. */
export async function drain(url, { withinMs }) {
  const began = performance.now();
  for (;;) {
    const [{ open, deliveries }] = await query(
      url,
      `SELECT (SELECT count(*)::int FROM try_ons WHERE status IN ('queued', 'processing')) AS open,
        (SELECT count(*)::int FROM webhook_deliveries WHERE status = 'pending') AS deliveries`,
    );
    if (open === 0 && deliveries === 0) return performance.now() - began;
    if (performance.now() - began > withinMs) return null;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

/** What the witness, the book and the receiver say against each other; a sentence for each contradiction. */
export async function compare(url, { book, receiver }) {
  const faults = [];
  const twice = await query(
    url,
    'SELECT id, string_agg(is_now, $1) AS ends FROM chaos_ends GROUP BY id HAVING count(*) > 1',
    [', '],
  );
  for (const { id, ends } of twice) faults.push(`${id} ended more than once: ${ends}`);
  const reopened = await query(url, `SELECT id, was FROM chaos_ends WHERE was NOT IN ('queued', 'processing')`);
  for (const { id, was } of reopened) faults.push(`${id} was written again after it was ${was}`);
  const [{ counted, ended }] = await query(
    url,
    `SELECT (SELECT COALESCE(sum(try_ons), 0)::int FROM usage_hours) AS counted, (SELECT count(*)::int FROM chaos_ends) AS ended`,
  );
  if (counted !== ended) faults.push(`${counted} ends were counted, and there were ${ended}`);
  const alive = await query(url, 'SELECT id FROM try_ons WHERE id = ANY($1)', [[...book.erasedIds]]);
  for (const { id } of alive) faults.push(`${id} was erased and has a row`);
  const statuses = await query(url, 'SELECT id, status::text FROM try_ons WHERE id = ANY($1)', [[...book.ends.keys()]]);
  for (const { id, status } of statuses) {
    const seen = book.ends.get(id);
    if (seen !== status) faults.push(`${id} is ${status}, and its stream ended with ${seen}`);
  }
  const failed = await query(url, `SELECT resource_id FROM webhook_deliveries WHERE status = 'failed'`);
  for (const { resource_id: id } of failed) faults.push(`the end of ${id} was told to nobody`);
  const delivered = await query(
    url,
    `SELECT DISTINCT resource_id AS id FROM webhook_deliveries WHERE status = 'delivered' AND event LIKE 'tryon.%'`,
  );
  for (const { id } of delivered)
    if (!receiver.ends.has(id)) faults.push(`${id} is said to be delivered and never came`);
  for (const [id, ends] of receiver.ends) {
    if (ends.size > 1) faults.push(`receivers were told of ${id}: ${[...ends].join(', ')}`);
  }
  return [...faults, ...book.broken];
}
