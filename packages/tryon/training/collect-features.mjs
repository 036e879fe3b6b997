// Renders the judged pairs anew and writes features.csv; wanted after each change of the renderer or of the features.
//
//   node packages/tryon/training/collect-features.mjs FOLDER…
//
// A pair's person and product are looked for under each folder in turn. Needs a build (apps/worker/dist) and the networks. The verdicts
// are of the pictures that were judged: where the renderer has changed what is seen, judge anew.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(new URL('../../../apps/worker/dist/main.js', import.meta.url));
const { garmentSlot, personSlot } = require('./bench/render-pairs.js');
const { openModels } = require('./open-models.js');
const { createRaster } = require('@drape/imaging');
const { measuredPicture, pictureFeatures, renderTryOn } = require('@drape/tryon');

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

const pairs = readFileSync(here('judged-pairs.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const rows = [];
for (const { n, person: personName, product, category } of pairs) {
  const [person, garment] = [personOf(personName), garmentOf(product, category)];
  const photo = await person.photo();
  const cache = { person: person.analysed, garment: garment.analysed };
  const render = await renderTryOn(photo, unseen, { category }, models, { trace: true, cache });
  rows.push({ n, features: pictureFeatures(measuredPicture(photo, render)) });
  if (rows.length % 50 === 0) console.log(`${rows.length} of ${pairs.length}`);
}
await models.close();

const names = Object.keys(rows[0].features);
const line = ({ n, features }) => [n, ...names.map((name) => Number(features[name].toPrecision(5)))].join(',');
writeFileSync(here('features.csv'), [['n', ...names].join(','), ...rows.map(line), ''].join('\n'));
