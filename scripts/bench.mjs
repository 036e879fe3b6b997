#!/usr/bin/env node
/**
 * pnpm bench [--photos N] [--json FILE]
 *
 * Try-ons of 1024×1536 photos over HTTP, one worker, one at a time: POST → completed with the garment warm (analysed before) and
 * cold (a product image never seen), and what each stage of the render costs, beside the design's figures. Every photo is new to
 * the service; nothing is answered from a cache but the garment's analysis. Uses its own state folder (.drape/bench). Before and
 * after each row the pose network runs alone: machines differ by a factor of three, so sums are told in the design's milliseconds too.
 */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { photos: { type: 'string', default: '20' }, json: { type: 'string' } } });
const ROUNDS = Number(values.photos);
process.env.DRAPE_HOME ??= '.drape/bench';

const { withBenchStack } = await import('./lib/bench-stack.mjs');
const { makePhotos } = await import('./lib/bench-photos.mjs');
const { postTryOn, quantile } = await import('./lib/bench-try-ons.mjs');
const { demoKeys } = await import('./lib/demo-account.mjs');
const { withComment } = await import('./lib/sample-server.mjs');
const { Problem, say, step } = await import('./lib/say.mjs');
const { REFERENCE_MS, referenceNetworkMs } = await import('./lib/reference-network.mjs');

const SIZE = { width: 1024, height: 1536 };
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
  const stagesOf = new Map();
  const heard = (line) => {
    if (!line.includes('"msg":"rendered"')) return;
    const { tryOnId, stages } = JSON.parse(line);
    stagesOf.set(tryOnId, stages);
  };
  await withBenchStack({ heard }, async ({ url, databaseUrl, samples }) => {
    const { keys } = await demoKeys(databaseUrl);
    const drape = { url, ...keys };
    const photos = await makePhotos(SIZE);
    await step('Warming up', () => measureQuietly(drape, photos, samples.garmentUrl));
    const warm = await measure('Garment warm', drape, photos, () => samples.garmentUrl);
    const cold = await measure('Garment cold', drape, photos, (i) => `${samples.garmentUrl}?cold=${i}-${Date.now()}`);
    const results = [report(warm, stagesOf), report(cold, stagesOf)];
    results.forEach(print);
    say(
      `\n${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, Node ${process.versions.node}; ${photos.length} sample photos at ${SIZE.width}×${SIZE.height}; one worker, sequential.`,
    );
    if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
  });
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
