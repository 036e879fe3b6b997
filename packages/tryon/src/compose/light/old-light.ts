import { createPlane, fitQuadraticField, gaussianBlur, nthSmallest, type PlaneF32 } from '@drape/imaging';
import type { ShadowScene } from './cast-shadow';
import { clamp, smoothstep } from '../../geometry/numbers';

/** Limits of the light that is transferred, in natural log of luminance, and its strength. Source: prototypes. */
const LIGHT_MIN = -0.22;
const LIGHT_MAX = 0.12;
const LIGHT_STRENGTH = 0.7;
/** Folds: limits in natural log and strength; more than .3 stained white fabric over dark fabric, +.18 made satin. */
const FOLD_MIN = -0.22;
const FOLD_MAX = 0.05;
const FOLD_STRENGTH = 0.3;
/**
 * Distance from the smooth light in natural log: up to the first a dark place is a fold, at and above the second it is a print or another
 * layer.
 */
const FOLD_DISTANCE_MAX = 0.35;
const OTHER_LAYER_DISTANCE = 0.6;
/** Median absolute deviation of log luminance up to which the old garment counts as plain, and at and above which as printed. */
const PLAIN_DEVIATION_MAX = 0.07;
const PRINT_DEVIATION_MIN = 0.2;
/** The old garment's log luminance, the weight of its pixels, and where folds do not count; all at half the work size. */
export interface OldLight {
  readonly log: PlaneF32;
  readonly weight: PlaneF32;
  readonly legs: PlaneF32 | null;
}

/**
 * Makes `gain` the old garment's light on the new one: a smooth robust field of its luminance, and folds where it was plain.
 * Aliasing: writes `gain`.
 */
export function addLight(
  scene: Pick<ShadowScene, 'garment' | 'sw'>,
  gain: PlaneF32,
  { log, weight, legs }: OldLight,
): void {
  const { field } = fitQuadraticField(log, weight);
  const [levels, residuals] = [new Float32Array(log.data.length), new Float32Array(log.data.length)];
  let n = 0;
  for (let i = 0; i < log.data.length; i += 3) {
    if (weight.data[i] === 0) continue;
    levels[n] = field.data[i];
    residuals[n++] = Math.abs(log.data[i] - field.data[i]);
  }
  const middle = median(levels, n);
  const plain = 1 - smoothstep(median(residuals, n), PLAIN_DEVIATION_MAX, PRINT_DEVIATION_MIN);
  const folds = plain > 0.05 ? foldBand(scene, log, field, weight) : null;
  const light = LIGHT_STRENGTH * (0.35 + 0.65 * plain);
  for (let i = 0; i < gain.data.length; i++) {
    if (scene.garment.data[i] === 0 && weight.data[i] === 0) continue;
    const low = light * clamp(field.data[i] - middle, LIGHT_MIN, LIGHT_MAX);
    const other = legs === null ? 1 : 1 - legs.data[i];
    const fold = folds === null ? 0 : FOLD_STRENGTH * plain * other * clamp(folds.data[i], FOLD_MIN, FOLD_MAX);
    gain.data[i] = Math.exp(low + fold);
  }
}

/**
 * Middle frequencies of the old garment's log luminance, 0 outside it: finer ones are texture, coarser ones light; far outliers are another
 * layer.
 */
function foldBand(scene: Pick<ShadowScene, 'sw'>, log: PlaneF32, field: PlaneF32, weight: PlaneF32): PlaneF32 {
  const [rest, fold] = [createPlane(log.width, log.height), createPlane(log.width, log.height)];
  for (let i = 0; i < rest.data.length; i++) {
    const off = log.data[i] - field.data[i];
    fold.data[i] = weight.data[i] * (1 - smoothstep(Math.abs(off), FOLD_DISTANCE_MAX, OTHER_LAYER_DISTANCE));
    rest.data[i] = fold.data[i] * off;
  }
  const sigma = Math.max(0.7, 0.012 * scene.sw);
  const [fine, norm] = [gaussianBlur(rest, sigma), gaussianBlur(fold, sigma)];
  for (let i = 0; i < fine.data.length; i++)
    fine.data[i] *= smoothstep(norm.data[i], 0.15, 0.4) / Math.max(0.15, norm.data[i]);
  return fine;
}

/** Median of the first `count` values, whose order it changes. */
export function median(values: Float32Array, count: number): number {
  return count === 0 ? 0 : nthSmallest(values, count, count >> 1);
}
