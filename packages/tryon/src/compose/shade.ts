import {
  createPlane,
  fitQuadraticField,
  gaussianBlur,
  nthSmallest,
  type PlaneF32,
  type RasterU8,
} from '@drape/imaging';
import { bodyForm } from './body-form';
import { clamp, mix, scale, smoothstep } from '../person/geometry';
import { drapeFolds } from './drape-folds';
import { shadowsOfGarment, shadowsOnGarment, sleeveShadow, type ShadowScene } from './cast-shadow';
import { underGarment } from './hidden-hand';
import { innerEdge } from './leg-crease';
import { LEGS_TURNED, roundness, SKIRT_TURNED, type RoundLight } from './roundness';
import { coversTorso, lowerRegion, type Scene } from './scene';
import { partSleeves } from './sleeve-relief';
import type { Underlay } from './underlay';

/** Limits of the light that is carried over, in natural log of luminance, and its strength. Source: prototypes. */
const LIGHT_MIN = -0.22;
const LIGHT_MAX = 0.12;
const LIGHT_STRENGTH = 0.7;
/** Folds: limits and strength; more than .3 stained white cloth over dark one, +.18 made satin. */
const FOLD_MIN = -0.22;
const FOLD_MAX = 0.05;
const FOLD_STRENGTH = 0.3;
/** Distance from the smooth light up to which a dark place is a fold, and from which it is a print or another layer, natural log. */
const FOLD_DEEP = 0.35;
const LAYER_OFF = 0.6;
/** Median absolute deviation of log luminance up to which the old garment counts as plain, and from which as printed. */
const PLAIN_MAD = 0.07;
const PRINT_MAD = 0.2;
/** Most that light may brighten cloth, as a share: more blew white shirts out. */
const BRIGHTEN = 0.06;

/** Both planes have half the work size: light and shadows are soft. */
export interface Shading {
  /** Factor on the garment's colours, about .7…1.1. */
  readonly gain: PlaneF32;
  /** Darkening, 0…1, of body and clothes along the garment's edges, and of arms below its sleeves. */
  readonly contact: PlaneF32;
}

/** What of the other layers the light depends on, all at work size. */
export interface LitLayers {
  /** The old garment as it is seen. */
  readonly old: PlaneF32;
  readonly front: PlaneF32;
  readonly removal: PlaneF32;
  readonly underlay: Underlay;
}

/**
 * The photo's light on the new garment: a robust smooth field of the old garment's luminance (never its raw low frequencies,
 * its print would come through), folds only where it was plain, the body's roundness, shadows where things touch.
 */
export function shading(scene: Scene, layers: LitLayers): Shading {
  const half = halve(scene, layers);
  const hidden = decimate(layers.front);
  const gain = createPlane(hidden.width, hidden.height, 1);
  const weight = decimate(layers.old);
  let area = 0;
  for (let y = 0, i = 0; y < weight.height; y++, i += weight.width) {
    area += weighRow(weight.data, hidden.data, i, i + weight.width);
  }
  const plain = area > 100 ? addLight(half, gain, logLuminance(scene.guide, weight.data), weight) : 0;
  if (coversTorso(scene.category)) drapeFolds(scene, gain);
  const light = lightOf(scene, half.garment.height);
  if (light === undefined) {
    bodyForm(scene, half.garment, gain, plain);
    partSleeves({ ...scene, under: [underGarment(scene, 0), underGarment(scene, 1)] }, gain);
  } else {
    const round = roundness(half.garment, half.sw, light);
    for (let i = 0; i < gain.data.length; i++) gain.data[i] *= round.data[i];
  }
  centre(gain, half.garment, hidden);
  const shadow = shadowsOnGarment(half);
  for (let i = 0; i < gain.data.length; i++) gain.data[i] *= 1 - shadow.data[i];
  const contact = shadowsOfGarment(half);
  const sleeves = sleeveShadow(scene);
  for (let i = 0; i < contact.data.length; i++) {
    const arm = Math.max(half.body.data[i], half.front.data[i]);
    contact.data[i] = Math.max(contact.data[i], arm * sleeves.data[i]);
  }
  return { gain, contact };
}

/** Pixels [from, to): 1 where the old garment is surely seen, else 0; returns how many. */
function weighRow(weight: Float32Array, hidden: Float32Array, from: number, to: number): number {
  let area = 0;
  for (let i = from; i < to; i++) {
    const isSeen = weight[i] > 0.9 && hidden[i] < 0.1;
    weight[i] = isSeen ? 1 : 0;
    if (isSeen) area++;
  }
  return area;
}

/** How cloth turns away from the light: legs each for themselves, skirts whole; undefined on a torso. Half the work size. */
function lightOf(scene: Scene, height: number): RoundLight | undefined {
  const region = lowerRegion(scene.placement);
  if (region === null) return undefined;
  const side = scene.person.lightSide;
  if (region.kind === 'skirt') return { turned: SKIRT_TURNED, side };
  const parts = new Float32Array(height).fill(NaN);
  const inner = innerEdge(region);
  for (let s = 0; s + 1 < inner.length; s++) {
    const [a, b] = [scale(inner[s], scene.k / 2), scale(inner[s + 1], scene.k / 2)];
    for (let y = Math.max(0, Math.floor(a.y)); y < Math.min(height, b.y); y++) {
      parts[y] = mix(a, b, clamp((y - a.y) / Math.max(1e-6, b.y - a.y), 0, 1)).x;
    }
  }
  return { turned: LEGS_TURNED, side, parts };
}

/** Skirts and dresses that leave the legs bare hang free around them. By eye. */
const SKIRT_STANDS_OFF = 2.2;

const standsOff = ({ category }: Scene): boolean => category === 'skirt' || category === 'dress';

function halve(scene: Scene, { front, removal, underlay }: LitLayers): ShadowScene {
  const { person, sw, k } = scene;
  const { planes } = person;
  const garment = decimate(scene.garment);
  const [head, body, ahead] = [0, 1, 2].map(() => createPlane(garment.width, garment.height));
  const job: HalfJob = {
    ...{ hair: planes.hair.data, skin: planes.skin.data, person: planes.person.data, gone: removal.data },
    ...{ anew: underlay.body.data, front: front.data, limbs: underlay.limbsInFront.data },
    ...{ head: head.data, body: body.data, ahead: ahead.data },
  };
  for (let y = 0; y < garment.height; y++) halveRow(job, 2 * y * scene.garment.width, y * garment.width, garment.width);
  return {
    garment,
    ...{ body, head, front: ahead },
    sw: sw / 2,
    standOff: standsOff(scene) ? SKIRT_STANDS_OFF : 1,
    middle: { x: (person.body.shoulderMid.x * k) / 2, y: (person.body.shoulderMid.y * k) / 2 },
  };
}

/** The data of planes of the work size, and of half of it: the last three. */
interface HalfJob {
  readonly hair: Float32Array;
  readonly skin: Float32Array;
  readonly person: Float32Array;
  /** What is taken away of the person, and what is painted anew. */
  readonly gone: Float32Array;
  readonly anew: Float32Array;
  readonly front: Float32Array;
  readonly limbs: Float32Array;
  readonly head: Float32Array;
  readonly body: Float32Array;
  readonly ahead: Float32Array;
}

/** Every second pixel from `from` on, of which `width` make the row that begins at `to`. */
function halveRow(job: HalfJob, from: number, to: number, width: number): void {
  const { hair, skin, person, gone, anew, front, limbs, head, body, ahead } = job;
  for (let i = from, o = to, end = to + width; o < end; i += 2, o++) {
    const both = hair[i] + skin[i];
    head[o] = both < 1 ? both : 1;
    const stays = person[i] * (1 - gone[i]);
    body[o] = anew[i] > stays ? anew[i] : stays;
    ahead[o] = front[i] > limbs[i] ? front[i] : limbs[i];
  }
}

/** Every second pixel of every second row: enough of a soft plane. */
function decimate(plane: PlaneF32): PlaneF32 {
  const out = createPlane(Math.ceil(plane.width / 2), Math.ceil(plane.height / 2));
  for (let y = 0; y < out.height; y++) decimateRow(plane.data, 2 * y * plane.width, out.data, y * out.width, out.width);
  return out;
}

function decimateRow(from: Float32Array, at: number, to: Float32Array, o: number, width: number): void {
  for (let x = 0; x < width; x++) to[o + x] = from[at + 2 * x];
}

/** Natural log of the luminance, 0…1, of every 2 × 2 pixels that have a weight; 0 elsewhere. */
function logLuminance(guide: RasterU8, weight: Float32Array): PlaneF32 {
  const out = createPlane(Math.ceil(guide.width / 2), Math.ceil(guide.height / 2));
  for (let y = 0; y < out.height; y++) {
    const upper = 2 * y * guide.width;
    const lower = Math.min(2 * y + 1, guide.height - 1) * guide.width;
    logRow(guide, upper, lower, weight, out.data, y * out.width, out.width);
  }
  return out;
}

function logRow(
  guide: RasterU8,
  upper: number,
  lower: number,
  weight: Float32Array,
  out: Float32Array,
  o: number,
  width: number,
): void {
  const { data, channels } = guide;
  const last = guide.width - 1;
  for (let x = 0; x < width; x++) {
    if (weight[o + x] === 0) continue;
    const right = (Math.min(last, 2 * x + 1) - 2 * x) * channels;
    const a = (upper + 2 * x) * channels;
    const b = (lower + 2 * x) * channels;
    const red = data[a] + data[a + right] + data[b] + data[b + right];
    const green = data[a + 1] + data[a + right + 1] + data[b + 1] + data[b + right + 1];
    const blue = data[a + 2] + data[a + right + 2] + data[b + 2] + data[b + right + 2];
    // Rec. 709, as luma()
    out[o + x] = Math.log(Math.max(0.02, (0.2126 * red + 0.7152 * green + 0.0722 * blue) / (4 * 255)));
  }
}

/** Returns how plain the old garment is, 0…1: from plain cloth light is read surely. */
function addLight(scene: ShadowScene, gain: PlaneF32, log: PlaneF32, weight: PlaneF32): number {
  const { field } = fitQuadraticField(log, weight);
  const [levels, residuals] = [new Float32Array(log.data.length), new Float32Array(log.data.length)];
  let n = 0;
  for (let i = 0; i < log.data.length; i += 3) {
    if (weight.data[i] === 0) continue;
    levels[n] = field.data[i];
    residuals[n++] = Math.abs(log.data[i] - field.data[i]);
  }
  const middle = median(levels, n);
  const plain = 1 - smoothstep(median(residuals, n), PLAIN_MAD, PRINT_MAD);
  const folds = plain > 0.05 ? foldBand(scene, log, field, weight) : null;
  const light = LIGHT_STRENGTH * (0.35 + 0.65 * plain);
  for (let i = 0; i < gain.data.length; i++) {
    if (scene.garment.data[i] === 0 && weight.data[i] === 0) continue;
    const low = light * clamp(field.data[i] - middle, LIGHT_MIN, LIGHT_MAX);
    const fold = folds === null ? 0 : FOLD_STRENGTH * plain * clamp(folds.data[i], FOLD_MIN, FOLD_MAX);
    gain.data[i] = Math.exp(low + fold);
  }
  return plain;
}

/** Light may model the new garment, not change its colour: half of what shows becomes brighter, half darker. */
function centre(gain: PlaneF32, garment: PlaneF32, hidden: PlaneF32): void {
  const seen = new Float32Array(gain.data.length);
  let n = 0;
  for (let i = 0; i < gain.data.length; i += 3) {
    if (garment.data[i] > 0.9 && hidden.data[i] < 0.3) seen[n++] = gain.data[i];
  }
  if (n === 0) return;
  const middle = median(seen, n);
  for (let i = 0; i < gain.data.length; i++) {
    if (gain.data[i] !== 1) gain.data[i] = bounded(gain.data[i] / middle);
  }
}

/** Nears 1 + BRIGHTEN slowly: a hard stop would draw a line on the cloth. */
const bounded = (gain: number): number => (gain <= 1 ? gain : 1 + BRIGHTEN * Math.tanh((gain - 1) / BRIGHTEN));

/** Middle frequencies of the old garment's log luminance, 0 outside it: finer is texture, coarser is light, and what is far off another layer. */
function foldBand(scene: ShadowScene, log: PlaneF32, field: PlaneF32, weight: PlaneF32): PlaneF32 {
  const [rest, fold] = [createPlane(log.width, log.height), createPlane(log.width, log.height)];
  for (let i = 0; i < rest.data.length; i++) {
    const off = log.data[i] - field.data[i];
    fold.data[i] = weight.data[i] * (1 - smoothstep(Math.abs(off), FOLD_DEEP, LAYER_OFF));
    rest.data[i] = fold.data[i] * off;
  }
  const sigma = Math.max(0.7, 0.012 * scene.sw);
  const [fine, norm] = [gaussianBlur(rest, sigma), gaussianBlur(fold, sigma)];
  for (let i = 0; i < fine.data.length; i++)
    fine.data[i] *= smoothstep(norm.data[i], 0.15, 0.4) / Math.max(0.15, norm.data[i]);
  return fine;
}

/** Of the first `count` values, whose order it changes. */
function median(values: Float32Array, count: number): number {
  return count === 0 ? 0 : nthSmallest(values, count, count >> 1);
}
