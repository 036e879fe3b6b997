import { createPlane, lasting, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import { smoothstep } from '../person/geometry';

/** What {@link drapeFolds} needs, at work size but for `person`, which is in photo pixels. */
export interface Draped {
  readonly garment: PlaneF32;
  readonly garmentRgb: RasterU8;
  readonly person: { readonly body: { readonly shoulderMid: Point; readonly across: Point; readonly down: Point } };
  /** Work pixels a photo pixel, and shoulder width in work pixels. */
  readonly k: number;
  readonly sw: number;
}

/** Where tension folds leave the armpits, in shoulder widths from the spine and below the shoulders' joints. */
const PIT_OUT = 0.43;
const PIT_DOWN = 0.34;

interface Crease {
  /** Radians to the line across the chest. */
  readonly angle: number;
  /** How far from the armpit it is deepest, shoulder widths, and how deep. */
  readonly at: number;
  readonly deep: number;
}

/** Image left and right; alike on both sides they would look stamped. Tuned by eye on white and pale blue cloth. */
const CREASES: readonly (readonly Crease[])[] = [
  [
    { angle: 0.42, at: 0.15, deep: 1 },
    { angle: 0.92, at: 0.2, deep: 0.8 },
    { angle: 1.28, at: 0.3, deep: 0.7 },
  ],
  [
    { angle: 0.55, at: 0.17, deep: 0.8 },
    { angle: 1.04, at: 0.24, deep: 1 },
    { angle: 1.33, at: 0.36, deep: 0.6 },
  ],
];
/** Most that light changes over a tension fold, and over the soft ones that hang towards the hem. */
const TENSE = 0.055;
const HANGING = 0.017;
/** Mean bend of the new cloth's luminance, and of the light from the old one's folds, up to which there are none, and from which on enough. */
const FLAT = 0.01;
const FIGURED = 0.024;
const STILL = 0.002;
const FOLDED = 0.006;
/** What a bend is measured over, in shoulder widths. */
const REACH = 0.05;

/**
 * Gives plain cloth that neither the product's picture nor the old garment brought folds a few faint ones: from the armpits across the
 * chest, and hanging towards the hem. Without, it looks like cut paper.
 *
 * Space: `gain` has half the work size and holds the photo's own light, and is changed. Cost: below a millisecond but for the
 * first time, when the folds are drawn once for all bodies.
 */
export function drapeFolds(scene: Draped, gain: PlaneF32): void {
  const { garment, sw } = scene;
  const plain = 1 - smoothstep(clothBend(garment, scene.garmentRgb, sw), FLAT, FIGURED);
  const strength = plain === 0 ? 0 : plain * (1 - smoothstep(lightBend(garment, gain, sw), STILL, FOLDED));
  if (strength === 0) return;
  folds ??= lasting(drawFolds);
  for (let y = 0; y < gain.height; y++) foldRow(scene, folds, strength, gain, y);
}

/** The folds of every body: u from −PIT_OUT on, v from TOP on, in steps of STEP shoulder widths. */
const STEP = 0.02;
const TOP = PIT_DOWN - 0.1;
const LOWEST = 2.2;
let folds: PlaneF32 | null = null;

function drawFolds(): PlaneF32 {
  const out = createPlane(Math.round((2 * PIT_OUT) / STEP) + 1, Math.round((LOWEST - TOP) / STEP) + 1);
  for (let y = 0; y < out.height; y++) {
    for (let x = 0; x < out.width; x++) out.data[y * out.width + x] = foldAt(x * STEP - PIT_OUT, y * STEP + TOP);
  }
  return out;
}

/** Change of light at a place of the body, in shoulder widths from the spine and below the joints. */
function foldAt(u: number, v: number): number {
  const inward = PIT_OUT - Math.abs(u);
  const below = v - PIT_DOWN;
  let tense = 0;
  for (const { angle, at, deep } of CREASES[u < 0 ? 0 : 1]) {
    const along = below * Math.sin(angle) + inward * Math.cos(angle);
    if (along < 0) continue;
    const e = (below * Math.cos(angle) - inward * Math.sin(angle)) / (0.012 + 0.07 * along);
    tense += deep * e * Math.exp(0.5 - 0.5 * e * e) * Math.exp(-(((along - at) / (0.6 * at)) ** 2));
  }
  const round = 2 * Math.PI;
  const waves =
    Math.sin(round * (2.1 * u + 0.1 * Math.sin(3 * v) + 0.3)) + 0.6 * Math.sin(round * (3.4 * u - 0.12 * v + 0.1));
  const hangs = smoothstep(v, 0.65, 1.2) * (1 - smoothstep(v, 1.7, LOWEST)) * smoothstep(Math.abs(u), 0.05, 0.3);
  return (TENSE * tense - HANGING * hangs * waves) * smoothstep(inward, 0, 0.04);
}

function foldRow(
  { garment, person, k, sw }: Draped,
  folded: PlaneF32,
  strength: number,
  gain: PlaneF32,
  y: number,
): void {
  const { shoulderMid, across, down } = person.body;
  const dy = (2 * y + 0.5 - shoulderMid.y * k) / sw;
  const cloth = 2 * y * garment.width;
  for (let x = 0; x < gain.width; x++) {
    if (garment.data[cloth + 2 * x] < 0.5) continue;
    const dx = (2 * x + 0.5 - shoulderMid.x * k) / sw;
    const u = (dx * across.x + dy * across.y + PIT_OUT) / STEP;
    const v = (dx * down.x + dy * down.y - TOP) / STEP;
    if (u < 0 || v < 0 || u >= folded.width - 1 || v >= folded.height - 1) continue;
    const i = Math.floor(v) * folded.width + Math.floor(u);
    const p = u - Math.floor(u);
    const q = v - Math.floor(v);
    const upper = folded.data[i] + p * (folded.data[i + 1] - folded.data[i]);
    const j = i + folded.width;
    const lower = folded.data[j] + p * (folded.data[j + 1] - folded.data[j]);
    gain.data[y * gain.width + x] *= 1 + strength * (upper + q * (lower - upper));
  }
}

/** Mean bend of the cloth's luminance along its rows, as a share of it: print, weave and the product's own folds. */
function clothBend(garment: PlaneF32, { data }: RasterU8, sw: number): number {
  const step = Math.max(1, Math.round(REACH * sw));
  const found = { sum: 0, count: 1e-6 };
  for (let y = 0; y < garment.height; y += 3) {
    addClothBend(garment.data, data, y * garment.width + step, (y + 1) * garment.width - step, step, found);
  }
  return found.sum / found.count;
}

interface Bend {
  sum: number;
  count: number;
}

/** Black cloth has noise, not folds: so many levels are added to its luminance. */
const DARK = 12;

function addClothBend(cloth: Float32Array, rgb: Uint8Array, from: number, to: number, step: number, found: Bend): void {
  let sum = 0;
  let count = 0;
  for (let i = from; i < to; i += 3) {
    if (cloth[i] < 1 || cloth[i - step] < 1 || cloth[i + step] < 1) continue;
    const [l, m, r] = [3 * (i - step) + 1, 3 * i + 1, 3 * (i + step) + 1];
    sum += Math.abs(2 * rgb[m] - rgb[l] - rgb[r]) / (2 * (rgb[m] + DARK));
    count++;
  }
  found.sum += sum;
  found.count += count;
}

/** The same of the light, where the garment is. */
function lightBend(garment: PlaneF32, gain: PlaneF32, sw: number): number {
  const step = Math.max(1, Math.round((REACH * sw) / 2));
  let sum = 0;
  let count = 1e-6;
  for (let y = 0; y < gain.height; y += 2) {
    const row = 2 * y * garment.width;
    for (let x = step; x + step < gain.width; x += 2) {
      const g = row + 2 * x;
      if (garment.data[g] < 1 || garment.data[g - 2 * step] < 1 || garment.data[g + 2 * step] < 1) continue;
      const i = y * gain.width + x;
      sum += Math.abs(2 * gain.data[i] - gain.data[i - step] - gain.data[i + step]) / 2;
      count++;
    }
  }
  return sum / count;
}
