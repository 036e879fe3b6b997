// What is each rule of the person's planes worth (stage `measure` of packages/tryon/src/registry.ts), by labels? `pnpm ablate` tells what they
// change of pictures.
//
//   node packages/tryon/training/ablate-planes.mjs DATA OUT.jsonl [--shard I/N] [--all]
//   node packages/tryon/training/ablate-planes.mjs tell OUT.jsonl…
//
// DATA is Clothing Co-Parsing: photos/, labels/ and label-names.json. Every photo that the parser's training held back, or every photo
// with --all, is analysed with all rules and without each one. A line of OUT per photo: for each rule the pixels of the work planes whose class
// differs, and of how many the class is right with the rule alone and without it alone. Run again, it goes on. What a dress is counts as
// upper or lower clothes; legwear as skin, lower clothes or an accessory.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const require = createRequire(new URL('../../../apps/worker/dist/main.js', import.meta.url));
const { analysePerson, RULES } = require('@drape/tryon');
const { decodeLabels, decodePhoto, PHOTO_LIMITS } = require('@drape/media');
const { ccpMergeTable } = require('@drape/models');
const { openModels } = require('./cli/open-models.js');

const PERSON_RULES = RULES.filter(({ stage }) => stage === 'measure');
/** The same share, by the same hash, as training/data.py of the person parser holds back. */
const HELD_BACK_SHARE = 0.11;
/** The classes of the work planes, and what each class of the parser counts as among them. */
const PLANES = ['hair', 'skin', 'upper', 'lower', 'shoes', 'bag', 'other'];
const COUNTS_AS = [
  [],
  ['hair'],
  ['skin'],
  ['upper'],
  ['upper'],
  ['upper', 'lower'],
  ['lower'],
  ['lower'],
  ['shoes'],
  ['bag'],
  ['other'],
];
const LEGWEAR = ['socks', 'stockings', 'tights'];

const linesOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const isHeldBack = (name) =>
  parseInt(createHash('sha256').update(name).digest('hex').slice(0, 8), 16) / 16 ** 8 < HELD_BACK_SHARE;

/** For every work pixel a bit for each plane that is right there; 0: none, background. */
function truthOf(label, names, { width, height }) {
  const classes = ccpMergeTable(names);
  const bits = names.map((name, index) => {
    const planes = LEGWEAR.includes(name) ? ['skin', 'lower', 'other'] : COUNTS_AS[classes[index]];
    return planes.reduce((sum, plane) => sum | (1 << PLANES.indexOf(plane)), 0);
  });
  const truth = new Uint8Array(width * height);
  for (let i = 0; i < truth.length; i++) {
    const x = Math.floor((((i % width) + 0.5) * label.width) / width);
    const y = Math.floor(((Math.floor(i / width) + 0.5) * label.height) / height);
    truth[i] = bits[label.data[y * label.width + x]];
  }
  return truth;
}

/** The bit of the strongest plane at every pixel; 0 where the background is stronger than the person. */
function classesOf(planes) {
  const classes = new Uint8Array(planes.person.data.length);
  for (let i = 0; i < classes.length; i++) {
    if (planes.person.data[i] < 0.5) continue;
    let most = 0;
    for (const [n, name] of PLANES.entries()) {
      if (planes[name].data[i] > most) [most, classes[i]] = [planes[name].data[i], 1 << n];
    }
  }
  return classes;
}

const isRight = (found, truth) => (truth === 0 ? found === 0 : (found & truth) !== 0);

function compare(kept, left, truth) {
  const counts = { changed: 0, rightWith: 0, rightWithout: 0 };
  for (let i = 0; i < truth.length; i++) {
    if (kept[i] === left[i]) continue;
    counts.changed++;
    const [kindWith, kindWithout] = [isRight(kept[i], truth[i]), isRight(left[i], truth[i])];
    if (kindWith && !kindWithout) counts.rightWith++;
    if (kindWithout && !kindWith) counts.rightWithout++;
  }
  return counts;
}

/** Networks answer once; all analyses of a photo share their answers. */
function remember(models) {
  const answers = new Map();
  const once =
    (name) =>
    (...input) => {
      if (!answers.has(name)) answers.set(name, models[name](...input));
      return answers.get(name);
    };
  return { detectPose: once('detectPose'), meshFace: once('meshFace'), parsePerson: once('parsePerson') };
}

async function measure(data, name, names, models) {
  const photo = (await decodePhoto(readFileSync(join(data, 'photos', `${name}.jpg`)), { ...PHOTO_LIMITS, minSide: 1 }))
    .raster;
  const label = await decodeLabels(readFileSync(join(data, 'labels', `${name}.png`)));
  const ports = remember(models);
  const analyse = async (without) => (await analysePerson(photo, ports, () => undefined, without)).planes;
  const planes = await analyse([]);
  const truth = truthOf(label, names, planes.person);
  const kept = classesOf(planes);
  const rules = {};
  for (const rule of [...PERSON_RULES.map((one) => [one]), PERSON_RULES]) {
    const counts = compare(kept, classesOf(await analyse(rule)), truth);
    if (counts.changed > 0) rules[rule.length > 1 ? 'all' : rule[0].id] = counts;
  }
  return { body: truth.filter((bits) => bits !== 0).length, rules };
}

async function run(data, out, { shard, all }) {
  const names = JSON.parse(readFileSync(join(data, 'label-names.json'), 'utf8'));
  const done = new Set(existsSync(out) ? linesOf(out).map(({ name }) => name) : []);
  const [index, shards] = shard.split('/').map(Number);
  const photos = readdirSync(join(data, 'photos'))
    .map((file) => file.replace(/\.jpg$/, ''))
    .filter((name) => existsSync(join(data, 'labels', `${name}.png`)) && (all || isHeldBack(name)))
    .filter((name, i) => i % shards === index && !done.has(name));
  const models = await openModels();
  for (const name of photos) {
    const row = await measure(data, name, names, models).catch((error) => ({ refused: String(error.message) }));
    appendFileSync(out, `${JSON.stringify({ name, ...row })}\n`);
  }
  await models.close();
}

function tell(files) {
  const rows = files.flatMap(linesOf).filter(({ rules }) => rules !== undefined);
  const body = rows.reduce((sum, row) => sum + row.body, 0);
  console.log(
    `${rows.length} photos. Of a rule: photos that it changes, pixels changed, right with it alone, right without it alone,`,
  );
  console.log('photos in which it is right more often and less often, net in thousandths of a percent of the body');
  const told = ['all', ...PERSON_RULES.map(({ id }) => id)].map((rule) => {
    const fired = rows.flatMap(({ rules }) => (rules[rule] === undefined ? [] : [rules[rule]]));
    const sum = (name) => fired.reduce((total, counts) => total + counts[name], 0);
    const net = sum('rightWith') - sum('rightWithout');
    const better = fired.filter(({ rightWith, rightWithout }) => rightWith > rightWithout).length;
    const worse = fired.filter(({ rightWith, rightWithout }) => rightWith < rightWithout).length;
    return { rule, net, cells: [fired.length, sum('changed'), sum('rightWith'), sum('rightWithout'), better, worse] };
  });
  for (const { rule, net, cells } of told.sort((a, b) => b.net - a.net)) {
    console.log(
      [
        rule.padEnd(15),
        ...cells.map((cell) => String(cell).padStart(7)),
        ((net / body) * 1e5).toFixed(1).padStart(8),
      ].join(' '),
    );
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { shard: { type: 'string', default: '0/1' }, all: { type: 'boolean', default: false } },
});
const [first, ...rest] = positionals;
if (first === 'tell') tell(rest);
else if (rest.length === 1) await run(first, rest[0], values);
else throw new Error('say DATA and OUT.jsonl, or tell and files');
