import { closeSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOME, LOGS, ROOT } from '../paths.mjs';

const require = createRequire(import.meta.url);
const load = (name) => require(join(ROOT, 'packages', name, 'dist/index.js'));
const READY_WITHIN_MS = 60_000;

/** A Prometheus that scrapes what `watch` names last, by a file that it reads again when it changes. */
export async function startPrometheus({ scrapeSeconds }) {
  const { pickPort, spawnGuarded } = load('local');
  const { prometheus } = await load('testkit').findPrometheus();
  const folder = join(HOME, 'prometheus');
  mkdirSync(folder, { recursive: true });
  const targets = join(folder, 'targets.json');
  const watch = (ports) => {
    const groups = ports.map(({ name, port }) => ({ targets: [`127.0.0.1:${port}`], labels: { pod: name } }));
    // Renamed, so that no half of it is read.
    writeFileSync(`${targets}.new`, JSON.stringify(groups));
    renameSync(`${targets}.new`, targets);
  };
  watch([]);
  const config = {
    global: { scrape_interval: `${scrapeSeconds}s`, scrape_timeout: `${scrapeSeconds}s` },
    scrape_configs: [{ job_name: 'drape', file_sd_configs: [{ files: [targets], refresh_interval: '5s' }] }],
  };
  // JSON is YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const port = await pickPort();
  const output = openSync(join(LOGS, 'prometheus.log'), 'a');
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const server = spawnGuarded(prometheus, args, { output, env: process.env });
  closeSync(output);
  const url = `http://127.0.0.1:${port}`;
  await awaitReady(url, server);
  return { watch, ask: (query) => ask(url, query), stop: server.stop };
}

async function awaitReady(url, server) {
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  while (!(await isReady(url))) {
    if (performance.now() > giveUpAt) {
      await server.stop();
      throw new Error(`Prometheus was not ready within ${READY_WITHIN_MS / 1000} s: read ${LOGS}/prometheus.log.`);
    }
    await sleep(200);
  }
}

async function isReady(url) {
  try {
    return (await fetch(`${url}/-/ready`)).ok;
  } catch {
    return false;
  }
}

/** The number that a query gives now; null where it gives none. */
async function ask(url, query) {
  const response = await fetch(`${url}/api/v1/query?${new URLSearchParams({ query })}`);
  const { status, data, error } = await response.json();
  if (status !== 'success') throw new Error(`Prometheus refused ${query}: ${error}`);
  const number = Number(data.result[0]?.value[1] ?? Number.NaN);
  return Number.isFinite(number) ? number : null;
}
