// Figures over judged pairs: each {share (of its judges who would show it), p, score, person}.
import { auc, random } from './models.mjs';

export const aucOf = (pairs) =>
  auc(
    pairs.map(({ p }) => p),
    pairs.map(({ share }) => share),
  );

const shown = (pairs) => pairs.reduce((sum, { share }) => sum + share, 0);

/** What is returned from a score on: share of the pairs, share shown among them, share kept of all that would be shown. */
export function at(pairs, score) {
  const above = pairs.filter((pair) => pair.score >= score);
  return {
    score,
    returned: above.length / pairs.length,
    precision: above.length === 0 ? null : shown(above) / above.length,
    kept: shown(above) / Math.max(1e-9, shown(pairs)),
  };
}

/** The highest score that still keeps so much of what would be shown. */
export function keepAt(pairs, keep) {
  let found = at(pairs, 0);
  for (let score = 1; score <= 100; score++) {
    const here = at(pairs, score);
    if (here.kept < keep) break;
    found = here;
  }
  return found;
}

export const curveOf = (pairs) =>
  Array.from({ length: 20 }, (_, i) => at(pairs, 5 * i)).filter(({ precision }) => precision !== null);

/** Pictures by tenths of their score: how many, mean score, share shown. */
export function calibrationTable(pairs) {
  return Array.from({ length: 10 }, (_, i) => {
    const own = pairs.filter(({ score }) => score >= 10 * i && (score < 10 * i + 10 || (i === 9 && score <= 100)));
    if (own.length === 0) return null;
    const mean = own.reduce((sum, { score }) => sum + score, 0) / own.length;
    return { from: 10 * i, n: own.length, mean, shown: shown(own) / own.length };
  }).filter((row) => row !== null);
}

/** Share of the pairs at each level, and share shown of each. */
export function levelShares(pairs, { fair, good }) {
  const part = (own) => ({
    share: own.length / pairs.length,
    shown: own.length === 0 ? null : shown(own) / own.length,
  });
  return {
    good: part(pairs.filter(({ score }) => score >= good)),
    fair: part(pairs.filter(({ score }) => score >= fair && score < good)),
    poor: part(pairs.filter(({ score }) => score < fair)),
    returned: part(pairs.filter(({ score }) => score >= fair)),
  };
}

const ROUNDS = 1000;

/** Intervals that hold 95 % of what other people in the photos would have given: people are drawn anew, with all their pairs. */
export function bootstrap(pairs, limits) {
  const people = [...new Set(pairs.map(({ person }) => person))];
  const own = new Map(people.map((person) => [person, pairs.filter((pair) => pair.person === person)]));
  const next = random(11);
  const found = { auc: [], base: [], precision: [], lift: [], kept: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const drawn = people.flatMap(() => own.get(people[Math.floor(next() * people.length)]));
    const base = shown(drawn) / drawn.length;
    const { precision, kept } = at(drawn, limits.fair);
    found.auc.push(aucOf(drawn));
    found.base.push(base);
    if (precision === null) continue;
    found.precision.push(precision);
    found.lift.push(precision - base);
    found.kept.push(kept);
  }
  return Object.fromEntries(Object.entries(found).map(([name, values]) => [name, interval(values)]));
}

function interval(values) {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  return [sorted[Math.floor(0.025 * sorted.length)], sorted[Math.floor(0.975 * sorted.length)]];
}
