// Reads the judged pairs and their features, and deals them into folds that share neither a person nor a product.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Rows: {n, person, product, category, set, group, votes, share, x}; names: what x holds; without: pairs that have no picture any more. */
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

/** The pairs were drawn in groups that share neither person nor product: each group is tested by what the others taught. */
export function foldsOf(rows) {
  const groups = [...new Set(rows.map(({ group }) => group))].sort((a, b) => a - b);
  return groups.map((group) => ({
    group,
    train: rows.filter((row) => row.group !== group),
    test: rows.filter((row) => row.group === group),
  }));
}
