import { kernels, reserve, startKernels } from '../memory/kernels';
import {
  createPlane,
  createRaster,
  allocPlaneUninitialised,
  allocRasterUninitialised,
  type Box,
  type PlaneF32,
  type RasterU8,
} from '../core/raster';
import { forEachStrip } from './strips';

/**
 * Resizes a picture: area average along an axis that shrinks, bilinear along one that grows.
 *
 * Layout: any channel count; RGBA is averaged premultiplied, so the colour of transparent pixels does not leak.
 * Space: pixel areas map onto pixel areas (corners match corners), so output centre x+½ is at (x+½)·W/width.
 * Aliasing: the result is always new memory. Cost: about 1 ns × channels per source pixel when shrinking.
 * Throws: RangeError unless both sides are positive integers.
 */
export function resizeRaster(src: RasterU8, width: number, height: number): RasterU8 {
  const out = allocRasterUninitialised(width, height, src.channels);
  if (width === src.width && height === src.height) {
    out.data.set(src.data);
    return out;
  }
  const ch = src.channels;
  if (ch === 3 && src.width === 2 * width && src.height === 2 * height) return halveRaster(src);
  const kernel = kernels();
  startKernels();
  const axes = reserveAxes(src.width, src.height, width, height);
  const wide = reserve(4 * src.width * ch);
  const narrow = reserve(4 * width * ch);
  forEachStrip(src.data, src.height, out.data, height, (strip) => {
    kernel.resizeBytes({
      src: strip.src,
      firstRow: strip.firstRow,
      dst: strip.dst,
      channels: ch,
      srcWidth: src.width,
      width,
      height,
      from: strip.from,
      to: strip.to,
      rows: axes.rows,
      columns: axes.columns,
      wide,
      narrow,
    });
  });
  return out;
}

/** {@link resizeRaster} by a factor, to sides of at least `min` pixels. */
export const scaleRaster = (src: RasterU8, factor: number, min = 1): RasterU8 =>
  resizeRaster(src, Math.max(min, Math.round(src.width * factor)), Math.max(min, Math.round(src.height * factor)));

/** Source indices and weights for both axes. */
function reserveAxes(
  fromWidth: number,
  fromHeight: number,
  width: number,
  height: number,
): { rows: number; columns: number } {
  const { tapsSize, writeTaps } = kernels();
  const columns = reserve(tapsSize(fromWidth, width));
  const rows = reserve(tapsSize(fromHeight, height));
  writeTaps(fromWidth, width, columns);
  writeTaps(fromHeight, height, rows);
  return { rows, columns };
}

/**
 * Mean of 2×2 pixels, rounded; the last row or column of an odd side is repeated. The most common shrink, in integers.
 *
 * Layout: any channel count, alpha averaged like a colour. Aliasing: new memory. Cost: about .3 ns per source pixel of RGB.
 */
export function halveRaster(src: RasterU8): RasterU8 {
  const { width, height, channels: ch } = src;
  const out = allocRasterUninitialised((width + 1) >> 1, (height + 1) >> 1, ch);
  if (ch === 3) {
    const kernel = kernels();
    startKernels();
    forEachStrip(src.data, height, out.data, out.height, ({ src, firstRow, dst, from, to }) => {
      const first = src + (2 * from - firstRow) * 3 * width;
      kernel.halveRgb(first, dst, width, Math.min(height, 2 * to) - 2 * from);
    });
    return out;
  }
  const pairs = width >> 1;
  for (let y = 0; y < out.height; y++) {
    const upper = 2 * y * width * ch;
    const lower = Math.min(2 * y + 1, height - 1) * width * ch;
    const to = y * out.width * ch;
    halveRowAny(src.data, upper, lower, out.data, to, pairs, ch);
    if (width % 2 === 0) continue;
    for (let c = 0, i = (width - 1) * ch; c < ch; c++, i++) {
      out.data[to + pairs * ch + c] = (src.data[upper + i] + src.data[lower + i] + 1) >> 1;
    }
  }
  return out;
}

function halveRowAny(
  data: Uint8Array,
  upper: number,
  lower: number,
  out: Uint8Array,
  to: number,
  pairs: number,
  ch: number,
): void {
  for (let n = 0, a = upper, b = lower, o = to; n < pairs; n++, a += ch, b += ch) {
    for (let c = 0; c < ch; c++, a++, b++, o++) out[o] = (data[a] + data[a + ch] + data[b] + data[b + ch] + 2) >> 2;
  }
}

/** Resizes a plane; as {@link resizeRaster}. Range: stays within the source's range. */
export function resizePlane(src: PlaneF32, width: number, height: number): PlaneF32 {
  const out = allocPlaneUninitialised(width, height);
  if (width === src.width && height === src.height) {
    out.data.set(src.data);
    return out;
  }
  const kernel = kernels();
  startKernels();
  const axes = reserveAxes(src.width, src.height, width, height);
  const wide = reserve(4 * src.width);
  forEachStrip(src.data, src.height, out.data, height, (strip) => {
    kernel.resizeFloats({
      src: strip.src,
      firstRow: strip.firstRow,
      dst: strip.dst,
      srcWidth: src.width,
      width,
      height,
      from: strip.from,
      to: strip.to,
      rows: axes.rows,
      columns: axes.columns,
      wide,
    });
  });
  return out;
}

/** Every second pixel of every second row: enough for a soft plane. Aliasing: new memory. */
export function everySecond({ width, height, data }: PlaneF32): PlaneF32 {
  const out = allocPlaneUninitialised(Math.ceil(width / 2), Math.ceil(height / 2));
  for (let y = 0, o = 0; y < out.height; y++) {
    for (let x = 0, i = 2 * y * width; x < out.width; x++, i += 2, o++) out.data[o] = data[i];
  }
  return out;
}

/** What to read where a crop extends beyond the picture: the nearest edge pixel, or zero. */
export type Border = 'replicate' | 'zero';

/** Copies a box out of a picture. The box may extend beyond the picture. Throws RangeError unless the box has positive integer sides. */
export function cropRaster(src: RasterU8, box: Box, border: Border = 'zero'): RasterU8 {
  const make = border === 'replicate' || isInside(box, src) ? allocRasterUninitialised : createRaster;
  const out = make(box.width, box.height, src.channels);
  copyBox(src.data, src.width, src.height, src.channels, box, border, out.data);
  return out;
}

/** Copies a box out of a plane; as {@link cropRaster}. */
export function cropPlane(src: PlaneF32, box: Box, border: Border = 'zero'): PlaneF32 {
  const make = border === 'replicate' || isInside(box, src) ? allocPlaneUninitialised : createPlane;
  const out = make(box.width, box.height);
  copyBox(src.data, src.width, src.height, 1, box, border, out.data);
  return out;
}

function isInside({ x, y, width, height }: Box, src: { readonly width: number; readonly height: number }): boolean {
  return x >= 0 && y >= 0 && x + width <= src.width && y + height <= src.height;
}

function copyBox<T extends Uint8Array | Float32Array>(
  src: T,
  srcWidth: number,
  srcHeight: number,
  ch: number,
  box: Box,
  border: Border,
  out: T,
): void {
  if (!Number.isInteger(box.x) || !Number.isInteger(box.y)) throw new RangeError('a crop box needs integer corners');
  const inX0 = Math.min(Math.max(0, -box.x), box.width);
  const inX1 = Math.max(inX0, Math.min(box.width, srcWidth - box.x));
  const isWhole = box.x === 0 && box.width === srcWidth && box.y >= 0 && box.y + box.height <= srcHeight;
  if (isWhole) {
    out.set(src.subarray(box.y * srcWidth * ch, (box.y + box.height) * srcWidth * ch));
    return;
  }
  for (let y = 0; y < box.height; y++) {
    const wanted = y + box.y;
    if (border === 'zero' && (wanted < 0 || wanted >= srcHeight)) continue;
    const sy = Math.min(srcHeight - 1, Math.max(0, wanted));
    const row = y * box.width * ch;
    const from = (sy * srcWidth + box.x) * ch;
    if (inX1 > inX0) out.set(src.subarray(from + inX0 * ch, from + inX1 * ch), row + inX0 * ch);
    if (border === 'zero') continue;
    const picture = sy * srcWidth * ch;
    repeatPixel(src, picture, ch, out, row, inX0);
    repeatPixel(src, picture + (srcWidth - 1) * ch, ch, out, row + inX1 * ch, box.width - inX1);
  }
}

/** Repeats the pixel at `from` of a picture `count` times, starting at `to`. */
function repeatPixel<T extends Uint8Array | Float32Array>(
  src: T,
  from: number,
  ch: number,
  out: T,
  to: number,
  count: number,
): void {
  for (let o = to, end = to + count * ch; o < end; o += ch) for (let c = 0; c < ch; c++) out[o + c] = src[from + c];
}
