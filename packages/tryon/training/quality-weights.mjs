// Writes what was fitted as data of the renderer.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CLIP } from './models.mjs';

const VERSION = 'quality-6';
const short = (value) => Number(value.toPrecision(5));

/** Nodes of a tree in a list, the root first. */
function flat(tree, names, nodes = []) {
  const at = nodes.length;
  nodes.push(null);
  if (tree.value !== undefined) nodes[at] = { value: short(tree.value) };
  else {
    const below = nodes.length;
    flat(tree.left, names, nodes);
    const above = nodes.length;
    flat(tree.right, names, nodes);
    nodes[at] = { feature: names[tree.column], at: short(tree.at), below, above };
  }
  return nodes;
}

/** Middle of what the pictures that would be shown have. */
function typicalOf(rows, names) {
  const good = rows.filter(({ share }) => share >= 0.5);
  return Object.fromEntries(
    names.map((name, j) => {
      const sorted = good.map(({ x }) => x[j]).sort((a, b) => a - b);
      return [name, short(sorted[sorted.length >> 1])];
    }),
  );
}

/** JSON, a line for each term and each tree. */
function inLines(value) {
  if (value === null || typeof value !== 'object' || (value.terms === undefined && value.trees === undefined))
    return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, part]) => {
    const lines = Array.isArray(part)
      ? `[\n${part.map((line) => `      ${JSON.stringify(line)}`).join(',\n')}\n    ]`
      : JSON.stringify(part);
    return `    "${name}": ${lines}`;
  });
  return `{\n${parts.join(',\n')}\n  }`;
}

export function writeWeights({ model, calibration, limits, names, rows }) {
  const { linear, trees, share } = model;
  const count = names.length;
  const terms =
    linear === null
      ? []
      : names.map((feature, j) => ({
          feature,
          mean: short(linear.scale[j].mean),
          spread: short(linear.scale[j].spread),
          weight: short(linear.beta[j + 1]),
          square: linear.squares ? short(linear.beta[j + 1 + count]) : 0,
        }));
  const made = {
    version: VERSION,
    clip: CLIP,
    linear: { base: linear === null ? 0 : short(linear.beta[0]), share: 1 - share, terms },
    trees: {
      base: trees === null ? 0 : short(trees.base),
      share,
      trees: trees === null ? [] : trees.trees.map((tree) => flat(tree, names)),
    },
    calibration: { offset: short(calibration.a), slope: short(calibration.b) },
    limits,
    typical: typicalOf(rows, names),
  };
  const lines = Object.entries(made).map(([name, value]) => `  "${name}": ${inLines(value)}`);
  const file = new URL('../src/quality/score/weights.json', import.meta.url);
  writeFileSync(fileURLToPath(file), `{\n${lines.join(',\n')}\n}\n`);
}
