#!/usr/bin/env node
/**
 * pnpm bench [--photos N] [--json FILE]
 *
 * Try-ons of 1024×1536 photos over HTTP, one worker, one at a time: POST → completed with the garment warm (analysed before) and
 * cold (a product image never seen), and what each stage of the render costs, beside the design's figures. Every photo is new to
 * the service; nothing is answered from a cache but the garment's analysis. Uses its own state folder (.drape/bench). Before and
 * after each row the pose network runs alone: machines differ by a factor of three, so sums are told in the design's milliseconds too.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { photos: { type: 'string', default: '20' }, json: { type: 'string' } } });
const ROUNDS = Number(values.photos);
process.env.DRAPE_HOME ??= '.drape/bench';

const { HOME, ROOT, makeHome } = await import('./lib/paths.mjs');
const { appEnvironment, launch } = await import('./lib/processes.mjs');
const { demoKeys } = await import('./lib/demo-account.mjs');
const { serveSamples, withComment } = await import('./lib/sample-server.mjs');
const { Problem, say, step } = await import('./lib/say.mjs');
const { REFERENCE_MS, referenceNetworkMs } = await import('./lib/reference-network.mjs');
const require = createRequire(import.meta.url);
const load = (name) => require(join(ROOT, 'packages', name, 'dist/index.js'));

const SIZE = { width: 1024, height: 1536 };
const PORT = Number(process.env.DRAPE_PORT ?? 18080);
/** CPU ms at 1024×1536 that the design expects of each step; a step of ours that has no counterpart shows none. */
const DESIGN = {
  decode: 8,
  pose: 35,
  mask: 13,
  parse: 26,
  'cut-out': 260,
  landmarks: 27,
  place: 20,
  warp: 12,
  fill: 31,
  compose: 8,
  encode: 12,
};
/** What is asked of a render's sum on the machine of the design's figures; a new product's description, once a product, left out. */
const DESIGN_MAX = { 'Garment warm': 250, 'Garment cold': 550 };

/** Sample persons, cut to 2:3 around the middle and scaled to 1024×1536. */
async function makePhotos() {
  const { decodePhoto, encodeResult } = load('media');
  const { cropRaster, resizeRaster } = load('imaging');
  const folder = join(ROOT, 'packages/local/samples/persons');
  const photos = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.jpg'))
    .sort()) {
    const { raster } = await decodePhoto(readFileSync(join(folder, file)));
    const width = Math.min(raster.width, Math.round((raster.height * SIZE.width) / SIZE.height));
    const box = {
      x: Math.round((raster.width - width) / 2),
      y: 0,
      width,
      height: Math.min(raster.height, Math.round((width * SIZE.height) / SIZE.width)),
    };
    const photo = resizeRaster(cropRaster(raster, box, 'replicate'), SIZE.width, SIZE.height);
    photos.push({ name: file, jpeg: Buffer.from((await encodeResult(photo, { format: 'jpeg', quality: 92 })).bytes) });
  }
  return photos;
}

/** POST, then (where the answer came before the render had finished) GET until it has. Milliseconds from POST to completed. */
async function postTryOn({ url, apiKey }, body) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', prefer: 'wait=30' };
  const began = performance.now();
  let answer = await ask(`${url}/v1/tryon`, { method: 'POST', headers, body: JSON.stringify(body) });
  while (answer.success && ['queued', 'processing'].includes(answer.data.status)) {
    answer = await ask(`${url}/v1/tryon/${answer.data.id}`, { headers });
  }
  const ms = performance.now() - began;
  if (!answer.success) throw new Problem(`A try-on of the bench did not complete: ${answer.error.message}`);
  return { ms, id: answer.data.id };
}

async function ask(url, request) {
  const response = await fetch(url, request);
  return response.json();
}

function quantile(numbers, q) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))];
}

/** Try-ons one after the other, and the CPU ms of the reference network beside them. */
async function measure(title, drape, photos, garmentOf) {
  const runs = [];
  const before = await referenceNetworkMs();
  await step(`${title}: ${ROUNDS} try-ons`, async () => {
    for (let i = 0; i < ROUNDS; i++) {
      const photo = photos[i % photos.length];
      runs.push(
        await postTryOn(drape, {
          productImageUrl: garmentOf(i),
          productCategory: 'top',
          userPhoto: withComment(photo.jpeg, `${title} ${i} ${Date.now()}`).toString('base64'),
        }),
      );
    }
  });
  return { title, runs, referenceMs: (before + (await referenceNetworkMs())) / 2 };
}

function report({ title, runs, referenceMs }, stagesOf) {
  const ms = runs.map((run) => run.ms);
  const stages = new Map();
  for (const { id } of runs)
    for (const { name, cpuMs, ms: wall } of stagesOf.get(id) ?? [])
      stages.set(name, [...(stages.get(name) ?? []), cpuMs ?? wall]);
  const table = [...stages].map(([stage, list]) => ({
    stage,
    cpuMs: Math.round(quantile(list, 0.5) * 10) / 10,
    design: DESIGN[stage] ?? null,
  }));
  const cpuMs = table.reduce((sum, row) => sum + (row.stage === 'describe' ? 0 : row.cpuMs), 0);
  return {
    title,
    n: runs.length,
    p50: Math.round(quantile(ms, 0.5)),
    p95: Math.round(quantile(ms, 0.95)),
    stages: table,
    cpuMs: Math.round(cpuMs),
    referenceMs: Math.round(referenceMs * 10) / 10,
    designMs: Math.round((cpuMs * REFERENCE_MS) / referenceMs),
    designMsMax: DESIGN_MAX[title],
  };
}

function print({ title, n, p50, p95, stages, cpuMs, referenceMs, designMs, designMsMax }) {
  say(`\n${title}, ${n} try-ons: p50 ${p50} ms, p95 ${p95} ms (POST → completed)`);
  say('  stage                      CPU ms   design');
  for (const { stage, cpuMs, design } of stages)
    say(`  ${stage.padEnd(24)} ${cpuMs.toFixed(1).padStart(8)} ${String(design ?? '').padStart(8)}`);
  say(`  ${'sum without describe'.padEnd(24)} ${cpuMs.toFixed(1).padStart(8)}`);
  say(
    `  The pose network alone takes ${referenceMs} CPU ms here and ${REFERENCE_MS} on the machine of the design's figures, so the sum is ${designMs} ms there (asked: at most ${designMsMax}).`,
  );
}

async function main() {
  makeHome();
  const stack = [];
  const stagesOf = new Map();
  try {
    const { startLocalServices } = load('local');
    const { migrate } = load('db');
    let services;
    await step('Starting services', async () => {
      services = await startLocalServices({ home: HOME, durable: false, env: process.env, log: () => undefined });
      stack.push(() => services.stop());
      await migrate(services.databaseUrl);
    });
    const samples = await serveSamples();
    stack.push(() => samples.close());
    const env = appEnvironment(services, PORT, samples.host);
    const heard = (line) => {
      if (!line.includes('"msg":"rendered"')) return;
      const { tryOnId, stages } = JSON.parse(line);
      stagesOf.set(tryOnId, stages);
    };
    await step('Starting gateway and one worker', async () => {
      const worker = launch('worker', env, heard);
      const gateway = launch('gateway', env);
      stack.push(worker.stop, gateway.stop);
      await Promise.all([worker.ready, gateway.ready]);
    });
    const drape = { url: `http://127.0.0.1:${PORT}`, ...(await demoKeys(services.databaseUrl)) };
    const photos = await makePhotos();
    await step('Warming up', () => measureQuietly(drape, photos, samples.garmentUrl));
    const warm = await measure('Garment warm', drape, photos, () => samples.garmentUrl);
    const cold = await measure('Garment cold', drape, photos, (i) => `${samples.garmentUrl}?cold=${i}-${Date.now()}`);
    const results = [report(warm, stagesOf), report(cold, stagesOf)];
    results.forEach(print);
    say(
      `\n${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}; ${photos.length} sample photos at ${SIZE.width}×${SIZE.height}; one worker, sequential.`,
    );
    if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
  } finally {
    for (const stop of stack.reverse()) await stop();
  }
}

async function measureQuietly(drape, photos, garmentUrl) {
  for (let i = 0; i < 3; i++) {
    const userPhoto = withComment(photos[i % photos.length].jpeg, `warm-up ${i} ${Date.now()}`).toString('base64');
    await postTryOn(drape, { productImageUrl: garmentUrl, productCategory: 'top', userPhoto });
  }
}

main().then(
  () => process.exit(0),
  (error) => {
    say(error instanceof Problem ? `✗ ${error.message}` : `✗ ${error?.stack ?? error}`);
    process.exit(1);
  },
);
