// Fits the quality score on the judged pairs and measures it by cross-validation in which no person and no product is on both sides.
//
//   node packages/tryon/training/fit-quality.mjs            figures only
//   node packages/tryon/training/fit-quality.mjs --write    writes ../src/quality/score/weights.json and the model card's figures too
//
// Reads judged-pairs.jsonl and features.csv beside it. No dependencies, no randomness but seeded one.
import { foldsOf, readJudged, teachingOf } from './judged-data.mjs';
import { calibrate, fitLogistic, fitTrees, logitOf } from './models.mjs';
import { aucOf, bootstrap, calibrationTable, curveOf, keepAt, levelShares } from './quality-figures.mjs';
import { writeCard } from './quality-card.mjs';
import { writeWeights } from './quality-weights.mjs';

/** What is compared. `share`: of the trees in the mixed logit. */
const CANDIDATES = [
  { name: 'ridge with squares', lambda: 200, squares: true, share: 0 },
  { name: 'trees', lambda: 0, squares: false, share: 1 },
  { name: 'ridge with squares, and trees', lambda: 200, squares: true, share: 0.6 },
];
const TREES = { depth: 3, trees: 300, rate: 0.03, leaf: 12, l2: 6, columnShare: 0.06 };

const sigmoid = (z) => 1 / (1 + Math.exp(-z));

const fitted = new WeakMap();

/** Candidates share their parts: each is fitted once to the same rows. */
function part(rows, name, make) {
  const parts = fitted.get(rows) ?? new Map();
  fitted.set(rows, parts);
  if (!parts.has(name)) {
    const { labels, weights } = teachingOf(rows);
    const x = rows.map((row) => row.x);
    parts.set(name, make(x, labels, weights));
  }
  return parts.get(name);
}

function fit({ lambda, squares, share }, rows) {
  const linear = () =>
    part(rows, `${lambda} ${squares}`, (x, labels, weights) => fitLogistic(x, labels, { lambda, squares, weights }));
  const trees = () => part(rows, 'trees', (x, labels, weights) => fitTrees(x, labels, { ...TREES, weights }));
  return { share, linear: share === 1 ? null : linear(), trees: share === 0 ? null : trees() };
}

function predict({ share, linear, trees }, x) {
  return (linear === null ? 0 : (1 - share) * logitOf(linear, x)) + (trees === null ? 0 : share * logitOf(trees, x));
}

/** Logits of rows that were not taught, by row. */
function outOfFold(candidate, rows, folds) {
  const logits = new Map();
  for (const { train, test } of folds) {
    const model = fit(candidate, train);
    for (const row of test) logits.set(row, predict(model, row.x));
  }
  return rows.map((row) => logits.get(row));
}

/** Log loss of the verdicts on these rows, the mean of all. */
function lossOf(logits, { labels, weights }, { a, b }) {
  const losses = logits.map((logit, i) => {
    const q = sigmoid(a + b * logit);
    return -weights[i] * (labels[i] * Math.log(q) + (1 - labels[i]) * Math.log(1 - q));
  });
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}

/** The candidate with the least loss, and what makes its logits probabilities; by folds of these rows alone. */
function choose(rows) {
  const folds = foldsOf(rows);
  const teaching = teachingOf(rows);
  let best = { loss: Infinity };
  for (const candidate of CANDIDATES) {
    const logits = outOfFold(candidate, rows, folds);
    const calibration = calibrate(logits, teaching.labels, teaching.weights);
    const loss = lossOf(logits, teaching, calibration);
    if (loss < best.loss) best = { candidate, calibration, loss };
  }
  return best;
}

const { rows, names, without } = readJudged();
const folds = foldsOf(rows);

// nested: each fold's candidate and calibration are chosen by the other folds alone
const chosen = [];
const honest = new Map();
for (const { group, train, test } of folds) {
  const { candidate, calibration } = choose(train);
  const model = fit(candidate, train);
  chosen.push(`${group}: ${candidate.name}`);
  for (const row of test) honest.set(row, sigmoid(calibration.a + calibration.b * predict(model, row.x)));
}
const judged = rows.map((row) => ({ ...row, p: honest.get(row), score: Math.round(100 * honest.get(row)) }));
const strangers = judged.filter(({ set }) => set === 'stranger');

// the shipped one: the candidate that all rows choose, calibrated by predictions that its rows did not teach
const { candidate, calibration } = choose(rows);
const model = fit(candidate, rows);

const KEEP = 0.85;
const GOOD = 0.88;
/** Fewer pictures than this say nothing of a limit. */
const GOOD_LEAST = 15;
const fair = keepAt(strangers, KEEP).score;
const good = goodLimit(judged);

/** The lowest score from which on so many of the pictures would be shown; where none is, the one that itself says as much. */
function goodLimit(pairs) {
  for (let score = fair + 1; score < 100; score++) {
    const above = pairs.filter((pair) => pair.score >= score);
    if (above.length < GOOD_LEAST) break;
    if (above.reduce((sum, { share }) => sum + share, 0) / above.length >= GOOD) return score;
  }
  return Math.round(100 * GOOD);
}

const limits = { fair, good };
const figures = {
  pairs: judged.length,
  without,
  strangers: strangers.length,
  candidate: candidate.name,
  chosen,
  limits,
  all: summary(judged),
  stranger: summary(strangers),
  categories: Object.fromEntries(
    ['top', 'jacket', 'pants', 'skirt', 'dress'].map((category) => [
      category,
      {
        stranger: summary(strangers.filter((pair) => pair.category === category)),
        all: summary(judged.filter((pair) => pair.category === category)),
      },
    ]),
  ),
  curve: curveOf(strangers),
  curveAll: curveOf(judged),
  calibration: calibrationTable(judged),
};

function summary(pairs) {
  return {
    n: pairs.length,
    base: pairs.reduce((sum, { share }) => sum + share, 0) / pairs.length,
    auc: aucOf(pairs),
    keep: keepAt(pairs, KEEP),
    levels: levelShares(pairs, limits),
    interval: bootstrap(pairs, limits),
  };
}

const short = (_key, value) => (typeof value === 'number' ? Number(value.toFixed(3)) : value);
console.log(JSON.stringify(figures, short, 1));
if (process.argv.includes('--write')) {
  writeWeights({ model, calibration, limits, names, rows });
  writeCard(figures);
}
