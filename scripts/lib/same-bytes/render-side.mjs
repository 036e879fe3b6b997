#!/usr/bin/env node
/**
 * node scripts/lib/same-bytes/render-side.mjs JOB.json
 *
 * Renders pairs with the build of one checkout, in the order of the job, without any server. Prints one line of JSON per pair: what the
 * render tells (`told`), and SHA-256 and size of its pixels, or the code and the sentence of a refusal. As in the service, people and
 * products are analysed once, and each picture's memory is left to the next one.
 *
 * Job: `build`, the checkout's folder; `artifacts`, the networks' folder; `pairs`, see sample-pairs.mjs; `out`, a folder for the raw
 * pixels (`N.raw`, RGB), or null; `poison`: free memory is poisoned.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const job = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const require = createRequire(import.meta.url);
const load = (name) => require(join(job.build, 'packages', name));
const imaging = load('imaging');
// older builds call it giveBack, and yet older ones have no such memory
const releaseBuffers = imaging.releaseBuffers ?? imaging.giveBack ?? (() => {});
if (job.poison) imaging.poisonFreeMemory();
const { decodeGarment, decodePhoto } = load('media');
const { loadModels } = load('models');
const { renderLook, renderTryOn } = load('tryon');

/** Analysed products, by path and category. Each weighs about 4 MB. */
const garments = new Map();
/** The person under way; pairs of one person follow each other. */
let person = { path: null, photo: null, analysed: null };

async function see(path) {
  if (person.path === path) return;
  const { analysed } = person;
  if (analysed !== null) releaseBuffers(analysed.guide.data, ...Object.values(analysed.planes).map(({ data }) => data));
  person = { path, photo: (await decodePhoto(readFileSync(path))).raster, analysed: null };
}

function keep(key, garment) {
  garments.set(key, garment);
  return garment;
}

async function render(pair, models) {
  await see(pair.person);
  const products = [];
  for (const { path, category } of pair.garments) {
    products.push({ image: (await decodeGarment(readFileSync(path))).raster, category });
  }
  const hooks = {
    cache: {
      person: async (compute) => (person.analysed ??= await compute()),
      async garment(compute, place = 0) {
        const { path, category } = pair.garments[place];
        const key = `${category} ${path}`;
        return garments.get(key) ?? keep(key, await compute());
      },
    },
  };
  if (products.length === 1) return ofOne(products[0], models, hooks);
  if (renderLook === undefined) return { told: { refused: 'unsupported', detail: 'This build renders no looks.' } };
  const { image, editMask, pieces, quality, invented, warnings } = await renderLook(
    person.photo,
    products,
    { tuck: pair.tuck },
    models,
    hooks,
  );
  return { image, spent: [editMask.data], told: { pieces, quality, invented, warnings } };
}

async function ofOne({ image: product, category }, models, hooks) {
  const made = await renderTryOn(person.photo, product, { category }, models, hooks);
  const { image, editMask, placement, evidence, warnings } = made;
  return {
    image,
    spent: [editMask.data, placement.rgba.data],
    told: { category: made.category, categorySource: made.categorySource, evidence, warnings },
  };
}

/** What a refusal tells; everything else that is thrown is a fault, and no less an outcome that has to stay the same. */
const refusalOf = (error) => ({ refused: error.code ?? error.name, detail: error.detail ?? error.message });

const models = await loadModels({ provider: 'cpu', threads: 1, artifactsDir: job.artifacts });
for (const [at, pair] of job.pairs.entries()) {
  const { image, spent, told } = await render(pair, models).catch((error) => ({ told: refusalOf(error) }));
  let picture = null;
  if (image !== undefined) {
    const { width, height, data } = image;
    picture = { width, height, sha256: createHash('sha256').update(data).digest('hex') };
    if (job.out !== null) writeFileSync(join(job.out, `${at}.raw`), data);
    releaseBuffers(data, ...spent);
  }
  process.stdout.write(`${JSON.stringify({ name: pair.name, picture, told })}\n`);
}
await models.close();
