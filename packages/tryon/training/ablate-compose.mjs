// What is each rule of the composition worth (packages/tryon/src/rules/compose-rules.ts)?
//
//   node packages/tryon/training/ablate-compose.mjs PAIRS.jsonl OUT.jsonl [--shard I/N]
//   node packages/tryon/training/ablate-compose.mjs tell OUT.jsonl…
//
// PAIRS is what look.mjs draws. Person and product of each pair are analysed once, then composed with all rules and without each one. A
// line of OUT per pair: for each rule the share of the photo's pixels that change, how far on average (levels of 255), by how much the
// quality score does, and how long the render takes without it (ms). Run again, it goes on.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const require = createRequire(new URL('../../../apps/worker/dist/main.js', import.meta.url));
const { analyseGarment, analysePerson, COMPOSE_RULES, renderTryOn } = require('@drape/tryon');
const { decodeGarment, decodePhoto } = require('@drape/media');
const { openModels } = require('./cli/open-models.js');

/** A pixel that differs by less is the same to every eye. */
const SEEN_LEVELS = 2;

const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

function differenceOf(a, b) {
  let [changed, sum] = [0, 0];
  for (let i = 0; i < a.data.length; i += 3) {
    const most = Math.max(
      Math.abs(a.data[i] - b.data[i]),
      Math.abs(a.data[i + 1] - b.data[i + 1]),
      Math.abs(a.data[i + 2] - b.data[i + 2]),
    );
    if (most < SEEN_LEVELS) continue;
    changed++;
    sum += most;
  }
  return { share: changed / (a.data.length / 3), levels: changed === 0 ? 0 : sum / changed };
}

async function measure({ n, person: photoFile, product, category, data }, models) {
  const pathOf = (name) => data.map((folder) => join(folder, name)).find((path) => existsSync(path));
  const photo = (await decodePhoto(readFileSync(pathOf(photoFile)))).raster;
  const { raster } = await decodeGarment(readFileSync(pathOf(product)));
  const person = await analysePerson(photo, models, () => undefined);
  const garment = await analyseGarment(raster, category, models);
  const cache = { person: () => Promise.resolve(person), garment: () => Promise.resolve(garment) };
  const render = async (without) => {
    const since = performance.now();
    const made = await renderTryOn(photo, raster, { category, without }, models, { cache });
    return { ...made, ms: performance.now() - since };
  };
  await render([]);
  const whole = await render([]);
  const rules = {};
  for (const rule of COMPOSE_RULES) {
    const made = await render([rule]);
    const { share, levels } = differenceOf(whole.image, made.image);
    const quality = made.evidence.quality.score - whole.evidence.quality.score;
    rules[rule] = { share, levels, quality, ms: made.ms };
  }
  return { n, category, ms: whole.ms, quality: whole.evidence.quality.score, rules };
}

async function run(pairsFile, out, shard) {
  const [index, count] = shard.split('/').map(Number);
  const done = new Set(existsSync(out) ? linesOf(out).map(({ n }) => n) : []);
  const models = await openModels();
  for (const [at, pair] of linesOf(pairsFile).entries()) {
    if (at % count !== index || done.has(pair.n)) continue;
    const line = await measure(pair, models).catch((error) => ({ n: pair.n, error: error.code ?? String(error) }));
    appendFileSync(out, `${JSON.stringify(line)}\n`);
  }
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

function tell(files) {
  const lines = files.flatMap(linesOf).filter(({ error }) => error === undefined);
  console.log(`${lines.length} pairs`);
  console.log(
    '| rule | fires on | pixels changed where it fires, median | by levels | quality without it, sum | ms, median |',
  );
  console.log('|---|---:|---:|---:|---:|---:|');
  for (const rule of COMPOSE_RULES) {
    const all = lines.map(({ rules, ms }) => ({ ...rules[rule], saved: ms - rules[rule].ms }));
    const fired = all.filter(({ share }) => share > 0);
    const share = 100 * median(fired.map((one) => one.share));
    const cells = [
      `\`${rule}\``,
      `${fired.length} (${((100 * fired.length) / lines.length).toFixed(1)} %)`,
      `${share.toFixed(3)} %`,
      median(fired.map(({ levels }) => levels)).toFixed(0),
      fired.reduce((sum, { quality }) => sum + quality, 0),
      median(all.map(({ saved }) => saved)).toFixed(0),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shard: { type: 'string', default: '0/1' } },
});
if (positionals[0] === 'tell') tell(positionals.slice(1));
else await run(positionals[0], positionals[1], values.shard);
