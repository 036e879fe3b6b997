import { boxBlur, createPlane, createRaster, pushPull, type PlaneF32, type RasterU8 } from '@drape/imaging';

/** Half the side of the square, in halved pixels, over which colours are averaged before they are carried on: forms go on, grain does not. */
const CALM = 3;

/** How far from the border the known has its own colours, pixels. */
const FADE = 5;

/**
 * Colours drawn smoothly outwards from where `known` is 1, for what is painted beside it. Found at half size: smooth colours need no more,
 * and it is four times as quick. What is known is carried on as the mean of its neighbourhood, lest one dark pixel at its edge become a dark
 * block, and turns into its own colours further in.
 *
 * Space: result of the size of `raster`, black outside of `rows`. Aliasing: new memory.
 */
export function smoothPlate(
  raster: RasterU8,
  known: PlaneF32,
  rows: { readonly from: number; readonly to: number } = { from: 0, to: raster.height },
): RasterU8 {
  const half = createRaster(Math.ceil(raster.width / 2), Math.ceil(raster.height / 2), 3);
  const seen = createPlane(half.width, half.height);
  for (let y = 0; y < half.height; y++) gatherRow(raster, known, y, half, seen);
  const filled = pushPull(calm(half, seen), seen);
  const out = createRaster(raster.width, raster.height, 3);
  const deep = boxBlur(known, FADE);
  const line = new Float32Array(3 * half.width);
  for (let y = rows.from; y < rows.to; y++) {
    mixRows(filled, y, line);
    doubleRow(line, out.data, 3 * y * out.width, out.width);
    keepRow(raster, deep, y, out);
  }
  return out;
}

/** Means of the known colours around each known pixel. */
function calm(half: RasterU8, seen: PlaneF32): RasterU8 {
  const weights = boxBlur(seen, CALM).data;
  const out = createRaster(half.width, half.height, 3);
  const plane = createPlane(half.width, half.height);
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < weights.length; i++) plane.data[i] = half.data[3 * i + c];
    const sums = boxBlur(plane, CALM).data;
    for (let i = 0; i < weights.length; i++) if (seen.data[i] > 0) out.data[3 * i + c] = sums[i] / weights[i] + 0.5;
  }
  return out;
}

/** Mean of the known ones of each 2 × 2 pixels. */
function gatherRow(raster: RasterU8, known: PlaneF32, y: number, half: RasterU8, seen: PlaneF32): void {
  const { width, channels, data } = raster;
  const upper = 2 * y * width;
  const lower = Math.min(2 * y + 1, raster.height - 1) * width;
  for (let x = 0, o = y * half.width; x < half.width; x++, o++) {
    const right = Math.min(1, width - 1 - 2 * x);
    let n = 0;
    let r = 0;
    let g = 0;
    let b = 0;
    for (let c = 0; c < 4; c++) {
      const i = (c < 2 ? upper : lower) + 2 * x + (c & 1) * right;
      if (known.data[i] < 0.5) continue;
      n++;
      r += data[i * channels];
      g += data[i * channels + 1];
      b += data[i * channels + 2];
    }
    if (n === 0) continue;
    seen.data[o] = 1;
    half.data[3 * o] = r / n + 0.5;
    half.data[3 * o + 1] = g / n + 0.5;
    half.data[3 * o + 2] = b / n + 0.5;
  }
}

/** The row of a picture of half the size at the height of a whole one's row `y`. */
function mixRows({ width, height, data }: RasterU8, y: number, line: Float32Array): void {
  const upper = 3 * width * Math.max(0, (y - 1) >> 1);
  const lower = 3 * width * Math.min(height - 1, (y + 1) >> 1);
  const t = y & 1 ? 0.25 : 0.75;
  for (let i = 0; i < line.length; i++) line[i] = (1 - t) * data[upper + i] + t * data[lower + i];
}

function doubleRow(line: Float32Array, to: Uint8Array, o: number, width: number): void {
  const last = line.length - 3;
  for (let x = 0; x < width; x++, o += 3) {
    const l = 3 * Math.max(0, (x - 1) >> 1);
    const r = Math.min(last, 3 * ((x + 1) >> 1));
    const t = x & 1 ? 0.25 : 0.75;
    to[o] = (1 - t) * line[l] + t * line[r] + 0.5;
    to[o + 1] = (1 - t) * line[l + 1] + t * line[r + 1] + 0.5;
    to[o + 2] = (1 - t) * line[l + 2] + t * line[r + 2] + 0.5;
  }
}

/** `deep`: how much of a pixel's neighbourhood is known. At the border of the known all of it lies beside unknown ones. */
function keepRow({ width, channels, data }: RasterU8, deep: PlaneF32, y: number, out: RasterU8): void {
  for (let i = y * width; i < (y + 1) * width; i++) {
    if (deep.data[i] <= 0.5) continue;
    const own = 2 * deep.data[i] - 1;
    for (let c = 0; c < 3; c++) out.data[3 * i + c] += own * (data[i * channels + c] - out.data[3 * i + c]);
  }
}
