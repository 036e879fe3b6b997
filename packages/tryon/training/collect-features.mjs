// Renders the judged pairs anew and writes features.csv; wanted after each change of the renderer or of the features.
//
//   node packages/tryon/training/collect-features.mjs FOLDER…
//
// A pair's person and product are looked for under each folder in turn. Needs a build (apps/worker/dist) and the networks; a quarter of
// an hour of one thread. What was collected stands in features.part.jsonl until all is there: run it again to go on. Pairs that the
// renderer refuses get no row, and are learnt from no more. The verdicts are of the pictures that were judged: where the renderer has
// changed what is seen, judge anew.
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(new URL('../../../apps/worker/dist/main.js', import.meta.url));
const { garmentSlot, personSlot } = require('./bench/render-pairs.js');
const { openModels } = require('./cli/open-models.js');
const { createRaster } = require('@drape/imaging');
const { measuredPicture, pictureFeatures, renderTryOn, TryOnRefusal } = require('@drape/tryon');

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('name the folders in which persons and products lie');

const fileOf = (name) => {
  const path = folders.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error(`${name} lies under none of ${folders.join(', ')}`);
  return { name: basename(name), stem: basename(name), path };
};

/** Makes a value for each key once. */
const kept = (make) => {
  const values = new Map();
  return (key, ...rest) => {
    if (!values.has(key)) values.set(key, make(key, ...rest));
    return values.get(key);
  };
};

const models = await openModels();
const personOf = kept((name) => personSlot(fileOf(name), models));
const garmentOf = kept((name, category) => garmentSlot({ ...fileOf(name), category }, models));
/** Stands for a product picture that has been analysed already. */
const unseen = createRaster(1, 1, 3);

const PART = here('features.part.jsonl');
const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** What the score is told of a pair's picture; why there is none where the renderer refuses it. */
async function look({ person: personName, product, category }) {
  const [person, garment] = [personOf(personName), garmentOf(product, category)];
  const cache = { person: person.analysed, garment: garment.analysed };
  try {
    const photo = await person.photo();
    const render = await renderTryOn(photo, unseen, { category }, models, { trace: true, cache });
    return { features: pictureFeatures(measuredPicture(photo, render)) };
  } catch (error) {
    if (error instanceof TryOnRefusal) return { refused: error.code };
    throw error;
  }
}

const pairs = linesOf(here('judged-pairs.jsonl'));
const rows = existsSync(PART) ? linesOf(PART) : [];
const done = new Set(rows.map(({ n }) => n));
for (const pair of pairs.filter(({ n }) => !done.has(n))) {
  const row = { n: pair.n, ...(await look(pair)) };
  appendFileSync(PART, `${JSON.stringify(row)}\n`);
  rows.push(row);
  if (rows.length % 50 === 0) console.log(`${rows.length} of ${pairs.length}`);
}
await models.close();

const seen = rows.filter(({ features }) => features !== undefined);
for (const { n, refused } of rows) if (refused !== undefined) console.log(`${n} is refused: ${refused}`);
const names = Object.keys(seen[0].features);
const line = ({ n, features }) => [n, ...names.map((name) => Number(features[name].toPrecision(5)))].join(',');
writeFileSync(here('features.csv'), [['n', ...names].join(','), ...seen.map(line), ''].join('\n'));
rmSync(PART);
console.log(`${seen.length} of ${pairs.length} pairs have a picture`);
