import type { Affine } from '../core/affine';
import { createPlane, createRaster, type PlaneF32, type RasterU8 } from '../core/raster';
import type { Border } from './resize';

/**
 * Samples a picture through an affine map, bilinearly.
 *
 * Space: `m` maps output pixel **centres** (x+½, y+½) to source coordinates. Border: as named; 'zero' blends to 0 over half a pixel.
 * Range: 0…255; RGBA is sampled channel by channel (not premultiplied). Cost: no prefilter: shrink with resizeRaster first when
 * the map shrinks by more than about 2. Aliasing: new memory. Throws: RangeError unless both sides are positive integers.
 */
export function sampleAffine(
  src: RasterU8,
  m: Affine,
  width: number,
  height: number,
  border: Border = 'replicate',
): RasterU8 {
  const out = createRaster(width, height, src.channels);
  const ch = src.channels;
  const pixel = new Float64Array(4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sampleInto(src.data, src.width, src.height, ch, sourceX(m, x, y), sourceY(m, x, y), border, pixel);
      const o = (y * width + x) * ch;
      for (let c = 0; c < ch; c++) out.data[o + c] = pixel[c] + 0.5;
    }
  }
  return out;
}

export interface SampleF32Options {
  readonly border: Border;
  /** Output = value·scale + offset, value 0…255 (0 outside with border 'zero'); one number or one a channel. Default 1 and 0. */
  readonly scale?: number | readonly number[];
  readonly offset?: number | readonly number[];
  /** 'hwc' (default): interleaved; 'chw': one plane a channel. */
  readonly layout?: 'hwc' | 'chw';
}

/**
 * Samples a picture through an affine map into a float tensor for a network.
 *
 * Layout: width × height × channels of `src`, float32, HWC or CHW. Space, cost: as {@link sampleAffine}.
 * Range: value·scale + offset, not rounded.
 */
export function sampleAffineF32(
  src: RasterU8,
  m: Affine,
  width: number,
  height: number,
  options: SampleF32Options,
): Float32Array {
  const ch = src.channels;
  const scale = perChannel(options.scale ?? 1, ch);
  const offset = perChannel(options.offset ?? 0, ch);
  const planar = options.layout === 'chw';
  const channelStep = planar ? width * height : 1;
  const pixelStep = planar ? 1 : ch;
  const out = new Float32Array(width * height * ch);
  const pixel = new Float64Array(4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sampleInto(src.data, src.width, src.height, ch, sourceX(m, x, y), sourceY(m, x, y), options.border, pixel);
      const o = (y * width + x) * pixelStep;
      for (let c = 0; c < ch; c++) out[o + c * channelStep] = pixel[c] * scale[c] + offset[c];
    }
  }
  return out;
}

/** Samples a plane through an affine map; as {@link sampleAffine}. Range: the plane's own, or 0 outside with border 'zero'. */
export function samplePlaneAffine(
  src: PlaneF32,
  m: Affine,
  width: number,
  height: number,
  border: Border = 'replicate',
): PlaneF32 {
  const out = createPlane(width, height);
  const pixel = new Float64Array(4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sampleInto(src.data, src.width, src.height, 1, sourceX(m, x, y), sourceY(m, x, y), border, pixel);
      out.data[y * width + x] = pixel[0];
    }
  }
  return out;
}

/** The value of a plane at a point, bilinear between pixel centres, edge pixels replicated. NaN coordinates give NaN. */
export function samplePlane(plane: PlaneF32, x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const w = plane.width;
  const h = plane.height;
  const u = Math.min(w - 1, Math.max(0, x - 0.5));
  const v = Math.min(h - 1, Math.max(0, y - 0.5));
  const x0 = Math.floor(u);
  const y0 = Math.floor(v);
  const x1 = Math.min(w - 1, x0 + 1);
  const y1 = Math.min(h - 1, y0 + 1);
  const fx = u - x0;
  const fy = v - y0;
  const d = plane.data;
  const top = d[y0 * w + x0] * (1 - fx) + d[y0 * w + x1] * fx;
  const bottom = d[y1 * w + x0] * (1 - fx) + d[y1 * w + x1] * fx;
  return top * (1 - fy) + bottom * fy;
}

function sourceX(m: Affine, x: number, y: number): number {
  return m[0] * (x + 0.5) + m[1] * (y + 0.5) + m[2];
}

function sourceY(m: Affine, x: number, y: number): number {
  return m[3] * (x + 0.5) + m[4] * (y + 0.5) + m[5];
}

function perChannel(value: number | readonly number[], ch: number): readonly number[] {
  if (typeof value === 'number') return Array.from({ length: ch }, () => value);
  if (value.length !== ch) throw new RangeError(`expected ${ch} channel values, got ${value.length}`);
  return value;
}

/** Writes the bilinear sample at source coordinates (x, y) to `pixel[0…ch)`. */
function sampleInto(
  data: Uint8Array | Float32Array,
  w: number,
  h: number,
  ch: number,
  x: number,
  y: number,
  border: Border,
  pixel: Float64Array,
): void {
  const x0 = Math.floor(x - 0.5);
  const y0 = Math.floor(y - 0.5);
  const fx = x - 0.5 - x0;
  const fy = y - 0.5 - y0;
  const ax = Math.min(w - 1, Math.max(0, x0));
  const bx = Math.min(w - 1, Math.max(0, x0 + 1));
  const ay = Math.min(h - 1, Math.max(0, y0)) * w;
  const by = Math.min(h - 1, Math.max(0, y0 + 1)) * w;
  const zero = border === 'zero';
  const left = zero && (x0 < 0 || x0 >= w) ? 0 : 1 - fx;
  const right = zero && (x0 < -1 || x0 >= w - 1) ? 0 : fx;
  const top = zero && (y0 < 0 || y0 >= h) ? 0 : 1 - fy;
  const bottom = zero && (y0 < -1 || y0 >= h - 1) ? 0 : fy;
  for (let c = 0; c < ch; c++) {
    pixel[c] =
      top * (left * data[(ay + ax) * ch + c] + right * data[(ay + bx) * ch + c]) +
      bottom * (left * data[(by + ax) * ch + c] + right * data[(by + bx) * ch + c]);
  }
}
