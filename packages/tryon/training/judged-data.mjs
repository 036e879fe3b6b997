// Reads the judged pairs and their features, combines their verdicts, and deals them into folds that share neither a person nor a product.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * A judged pair. `votes` are its judges' verdicts, in the order of `judges`; `share` is how many of them would show it, 0…1; `x` holds the
 * features.
 *
 * @typedef {{
 *   n: string, person: string, product: string, category: string, set: 'stranger' | 'dev', group: number,
 *   votes: boolean[], judges: string[], share: number, x: number[],
 * }} JudgedPair
 */

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/**
 * Rows; names: what x holds; without: pairs that have no picture any more.
 *
 * @returns {{ rows: JudgedPair[], names: string[], without: number }}
 */
export function readJudged() {
  const judged = readFileSync(here('judged-pairs.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [head, ...lines] = readFileSync(here('features.csv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const values = new Map(lines.map(([n, ...cells]) => [n, cells.map(Number)]));
  const names = head.slice(1);
  const seen = judged.filter(({ n }) => values.has(n));
  const rows = seen.map((pair) => {
    const share = pair.votes.filter(Boolean).length / pair.votes.length;
    return { ...pair, share, x: values.get(pair.n) };
  });
  return { rows, names, without: judged.length - rows.length };
}

/**
 * What pairs teach: the share of their judges who would show each, and how much it counts, its number of verdicts, 1 on the mean of these
 * rows. So every verdict counts alike. Of three ways to combine verdicts this one tells held-out verdicts best; the model card has the
 * others (each pair alike; shares without the judges' own strictness).
 *
 * @param {readonly JudgedPair[]} rows
 * @returns {{ labels: number[], weights: number[] }}
 */
export function teachingOf(rows) {
  const verdicts = rows.reduce((sum, { votes }) => sum + votes.length, 0);
  return {
    labels: rows.map(({ share }) => share),
    weights: rows.map(({ votes }) => (votes.length * rows.length) / verdicts),
  };
}

/** The pairs were drawn in groups that share neither person nor product: each group is tested by what the others taught. */
export function foldsOf(rows) {
  const groups = [...new Set(rows.map(({ group }) => group))].sort((a, b) => a - b);
  return groups.map((group) => ({
    group,
    train: rows.filter((row) => row.group !== group),
    test: rows.filter((row) => row.group === group),
  }));
}
