import { linearToSrgb, SRGB_TO_LINEAR } from './colour';
import { createPlane, createRaster, type Box, type PlaneF32, type RasterU8 } from '../core/raster';

/** Where a smaller picture lies in a larger one; only the corner counts, the size is the smaller picture's own. */
type Corner = Pick<Box, 'x' | 'y'>;

/**
 * Lays a picture over another: dst = src·α + dst·(1 − α), α = `alpha` times the source's own.
 *
 * Layout: dst RGB; src RGB or RGBA (straight); alpha of src's size, or null for 1. Space: src pixel (0, 0) falls on `at` (default 0, 0);
 * what falls outside is skipped. Mixing is done in coded sRGB values, as every picture editor does. Pixels of α 0 are not touched.
 * Aliasing: writes dst in place. Throws: RangeError for other layouts or when alpha differs in size.
 */
export function compositeOver(dst: RasterU8, src: RasterU8, alpha: PlaneF32 | null, at: Corner = { x: 0, y: 0 }): void {
  if (dst.channels !== 3 || src.channels === 1) throw new RangeError('compositeOver lays RGB or RGBA over RGB');
  if (alpha && (alpha.width !== src.width || alpha.height !== src.height))
    throw new RangeError('alpha and source differ in size');
  const ch = src.channels;
  const x0 = Math.max(0, -at.x);
  const x1 = Math.min(src.width, dst.width - at.x);
  const y1 = Math.min(src.height, dst.height - at.y);
  for (let y = Math.max(0, -at.y); y < y1; y++) {
    let i = y * src.width + x0;
    let o = ((y + at.y) * dst.width + x0 + at.x) * 3;
    for (let x = x0; x < x1; x++, i++, o += 3) {
      const s = i * ch;
      const a = (alpha ? Math.min(1, alpha.data[i]) : 1) * (ch === 4 ? src.data[s + 3] / 255 : 1);
      if (!(a > 0)) continue;
      const k = 1 - a;
      dst.data[o] = a * src.data[s] + k * dst.data[o] + 0.5;
      dst.data[o + 1] = a * src.data[s + 1] + k * dst.data[o + 1] + 0.5;
      dst.data[o + 2] = a * src.data[s + 2] + k * dst.data[o + 2] + 0.5;
    }
  }
}

const CODE_STEPS = 4095;
/** sRGB code of linear light, tabulated over its square root, where steps of 1/4095 stay below 0.25 of a code. */
const CODE_OF_ROOT: Float32Array = Float32Array.from({ length: CODE_STEPS + 1 }, (_, i) =>
  linearToSrgb((i / CODE_STEPS) ** 2),
);
/** Place in that table of each code: one square root a pixel, of the factor, is enough. */
const ROOT_OF_CODE: Float32Array = SRGB_TO_LINEAR.map((linear) => Math.sqrt(linear) * CODE_STEPS);

/**
 * Brightens or darkens a picture by a factor of linear light a pixel.
 *
 * `gain` 1 changes nothing; with `mask` the factor is 1 + mask·(gain − 1). Pixels of factor exactly 1 are not touched.
 * Space: gain pixel (0, 0) falls on `at` (default 0, 0). Range: clipped to 0…255. Layout: dst RGB or RGBA (alpha kept).
 * Aliasing: writes dst in place. Throws: RangeError when mask and gain differ in size.
 */
export function multiplyInPlace(dst: RasterU8, gain: PlaneF32, mask?: PlaneF32, at: Corner = { x: 0, y: 0 }): void {
  if (mask && (mask.width !== gain.width || mask.height !== gain.height))
    throw new RangeError('mask and gain differ in size');
  const ch = dst.channels;
  const colours = ch === 1 ? 1 : 3;
  const x0 = Math.max(0, -at.x);
  const x1 = Math.min(gain.width, dst.width - at.x);
  const y1 = Math.min(gain.height, dst.height - at.y);
  for (let y = Math.max(0, -at.y); y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const i = y * gain.width + x;
      const factor = mask ? 1 + mask.data[i] * (gain.data[i] - 1) : gain.data[i];
      if (factor === 1) continue;
      const root = factor > 0 ? Math.min(1000, Math.sqrt(factor)) : 0;
      const o = ((y + at.y) * dst.width + x + at.x) * ch;
      for (let c = 0; c < colours; c++) {
        const place = (root * ROOT_OF_CODE[dst.data[o + c]] + 0.5) | 0;
        dst.data[o + c] = CODE_OF_ROOT[place < CODE_STEPS ? place : CODE_STEPS] + 0.5;
      }
    }
  }
}

/** The alpha of an RGBA picture as a plane 0…1; all 1 for RGB and grey. */
export function extractAlpha(raster: RasterU8): PlaneF32 {
  const out = createPlane(raster.width, raster.height, 1);
  if (raster.channels === 4) for (let i = 0; i < out.data.length; i++) out.data[i] = raster.data[i * 4 + 3] / 255;
  return out;
}

/** RGB(A) with its alpha replaced by a plane 0…1, as RGBA. Throws RangeError for grey or when the sizes differ. */
export function withAlpha(raster: RasterU8, alpha: PlaneF32): RasterU8 {
  if (raster.channels === 1) throw new RangeError('withAlpha takes RGB or RGBA');
  if (raster.width !== alpha.width || raster.height !== alpha.height)
    throw new RangeError('raster and alpha differ in size');
  const out = createRaster(raster.width, raster.height, 4);
  for (let i = 0, s = 0; i < alpha.data.length; i++, s += raster.channels) {
    out.data[i * 4] = raster.data[s];
    out.data[i * 4 + 1] = raster.data[s + 1];
    out.data[i * 4 + 2] = raster.data[s + 2];
    out.data[i * 4 + 3] = Math.min(1, Math.max(0, alpha.data[i])) * 255 + 0.5;
  }
  return out;
}

/** The colour of an RGBA picture without its alpha (nothing is laid over anything); RGB is copied, grey is spread. */
export function dropAlpha(raster: RasterU8): RasterU8 {
  const out = createRaster(raster.width, raster.height, 3);
  const step = raster.channels === 1 ? 0 : 1;
  for (let i = 0, o = 0; o < out.data.length; i += raster.channels, o += 3) {
    out.data[o] = raster.data[i];
    out.data[o + 1] = raster.data[i + step];
    out.data[o + 2] = raster.data[i + 2 * step];
  }
  return out;
}
