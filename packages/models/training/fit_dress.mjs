/**
 * Fits the weights by which the pipeline tells a dress from a skirt under a top (`packages/tryon/src/person/parse/settle-dress.ts`).
 *
 *     node fit_dress.mjs DATA
 *
 * DATA  Clothing Co-Parsing with unlabelled/. Its photos that dress-labels.json names were told by eye; none of them belongs to the
 *       labelled ones, so that the parser has not learned their truth, nor are they measured on
 *
 * Logistic regression on the evidence that the pipeline itself gathers; Newton's steps, ridge 1 on standardised values. Prints the
 * weights and what ten-fold cross-validation gives for the parse's votes alone and for all three.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodePhoto, PHOTO_LIMITS } from '../../media/dist/index.js';
import { evidenceOf } from '../../tryon/dist/index.js';
import models from '../dist/index.js';

const FOLDS = 10;
const STEPS = 50;

const [data] = process.argv.slice(2);
const labels = JSON.parse(readFileSync(new URL('dress-labels.json', import.meta.url), 'utf8'));
const networks = await models.loadModels({ provider: 'cpu', threads: 1 });
const rows = [];
for (const [kind, names] of Object.entries(labels)) {
  for (const name of names) {
    const bytes = readFileSync(join(data, 'unlabelled', `${name}.jpg`));
    const photo = (await decodePhoto(bytes, { ...PHOTO_LIMITS, minSide: 1 })).raster;
    const { person } = await networks.detectPose(photo);
    if (person === null) continue;
    const evidence = evidenceOf(photo, await networks.parsePerson(photo, person), person);
    if (evidence !== null) rows.push({ truth: kind === 'dress' ? 1 : 0, x: Object.values(evidence) });
  }
}
await networks.close();

const chance = (weights, x) => 1 / (1 + Math.exp(-x.reduce((sum, v, i) => sum + weights[i] * v, weights.at(-1))));

/** Solves a · x = b in place by elimination; a is positive definite. */
function solve(a, b) {
  for (let i = 0; i < b.length; i++) {
    for (let k = i + 1; k < b.length; k++) {
      const f = a[k][i] / a[i][i];
      for (let j = i; j < b.length; j++) a[k][j] -= f * a[i][j];
      b[k] -= f * b[i];
    }
  }
  for (let i = b.length - 1; i >= 0; i--) {
    for (let j = i + 1; j < b.length; j++) b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
  return b;
}

/** Weights of the values, then the constant. */
function fit(samples) {
  const size = samples[0].x.length;
  const mean = Array.from({ length: size }, (_, i) => samples.reduce((s, { x }) => s + x[i], 0) / samples.length);
  const spread = mean.map((m, i) => Math.sqrt(samples.reduce((s, { x }) => s + (x[i] - m) ** 2, 0) / samples.length));
  const scaled = samples.map(({ truth, x }) => ({ truth, x: x.map((v, i) => (v - mean[i]) / spread[i]) }));
  const w = Array.from({ length: size + 1 }, () => 0);
  for (let step = 0; step < STEPS; step++) {
    const slope = w.map((v, i) => (i < size ? v : 0));
    const bend = w.map((_, i) => w.map((__, j) => (i === j && i < size ? 1 : 0)));
    for (const { truth, x } of scaled) {
      const p = chance(w, x);
      const one = [...x, 1];
      one.forEach((v, i) => {
        slope[i] += (p - truth) * v;
        one.forEach((u, j) => (bend[i][j] += p * (1 - p) * v * u));
      });
    }
    solve(bend, slope).forEach((d, i) => (w[i] -= d));
  }
  const weights = w.slice(0, size).map((v, i) => v / spread[i]);
  return [...weights, weights.reduce((c, v, i) => c - v * mean[i], w[size])];
}

/** Share of right answers, and of right ones among those surer than .7, with the share of the sure. */
function crossValidate(samples) {
  let [right, sure, sureRight] = [0, 0, 0];
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = fit(samples.filter((_, i) => i % FOLDS !== fold));
    for (const { truth, x } of samples.filter((_, i) => i % FOLDS === fold)) {
      const p = chance(weights, x);
      const good = p > 0.5 === (truth === 1);
      right += good;
      if (Math.max(p, 1 - p) <= 0.7) continue;
      sure++;
      sureRight += good;
    }
  }
  const share = (n, of) => (n / of).toFixed(3);
  return `${share(right, samples.length)} right; ${share(sure, samples.length)} sure, ${share(sureRight, sure)} of them right`;
}

console.log(`${rows.length} people, ${rows.filter(({ truth }) => truth === 1).length} in a dress`);
console.log('votes alone:', crossValidate(rows.map(({ truth, x }) => ({ truth, x: [x[0]] }))));
console.log('all three:  ', crossValidate(rows));
console.log(
  'vote, alike, rougher, constant:',
  fit(rows)
    .map((v) => v.toFixed(2))
    .join(', '),
);
