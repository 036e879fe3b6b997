import type { Fit } from '@drape/contracts';

/** Given in every result, so that a score can be recomputed later. Any change of weights, mixes, caps or components increases it. */
export const FORMULA_VERSION = 'fit-2';

export type FitBasis = Fit['basis'];

/** How size S and visual V are mixed for each basis, and the highest score that the basis can give. */
export const FIT_BASES = {
  measured_product_chart: { size: 0.7, visual: 0.3, cap: 100 },
  measured_standard_chart: { size: 0.7, visual: 0.3, cap: 90 },
  estimated: { size: 0.5, visual: 0.5, cap: 80 },
  visual: { size: 0, visual: 1, cap: 70 },
} as const satisfies Record<FitBasis, { size: number; visual: number; cap: number }>;

/** The two components of a score, 0…1. */
export interface FitComponents {
  /** V: the calibrated probability that a person would show the picture. */
  readonly visual: number;
  /** S of the requested size, or of the best one if none was requested; null if no size could be judged. */
  readonly size: number | null;
}

/**
 * The public score: round(100·(share·S + share·V)), capped by its basis.
 *
 * Throws: RangeError if a basis other than 'visual' comes without a size component.
 */
export function fitScore(basis: FitBasis, components: FitComponents): number {
  const { size, visual, cap } = FIT_BASES[basis];
  if (size > 0 && components.size === null) throw new RangeError(`a score of basis ${basis} needs a size component`);
  // The product is rounded to six digits first: 100 · 0.145 is 14.499999999999998 in binary.
  const exact = 100 * (size * unit(components.size ?? 0) + visual * unit(components.visual));
  return Math.min(cap, Math.round(Math.round(exact * 1e6) / 1e6));
}

/** Clamps to 0…1; NaN becomes 0: unknown values earn nothing. */
export function unit(value: number): number {
  return value > 0 ? Math.min(1, value) : 0;
}
