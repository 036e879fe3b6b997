// Two kinds of models for few rows and many columns, without dependencies: ridge logistic regression and boosted small trees.
// Rows are arrays of numbers, labels are shares of votes 0…1, weights say how much a row counts (1 where none are given). Everything is
// deterministic.

const sigmoid = (x) => 1 / (1 + Math.exp(-x));

const ones = (rows) => rows.map(() => 1);

/** Mean and spread of each column. */
export function scaleOf(rows) {
  const n = rows.length;
  return rows[0].map((_, j) => {
    let [sum, squares] = [0, 0];
    for (const row of rows) {
      sum += row[j];
      squares += row[j] * row[j];
    }
    const mean = sum / n;
    const spread = Math.sqrt(Math.max(0, squares / n - mean * mean));
    return { mean, spread: spread > 1e-9 ? spread : 1 };
  });
}

/** How many spreads from the mean a value counts at most. */
export const CLIP = 2.5;

export const standardised = (row, scale) =>
  row.map((value, j) => Math.max(-CLIP, Math.min(CLIP, (value - scale[j].mean) / scale[j].spread)));

/** Solves A x = b for a symmetric positive matrix of n rows, given by its lower half; in place. */
function solve(a, b, n) {
  for (let i = 0; i < n; i++) {
    const row = i * n;
    for (let j = 0; j <= i; j++) {
      let sum = a[row + j];
      for (let k = 0; k < j; k++) sum -= a[row + k] * a[j * n + k];
      a[row + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / a[j * n + j];
    }
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
  return b;
}

/** What a row is to the linear model: its standardised columns and, where asked for, their squares. */
const termsOf = (row, scale, squares) => {
  const z = standardised(row, scale);
  return squares ? [...z, ...z.map((value) => value * value - 1)] : z;
};

/** Logistic regression with a ridge of `lambda` on standardised columns; the intercept is free. Newton's steps. */
export function fitLogistic(rows, labels, { lambda, squares = false, weights = ones(rows) }) {
  const scale = scaleOf(rows);
  const [n, p] = [rows.length, rows[0].length * (squares ? 2 : 1) + 1];
  const x = new Float64Array(n * p);
  rows.forEach((row, i) => x.set([1, ...termsOf(row, scale, squares)], i * p));
  const beta = new Float64Array(p);
  for (let round = 0; round < 12; round++) {
    const a = new Float64Array(p * p);
    const g = new Float64Array(p);
    for (let i = 0; i < n; i++)
      addRow(x.subarray(i * p, i * p + p), { label: labels[i], weight: weights[i] }, beta, a, g);
    for (let j = 1; j < p; j++) {
      a[j * p + j] += lambda;
      g[j] -= lambda * beta[j];
    }
    const step = solve(a, g, p);
    let most = 0;
    for (let j = 0; j < p; j++) {
      beta[j] += step[j];
      most = Math.max(most, Math.abs(step[j]));
    }
    if (most < 1e-5) break;
  }
  return { kind: 'logistic', scale, squares, beta: Array.from(beta) };
}

function addRow(row, { label, weight }, beta, a, g) {
  const p = row.length;
  let z = 0;
  for (let j = 0; j < p; j++) z += beta[j] * row[j];
  const q = sigmoid(z);
  const w = weight * Math.max(1e-6, q * (1 - q));
  for (let j = 0; j < p; j++) {
    g[j] += weight * (label - q) * row[j];
    const wj = w * row[j];
    const at = j * p;
    for (let k = 0; k <= j; k++) a[at + k] += wj * row[k];
  }
}

export function logitOf(model, row) {
  if (model.kind === 'logistic') {
    const x = termsOf(row, model.scale, model.squares);
    return x.reduce((sum, value, j) => sum + value * model.beta[j + 1], model.beta[0]);
  }
  let sum = model.base;
  for (const tree of model.trees) sum += leafOf(tree, row);
  return sum;
}

function leafOf(tree, row) {
  let node = tree;
  while (node.value === undefined) node = row[node.column] < node.at ? node.left : node.right;
  return node.value;
}

/** A small generator of numbers 0…1 (mulberry32). */
export function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const BINS = 24;

/** Boosted trees: each of few leaves, on a part of the rows and columns. */
export function fitTrees(
  rows,
  labels,
  { depth, trees: count, rate, leaf, l2, columnShare = 0.4, rowShare = 0.7, seed = 7, weights = ones(rows) },
) {
  const [n, p] = [rows.length, rows[0].length];
  const edges = Array.from({ length: p }, (_, j) => {
    const sorted = rows.map((row) => row[j]).sort((a, b) => a - b);
    const cuts = new Set();
    for (let b = 1; b < BINS; b++) {
      const at = Math.floor((b * n) / BINS);
      if (sorted[at] !== sorted[at - 1] || sorted[at] !== sorted[0])
        cuts.add((sorted[at] + sorted[Math.max(0, at - 1)]) / 2);
    }
    return [...cuts].filter((c) => c > sorted[0]).sort((a, b) => a - b);
  });
  const bins = rows.map((row) =>
    Uint8Array.from(row, (value, j) => {
      let b = 0;
      while (b < edges[j].length && value >= edges[j][b]) b++;
      return b;
    }),
  );
  const meanLabel = labels.reduce((s, v, i) => s + weights[i] * v, 0) / weights.reduce((s, v) => s + v, 0);
  const base = Math.log(meanLabel / (1 - meanLabel));
  const scores = new Float64Array(n).fill(base);
  const next = random(seed);
  const trees = [];
  for (let t = 0; t < count; t++) {
    const g = new Float64Array(n);
    const h = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const q = sigmoid(scores[i]);
      g[i] = weights[i] * (labels[i] - q);
      h[i] = weights[i] * q * (1 - q);
    }
    const used = [];
    for (let i = 0; i < n; i++) if (next() < rowShare) used.push(i);
    const columns = [];
    for (let j = 0; j < p; j++) if (next() < columnShare && edges[j].length > 0) columns.push(j);
    const tree = grow(used, depth);
    trees.push(tree);
    for (let i = 0; i < n; i++) scores[i] += leafOf(tree, rows[i]);

    function grow(members, left) {
      let [sg, sh] = [0, 0];
      for (const i of members) {
        sg += g[i];
        sh += h[i];
      }
      const value = (rate * sg) / (sh + l2);
      if (left === 0 || members.length < 2 * leaf) return { value };
      let best = { gain: 1e-6 };
      for (const j of columns) {
        const m = edges[j].length + 1;
        const [bg, bh, bn] = [new Float64Array(m), new Float64Array(m), new Int32Array(m)];
        for (const i of members) {
          const b = bins[i][j];
          bg[b] += g[i];
          bh[b] += h[i];
          bn[b]++;
        }
        let [lg, lh, ln] = [0, 0, 0];
        for (let b = 0; b < m - 1; b++) {
          lg += bg[b];
          lh += bh[b];
          ln += bn[b];
          if (ln < leaf || members.length - ln < leaf) continue;
          const gain = (lg * lg) / (lh + l2) + ((sg - lg) * (sg - lg)) / (sh - lh + l2) - (sg * sg) / (sh + l2);
          if (gain > best.gain) best = { gain, column: j, at: edges[j][b], bin: b };
        }
      }
      if (best.column === undefined) return { value };
      const { column, at, bin } = best;
      const lefts = members.filter((i) => bins[i][column] <= bin);
      const rights = members.filter((i) => bins[i][column] > bin);
      return { column, at, left: grow(lefts, left - 1), right: grow(rights, left - 1) };
    }
  }
  return { kind: 'trees', base, trees };
}

/** a + b·logit by logistic regression of one column: what turns scores into probabilities. */
export function calibrate(logits, labels, weights = ones(logits)) {
  let [a, b] = [0, 1];
  for (let round = 0; round < 50; round++) {
    let [ga, gb, haa, hab, hbb] = [0, 0, 1e-6, 0, 1e-6];
    for (let i = 0; i < logits.length; i++) {
      const q = sigmoid(a + b * logits[i]);
      const [r, w] = [weights[i] * (labels[i] - q), weights[i] * q * (1 - q)];
      ga += r;
      gb += r * logits[i];
      haa += w;
      hab += w * logits[i];
      hbb += w * logits[i] * logits[i];
    }
    const det = haa * hbb - hab * hab;
    const [da, db] = [(hbb * ga - hab * gb) / det, (haa * gb - hab * ga) / det];
    a += da;
    b += db;
    if (Math.abs(da) + Math.abs(db) < 1e-9) break;
  }
  return { a, b };
}

/** Area under the curve; labels from .5 on are good ones, ties count half. */
export function auc(scores, labels) {
  const order = scores.map((s, i) => [s, labels[i] >= 0.5 ? 1 : 0]).sort((x, y) => x[0] - y[0]);
  let [rankSum, positives, i] = [0, 0, 0];
  while (i < order.length) {
    let j = i;
    while (j < order.length && order[j][0] === order[i][0]) j++;
    const rank = (i + j + 1) / 2;
    for (let k = i; k < j; k++)
      if (order[k][1] === 1) {
        rankSum += rank;
        positives++;
      }
    i = j;
  }
  const negatives = order.length - positives;
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}
