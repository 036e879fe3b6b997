import { createPlane, dilate, resizePlane, type PlaneF32, type RasterU8 } from '@drape/imaging';

/** Half the side of the patches that are matched and copied, in pixels of the small picture. */
const HALF = 4;
/** Patches are looked for this far away. */
const REACH = 64;
/** What a pixel of the way to a patch costs, in squared colour distance (0…255) a pixel: of equals the nearer one. */
const WAY = 1;
/** Cloth grows from below: so many rows lower is e times as urgent. What grows past a neckline is cut off with the back's inside. */
const CLIMB = 5;

interface Work {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
  /** 1 where a colour is seen or was copied. */
  readonly known: Uint8Array;
  /** 1 where it is to be copied. */
  readonly lost: Uint8Array;
  /** 1 where a whole patch is seen. */
  readonly source: Uint8Array;
  /** How sure a known pixel is, 0…1. */
  readonly sure: Float32Array;
  /** The pixel whose colour a copied pixel has. */
  readonly from: Int32Array;
}

/**
 * Paints what hides a garment with patches of what is seen of it around, so that seams and blocks of colour run on
 * (after Criminisi, Pérez and Toyama, "Region filling and object removal by exemplar-based image inpainting", 2004; from below instead of along edges).
 *
 * Space: `small`, `shape` and `hidden` (0 or 1) show what `work` shows, at their own size. Aliasing: writes into `work`.
 * Cost: some tenths of a second for a swing tag, once a product.
 */
export function fillLike(work: RasterU8, small: RasterU8, shape: PlaneF32, hidden: PlaneF32): void {
  const state = begin(small, shape, dilate(hidden, 2));
  for (let next = mostUrgent(state); next >= 0; next = mostUrgent(state)) {
    const best = likest(state, next);
    if (best < 0) break;
    copyPatch(state, next, best);
  }
  const { width, height } = work;
  const share = resizePlane(dilate(hidden, 1), width, height);
  const seen = work.data.slice();
  for (let y = 0; y < height; y++) paintRow(work, seen, share, state, y);
}

function begin(small: RasterU8, shape: PlaneF32, hidden: PlaneF32): Work {
  const { width, height } = small;
  const n = width * height;
  const [known, lost] = [new Uint8Array(n), new Uint8Array(n)];
  for (let i = 0; i < n; i++) {
    lost[i] = hidden.data[i] > 0.5 ? 1 : 0;
    known[i] = shape.data[i] > 0.97 && lost[i] === 0 ? 1 : 0;
  }
  const missing = createPlane(width, height);
  for (let i = 0; i < n; i++) missing.data[i] = 1 - known[i];
  const near = dilate(missing, HALF * 1.5);
  const source = Uint8Array.from(near.data, (v) => (v > 0.5 ? 0 : 1));
  const from = new Int32Array(n).fill(-1);
  return { width, height, rgb: small.data.slice(), known, lost, source, sure: Float32Array.from(known), from };
}

/** The lost pixel beside known ones from which to go on: where much is sure; −1 at the end. */
function mostUrgent(state: Work): number {
  const { width, height, known, lost } = state;
  let [best, most] = [-1, 0];
  for (let y = HALF; y < height - HALF; y++) {
    for (let i = y * width + HALF, end = (y + 1) * width - HALF; i < end; i++) {
      if (lost[i] === 0 || known[i] === 1) continue;
      if (known[i - 1] + known[i + 1] + known[i - width] + known[i + width] === 0) continue;
      const urgent = urgency(state, i);
      if (urgent > most) [best, most] = [i, urgent];
    }
  }
  return best;
}

/** How much of the patch is sure: the more the lower it lies. */
function urgency({ width, sure }: Work, at: number): number {
  return sureAround(width, sure, at) * Math.exp(Math.floor(at / width) / CLIMB);
}

function sureAround(width: number, sure: Float32Array, at: number): number {
  let sum = 0;
  for (let y = -HALF; y <= HALF; y++) for (let x = -HALF; x <= HALF; x++) sum += sure[at + y * width + x];
  return sum;
}

/** The middle of the seen patch that differs least from what is known of the patch at a pixel; −1 where there is none. */
function likest(state: Work, at: number): number {
  const { width, height, source } = state;
  const [x0, y0] = [at % width, Math.floor(at / width)];
  const pixels = knownAround(state, at);
  let [best, least] = [-1, Infinity];
  for (let y = Math.max(HALF, y0 - REACH); y < Math.min(height - HALF, y0 + REACH); y++) {
    for (let x = Math.max(HALF, x0 - REACH); x < Math.min(width - HALF, x0 + REACH); x++) {
      if (source[y * width + x] === 0) continue;
      const way = WAY * pixels.length * Math.hypot(x - x0, y - y0);
      const apart = way + difference(state.rgb, pixels, 3 * (y * width + x - at), least - way);
      if (apart < least) [best, least] = [y * width + x, apart];
    }
  }
  return best;
}

function knownAround({ width, known }: Work, at: number): number[] {
  const pixels: number[] = [];
  for (let y = -HALF; y <= HALF; y++) {
    for (let x = -HALF; x <= HALF; x++) if (known[at + y * width + x] === 1) pixels.push(at + y * width + x);
  }
  return pixels;
}

/** Sum of squared differences between pixels and those `shift` numbers further on; stops above `most`. */
function difference(rgb: Uint8Array, pixels: readonly number[], shift: number, most: number): number {
  let sum = 0;
  for (let k = 0; k < pixels.length && sum < most; k++) {
    const p = 3 * pixels[k];
    const q = p + shift;
    sum += (rgb[p] - rgb[q]) ** 2 + (rgb[p + 1] - rgb[q + 1]) ** 2 + (rgb[p + 2] - rgb[q + 2]) ** 2;
  }
  return sum;
}

function copyPatch({ width, rgb, known, lost, sure, from }: Work, at: number, best: number): void {
  const trust = sureAround(width, sure, at) / (2 * HALF + 1) ** 2;
  for (let y = -HALF; y <= HALF; y++) {
    for (let x = -HALF; x <= HALF; x++) {
      const i = at + y * width + x;
      if (lost[i] === 0 || known[i] === 1) continue;
      const j = best + y * width + x;
      rgb.copyWithin(3 * i, 3 * j, 3 * j + 3);
      known[i] = 1;
      sure[i] = trust;
      from[i] = j;
    }
  }
}

/** Mixes into one row of the picture what lies, in the picture itself, where its small pixels were copied from. */
function paintRow(work: RasterU8, seen: Uint8Array, share: PlaneF32, { width, height, from }: Work, y: number): void {
  const [kx, ky] = [work.width / width, work.height / height];
  const sy = Math.min(height - 1, Math.floor((y + 0.5) / ky));
  for (let x = 0, i = y * work.width; x < work.width; x++, i++) {
    if (share.data[i] <= 0) continue;
    const sx = Math.min(width - 1, Math.floor((x + 0.5) / kx));
    const j = from[sy * width + sx];
    if (j < 0) continue;
    const fx = Math.min(work.width - 1, Math.max(0, Math.round(x + ((j % width) - sx) * kx)));
    const fy = Math.min(work.height - 1, Math.max(0, Math.round(y + (Math.floor(j / width) - sy) * ky)));
    const at = 3 * (fy * work.width + fx);
    for (let c = 0; c < 3; c++) work.data[3 * i + c] += share.data[i] * (seen[at + c] - seen[3 * i + c]);
  }
}
