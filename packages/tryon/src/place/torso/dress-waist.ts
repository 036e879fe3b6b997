import type { UpperLandmarks } from '../../model/garment';
import { smoothstep } from '../../geometry/numbers';
import { pointAlong } from '../../geometry/polyline';
import { distance } from '../../geometry/vector';

export interface DressWaist {
  /** Index of the width among those at the armpits, at the given shares and at the hem. */
  readonly at: number;
  /** 0: cut straight or tapering evenly, 1: drawn in. */
  readonly sure: number;
}

/**
 * Share of its sides above which a dress's waist is; and how many times wider bust and hips are: below `none` there is no waist, at and
 * above `sure` there certainly is one.
 */
const FITTED_WAIST = { lowest: 0.62, none: 1.015, sure: 1.08 } as const;

/** The narrowest place of a garment between bust and hips, among evenly spaced shares of the way from armpit to hem. */
export function fittedWaist(marks: Pick<UpperLandmarks, 'sides'>, shares: readonly number[]): DressWaist {
  const widths = [0, ...shares, 1].map((q) => flatWidth(marks, q));
  let at = 1;
  for (let n = 2; n <= shares.length && shares[n - 1] < FITTED_WAIST.lowest; n++) if (widths[n] < widths[at]) at = n;
  const wider = Math.min(Math.max(...widths.slice(0, at)), Math.max(...widths.slice(at))) / Math.max(1, widths[at]);
  return { at, sure: smoothstep(wider, FITTED_WAIST.none, FITTED_WAIST.sure) };
}

/** Width of the flat garment at share q between armpit and hem. */
export function flatWidth({ sides }: Pick<UpperLandmarks, 'sides'>, q: number): number {
  return distance(pointAlong(sides[0], q), pointAlong(sides[1], q));
}

/** Smoothing passes over the worn share of a dress's flat width along its side: any bumps that remain are its own cut. */
const WIDTH_SMOOTHING_PASSES = 12;

/** The worn shares of the flat width from armpit to hem: smoothed, but down to a fitted waist the same as at the bust. */
export function dressShares(raw: readonly number[], waist: DressWaist): number[] {
  const loose = smoothValues(raw, WIDTH_SMOOTHING_PASSES);
  if (waist.sure === 0) return loose;
  const below = smoothValues([raw[0], ...raw.slice(waist.at + 1)], WIDTH_SMOOTHING_PASSES);
  return loose.map((share, n) => {
    const fitted = n <= waist.at ? raw[0] : below[n - waist.at];
    return share + waist.sure * (fitted - share);
  });
}

/** Binomial smoothing; both ends stay. */
export function smoothValues(values: readonly number[], passes: number): number[] {
  let now = [...values];
  for (let p = 0; p < passes; p++) {
    now = now.map((v, i) => (i === 0 || i === now.length - 1 ? v : (now[i - 1] + 2 * v + now[i + 1]) / 4));
  }
  return now;
}
