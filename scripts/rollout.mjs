#!/usr/bin/env node
/**
 * pnpm rollout [--requests N] [--senders N] [--previous] [--ref REF] [--json FILE]
 *
 * A rolling restart under load: two gateways and two workers, all real, behind one address; each in turn is taken out of it, asked to
 * end (SIGTERM), started anew and taken in again, until the shop has sent N requests. Asked: no request fails and no render is done
 * twice. With --previous all four begin as the release before (or as REF), built from git, on the new
 * schema, and the roll brings the new one: both must serve side by side. Everything lies in a folder of its own, removed at the end.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    senders: { type: 'string', default: '8' },
    previous: { type: 'boolean', default: false },
    ref: { type: 'string' },
    json: { type: 'string' },
  },
});
const REQUESTS = Number(values.requests);
/** The endpoint of a pod that ends goes within this, while its preStop sleeps. */
const PRE_STOP_MS = 1000;
/** Between two restarts: the new process gets work before the next one goes. */
const SETTLE_MS = 1500;

const home = mkdtempSync(join(tmpdir(), 'drape-rollout-'));
chmodSync(home, 0o711); // Postgres may run as nobody
process.env.DRAPE_HOME = home;
const { leave, leaveOnSignals, onLeave } = await import('./lib/leaving.mjs');
const { ROOT, makeHome } = await import('./lib/paths.mjs');
const { Problem, say, step } = await import('./lib/say.mjs');
const { query } = await import('./lib/chaos/witness.mjs');
const { startStack } = await import('./lib/chaos/stack.mjs');
const { newAccount } = await import('./lib/demo-account.mjs');
const { startBalancer } = await import('./lib/rollout/balancer.mjs');
const { buildRelease, PREVIOUS_RELEASE } = await import('./lib/rollout/previous-release.mjs');
const { startShop } = await import('./lib/rollout/shop.mjs');

const ACCOUNT = { name: 'Rollout', plan: 'enterprise', limitPerHour: 10_000_000, inFlightMax: 10_000 };
const PHOTO = join(ROOT, 'packages/local/samples/persons/upper-body.jpg');

const environment = (stack) => ({ DRAPE_FETCH_ALLOW: stack.samples.host, DRAPE_GATEWAYS: '2' });

/** The four processes, of the release in hand or of `program`'s. */
async function startAll(stack, program) {
  const apps = [];
  for (const name of ['gateway', 'gateway', 'worker', 'worker']) {
    const app = await stack.app(name, environment(stack), program?.(name));
    onLeave(() => app.stop());
    apps.push(app);
  }
  await Promise.all(apps.map((app) => app.ready()));
  return { gateways: apps.slice(0, 2), workers: apps.slice(2) };
}

/** One process goes, and another one comes in its place. Never both of a kind. */
async function replace(stack, balancer, apps, i) {
  const app = apps[i];
  balancer.takeOut(app.url);
  await sleep(PRE_STOP_MS);
  await app.stop();
  apps[i] = await stack.app(app.name, environment(stack));
  onLeave(() => apps[i].stop());
  await apps[i].ready();
  if (app.name === 'gateway') balancer.add(apps[i].url);
  await sleep(SETTLE_MS);
}

async function roll(stack, balancer, { gateways, workers }, isEnough, remark) {
  let restarts = 0;
  for (let i = 0; restarts < 4 || !isEnough(); i = 1 - i) {
    for (const apps of [gateways, workers]) {
      await replace(stack, balancer, apps, i);
      restarts += 1;
      remark(`${restarts} restarts`);
    }
  }
  return restarts;
}

function previousProgram() {
  if (!values.previous && values.ref === undefined) return null;
  const ref = values.ref ?? PREVIOUS_RELEASE;
  return step(
    `Building the release before (${ref.slice(0, 7)})`,
    async () => buildRelease(ref, join(home, 'previous')).program,
  );
}

async function main() {
  makeHome();
  onLeave(() => rmSync(home, { recursive: true, force: true }));
  const program = await previousProgram();
  const stack = await step('Starting the stores', () => startStack({ durable: false }));
  onLeave(() => stack.stop());
  const apps = await step('Starting two gateways and two workers', () => startAll(stack, program));
  const balancer = await startBalancer();
  onLeave(() => balancer.stop());
  for (const { url } of apps.gateways) balancer.add(url);
  const keys = await newAccount(stack.database.url(), ACCOUNT);
  const { garmentUrl } = stack.samples;
  const shop = startShop({
    url: balancer.url,
    keys,
    photo: readFileSync(PHOTO),
    garmentUrl,
    senders: Number(values.senders),
  });
  const restarts = await step('Rolling', async (remark) => {
    const isEnough = () => shop.book.requests >= REQUESTS;
    const count = await roll(stack, balancer, apps, isEnough, (text) =>
      remark(`${text}, ${shop.book.requests} requests`),
    );
    await shop.stop();
    return count;
  });
  const rows = await query(
    stack.database.url(),
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE attempt > 1)::int AS repeated,
            count(*) FILTER (WHERE status IN ('queued', 'processing'))::int AS open FROM try_ons`,
  );
  const { requests, failures, accepted, ended } = shop.book;
  const result = { requests, failures, accepted, ended, restarts, repeated: rows[0].repeated, open: rows[0].open };
  say(`\n  ${requests} requests during ${restarts} restarts: ${failures.length} failed (asked: 0)`);
  say(failures.slice(0, 10).join('\n'));
  say(
    `  ${accepted} try-ons: ${ended} ended, ${result.open} open, ${result.repeated} rendered more than once (asked: 0)`,
  );
  say(
    `\n${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}.`,
  );
  if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
  return failures.length === 0 && result.repeated === 0 && result.open === 0 ? 0 : 1;
}

leaveOnSignals();
main().then(leave, (error) => {
  say(error instanceof Problem ? `✗ ${error.message}` : `✗ ${error?.stack ?? error}`);
  return leave(1);
});
