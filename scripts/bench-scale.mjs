#!/usr/bin/env node
/**
 * pnpm bench:scale [--seconds N] [--render-ms N] [--json FILE] [--overhead]
 *
 * What Drape does beside rendering, and where it ends. Throughput of 1 to 4 workers behind 1 and 2 gateways with the render simulated
 * at its measured time (this says how the rest scales on a machine that cannot render so much), what a try-on costs of each part
 * (Redis, Postgres, object store, gateway, worker), and the real render with as many processes as there are cores. Its own state
 * folder is .drape/scale. Everything runs on this machine, the senders too: the figures are lower bounds. Exit status 1 where what the
 * gateway adds is above its target, which was set for the design's machine, or where a try-on was not completed. `--overhead` measures
 * only what the gateway adds.
 */
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    'render-ms': { type: 'string', default: '456' },
    json: { type: 'string' },
    overhead: { type: 'boolean', default: false },
  },
});
const MEASURE_MS = Number(values.seconds) * 1000;
const RENDER_MS = Number(values['render-ms']);
process.env.DRAPE_HOME ??= '.drape/scale';

const { quantile } = await import('./lib/bench-try-ons.mjs');
const { sendClosedLoop } = await import('./lib/closed-loop.mjs');
const { newAccount } = await import('./lib/demo-account.mjs');
const { REFERENCE_MS, referenceNetworkMs } = await import('./lib/reference-network.mjs');
const { Problem, say, step } = await import('./lib/say.mjs');
const { createTargets } = await import('./lib/targets.mjs');
const { prepareTryOn, startApps, startCountedStores } = await import('./lib/scale-stack.mjs');
const { costsPerTryOn, createCostReader } = await import('./lib/unit-costs.mjs');

const SIZE = { width: 1024, height: 1536 };
const WARM_UP_MS = 3000;
/** For the gateway's share, with renders of a few milliseconds. */
const OVERHEAD_MS = 10_000;
const QUICK_RENDER_MS = 20;
const ADDED_P50_MS_MAX = 15;
const ADDED_P99_MS_MAX = 60;
/** Render processes of a simulated worker: a machine of eight cores. */
const SLOTS = 8;
/** Rows of the table; the last but one are where two cores cannot follow any more. */
const ROWS = [
  { gateways: 1, workers: 1 },
  { gateways: 1, workers: 2 },
  { gateways: 1, workers: 3 },
  { gateways: 1, workers: 4 },
  { gateways: 2, workers: 1 },
  { gateways: 2, workers: 2 },
  { gateways: 2, workers: 3 },
  { gateways: 2, workers: 4 },
];
/** An account may have 16 unfinished; only that and the limit of the hour are out of the way. */
const PER_ACCOUNT = 12;
const ACCOUNT = { plan: 'business', limitPerHour: 100_000_000 };

const round = (value, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

async function makeKeys(databaseUrl, senders) {
  const count = Math.ceil(senders / PER_ACCOUNT);
  const accounts = [];
  for (let i = 0; i < count; i++) accounts.push(await newAccount(databaseUrl, { name: `Scale ${i + 1}`, ...ACCOUNT }));
  return accounts.map(({ apiKey }) => apiKey);
}

/** Throughput and unit costs of one arrangement. */
async function measure(stores, { gateways, workers, slots, render, body }) {
  const capacity = workers * slots;
  const senders = Math.ceil(capacity * 1.5);
  const keys = await makeKeys(stores.services.databaseUrl, senders);
  const apps = await startApps(stores, { gateways, workers, slots, render });
  const { databaseUrl, redisUrl } = stores.services;
  const costs = await createCostReader({ databaseUrl, redisUrl, proxy: stores.proxy, pids: apps.pids });
  try {
    await sendClosedLoop({ urls: apps.urls, keys, body, senders, forMs: WARM_UP_MS });
    const before = await costs.read();
    const sinceMs = performance.now();
    const answers = await sendClosedLoop({ urls: apps.urls, keys, body, senders, forMs: MEASURE_MS });
    const tookMs = performance.now() - sinceMs;
    await sleep(500);
    const after = await costs.read();
    const completed = answers.filter(({ state }) => state === 'completed');
    const others = answers.filter(({ state }) => state !== 'completed').map(({ code, status }) => code ?? status);
    if (completed.length === 0)
      throw new Problem(`No try-on was completed; answers: ${others.slice(0, 5).join(', ')}.`);
    const ms = completed.map((answer) => answer.ms);
    return {
      gateways,
      workers,
      slots,
      perSecond: round((completed.length / tookMs) * 1000),
      possible: render === 'real' ? null : round((capacity / render.ms) * 1000),
      p50: Math.round(quantile(ms, 0.5)),
      p95: Math.round(quantile(ms, 0.95)),
      notCompleted: others.length,
      costs: costsPerTryOn(before, after, completed.length),
    };
  } finally {
    await costs.close();
    await apps.stop();
  }
}

/** What a try-on takes beside the time from a worker's claim to its finish, one at a time: the gateway, the queue, the way. */
async function measureOverhead(stores, { render, body }) {
  const keys = await makeKeys(stores.services.databaseUrl, 1);
  const apps = await startApps(stores, { gateways: 1, workers: 1, slots: 1, render, counted: false });
  try {
    const { urls } = apps;
    await sendClosedLoop({ urls, keys, body, senders: 1, forMs: WARM_UP_MS });
    const answers = await sendClosedLoop({ urls, keys, body, senders: 1, forMs: OVERHEAD_MS });
    const added = answers.flatMap(({ ms, heldMs }) => (heldMs === null ? [] : [ms - heldMs]));
    return { n: added.length, p50: round(quantile(added, 0.5)), p99: round(quantile(added, 0.99)) };
  } finally {
    await apps.stop();
  }
}

const cell = (value, width = 11) => String(value).padStart(width);

function printRows(title, rows) {
  say(`\n  ${title}`);
  say(
    `  ${['gateways', 'workers', 'slots', 'per second', 'possible', 'p50 ms', 'p95 ms', 'failed'].map((name) => cell(name)).join('')}`,
  );
  for (const row of rows) {
    const cells = [
      row.gateways,
      row.workers,
      row.slots,
      row.perSecond,
      row.possible ?? '–',
      row.p50,
      row.p95,
      row.notCompleted,
    ];
    say(`  ${cells.map((value) => cell(value)).join('')}`);
  }
}

const COST_NAMES = {
  redisCommands: 'Redis, commands',
  redisUs: 'Redis, µs',
  postgresStatements: 'Postgres, statements',
  postgresMs: 'Postgres, ms',
  postgresWalKb: 'Postgres, kB of its log',
  storePuts: 'object store, PUT',
  storeGets: 'object store, GET and HEAD',
  storeDeletes: 'object store, DELETE',
  storeKbIn: 'object store, kB in',
  storeKbOut: 'object store, kB out',
  gatewayCpuMs: 'gateways, CPU ms',
  workerCpuMs: 'workers beside the render, CPU ms',
};

function printCosts(rows) {
  say('\n  A try-on costs');
  say(`  ${''.padEnd(36)}${rows.map(({ gateways, workers }) => cell(`${gateways} g, ${workers} w`)).join('')}`);
  for (const [name, title] of Object.entries(COST_NAMES))
    say(`  ${title.padEnd(36)}${rows.map(({ costs }) => cell(round(costs[name], 2))).join('')}`);
}

function tellOverhead({ n, p50, p99 }, targets) {
  say(`\n  Beside the worker's share, ${n} one after the other:`);
  say(`    p50 ${p50} ms ${targets.most('p50 of what the gateway adds', p50, ADDED_P50_MS_MAX)}`);
  say(`    p99 ${p99} ms ${targets.most('p99 of what the gateway adds', p99, ADDED_P99_MS_MAX)}`);
}

async function main() {
  const stores = await startCountedStores();
  try {
    const { body, picture, photoBytes } = await prepareTryOn(stores, SIZE);
    const simulated = { ms: RENDER_MS, picture };
    const overhead = await step('One at a time', () =>
      measureOverhead(stores, { render: { ms: QUICK_RENDER_MS, picture }, body }),
    );
    const targets = createTargets();
    tellOverhead(overhead, targets);
    if (values.overhead) return targets.conclude();
    const rows = [];
    for (const { gateways, workers } of ROWS) {
      const title = `${gateways} gateway${gateways > 1 ? 's' : ''}, ${workers} worker${workers > 1 ? 's' : ''} of ${SLOTS}`;
      rows.push(await step(title, () => measure(stores, { gateways, workers, slots: SLOTS, render: simulated, body })));
    }
    const slots = cpus().length;
    const real = await step(`The real render, ${slots} processes`, () =>
      measure(stores, { gateways: 1, workers: 1, slots, render: 'real', body }),
    );
    const referenceMs = await referenceNetworkMs();
    const slower = round(referenceMs / REFERENCE_MS);
    say(
      `  The pose network alone takes ${round(referenceMs)} CPU ms here, ${slower} times as long as the design's machine.`,
    );
    printRows(`Render simulated at ${RENDER_MS} ms; a photo of ${Math.round(photoBytes / 1024)} kB`, rows);
    printCosts(rows);
    printRows('Real render', [real]);
    const failed = [...rows, real].reduce((sum, { notCompleted }) => sum + notCompleted, 0);
    say(`\n  not completed: ${failed} ${targets.most('every try-on is completed', failed, 0)}`);
    say(
      `\n${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}.`,
    );
    if (values.json) writeFileSync(values.json, `${JSON.stringify({ overhead, referenceMs, rows, real }, null, 2)}\n`);
    return targets.conclude();
  } finally {
    await stores.stop();
  }
}

main().then(
  (status) => process.exit(status),
  (error) => {
    say(error instanceof Problem ? `✗ ${error.message}` : `✗ ${error?.stack ?? error}`);
    process.exit(1);
  },
);
