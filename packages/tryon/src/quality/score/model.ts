import type { FeatureName, Features } from './features';
import weights from './weights.json';

/** One column of the linear part: the value in standard deviations from its mean, z, and z² − 1. */
export interface LinearTerm {
  readonly feature: FeatureName;
  readonly mean: number;
  readonly spread: number;
  readonly weight: number;
  readonly square: number;
}

/**
 * A node of a small tree: values below `at` continue at `below`, others at `above`, both indices of the tree's nodes; a leaf has only a
 * value.
 */
export type TreeNode =
  | { readonly feature: FeatureName; readonly at: number; readonly below: number; readonly above: number }
  | { readonly value: number };

/** The result of training: a logistic regression and boosted trees, whose logits are mixed and turned into a probability. */
export interface QualityModel {
  /** Given in docs and benches; increased with each training. */
  readonly version: string;
  readonly linear: { readonly base: number; readonly share: number; readonly terms: readonly LinearTerm[] };
  readonly trees: { readonly base: number; readonly share: number; readonly trees: readonly (readonly TreeNode[])[] };
  /** Standard deviations from the mean at which a linear term is clipped. */
  readonly clip: number;
  /** Logit of the probability = offset + slope · mixed logit. */
  readonly calibration: { readonly offset: number; readonly slope: number };
  /** Least scores, 0…100, of a fair and of a good picture. */
  readonly limits: { readonly fair: number; readonly good: number };
  /** Median values of the pictures that people would show: the reference for a reason. */
  readonly typical: Readonly<Partial<Record<FeatureName, number>>>;
}

/** Written by packages/tryon/training/fit-quality.mjs --write; MODEL_CARD-quality.md tells how good it is. */
export const QUALITY_MODEL = weights as QualityModel;

/** The calibrated logit of the probability that a person would show the picture. NaN counts as the typical value. */
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
