import { createRaster, type PlaneF32, type RasterU8 } from './raster';

/**
 * Fills what is unknown smoothly from what is known, at every scale at once.
 *
 * Layout: raster of 1 or 3 channels; `known` 0 (fill) … 1 (keep), between: mix. Range: within the known colours'.
 * Known pixels of weight 1 keep their value exactly. When nothing is known the picture is returned as it is.
 * Aliasing: new memory. Cost: about 25 ns a pixel: run it at a quarter of the photo's size. Throws: RangeError when sizes differ.
 * Source: Gortler et al. 1996 (Lumigraph), push-pull; weights saturate at 1; the pull is bilinear.
 */
export function pushPull(raster: RasterU8, known: PlaneF32): RasterU8 {
  if (raster.width !== known.width || raster.height !== known.height)
    throw new RangeError('raster and weights differ in size');
  if (raster.channels === 4) throw new RangeError('pushPull takes a raster without alpha');
  const ch = raster.channels;
  const values = new Float32Array(raster.data);
  const filled = pushPullValues(values, known.data, raster.width, raster.height, ch);
  const out = createRaster(raster.width, raster.height, ch);
  for (let i = 0; i < filled.length; i++) out.data[i] = filled[i] + 0.5;
  return out;
}

/** {@link pushPull} for a plane. Values where `known` is 0 may be NaN. */
export function pushPullPlane(plane: PlaneF32, known: PlaneF32): PlaneF32 {
  if (plane.width !== known.width || plane.height !== known.height)
    throw new RangeError('plane and weights differ in size');
  return { ...plane, data: pushPullValues(plane.data, known.data, plane.width, plane.height, 1) };
}

interface Level {
  readonly width: number;
  readonly height: number;
  /** Mean values, interleaved; meaningless where the weight is 0. */
  readonly values: Float32Array;
  readonly weights: Float32Array;
}

/** The pyramid itself, over interleaved values of `ch` channels. Aliasing: new memory. */
export function pushPullValues(
  values: Float32Array,
  known: Float32Array,
  width: number,
  height: number,
  ch: number,
): Float32Array {
  const weights = new Float32Array(known.length);
  const base = new Float32Array(values.length);
  let some = false;
  for (let i = 0; i < weights.length; i++) {
    const w = known[i] > 0 ? Math.min(1, known[i]) : 0;
    if (w === 0) continue;
    some = true;
    weights[i] = w;
    for (let c = 0, at = i * ch; c < ch; c++, at++) base[at] = values[at];
  }
  if (!some) return new Float32Array(values);
  const levels: Level[] = [{ width, height, values: base, weights }];
  for (let level = levels[0]; level.width > 1 || level.height > 1;) {
    level = halve(level, ch);
    levels.push(level);
  }
  for (let n = levels.length - 2; n >= 0; n--) pullInto(levels[n], levels[n + 1], ch);
  return levels[0].values;
}

/** Sums 2×2 children by weight; an odd last row or column stands alone. */
function halve(fine: Level, ch: number): Level {
  const width = (fine.width + 1) >> 1;
  const height = (fine.height + 1) >> 1;
  const values = new Float32Array(width * height * ch);
  const weights = new Float32Array(width * height);
  for (let y = 0; y < fine.height; y++) {
    for (let x = 0; x < fine.width; x++) {
      const w = fine.weights[y * fine.width + x];
      if (w === 0) continue;
      const o = (y >> 1) * width + (x >> 1);
      const i = (y * fine.width + x) * ch;
      weights[o] += w;
      for (let c = 0; c < ch; c++) values[o * ch + c] += w * fine.values[i + c];
    }
  }
  for (let o = 0; o < weights.length; o++) {
    const w = weights[o];
    if (w === 0) continue;
    for (let c = 0; c < ch; c++) values[o * ch + c] /= w;
    weights[o] = Math.min(1, w);
  }
  return { width, height, values, weights };
}

/** Completes a level in place from the finished coarser one: rows are mixed first, then neighbours at ¼ and ¾. */
function pullInto(fine: Level, coarse: Level, ch: number): void {
  const line = new Float32Array(coarse.width * ch);
  for (let y = 0; y < fine.height; y++) {
    const y0 = Math.max(0, (y - 1) >> 1);
    const y1 = Math.min(coarse.height - 1, (y + 1) >> 1);
    const t = y & 1 ? 0.25 : 0.75;
    const a = y0 * line.length;
    const b = y1 * line.length;
    for (let i = 0; i < line.length; i++) line[i] = (1 - t) * coarse.values[a + i] + t * coarse.values[b + i];
    pullRow(fine, y * fine.width, line, ch);
  }
}

/** One row of {@link pullInto}; `line` is the coarse row at this height. */
function pullRow({ width, values, weights }: Level, start: number, line: Float32Array, ch: number): void {
  const lastColumn = line.length / ch - 1;
  for (let x = 0; x < width; x++) {
    const w = weights[start + x];
    if (w === 1) continue;
    const left = Math.max(0, (x - 1) >> 1) * ch;
    const right = Math.min(lastColumn, (x + 1) >> 1) * ch;
    const t = x & 1 ? 0.25 : 0.75;
    const o = (start + x) * ch;
    for (let c = 0; c < ch; c++) {
      const up = (1 - t) * line[left + c] + t * line[right + c];
      values[o + c] = w * values[o + c] + (1 - w) * up;
    }
  }
}
