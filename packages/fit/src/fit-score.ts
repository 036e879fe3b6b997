import type { Fit } from '@drape/contracts';

/** Named in every result, so that a score can be recomputed later. Any change of weights, mixes or caps raises it. */
export const FORMULA_VERSION = 'fit-1';

export type FitBasis = Fit['basis'];

/** What the renderer knows about its own picture; every value 0…1. */
export interface VisualEvidence {
  /** The landmark network's confidence that it sees a person. */
  readonly poseConfidence: number;
  /** Share of the body points that the garment's category needs and that are visible. */
  readonly keypointsVisible: number;
  /** Intersection over union of the warped garment and its target region. */
  readonly overlap: number;
  /** How well the garment could be cut out and landmarked. */
  readonly garmentQuality: number;
}

/** The shares of V, the visual score. They sum to 1. */
export const VISUAL_WEIGHTS = {
  poseConfidence: 0.35,
  keypointsVisible: 0.25,
  overlap: 0.25,
  garmentQuality: 0.15,
} as const satisfies Record<keyof VisualEvidence, number>;

/** How size S and visual V mix for each basis, and the highest score that the basis can claim. */
export const FIT_BASES = {
  measured_product_chart: { size: 0.7, visual: 0.3, cap: 100 },
  measured_standard_chart: { size: 0.7, visual: 0.3, cap: 90 },
  estimated: { size: 0.5, visual: 0.5, cap: 80 },
  visual: { size: 0, visual: 1, cap: 70 },
} as const satisfies Record<FitBasis, { size: number; visual: number; cap: number }>;

/**
 * V = 0.35·pose + 0.25·visible + 0.25·overlap + 0.15·garment quality.
 *
 * Range: 0…1, to three digits, so that a client recomputes the same score from the components. Evidence outside 0…1 is clamped, NaN is 0.
 */
export function scoreVisual(evidence: VisualEvidence): number {
  const sum =
    VISUAL_WEIGHTS.poseConfidence * unit(evidence.poseConfidence) +
    VISUAL_WEIGHTS.keypointsVisible * unit(evidence.keypointsVisible) +
    VISUAL_WEIGHTS.overlap * unit(evidence.overlap) +
    VISUAL_WEIGHTS.garmentQuality * unit(evidence.garmentQuality);
  return Math.round(1000 * sum) / 1000;
}

/** The two components of a score: V, and S where a size could be judged. */
export interface FitComponents {
  readonly visual: number;
  readonly size: number | null;
}

/**
 * The public score: round(100·(share·S + share·V)), not above the cap of its basis.
 *
 * Throws: RangeError when a basis other than 'visual' comes without a size component.
 */
export function fitScore(basis: FitBasis, components: FitComponents): number {
  const { size, visual, cap } = FIT_BASES[basis];
  if (size > 0 && components.size === null) throw new RangeError(`a score of basis ${basis} needs a size component`);
  // The product is rounded to six digits first: 100 · 0.145 is 14.499999999999998 in binary.
  const exact = 100 * (size * unit(components.size ?? 0) + visual * unit(components.visual));
  return Math.min(cap, Math.round(Math.round(exact * 1e6) / 1e6));
}

/** Clamps to 0…1; NaN becomes 0: what is unknown earns nothing. */
function unit(value: number): number {
  return value > 0 ? Math.min(1, value) : 0;
}
