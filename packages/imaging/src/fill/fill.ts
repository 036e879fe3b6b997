import { copyIn, copyOut, copyTo, kernels, reserve, startKernels } from '../memory/kernels';
import { allocRasterUninitialised, type PlaneF32, type RasterU8 } from '../core/raster';

/**
 * Fills the unknown smoothly from the known pixels, at every scale at once.
 *
 * Layout: raster of 1 or 3 channels; `known` 0 (fill) … 1 (keep), between: mix. Range: within that of the known colours.
 * Known pixels of weight 1 keep their value exactly. If nothing is known the picture is returned unchanged.
 * Aliasing: new memory. Cost: about 6 ns per pixel: run it at a quarter of the photo's size. Throws: RangeError if sizes differ.
 * Source: Gortler et al. 1996 (Lumigraph), push-pull; weights saturate at 1; the pull is bilinear.
 */
export function pushPull(raster: RasterU8, known: PlaneF32): RasterU8 {
  if (raster.width !== known.width || raster.height !== known.height)
    throw new RangeError('raster and weights differ in size');
  if (raster.channels === 4) throw new RangeError('pushPull takes a raster without alpha');
  const ch = raster.channels;
  const out = allocRasterUninitialised(raster.width, raster.height, ch);
  const filled = fillLevels(raster.data, known.data, raster.width, raster.height, ch);
  if (filled === null) {
    out.data.set(raster.data);
    return out;
  }
  const bytes = reserve(out.data.length);
  kernels().floatsToBytes(filled, bytes, out.data.length);
  copyOut(bytes, out.data);
  return out;
}

/** The pyramid itself, over interleaved values of `ch` channels. Aliasing: new memory. */
export function pushPullValues(
  values: Float32Array | Uint8Array,
  known: Float32Array,
  width: number,
  height: number,
  ch: number,
): Float32Array {
  const filled = fillLevels(values, known, width, height, ch);
  if (filled === null) return new Float32Array(values);
  const out = new Float32Array(values.length);
  copyOut(filled, out);
  return out;
}

/** The address of the filled values in the kernels' memory; null if nothing is known. */
function fillLevels(
  values: Float32Array | Uint8Array,
  known: Float32Array,
  width: number,
  height: number,
  ch: number,
): number | null {
  const kernel = kernels();
  startKernels();
  const weights = copyIn(known);
  const line = reserve(4 * width * ch + 16);
  const level = reserve(kernel.pushPullSize(width, height, ch));
  if (values.BYTES_PER_ELEMENT === 4) copyTo(level, values);
  else kernel.bytesToFloats(copyIn(values), level, values.length);
  if (kernel.startPushPull(level, weights, width, height, ch) === 0) return null;
  kernel.pushPull(level, width, height, ch, line);
  return level;
}
