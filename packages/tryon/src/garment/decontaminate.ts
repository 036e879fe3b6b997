import { createRaster } from '@drape/imaging';
import type { PlaneF32, RasterU8 } from '@drape/imaging';

/** Pixels nearer to the outline than this hold a mixture of garment and background. */
const RIM = 2;
/** How far the garment's colours are carried beyond the sure inside: the rim, the soft edge and what sampling touches. */
const CARRY = 8;

/**
 * Packs colour and matte into straight RGBA, with the rim's colours, and those just beyond it, grown from inside.
 *
 * Colours also exist where alpha is 0 near the edge, so that interpolation there never meets the product's background.
 * Space: both inputs have the same pixels. Range: alpha 0…255. Cost: one pass, then the rim only.
 */
export function decontaminate(colour: RasterU8, matte: PlaneF32): RasterU8 {
  const { width, height } = matte;
  const rgba = createRaster(width, height, 4);
  for (let y = 0; y < height; y++) packRow(colour.data, matte.data, rgba.data, y * width, width);
  const known = surelyInside(matte);
  let front = frontier(known, width, height);
  for (let round = 0; round < CARRY && front.length > 0; round++) front = growOnce(rgba, known, front);
  return rgba;
}

function packRow(colour: Uint8Array, matte: Float32Array, rgba: Uint8Array, from: number, n: number): void {
  for (let i = from, c = 3 * from, k = 4 * from; i < from + n; i++, c += 3, k += 4) {
    rgba[k] = colour[c];
    rgba[k + 1] = colour[c + 1];
    rgba[k + 2] = colour[c + 2];
    rgba[k + 3] = matte[i] * 255 + 0.5;
  }
}

/** 1 where the matte is full here and RIM pixels away in eight directions. */
function surelyInside(matte: PlaneF32): Uint8Array {
  const { width, height, data } = matte;
  const known = new Uint8Array(data.length);
  for (let y = RIM; y < height - RIM; y++) insideRow(data, known, y * width + RIM, width - 2 * RIM, width);
  return known;
}

function insideRow(matte: Float32Array, known: Uint8Array, from: number, n: number, width: number): void {
  for (let i = from; i < from + n; i++) {
    if (matte[i] < 0.95 || matte[i - RIM] < 0.9 || matte[i + RIM] < 0.9) continue;
    if (matte[i - RIM * width] < 0.9 || matte[i + RIM * width] < 0.9) continue;
    if (matte[i - width - 1] < 0.9 || matte[i - width + 1] < 0.9) continue;
    if (matte[i + width - 1] < 0.9 || matte[i + width + 1] < 0.9) continue;
    known[i] = 1;
  }
}

/** Unknown pixels with a known neighbour, the picture's outermost row left out. */
function frontier(known: Uint8Array, width: number, height: number): number[] {
  const front: number[] = [];
  for (let y = 1; y < height - 1; y++) frontierRow(known, width, y * width + 1, width - 2, front);
  return front;
}

function frontierRow(known: Uint8Array, width: number, from: number, n: number, front: number[]): void {
  for (let i = from; i < from + n; i++) {
    if (known[i] === 0 && (known[i - 1] | known[i + 1] | known[i - width] | known[i + width]) !== 0) front.push(i);
  }
}

/** Gives each pixel of the front the mean of its known neighbours, marks it known, and returns the next front. */
function growOnce(rgba: RasterU8, known: Uint8Array, front: readonly number[]): number[] {
  const { width, height, data } = rgba;
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  for (const i of front) {
    let [r, g, b, n] = [0, 0, 0, 0];
    for (const step of around) {
      if (known[i + step] !== 1) continue;
      r += data[(i + step) * 4];
      g += data[(i + step) * 4 + 1];
      b += data[(i + step) * 4 + 2];
      n++;
    }
    data[i * 4] = r / n + 0.5;
    data[i * 4 + 1] = g / n + 0.5;
    data[i * 4 + 2] = b / n + 0.5;
  }
  for (const i of front) known[i] = 1;
  const next: number[] = [];
  for (const i of front) {
    for (const step of [-1, 1, -width, width]) {
      const at = i + step;
      const x = at % width;
      if (known[at] !== 0 || x === 0 || x === width - 1 || at < width || at >= (height - 1) * width) continue;
      known[at] = 2;
      next.push(at);
    }
  }
  for (const i of next) known[i] = 0;
  return next;
}
