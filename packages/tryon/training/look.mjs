// A blind look at pairs of people and products: is the picture of one build better than that of another?
//
//   node packages/tryon/training/look.mjs draw OUT --seed S --count N --data FOLDER [--data FOLDER …]
//   node packages/tryon/training/look.mjs render OUT SIDE [--build REPOSITORY] [--shard I/N] [--without RULE,RULE]
//   node packages/tryon/training/look.mjs sheets OUT OLD NEW [--judges N]
//   node packages/tryon/training/look.mjs tally OUT OLD NEW VERDICTS.jsonl…
//
// `draw` takes N pairs per category by the hash of the seed: people that no verdict of judged-pairs.jsonl is about and that the person
// parser's training did not see, each once while they last, and products that no training of the garment reader saw. `render` makes the pictures of one side, with the build of this
// repository or of another checkout; run it again to go on. `sheets` lays photo, product, A and B side by side; which side is which
// depends on the pair's hash and is told by nothing in the picture. A judge writes one line per sheet:
//   {"n": "I007", "a": true, "b": false, "better": "a" | "b" | "same", "fault": "why the worse one would not be shown"}
// where a and b say whether a shop would show the picture to the customer who sent the photo. `tally` opens the envelope.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const CATEGORIES = ['top', 'jacket', 'dress', 'pants', 'skirt'];
/** The same share, by the same hash, as training/garment_reader/garment_labels.py holds out. */
const HELD_OUT_SHARE = 0.2;
/** The same share, by the same hash, as training/data.py of the person parser holds back. */
const HELD_BACK_SHARE = 0.11;
const SHEET_HEIGHT = 860;
const SHEET_WIDTH = 620;

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const hashOf = (text) => createHash('sha256').update(text).digest('hex');
const shareOf = (text) => parseInt(hashOf(text).slice(0, 8), 16) / 16 ** 8;
const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Pictures of a folder of one of the data folders, as names relative to it. */
function picturesOf(folders, name) {
  const folder = folders.map((data) => join(data, name)).find((path) => existsSync(path));
  if (folder === undefined) throw new Error(`${name} lies under none of ${folders.join(', ')}`);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jpg'))
    .map((file) => `${name}/${file}`);
}

function draw(out, { seed, count, data }) {
  const judged = linesOf(here('judged-pairs.jsonl'));
  const judgedPeople = new Set(judged.map(({ person }) => person));
  const judgedProducts = new Set(judged.map(({ product }) => product));
  const learned = new Set(linesOf(here('../../models/training/garment-labels.jsonl')).map(({ image }) => image));
  const byHash = (names) => [...names].sort((a, b) => (hashOf(seed + a) < hashOf(seed + b) ? -1 : 1));
  const isStranger = (image) => !learned.has(image) || shareOf(image) < HELD_OUT_SHARE;

  const isHeldBack = (person) => shareOf(person.slice('photos/'.length, -'.jpg'.length)) < HELD_BACK_SHARE;
  const people = [
    ...byHash(picturesOf(data, 'unlabelled').filter((person) => !judgedPeople.has(person))),
    ...byHash(picturesOf(data, 'photos').filter((person) => !judgedPeople.has(person) && isHeldBack(person))),
  ];
  const pairs = [];
  for (const category of CATEGORIES) {
    const products = byHash(
      picturesOf(data, `clothing-dataset/${category}`).filter((name) =>
        isStranger(name.slice('clothing-dataset/'.length)),
      ),
    );
    const unseenFirst = products.sort((a, b) => Number(judgedProducts.has(a)) - Number(judgedProducts.has(b)));
    for (let i = 0; i < count; i++) {
      const n = `${seed}${String(pairs.length).padStart(3, '0')}`;
      pairs.push({
        n,
        person: people[pairs.length % people.length],
        product: unseenFirst[i % products.length],
        category,
        data,
      });
    }
  }
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'pairs.jsonl'), pairs.map((pair) => `${JSON.stringify(pair)}\n`).join(''));
  console.log(`${pairs.length} pairs, ${new Set(pairs.map(({ product }) => product)).size} products`);
}

const fileOf = ({ data }, name) => {
  const path = data.map((folder) => join(folder, name)).find((candidate) => existsSync(candidate));
  return { name: basename(name), stem: basename(name), path };
};

async function render(out, side, { build, shard, without }) {
  const require = createRequire(join(resolve(build), 'apps/worker/dist/main.js'));
  // Builds before the registry know rules by their names.
  const { ruleOf = (name) => name } = require('@drape/tryon');
  const rules = without
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const rule = ruleOf(name);
      if (rule === undefined) throw new Error(`no rule is called ${name}`);
      return rule;
    });
  const { garmentSlot, personSlot, tryPair } = require('./bench/render-pairs.js');
  // From the package itself: where a build keeps its own helpers differs between builds.
  const { loadModels } = require('@drape/models');
  const sharp = createRequire(join(resolve(build), 'packages/media/package.json'))('sharp');
  const [index, shards] = shard.split('/').map(Number);
  const folder = join(out, side);
  mkdirSync(folder, { recursive: true });

  const artifactsDir = process.env.DRAPE_MODELS_DIR;
  const models = await loadModels({ provider: 'cpu', threads: 1, ...(artifactsDir && { artifactsDir }) });
  const garments = new Map();
  const mine = linesOf(join(out, 'pairs.jsonl')).filter((_, i) => i % shards === index);
  for (const pair of mine) {
    const picture = join(folder, `${pair.n}.png`);
    if (existsSync(picture)) continue;
    const garmentKey = `${pair.category} ${pair.product}`;
    if (!garments.has(garmentKey)) {
      garments.set(garmentKey, garmentSlot({ ...fileOf(pair, pair.product), category: pair.category }, models, rules));
    }
    const outcome = await tryPair(
      personSlot(fileOf(pair, pair.person), models, rules),
      garments.get(garmentKey),
      models,
      rules,
    );
    if (outcome.refused !== undefined) {
      appendFileSync(join(folder, 'refused.jsonl'), `${JSON.stringify({ n: pair.n, ...outcome.refused })}\n`);
      continue;
    }
    const { render: made, metrics } = outcome.rendered;
    const { data, width, height } = made.image;
    await sharp(data, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 4 })
      .toFile(picture);
    appendFileSync(join(folder, 'metrics.jsonl'), `${JSON.stringify({ n: pair.n, ...metrics })}\n`);
  }
  await models.close();
}

async function sheets(out, old, fresh, { judges }) {
  const sharp = createRequire(here('../../media/package.json'))('sharp');
  const cell = (path) =>
    sharp(path)
      .autoOrient()
      .resize(SHEET_WIDTH, SHEET_HEIGHT, { fit: 'contain', background: '#808080' })
      .png()
      .toBuffer();
  const folder = join(out, `sheets-${old}-${fresh}`);
  mkdirSync(folder, { recursive: true });
  const shown = linesOf(join(out, 'pairs.jsonl')).filter(({ n }) =>
    [old, fresh].every((side) => existsSync(join(out, side, `${n}.png`))),
  );
  for (const pair of shown) {
    const [a, b] = isNewA(pair.n) ? [fresh, old] : [old, fresh];
    const cells = [
      fileOf(pair, pair.person).path,
      fileOf(pair, pair.product).path,
      join(out, a, `${pair.n}.png`),
      join(out, b, `${pair.n}.png`),
    ];
    const parts = await Promise.all(cells.map(cell));
    await sharp({
      create: { width: cells.length * (SHEET_WIDTH + 8), height: SHEET_HEIGHT, channels: 3, background: '#ffffff' },
    })
      .composite(parts.map((input, i) => ({ input, left: i * (SHEET_WIDTH + 8), top: 0 })))
      .png({ compressionLevel: 4 })
      .toFile(join(folder, `${pair.n}.png`));
  }
  // Each pair is seen by two judges who share no other list.
  const lists = Array.from({ length: judges }, () => []);
  shown.forEach(({ n }, i) => {
    lists[i % (judges / 2)].push(n);
    lists[judges / 2 + (Math.floor(i / (judges / 2)) % (judges / 2))].push(n);
  });
  lists.forEach((list, i) => writeFileSync(join(folder, `list-${i}.json`), JSON.stringify(list)));
  console.log(`${shown.length} sheets in ${folder}, lists of ${lists.map(({ length }) => length).join(', ')}`);
}

/** Whether the new build's picture is the left one of a pair's sheet. */
function isNewA(n) {
  return shareOf(`side ${n}`) < 0.5;
}

function tally(out, files) {
  const pairs = new Map(linesOf(join(out, 'pairs.jsonl')).map((pair) => [pair.n, pair]));
  const verdicts = files.flatMap(linesOf).map(({ n, a, b, better, fault }) => {
    const isA = isNewA(n);
    const winner = better === 'same' ? 'same' : (better === 'a') === isA ? 'new' : 'old';
    return { n, category: pairs.get(n).category, fresh: isA ? a : b, old: isA ? b : a, winner, fault };
  });
  const share = (list, of) => (list.length === 0 ? '-' : (list.filter(of).length / list.length).toFixed(2));
  for (const category of [...CATEGORIES, 'all']) {
    const list = verdicts.filter((verdict) => category === 'all' || verdict.category === category);
    const count = (winner) => list.filter((verdict) => verdict.winner === winner).length;
    console.log(
      `${category.padEnd(8)} ${String(list.length).padStart(4)} verdicts  would be shown: new ${share(list, ({ fresh }) => fresh)}, ` +
        `old ${share(list, (verdict) => verdict.old)}  better: new ${count('new')}, old ${count('old')}, same ${count('same')}`,
    );
  }
  const byPair = [...pairs.keys()].map((n) => verdicts.filter((verdict) => verdict.n === n));
  const twice = byPair.filter(({ length }) => length === 2);
  console.log(
    `judges agree whether the new one would be shown: ${share(twice, ([x, y]) => x.fresh === y.fresh)} of ${twice.length} pairs`,
  );
  writeFileSync(join(out, 'verdicts.json'), JSON.stringify(verdicts, null, 1));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: 'A' },
    count: { type: 'string', default: '22' },
    data: { type: 'string', multiple: true, default: [] },
    build: { type: 'string', default: here('../../..') },
    shard: { type: 'string', default: '0/1' },
    without: { type: 'string', default: '' },
    judges: { type: 'string', default: '4' },
  },
});
const [command, out, old, fresh, ...files] = positionals;
if (command === 'draw')
  draw(out, { seed: values.seed, count: Number(values.count), data: values.data.map((folder) => resolve(folder)) });
else if (command === 'render') await render(out, old, values);
else if (command === 'sheets') await sheets(out, old, fresh, { judges: Number(values.judges) });
else if (command === 'tally') tally(out, files);
else throw new Error('say draw, render, sheets or tally');
