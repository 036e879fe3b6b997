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
  const words = (width + 31) >> 5;
  const bits: MatteBits = { words, sure: new Int32Array(words * height), firm: new Int32Array(words * height) };
  for (let y = 0; y < height; y++) packRow(colour.data, matte.data, rgba.data, y * width, width, bits, y * words);
  const inside = surelyInside(bits, height);
  const known = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) unpackRow(inside, y * words, known, y * width, width);
  let front = frontier(inside, words, width, height);
  for (let round = 0; round < CARRY && front.length > 0; round++) front = growOnce(rgba, known, front);
  return rgba;
}

/** A bit a pixel, 32 a word, rows from the top: the matte is full there, or nearly. */
interface MatteBits {
  readonly words: number;
  readonly sure: Int32Array;
  readonly firm: Int32Array;
}

function packRow(
  colour: Uint8Array,
  matte: Float32Array,
  rgba: Uint8Array,
  from: number,
  n: number,
  { sure, firm }: MatteBits,
  word: number,
): void {
  for (let x = 0, i = from, c = 3 * from, k = 4 * from; x < n; x++, i++, c += 3, k += 4) {
    const alpha = matte[i];
    rgba[k] = colour[c];
    rgba[k + 1] = colour[c + 1];
    rgba[k + 2] = colour[c + 2];
    rgba[k + 3] = alpha * 255 + 0.5;
    if (alpha < 0.9) continue;
    const bit = 1 << (x & 31);
    firm[word + (x >> 5)] |= bit;
    if (alpha >= 0.95) sure[word + (x >> 5)] |= bit;
  }
}

/** Set where the matte is full here and RIM pixels away in eight directions. */
function surelyInside({ words, sure, firm }: MatteBits, height: number): Int32Array {
  const inside = new Int32Array(sure.length);
  for (let y = RIM; y < height - RIM; y++) {
    const at = y * words;
    for (let w = 0; w < words; w++) {
      const i = at + w;
      if (sure[i] === 0) continue;
      const beside = shifted(firm, i, w, words, RIM) & shifted(firm, i, w, words, -RIM);
      const [up, down] = [i - words, i + words];
      const above = firm[up - words] & shifted(firm, up, w, words, 1) & shifted(firm, up, w, words, -1);
      const below = firm[down + words] & shifted(firm, down, w, words, 1) & shifted(firm, down, w, words, -1);
      inside[i] = sure[i] & beside & above & below;
    }
  }
  return inside;
}

/** Word i, the row's w-th, where each pixel has the bit of the one `by` columns to its left (negative: to its right). */
function shifted(bits: Int32Array, i: number, w: number, words: number, by: number): number {
  if (by > 0) return (bits[i] << by) | (w > 0 ? bits[i - 1] >>> (32 - by) : 0);
  return (bits[i] >>> -by) | (w + 1 < words ? bits[i + 1] << (32 + by) : 0);
}

function unpackRow(bits: Int32Array, at: number, known: Uint8Array, from: number, n: number): void {
  for (let x = 0, i = at; x < n; x += 32, i++) {
    const end = Math.min(n, x + 32);
    if (bits[i] === -1) known.fill(1, from + x, from + end);
    else if (bits[i] !== 0) for (let k = x; k < end; k++) known[from + k] = (bits[i] >>> (k & 31)) & 1;
  }
}

/** Unknown pixels with a known neighbour, the picture's outermost row left out. */
function frontier(known: Int32Array, words: number, width: number, height: number): number[] {
  const front: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let w = 0, i = y * words; w < words; w++, i++) {
      const around =
        known[i - words] | known[i + words] | shifted(known, i, w, words, 1) | shifted(known, i, w, words, -1);
      for (let rest = around & ~known[i]; rest !== 0; rest &= rest - 1) {
        const x = 32 * w + 31 - Math.clz32(rest & -rest);
        if (x > 0 && x < width - 1) front.push(y * width + x);
      }
    }
  }
  return front;
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
