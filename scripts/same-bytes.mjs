#!/usr/bin/env node
/**
 * pnpm same-bytes [--against REF | --build CHECKOUT] [--folder DIR] [--match TEXT] [--out DIR] [--poison]
 *
 * Are the pictures of this tree those of another commit, to the byte? Renders fixed pairs with both builds and names those that differ in
 * any pixel, or in anything that is told about the picture (quality, warnings, evidence). Status 1 where any does.
 *
 *   --against REF      the commit to compare with; default: where this branch left main. It is checked out and built in a temporary
 *                      folder, which is removed afterwards
 *   --build CHECKOUT   a checkout that is built already, instead
 *   --folder DIR       pairs of your own besides the samples: DIR/persons/* and DIR/garments/<category>/*
 *   --match TEXT       only pairs whose "person+garment" contains TEXT
 *   --out DIR          keeps the pictures of pairs that differ: N-before.png, N-after.png
 *   --poison           this tree renders with its free memory poisoned: a step that reads what is no longer its own makes another picture
 *
 * The fixed pairs are the drawn products of packages/local/samples, and two looks, on each sample person. One CPU rounds as itself only:
 * pictures of two machines are not comparable.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { leave, leaveOnSignals, onLeave } from './lib/leaving.mjs';
import { ROOT } from './lib/paths.mjs';
import { buildHere, buildOf, commitOf } from './lib/same-bytes/build-of.mjs';
import { differenceOf } from './lib/same-bytes/compare-sides.mjs';
import { pairsOf, samplePairs } from './lib/same-bytes/sample-pairs.mjs';
import { Problem, say, step } from './lib/say.mjs';

const SIDE = join(ROOT, 'scripts/lib/same-bytes/render-side.mjs');
const SIDES = ['before', 'after'];

/** Paths count from where the command was typed, which is not where pnpm runs it. */
const fromCaller = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);

function readArguments() {
  const { values } = parseArgs({
    args: process.argv.slice(2).filter((arg) => arg !== '--'),
    options: {
      against: { type: 'string' },
      build: { type: 'string' },
      folder: { type: 'string' },
      match: { type: 'string', default: '' },
      out: { type: 'string' },
      poison: { type: 'boolean', default: false },
    },
  });
  return values;
}

/** Where this branch left main, or main's remote where there is no main. */
function branchPoint() {
  for (const main of ['main', 'origin/main']) {
    try {
      return execFileSync('git', ['merge-base', 'HEAD', main], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
    } catch {
      // no such branch here
    }
  }
  throw new Problem('There is no branch main to compare with: name a commit with --against.');
}

function choosePairs({ folder, match }) {
  const own = folder === undefined ? [] : pairsOf(fromCaller(folder));
  const pairs = [...samplePairs(), ...own].filter(({ name }) => name.includes(match));
  if (pairs.length === 0) throw new Problem(`No pair's name contains "${match}".`);
  return pairs;
}

/** Renders all pairs with one build in a process of its own; `onPair` is called after each. Returns its lines. */
async function renderSide({ folder, artifacts, poison = false }, pairs, out, onPair) {
  mkdirSync(out, { recursive: true });
  const job = join(out, 'job.json');
  writeFileSync(job, JSON.stringify({ build: folder, artifacts, pairs, out, poison }));
  const child = spawn(process.execPath, [SIDE, job], { stdio: ['ignore', 'pipe', 'inherit'] });
  const forget = onLeave(() => child.kill('SIGTERM'));
  const ended = new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', done);
  });
  const lines = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(JSON.parse(line));
    onPair();
  }
  const status = await ended;
  forget();
  if (status !== 0) throw new Problem(`Rendering with ${folder} ended with status ${status}.`);
  return lines;
}

async function renderBoth(builds, pairs, folders) {
  return step(`Rendering ${pairs.length} pairs twice`, (remark) => {
    let done = 0;
    const onPair = () => remark(`${++done} of ${2 * pairs.length}`);
    return Promise.all(builds.map((build, side) => renderSide(build, pairs, folders[side], onPair)));
  });
}

async function keepPictures(out, sides, folders, at) {
  const sharp = createRequire(join(ROOT, 'packages/media/package.json'))('sharp');
  mkdirSync(out, { recursive: true });
  for (const [side, name] of SIDES.entries()) {
    const { picture } = sides[side][at];
    if (picture === null) continue;
    const { width, height } = picture;
    const data = readFileSync(join(folders[side], `${at}.raw`));
    await sharp(data, { raw: { width, height, channels: 3 } })
      .png()
      .toFile(join(out, `${at}-${name}.png`));
  }
}

async function compare({ pairs, builds, against, out }) {
  const home = mkdtempSync(join(tmpdir(), 'drape-same-bytes-'));
  const removeHome = () => rmSync(home, { recursive: true, force: true });
  onLeave(removeHome);
  const folders = SIDES.map((side) => join(home, side));
  const sides = await renderBoth(builds, pairs, folders);
  let others = 0;
  for (const [at, { name }] of pairs.entries()) {
    const difference = differenceOf(sides[0][at], sides[1][at], folders, at);
    if (difference === null) continue;
    others++;
    say(`  ${at} ${name}: ${difference}`);
    if (out !== undefined) await keepPictures(fromCaller(out), sides, folders, at);
  }
  removeHome();
  const refused = sides[1].filter(({ picture }) => picture === null).length;
  say(`${pairs.length - others} of ${pairs.length} pairs are equal to the byte with ${against} (${refused} refused).`);
  return others === 0 ? 0 : 1;
}

async function main() {
  const { against, build, folder, match, out, poison } = readArguments();
  if (against !== undefined && build !== undefined) throw new Problem('Give --against or --build, not both.');
  const pairs = choosePairs({ folder, match });
  const here = { ...(await step('Building this tree', buildHere)), poison };
  if (build !== undefined) {
    const built = fromCaller(build);
    const artifacts = join(built, 'packages/models/artifacts');
    return compare({ pairs, builds: [{ folder: built, artifacts }, here], against: built, out });
  }
  const commit = commitOf(against ?? branchPoint());
  const short = commit.slice(0, 10);
  const there = await step(`Building ${short}`, () => buildOf(commit));
  try {
    return await compare({ pairs, builds: [there, here], against: short, out });
  } finally {
    there.remove();
  }
}

leaveOnSignals();
main().then(leave, (error) => {
  const isSentence = error.name === 'Problem' || String(error.code).startsWith('ERR_PARSE_ARGS');
  say(isSentence ? `✗ ${error.message}` : `✗ ${error.stack}`);
  return leave(2);
});
