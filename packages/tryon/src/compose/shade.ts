import { createPlane, fitQuadraticField, gaussianBlur, luma, type PlaneF32 } from '@drape/imaging';
import { clamp, smoothstep } from '../person/geometry';
import type { Scene } from './scene';

/** Limits of the light that is carried over, in natural log of luminance, and its strength. Source: prototypes. */
const LIGHT_MIN = -0.22;
const LIGHT_MAX = 0.12;
const LIGHT_STRENGTH = 0.7;
/** Folds: limits and strength; more than .3 stained white cloth over dark one, +.18 made satin. */
const FOLD_MIN = -0.22;
const FOLD_MAX = 0.05;
const FOLD_STRENGTH = 0.3;
/** Median absolute deviation of log luminance up to which the old garment counts as plain, and from which as printed. */
const PLAIN_MAD = 0.07;
const PRINT_MAD = 0.2;
/** Darkest the head's shadow makes the garment. */
const HEAD_SHADOW = 0.11;
const CONTACT_SHADOW = 0.32;

export interface Shading {
  /** Factor on the garment's colours at work size, about .7…1.1. */
  readonly gain: PlaneF32;
  /** Darkening, 0…1, of what lies just under the garment's lower edges. */
  readonly contact: PlaneF32;
}

/**
 * The photo's light on the new garment: a robust smooth field of the old garment's luminance (never its raw low frequencies,
 * its print would come through), folds only where it was plain, shadows where things touch.
 */
export function shading(scene: Scene, old: PlaneF32, front: PlaneF32): Shading {
  const { width, height } = scene.garment;
  const gain = createPlane(width, height, 1);
  const log = logLuminance(scene);
  const weight = createPlane(width, height);
  let area = 0;
  for (let i = 0; i < weight.data.length; i++) {
    weight.data[i] = old.data[i] > 0.9 && front.data[i] < 0.1 ? 1 : 0;
    area += weight.data[i];
  }
  if (area > 200) addLight(scene, gain, log, weight);
  const head = headShadow(scene, front);
  for (let i = 0; i < gain.data.length; i++) gain.data[i] *= 1 - head.data[i];
  return { gain, contact: contactShadow(scene) };
}

function logLuminance(scene: Scene): PlaneF32 {
  const plane = luma(scene.guide);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = Math.log(Math.max(0.02, plane.data[i]));
  return plane;
}

function addLight(scene: Scene, gain: PlaneF32, log: PlaneF32, weight: PlaneF32): void {
  const { field } = fitQuadraticField(log, weight);
  const levels: number[] = [];
  const residuals: number[] = [];
  for (let i = 0; i < log.data.length; i += 7) {
    if (weight.data[i] === 0) continue;
    levels.push(field.data[i]);
    residuals.push(Math.abs(log.data[i] - field.data[i]));
  }
  const middle = median(levels);
  const plain = 1 - smoothstep(median(residuals), PLAIN_MAD, PRINT_MAD);
  const folds = plain > 0.05 ? foldBand(scene, log, field, weight) : null;
  const light = LIGHT_STRENGTH * (0.35 + 0.65 * plain);
  for (let i = 0; i < gain.data.length; i++) {
    if (scene.garment.data[i] === 0 && weight.data[i] === 0) continue;
    const low = light * clamp(field.data[i] - middle, LIGHT_MIN, LIGHT_MAX);
    const fold = folds === null ? 0 : FOLD_STRENGTH * plain * clamp(folds.data[i], FOLD_MIN, FOLD_MAX);
    gain.data[i] = Math.exp(low + fold);
  }
}

/** Middle frequencies of the old garment's log luminance, 0 outside it: finer is texture, coarser is light. */
function foldBand(scene: Scene, log: PlaneF32, field: PlaneF32, weight: PlaneF32): PlaneF32 {
  const rest = createPlane(log.width, log.height);
  for (let i = 0; i < rest.data.length; i++)
    rest.data[i] = weight.data[i] * clamp(log.data[i] - field.data[i], -0.6, 0.6);
  const fine = gaussianBlur(rest, Math.max(1, 0.012 * scene.sw));
  const norm = gaussianBlur(weight, Math.max(1, 0.012 * scene.sw));
  for (let i = 0; i < fine.data.length; i++) fine.data[i] = norm.data[i] > 0.3 ? fine.data[i] / norm.data[i] : 0;
  return fine;
}

/** The head's soft shadow: hair and neck moved down a little, strongest right under them. */
function headShadow(scene: Scene, front: PlaneF32): PlaneF32 {
  const { sw, person, k } = scene;
  const out = createPlane(front.width, front.height);
  const shift = Math.round(0.045 * sw);
  const middle = { x: person.body.shoulderMid.x * k, y: person.body.shoulderMid.y * k };
  const [y1, half] = [middle.y + 0.3 * sw, 0.5 * sw];
  const { hair, skin } = person.planes;
  for (let y = shift; y < Math.min(front.height, y1); y++) {
    for (let x = Math.max(0, Math.floor(middle.x - half)); x < Math.min(front.width, middle.x + half); x++) {
      const from = (y - shift) * front.width + x;
      out.data[y * front.width + x] = clamp(hair.data[from] + skin.data[from], 0, 1);
    }
  }
  const soft = gaussianBlur(out, Math.max(1, 0.03 * sw));
  for (let i = 0; i < soft.data.length; i++) soft.data[i] *= HEAD_SHADOW;
  return soft;
}

/** Shadow that hem and cuffs cast on what hangs out below them. */
function contactShadow(scene: Scene): PlaneF32 {
  const { garment, sw, person } = scene;
  const shift = Math.max(1, Math.round(0.02 * sw));
  const moved = createPlane(garment.width, garment.height);
  moved.data.set(garment.data.subarray(0, garment.data.length - shift * garment.width), shift * garment.width);
  const soft = gaussianBlur(moved, Math.max(1, 0.018 * sw));
  for (let i = 0; i < soft.data.length; i++) {
    const under = Math.max(0, soft.data[i] - garment.data[i]) * person.planes.person.data[i];
    soft.data[i] = CONTACT_SHADOW * under;
  }
  return soft;
}

function median(values: number[]): number {
  const sorted = values.sort((p, q) => p - q);
  return sorted.length === 0 ? 0 : sorted[sorted.length >> 1];
}
