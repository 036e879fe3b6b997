import type { FeatureName, Features } from './features';

/** One column of the linear part: its value z counts in spreads from its mean, and so does z² − 1. */
export interface LinearTerm {
  readonly feature: FeatureName;
  readonly mean: number;
  readonly spread: number;
  readonly weight: number;
  readonly square: number;
}

/** A node of a small tree: below `at` go on at `below`, else at `above`, both indices of the tree's nodes; a leaf has a value alone. */
export type TreeNode =
  | { readonly feature: FeatureName; readonly at: number; readonly below: number; readonly above: number }
  | { readonly value: number };

/** What training leaves: a logistic regression and boosted trees, whose logits are mixed and made a probability. */
export interface QualityModel {
  /** Named in docs and benches; raised with each training. */
  readonly version: string;
  readonly linear: { readonly base: number; readonly share: number; readonly terms: readonly LinearTerm[] };
  readonly trees: { readonly base: number; readonly share: number; readonly trees: readonly (readonly TreeNode[])[] };
  /** Spreads from the mean at which a linear term stops to grow. */
  readonly clip: number;
  /** Logit of the probability = offset + slope · mixed logit. */
  readonly calibration: { readonly offset: number; readonly slope: number };
  /** Scores 0…100 from which on a picture is fair, and good. */
  readonly limits: { readonly fair: number; readonly good: number };
  /** Middle values of the pictures that were shown: what a reason is measured against. */
  readonly typical: Readonly<Partial<Record<FeatureName, number>>>;
}

/** The calibrated logit of the probability that a person would show the picture. Not a number counts as typical. */
export function logitOf(model: QualityModel, features: Features): number {
  const valueOf = (name: FeatureName): number => {
    const value = features[name];
    return Number.isFinite(value) ? value : (model.typical[name] ?? 0);
  };
  const { linear, trees, clip, calibration } = model;
  let sum = linear.base;
  for (const { feature, mean, spread, weight, square } of linear.terms) {
    const z = Math.max(-clip, Math.min(clip, (valueOf(feature) - mean) / spread));
    sum += weight * z + square * (z * z - 1);
  }
  let boosted = trees.base;
  for (const tree of trees.trees) boosted += leafOf(tree, valueOf);
  return calibration.offset + calibration.slope * (linear.share * sum + trees.share * boosted);
}

function leafOf(nodes: readonly TreeNode[], valueOf: (name: FeatureName) => number): number {
  let node = nodes[0];
  while ('feature' in node) node = nodes[valueOf(node.feature) < node.at ? node.below : node.above];
  return node.value;
}

export const probabilityOf = (logit: number): number => 1 / (1 + Math.exp(-logit));
