import type { PlaneF32, RasterU8 } from '../core/raster';

/** Side of the noise tile; a power of two. */
export const GRAIN_SIDE = 256;

/**
 * A tile of noise with mean 0 and standard deviation about 1, slightly blurred as a camera's after its denoising.
 * Deterministic: a hash of the position, so the same photo always gives the same picture.
 */
export function grainTile(): Float32Array {
  return (madeTile ??= makeTile());
}

/** The tile never changes, and making it costs 10 ms. */
let madeTile: Float32Array | undefined;

function makeTile(): Float32Array {
  const white = new Float32Array(GRAIN_SIDE * GRAIN_SIDE);
  for (let i = 0; i < white.length; i++) white[i] = gaussianOf(i);
  const tile = new Float32Array(white.length);
  const mask = GRAIN_SIDE - 1;
  for (let y = 0; y < GRAIN_SIDE; y++) {
    for (let x = 0; x < GRAIN_SIDE; x++) {
      const at = (dx: number, dy: number): number => white[(((y + dy) & mask) << 8) | ((x + dx) & mask)];
      tile[y * GRAIN_SIDE + x] =
        (at(0, 0) * 4 +
          2 * (at(1, 0) + at(-1, 0) + at(0, 1) + at(0, -1)) +
          at(1, 1) +
          at(-1, -1) +
          at(1, -1) +
          at(-1, 1)) /
        6;
    }
  }
  return tile;
}

/** Sum of four uniform numbers of an integer hash: near enough to a Gaussian for grain. Source: lowbias32, Wellons 2018. */
function gaussianOf(seed: number): number {
  let h = seed + 0x9e3779b9;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  h ^= h >>> 16;
  const sum = (h & 255) + ((h >>> 8) & 255) + ((h >>> 16) & 255) + ((h >>> 24) & 255);
  return (sum - 510) / 147.8;
}

/**
 * Standard deviation of the photo's noise in levels, from the lower quartile of local differences where `mask` is in [least, most).
 *
 * Range: 0.1…6. The Laplacian-like difference of four neighbours cancels slopes; a quarter of the pixels is texture-free even in busy
 * photos.
 */
export function grainSigma(guide: RasterU8, mask: PlaneF32, min: number, max: number): number {
  const counts = new Uint32Array(DIFFERENCE_VALUES);
  let total = 0;
  for (let y = 2; y < guide.height - 2; y += 3) total += countRow(guide, mask.data, { y, min, max }, counts);
  if (total < 50) return 1;
  let quartile = 0;
  for (let seen = counts[0]; seen <= total >> 2; seen += counts[quartile]) quartile++;
  return Math.min(6, Math.max(0.1, quartile / 6 / 0.32));
}

/** Number of values that the difference between a pixel and its neighbours, times four, can take. */
const DIFFERENCE_VALUES = 8 * 255 + 1;

/** Counts a row's differences by size where the mask allows; returns their number. */
function countRow(
  { width, channels, data }: RasterU8,
  mask: Float32Array,
  { y, min, max }: { readonly y: number; readonly min: number; readonly max: number },
  counts: Uint32Array,
): number {
  let n = 0;
  const down = width * channels;
  for (let x = 2; x < width - 2; x += 3) {
    const i = y * width + x;
    if (mask[i] < min || mask[i] >= max) continue;
    const g = i * channels + 1;
    const cross = data[g - channels] + data[g + channels] + data[g - down] + data[g + down];
    const [above, below] = [g - down, g + down];
    const corners = data[above - channels] + data[above + channels] + data[below - channels] + data[below + channels];
    counts[Math.abs(4 * data[g] - 2 * cross + corners)]++;
    n++;
  }
  return n;
}
