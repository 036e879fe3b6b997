#!/usr/bin/env node
/**
 * pnpm soak [--jobs N | --renders N] [--json FILE]
 *
 * Memory over many jobs, which go through gateway, queue, worker, database and object store one after the other. With --jobs they are
 * outcomes of test mode, which cost little but render nothing; with --renders they are live try-ons of the sample persons in the drawn
 * garments, rendered by two render children, each tenth with the same pairs and with products never seen before. After every tenth of
 * the way gateway and worker collect their garbage, without which their memory swings by two thirds, and the resident memory of both
 * and of the render children is read. The first three tenths warm up; asked is that the median of the last three lies at most 5 % above
 * that of the three before: else the exit status is 1. Its own state folder is .drape/scale.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '20000' },
    renders: { type: 'string' },
    json: { type: 'string' },
  },
});
const isLive = values.renders !== undefined;
const JOBS = Number(values.renders ?? values.jobs);
process.env.DRAPE_HOME ??= '.drape/scale';

const { makePhotos } = await import('./lib/bench-photos.mjs');
const { quantile } = await import('./lib/bench-try-ons.mjs');
const { post } = await import('./lib/closed-loop.mjs');
const { newAccount } = await import('./lib/demo-account.mjs');
const { ROOT } = await import('./lib/paths.mjs');
const { appOf, residentBytesOf } = await import('./lib/process-cpu.mjs');
const { Problem, say, step } = await import('./lib/say.mjs');
const { createTargets } = await import('./lib/targets.mjs');
const { startApps, startCountedStores } = await import('./lib/scale-stack.mjs');

const PARTS = 10;
const SENDERS = isLive ? 3 : 12;
/** Render children of the worker; test mode leaves its one idle. */
const SLOTS = isLive ? 2 : 1;
const GROWTH_PERCENT_MAX = 5;
/** One collection alone gives not all that it frees back to the system. */
const COLLECTIONS = 3;
const COLLECTED_WITHIN_MS = 1_000;
const SIZE = { width: 256, height: 384 };

const mb = (bytes) => Math.round((bytes / 1024 / 1024) * 10) / 10;

/** What is sent in the tenths: `bodies(part)` in turn, with the account's key of the mode. */
async function prepareLoad(stores) {
  if (isLive) return { mode: 'apiKey', bodies: liveBodies(stores.samples.host) };
  const [photo] = await makePhotos(SIZE);
  const request = {
    productImageUrl: 'https://test.drape.invalid/ok',
    productCategory: 'top',
    userPhoto: photo.jpeg.toString('base64'),
  };
  const body = Buffer.from(JSON.stringify(request));
  return { mode: 'testKey', bodies: () => [body] };
}

const SAMPLES = join(ROOT, 'packages/local/samples');
/** Who shows enough of the body for what. */
const WEARERS = {
  top: ['upper-body', 'full-body', 'astronaut'],
  jacket: ['upper-body', 'full-body', 'astronaut'],
  dress: ['full-body'],
  pants: ['full-body'],
  skirt: ['full-body'],
};

/** Requests of every garment on everybody who can wear it. */
function liveBodies(host) {
  const photos = new Map();
  const photoOf = (person) => {
    if (!photos.has(person))
      photos.set(person, readFileSync(join(SAMPLES, 'persons', `${person}.jpg`)).toString('base64'));
    return photos.get(person);
  };
  const pairs = Object.entries(WEARERS).flatMap(([category, persons]) =>
    readdirSync(join(SAMPLES, 'garments', category)).flatMap((file) =>
      persons.map((person) => ({ category, file, person })),
    ),
  );
  return (part) =>
    pairs.map(({ category, file, person }) =>
      Buffer.from(
        JSON.stringify({
          productImageUrl: `http://${host}/${category}/${file}?soak=${process.pid}-${part}`,
          productCategory: category,
          minQuality: 'poor',
          userPhoto: photoOf(person),
        }),
      ),
    );
}

/** Sends `count` jobs, `SENDERS` at a time. Throws: Problem where one is not completed. */
async function sendAll({ url, keys, bodies, count }) {
  const agent = new Agent({ keepAlive: true });
  let sent = 0;
  const one = async (i) => {
    while (sent < count) {
      const body = bodies[sent % bodies.length];
      sent += 1;
      const answer = await post(agent, { url, key: keys[i % keys.length], body });
      if (answer.state !== 'completed')
        throw new Problem(`A job was answered ${answer.status}, ${answer.state ?? ''} ${answer.code ?? ''}.`);
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

/** Resident memory, in bytes, of every kind of process, without garbage in gateway and worker. */
async function readMemory(pids) {
  const [gateway, worker] = [pids.gateways[0], pids.workers[0]];
  for (let i = 0; i < COLLECTIONS; i++) {
    for (const pid of [gateway, worker]) process.kill(appOf(pid), 'SIGUSR2');
    await sleep(COLLECTED_WITHIN_MS);
  }
  const { own, children } = residentBytesOf(worker);
  return { gateway: residentBytesOf(gateway).own, worker: own, 'render children': children };
}

async function main() {
  const stores = await startCountedStores();
  let apps;
  try {
    const { mode, bodies } = await prepareLoad(stores);
    const keys = [];
    for (let i = 0; i < 3; i++) {
      const account = { name: `Soak ${i + 1}`, plan: 'business', limitPerHour: 100_000_000 };
      keys.push((await newAccount(stores.services.databaseUrl, account))[mode]);
    }
    const env = { NODE_OPTIONS: `--require=${join(ROOT, 'scripts/lib/collect-on-signal.cjs')}` };
    apps = await startApps(stores, { gateways: 1, workers: 1, slots: SLOTS, render: 'real', env });
    const memory = { gateway: [], worker: [], 'render children': [] };
    for (let part = 1; part <= PARTS; part++) {
      await step(`${Math.round((JOBS * part) / PARTS)} ${isLive ? 'renders' : 'jobs'}`, async (remark) => {
        await sendAll({ url: apps.urls[0], keys, bodies: bodies(part), count: Math.round(JOBS / PARTS) });
        for (const [name, bytes] of Object.entries(await readMemory(apps.pids))) memory[name].push(bytes);
        remark(
          Object.entries(memory)
            .map(([name, readings]) => `${name} ${mb(readings.at(-1))} MB`)
            .join(', '),
        );
      });
    }
    const results = { [isLive ? 'renders' : 'jobs']: JOBS };
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
