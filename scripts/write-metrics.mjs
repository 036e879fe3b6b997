#!/usr/bin/env node
/**
 * Writes the tables of docs/metrics.md from the registries of gateway and worker. With --check it writes nothing, and fails where the
 * file is out of date.
 *
 *   npx tsc -b && node scripts/write-metrics.mjs [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './lib/paths.mjs';

const require = createRequire(import.meta.url);
const { createGatewayMetrics, watchDeployment } = require('../apps/gateway/dist/metrics/gateway-metrics.js');
const { createWorkerMetrics, watchWorker } = require('../apps/worker/dist/health/worker-metrics.js');

const FILE = join(ROOT, 'docs/metrics.md');
const MARKS = ['<!-- tables: node scripts/write-metrics.mjs -->', '<!-- end of tables -->'];
const nothing = async () => undefined;

const gateway = createGatewayMetrics({ isScraped: false }).registry;
watchDeployment(gateway, {
  db: { ping: nothing, readBacklog: nothing },
  queue: { countsByState: nothing },
  store: { exists: nothing },
});
const worker = createWorkerMetrics({ isScraped: false }).registry;
watchWorker(worker, { capacity: 1, childStates: () => [], isReady: () => true, dependencies: {} });

/** prom-client keeps the labels and the type of a metric on itself, and hands out the rest. */
const familiesOf = (registry) => registry.getMetricsAsArray().sort((a, b) => a.name.localeCompare(b.name));

function table(families) {
  const rows = families.map(({ name, help, labelNames, constructor }) => {
    const labels = labelNames.map((label) => `\`${label}\``).join(', ');
    return `| \`${name}\` | ${constructor.name.toLowerCase()} | ${labels} | ${help} |`;
  });
  return ['| Metric | Type | Labels | Meaning |', '|---|---|---|---|', ...rows].join('\n');
}

const [ofGateway, ofWorker] = [familiesOf(gateway), familiesOf(worker)];
const isIn = (families) => (family) => families.some(({ name }) => name === family.name);
const sections = [
  ['Gateway and worker', ofGateway.filter(isIn(ofWorker))],
  ['Gateway only', ofGateway.filter((family) => !isIn(ofWorker)(family))],
  ['Worker only', ofWorker.filter((family) => !isIn(ofGateway)(family))],
];
const tables = sections.map(([title, families]) => `## ${title}\n\n${table(families)}\n`).join('\n');
const old = readFileSync(FILE, 'utf8');
const [before] = old.split(MARKS[0]);
const [, after] = old.split(MARKS[1]);
const text = `${before}${MARKS[0]}\n\n${tables}\n${MARKS[1]}${after}`;
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (old !== text) {
  process.stderr.write('docs/metrics.md is out of date: npx tsc -b && node scripts/write-metrics.mjs\n');
  process.exitCode = 1;
}
