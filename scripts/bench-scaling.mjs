#!/usr/bin/env node
/**
 * pnpm bench:scaling [--rise S] [--hold S] [--low N] [--workers-max N] [--up-times N] [--down-times N] [--seed S] [--json FILE]
 *
 * Workers that follow the load by the rules of docker/kubernetes/overlays/keda. A real Prometheus scrapes a real gateway and real
 * workers (their render takes its measured time and no processor); a driver evaluates the ScaledObject's own query, decides as KEDA's
 * autoscaler does, and starts and stops worker processes. The load rises tenfold, from `low` a second, and falls again. Asked: the
 * 95th percentile of the wait in the queue stays within two seconds, every accepted try-on completes at its first attempt.
 *
 * The autoscaler looks and adds in its real time, divided by --up-times (1); what it waits before it takes workers away is divided by
 * --down-times (6), so that the fall is not mostly waiting. Exit status 1 where one of these is missed. Its folder is removed at the end.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const OPTIONS = {
  rise: '120',
  hold: '40',
  low: '0.6',
  'up-times': '1',
  'down-times': '6',
  'workers-max': '10',
  seed: '1',
};
const home = mkdtempSync(join(tmpdir(), 'drape-scaling-'));
chmodSync(home, 0o711); // Postgres may run as nobody
process.env.DRAPE_HOME = home;
const { quantile } = await import('./lib/bench-try-ons.mjs');
const { makePhotos } = await import('./lib/bench-photos.mjs');
const { startStack } = await import('./lib/chaos/stack.mjs');
const { query: ask } = await import('./lib/chaos/witness.mjs');
const { newAccount } = await import('./lib/demo-account.mjs');
const { leave, leaveOnSignals, onLeave } = await import('./lib/leaving.mjs');
const { makeHome } = await import('./lib/paths.mjs');
const { Problem, say, step } = await import('./lib/say.mjs');
const { createAutoscaler } = await import('./lib/scaling/create-autoscaler.mjs');
const { createWorkerPool } = await import('./lib/scaling/create-worker-pool.mjs');
const { runDriver } = await import('./lib/scaling/run-driver.mjs');
const { readManifests } = await import('./lib/scaling/scaled-object.mjs');
const { rateAt, sendWave } = await import('./lib/scaling/send-wave.mjs');
const { startPrometheus } = await import('./lib/scaling/start-prometheus.mjs');
const { createTargets, isAtMost } = await import('./lib/targets.mjs');

const SIZE = { width: 512, height: 768 };
const RENDER_MS = 456;
const TIMES = 10;
const ACCOUNTS = 20;
const ACCOUNT = { plan: 'enterprise', limitPerHour: 10_000_000, inFlightMax: 10_000 };
const WAIT_SEC_MAX = 2;
const BEFORE_SEC = 5;
const DRAIN_MS = 120_000;
const SETTLE_MS = 300_000;
const WAIT_QUERY = 'histogram_quantile(0.95, sum by (le) (rate(tryon_queue_wait_seconds_bucket[30s])))';
const ROWS = `SELECT status, attempt, extract(epoch FROM created_at)::float AS created,
  extract(epoch FROM started_at - created_at)::float AS wait FROM try_ons WHERE id = ANY($1)`;

function readArguments() {
  const options = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({ options: { ...options, json: { type: 'string' } } });
  const numbers = Object.entries(OPTIONS).map(([name, standard]) => {
    const number = Number(values[name] ?? standard);
    if (!(number > 0))
      throw new Problem(`--${name} must be a number above 0, such as ${standard}; got ${values[name]}.`);
    return [name, number];
  });
  return { ...Object.fromEntries(numbers), json: values.json };
}

async function startAll(manifests, options) {
  makeHome();
  const { pickPort } = await loadLocal();
  const stack = await startStack({ durable: false });
  onLeave(() => stack.stop());
  const scrapeSeconds = Math.max(1, Math.round(manifests.scrapeSeconds / options['up-times']));
  const prometheus = await startPrometheus({ scrapeSeconds });
  onLeave(() => prometheus.stop());
  const metricsPort = await pickPort();
  const gateway = await stack.app('gateway', { DRAPE_METRICS_PORT: String(metricsPort) });
  onLeave(() => gateway.stop());
  const [photo] = await makePhotos(SIZE);
  const picture = join(home, 'simulated-result.jpg');
  writeFileSync(picture, photo.jpeg);
  const pool = createWorkerPool({
    stack,
    env: {
      DRAPE_RESULT_CACHE: 'false',
      DRAPE_CONCURRENCY: manifests.concurrency,
      SIMULATED_RENDER_MS: String(RENDER_MS),
      SIMULATED_RESULT: picture,
    },
    onChange: (workers) => prometheus.watch([{ name: 'gateway', port: metricsPort }, ...workers]),
    onProblem: (error) => {
      say(`✗ ${error.message}`);
      void leave(1);
    },
  });
  onLeave(() => pool.stop());
  await pool.resize(manifests.rules.replicasMin);
  await Promise.all([gateway.ready(), pool.ready()]);
  return { stack, prometheus, gateway, pool, photo };
}

async function loadLocal() {
  const { createRequire } = await import('node:module');
  return createRequire(import.meta.url)('../packages/local/dist/index.js');
}

async function prepareLoad({ stack, photo }) {
  const request = {
    productImageUrl: stack.samples.garmentUrl,
    productCategory: 'top',
    minQuality: 'poor',
    userPhoto: photo.jpeg.toString('base64'),
  };
  const url = stack.services().databaseUrl;
  const keys = [];
  for (let i = 0; i < ACCOUNTS; i++) keys.push((await newAccount(url, { ...ACCOUNT, name: `Shop ${i + 1}` })).apiKey);
  return { body: Buffer.from(JSON.stringify(request)), keys };
}

/** The rows of what was accepted, once all have ended. */
async function awaitRows(databaseUrl, ids) {
  const giveUpAt = performance.now() + DRAIN_MS;
  for (;;) {
    const rows = await ask(databaseUrl, ROWS, [ids]);
    const open = rows.filter(({ status }) => ['queued', 'processing'].includes(status));
    if (open.length === 0 || performance.now() > giveUpAt) return rows;
    await sleep(500);
  }
}

const fixed = (number, digits = 1) => (number === null ? '–' : number.toFixed(digits));

function sayLook({ atSec, load, value, ready, replicas, waitP95 }) {
  const cells = [fixed(atSec, 0), fixed(load), value ?? '–', ready, replicas, fixed(waitP95, 2)];
  say(cells.map((cell) => String(cell).padStart(9)).join(''));
}

async function runWave({ prometheus, gateway, pool }, { body, keys }, manifests, options) {
  const { low, rise, hold } = options;
  const high = low * TIMES;
  const phases = [
    { seconds: BEFORE_SEC, from: low, to: low },
    { seconds: rise, from: low, to: high },
    { seconds: hold, from: high, to: high },
    { seconds: rise / 2, from: high, to: low },
    { seconds: BEFORE_SEC, from: low, to: low },
  ];
  const times = { upTimes: options['up-times'], downTimes: options['down-times'] };
  const began = performance.now();
  const beganSec = Date.now() / 1000;
  const sent = { until: null };
  const sending = sendWave({ url: gateway.url, keys, body, phases, seed: options.seed }).then((answers) => {
    sent.until = performance.now();
    return answers;
  });
  say(['t s', 'load/s', 'query', 'ready', 'replicas', 'wait p95'].map((head) => head.padStart(9)).join(''));
  const looks = await runDriver({
    autoscaler: createAutoscaler({ ...manifests.rules, replicasMax: options['workers-max'] }, times),
    pool,
    prometheus,
    query: manifests.query,
    upTimes: times.upTimes,
    isDone: () =>
      sent.until !== null && (pool.size === manifests.rules.replicasMin || performance.now() > sent.until + SETTLE_MS),
    note: async () => ({
      load: rateAt(phases, (performance.now() - began) / 1000),
      waitP95: await prometheus.ask(WAIT_QUERY),
    }),
    onLook: sayLook,
  });
  return { answers: await sending, looks, phases, beganSec };
}

function judge({ answers, looks, beganSec }, rows, options, manifests) {
  const topSec = beganSec + BEFORE_SEC + options.rise + options.hold;
  const waits = (list) => list.map(({ wait }) => wait).filter((wait) => wait !== null);
  const p95 = (list) => (list.length === 0 ? null : quantile(waits(list), 0.95));
  const replicas = looks.map((look) => look.replicas);
  return {
    query: manifests.query,
    sent: answers.length,
    accepted: answers.filter(({ id }) => id !== null).length,
    refused: answers.filter(({ id }) => id === null).length,
    completed: rows.filter(({ status }) => status === 'completed').length,
    repeated: rows.filter(({ attempt }) => attempt > 1).length,
    riseWaitP95: p95(rows.filter(({ created }) => created < topSec)),
    fallWaitP95: p95(rows.filter(({ created }) => created >= topSec)),
    waitMax: Math.max(...waits(rows)),
    replicas: { first: replicas[0], most: Math.max(...replicas), last: replicas.at(-1) },
    figures: looks.filter(({ value }) => value !== null).length,
    looks,
  };
}

function report(result) {
  const { sent, accepted, refused, completed, repeated, riseWaitP95, fallWaitP95, waitMax, replicas } = result;
  const targets = createTargets();
  const isWithin = targets.judge('wait of the rise', isAtMost(riseWaitP95, WAIT_SEC_MAX));
  const areAllCompleted = targets.judge('all that is accepted is completed', completed === accepted);
  const isNoneRepeated = targets.judge('nothing is rendered twice', repeated === 0);
  say(`\n  sent ${sent}, refused ${refused}, accepted ${accepted}`);
  say(`  wait p95, rise and top: ${fixed(riseWaitP95, 2)} s (asked: ${WAIT_SEC_MAX} s: ${isWithin})`);
  say(`  wait p95, fall: ${fixed(fallWaitP95, 2)} s; longest of all ${fixed(waitMax, 2)} s`);
  say(`  completed ${completed} (asked: all ${accepted}: ${areAllCompleted})`);
  say(`  repeated ${repeated} (asked: 0: ${isNoneRepeated})`);
  say(`  workers ${replicas.first} → ${replicas.most} → ${replicas.last}`);
  say(`\n${cpus().length} × ${cpus()[0]?.model.trim() ?? 'CPU'}, load ${loadavg()[0]?.toFixed(1)}.`);
  return targets.conclude();
}

async function main() {
  const options = readArguments();
  const manifests = readManifests();
  const { threshold, replicasMin } = manifests.rules;
  say(`  ${manifests.query}\n  ${threshold} a worker, at least ${replicasMin}, at most ${options['workers-max']} here`);
  const all = await step('Starting stores, Prometheus, a gateway and workers', () => startAll(manifests, options));
  const load = await prepareLoad(all);
  const wave = await runWave(all, load, manifests, options);
  const ids = wave.answers.map(({ id }) => id).filter((id) => id !== null);
  const rows = await awaitRows(all.stack.services().databaseUrl, ids);
  const result = judge(wave, rows, options, manifests);
  const status = report(result);
  if (options.json) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
  return status;
}

leaveOnSignals();
onLeave(() => rmSync(home, { recursive: true, force: true }));
main().then(leave, (error) => {
  say(error instanceof Problem ? `✗ ${error.message}` : `✗ ${error?.stack ?? error}`);
  return leave(1);
});
