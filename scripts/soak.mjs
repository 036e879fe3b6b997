#!/usr/bin/env node
/**
 * pnpm soak [--jobs N] [--json FILE]
 *
 * Memory over many jobs: outcomes of test mode go through gateway, queue, worker, database and object store one after the other, and
 * the resident memory of gateway and worker is read every tenth of the way. The first three tenths warm up; asked is that the
 * median of the last three lies at most 5 % above that of the three before: else the exit status is 1. Its own state folder is
 * .drape/scale.
 */
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { jobs: { type: 'string', default: '20000' }, json: { type: 'string' } } });
const JOBS = Number(values.jobs);
process.env.DRAPE_HOME ??= '.drape/scale';

const { makePhotos } = await import('./lib/bench-photos.mjs');
const { quantile } = await import('./lib/bench-try-ons.mjs');
const { post } = await import('./lib/closed-loop.mjs');
const { newAccount } = await import('./lib/demo-account.mjs');
const { residentBytesOf } = await import('./lib/process-cpu.mjs');
const { Problem, say, step } = await import('./lib/say.mjs');
const { createTargets } = await import('./lib/targets.mjs');
const { startApps, startCountedStores } = await import('./lib/scale-stack.mjs');

const PARTS = 10;
const SENDERS = 12;
const GROWTH_PERCENT_MAX = 5;
const SIZE = { width: 256, height: 384 };

const mb = (bytes) => Math.round((bytes / 1024 / 1024) * 10) / 10;

/** Sends `count` jobs, `SENDERS` at a time. Throws: Problem where one is not completed. */
async function sendAll({ url, keys, body, count }) {
  const agent = new Agent({ keepAlive: true });
  let left = count;
  const one = async (i) => {
    while (left > 0) {
      left -= 1;
      const answer = await post(agent, { url, key: keys[i % keys.length], body });
      if (answer.state !== 'completed')
        throw new Problem(`A job was answered ${answer.status}, ${answer.state ?? answer.code}.`);
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, (_, i) => one(i)));
  agent.destroy();
}

const middle = (list) => quantile(list, 0.5);

/** How much more the last three readings show than the three before them. */
function growthOf(readings) {
  return middle(readings.slice(-3)) / middle(readings.slice(-6, -3)) - 1;
}

async function main() {
  const stores = await startCountedStores();
  let apps;
  try {
    const [photo] = await makePhotos(SIZE);
    const request = {
      productImageUrl: 'https://test.drape.invalid/ok',
      productCategory: 'top',
      userPhoto: photo.jpeg.toString('base64'),
    };
    const body = Buffer.from(JSON.stringify(request));
    const keys = [];
    for (let i = 0; i < 3; i++) {
      const account = { name: `Soak ${i + 1}`, plan: 'business', limitPerHour: 100_000_000 };
      keys.push((await newAccount(stores.services.databaseUrl, account)).testKey);
    }
    apps = await startApps(stores, { gateways: 1, workers: 1, slots: 1, render: 'real' });
    const memory = { gateway: [], worker: [] };
    for (let part = 1; part <= PARTS; part++) {
      await step(`${Math.round((JOBS * part) / PARTS)} jobs`, async (remark) => {
        await sendAll({ url: apps.urls[0], keys, body, count: Math.round(JOBS / PARTS) });
        memory.gateway.push(residentBytesOf(apps.pids.gateways[0]));
        memory.worker.push(residentBytesOf(apps.pids.workers[0]));
        remark(`gateway ${mb(memory.gateway.at(-1))} MB, worker ${mb(memory.worker.at(-1))} MB`);
      });
    }
    const results = { jobs: JOBS };
    const targets = createTargets();
    for (const [name, readings] of Object.entries(memory)) {
      const growth = growthOf(readings);
      results[name] = { mb: readings.map(mb), growth };
      const percent = Math.round(growth * 1000) / 10;
      say(`  ${name}: ${percent} % ${targets.most(`memory of the ${name}`, percent, GROWTH_PERCENT_MAX)}`);
    }
    say(
      `\n${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(1)}.`,
    );
    if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
    return targets.conclude();
  } finally {
    await apps?.stop();
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
