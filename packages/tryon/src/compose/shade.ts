import {
  createPlane,
  fitQuadraticField,
  gaussianBlur,
  luma,
  resizeRaster,
  type PlaneF32,
  type Point,
  type RasterU8,
} from '@drape/imaging';
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
/** Most that light may brighten cloth, as a share: more blew white shirts out. */
const BRIGHTEN = 0.06;
/** Darkest the head's shadow makes the garment. */
const HEAD_SHADOW = 0.11;
const CONTACT_SHADOW = 0.32;

/** Both planes have half the work size: light and shadows are soft. */
export interface Shading {
  /** Factor on the garment's colours, about .7…1.1. */
  readonly gain: PlaneF32;
  /** Darkening, 0…1, of what lies just under the garment's lower edges. */
  readonly contact: PlaneF32;
}

/** What shading looks at, at half the work size. */
interface HalfScene {
  readonly guide: RasterU8;
  readonly garment: PlaneF32;
  readonly person: PlaneF32;
  readonly head: PlaneF32;
  /** Shoulder width, and the middle of the shoulders, in these pixels. */
  readonly sw: number;
  readonly middle: Point;
}

/**
 * The photo's light on the new garment: a robust smooth field of the old garment's luminance (never its raw low frequencies,
 * its print would come through), folds only where it was plain, shadows where things touch.
 */
export function shading(scene: Scene, old: PlaneF32, front: PlaneF32): Shading {
  const half = halve(scene);
  const [seen, hidden] = [decimate(old), decimate(front)];
  const gain = createPlane(seen.width, seen.height, 1);
  const weight = createPlane(seen.width, seen.height);
  let area = 0;
  for (let i = 0; i < weight.data.length; i++) {
    weight.data[i] = seen.data[i] > 0.9 && hidden.data[i] < 0.1 ? 1 : 0;
    area += weight.data[i];
  }
  if (area > 100) addLight(half, gain, logLuminance(half.guide), weight, hidden);
  const head = headShadow(half);
  for (let i = 0; i < gain.data.length; i++) gain.data[i] *= 1 - head.data[i];
  return { gain, contact: contactShadow(half) };
}

function halve(scene: Scene): HalfScene {
  const { person, sw, k } = scene;
  const [hair, skin] = [decimate(person.planes.hair), decimate(person.planes.skin)];
  for (let i = 0; i < hair.data.length; i++) hair.data[i] = clamp(hair.data[i] + skin.data[i], 0, 1);
  return {
    guide: resizeRaster(scene.guide, hair.width, hair.height),
    garment: decimate(scene.garment),
    person: decimate(person.planes.person),
    head: hair,
    sw: sw / 2,
    middle: { x: (person.body.shoulderMid.x * k) / 2, y: (person.body.shoulderMid.y * k) / 2 },
  };
}

/** Every second pixel of every second row: enough of a soft plane. */
function decimate(plane: PlaneF32): PlaneF32 {
  const out = createPlane(Math.ceil(plane.width / 2), Math.ceil(plane.height / 2));
  for (let y = 0, to = 0; y < out.height; y++) {
    for (let x = 0, from = 2 * y * plane.width; x < out.width; x++, from += 2, to++) out.data[to] = plane.data[from];
  }
  return out;
}

function logLuminance(guide: RasterU8): PlaneF32 {
  const plane = luma(guide);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = Math.log(Math.max(0.02, plane.data[i]));
  return plane;
}

function addLight(scene: HalfScene, gain: PlaneF32, log: PlaneF32, weight: PlaneF32, hidden: PlaneF32): void {
  const { field } = fitQuadraticField(log, weight);
  const levels: number[] = [];
  const residuals: number[] = [];
  for (let i = 0; i < log.data.length; i += 3) {
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
  centre(gain, scene.garment, hidden);
}

/** Light may model the new garment, not change its colour: half of what shows becomes brighter, half darker. */
function centre(gain: PlaneF32, garment: PlaneF32, hidden: PlaneF32): void {
  const seen: number[] = [];
  for (let i = 0; i < gain.data.length; i += 3)
    if (garment.data[i] > 0.9 && hidden.data[i] < 0.3) seen.push(gain.data[i]);
  if (seen.length === 0) return;
  const middle = median(seen);
  for (let i = 0; i < gain.data.length; i++) {
    if (gain.data[i] !== 1) gain.data[i] = bounded(gain.data[i] / middle);
  }
}

/** Nears 1 + BRIGHTEN slowly: a hard stop would draw a line on the cloth. */
const bounded = (gain: number): number => (gain <= 1 ? gain : 1 + BRIGHTEN * Math.tanh((gain - 1) / BRIGHTEN));

/** Middle frequencies of the old garment's log luminance, 0 outside it: finer is texture, coarser is light. */
function foldBand(scene: HalfScene, log: PlaneF32, field: PlaneF32, weight: PlaneF32): PlaneF32 {
  const rest = createPlane(log.width, log.height);
  for (let i = 0; i < rest.data.length; i++)
    rest.data[i] = weight.data[i] * clamp(log.data[i] - field.data[i], -0.6, 0.6);
  const fine = gaussianBlur(rest, Math.max(0.7, 0.012 * scene.sw));
  const norm = gaussianBlur(weight, Math.max(0.7, 0.012 * scene.sw));
  for (let i = 0; i < fine.data.length; i++) fine.data[i] = norm.data[i] > 0.3 ? fine.data[i] / norm.data[i] : 0;
  return fine;
}

/** The head's soft shadow: hair and neck moved down a little, strongest right under them. */
function headShadow({ head, sw, middle }: HalfScene): PlaneF32 {
  const out = createPlane(head.width, head.height);
  const shift = Math.round(0.045 * sw);
  const [y1, half] = [middle.y + 0.3 * sw, 0.5 * sw];
  for (let y = shift; y < Math.min(head.height, y1); y++) {
    for (let x = Math.max(0, Math.floor(middle.x - half)); x < Math.min(head.width, middle.x + half); x++) {
      out.data[y * head.width + x] = head.data[(y - shift) * head.width + x];
    }
  }
  const soft = gaussianBlur(out, Math.max(0.7, 0.03 * sw));
  for (let i = 0; i < soft.data.length; i++) soft.data[i] *= HEAD_SHADOW;
  return soft;
}

/** Shadow that hem and cuffs cast on what hangs out below them. */
function contactShadow(scene: HalfScene): PlaneF32 {
  const { garment, sw, person } = scene;
  const shift = Math.max(1, Math.round(0.02 * sw));
  const moved = createPlane(garment.width, garment.height);
  moved.data.set(garment.data.subarray(0, garment.data.length - shift * garment.width), shift * garment.width);
  const soft = gaussianBlur(moved, Math.max(0.7, 0.018 * sw));
  for (let i = 0; i < soft.data.length; i++) {
    const under = Math.max(0, soft.data[i] - garment.data[i]) * person.data[i];
    soft.data[i] = CONTACT_SHADOW * under;
  }
  return soft;
}

function median(values: number[]): number {
  const sorted = values.sort((p, q) => p - q);
  return sorted.length === 0 ? 0 : sorted[sorted.length >> 1];
}
