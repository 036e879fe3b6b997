import { createPlane, createRaster, type Box, type PlaneF32, type RasterU8 } from './raster';

/**
 * Resizes a picture: area average along an axis that shrinks, bilinear along one that grows.
 *
 * Layout: any channel count; RGBA is averaged premultiplied, so the colour of transparent pixels does not leak.
 * Space: pixel areas are mapped onto pixel areas (corners match corners), so output centre x+½ lies at (x+½)·W/width.
 * Aliasing: the result is always new memory. Cost: about 3 ns × channels a source pixel when shrinking.
 * Throws: RangeError unless both sides are positive integers.
 */
export function resizeRaster(src: RasterU8, width: number, height: number): RasterU8 {
  const out = createRaster(width, height, src.channels);
  if (width === src.width && height === src.height) {
    out.data.set(src.data);
    return out;
  }
  const ch = src.channels;
  if (ch === 3 && src.width === 2 * width && src.height === 2 * height) return halveRaster(src);
  const columns = axisTaps(src.width, width);
  const rows = axisTaps(src.height, height);
  const wide = new Float32Array(src.width * ch);
  const narrow = new Float32Array(width * ch);
  for (let y = 0; y < height; y++) {
    let k = rows.offset[y];
    const end = rows.offset[y + 1];
    if (ch === 4) wide.fill(0);
    else if (end - k === 1) setRow(wide, src.data, rows.index[k] * wide.length, rows.weight[k++]);
    else {
      mixRows(
        wide,
        src.data,
        rows.index[k] * wide.length,
        rows.weight[k],
        rows.index[k + 1] * wide.length,
        rows.weight[k + 1],
      );
      k += 2;
    }
    for (; k < end; k++) {
      const start = rows.index[k] * wide.length;
      if (ch === 4) addRowPremultiplied(wide, src.data, start, rows.weight[k]);
      else addRow(wide, src.data, start, rows.weight[k]);
    }
    narrowRow(wide, narrow, ch, columns);
    if (ch === 4) storeRowStraight(narrow, out.data, y * narrow.length);
    else storeRow(narrow, out.data, y * narrow.length);
  }
  return out;
}

/**
 * Mean of 2×2 pixels, rounded; the last row or column of an odd side is repeated. The commonest shrink, in whole numbers.
 *
 * Layout: any channel count, alpha averaged like a colour. Aliasing: new memory. Cost: about 2 ns a source pixel.
 */
export function halveRaster(src: RasterU8): RasterU8 {
  const { width, height, channels: ch } = src;
  const out = createRaster((width + 1) >> 1, (height + 1) >> 1, ch);
  const pairs = width >> 1;
  for (let y = 0; y < out.height; y++) {
    const upper = 2 * y * width * ch;
    const lower = Math.min(2 * y + 1, height - 1) * width * ch;
    const to = y * out.width * ch;
    if (ch === 3) halveRow(src.data, upper, lower, out.data, to, pairs);
    else halveRowAny(src.data, upper, lower, out.data, to, pairs, ch);
    if (width % 2 === 0) continue;
    for (let c = 0, i = (width - 1) * ch; c < ch; c++, i++) {
      out.data[to + pairs * ch + c] = (src.data[upper + i] + src.data[lower + i] + 1) >> 1;
    }
  }
  return out;
}

function halveRow(data: Uint8Array, upper: number, lower: number, out: Uint8Array, to: number, pairs: number): void {
  for (let n = 0, a = upper, b = lower, o = to; n < pairs; n++, a += 6, b += 6, o += 3) {
    out[o] = (data[a] + data[a + 3] + data[b] + data[b + 3] + 2) >> 2;
    out[o + 1] = (data[a + 1] + data[a + 4] + data[b + 1] + data[b + 4] + 2) >> 2;
    out[o + 2] = (data[a + 2] + data[a + 5] + data[b + 2] + data[b + 5] + 2) >> 2;
  }
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
  const out = createPlane(width, height);
  if (width === src.width && height === src.height) {
    out.data.set(src.data);
    return out;
  }
  const columns = axisTaps(src.width, width);
  const rows = axisTaps(src.height, height);
  const wide = new Float32Array(src.width);
  for (let y = 0; y < height; y++) {
    wide.fill(0);
    for (let k = rows.offset[y]; k < rows.offset[y + 1]; k++) {
      addPlaneRow(wide, src.data, rows.index[k] * src.width, rows.weight[k]);
    }
    narrowRowSingle(wide, out.data, y * width, width, columns);
  }
  return out;
}

/** What to read where a crop leaves the picture: the nearest edge pixel, or zero. */
export type Border = 'replicate' | 'zero';

/** Copies a box out of a picture. The box may leave the picture. Throws RangeError unless the box has positive integer sides. */
export function cropRaster(src: RasterU8, box: Box, border: Border = 'zero'): RasterU8 {
  const out = createRaster(box.width, box.height, src.channels);
  copyBox(src.data, src.width, src.height, src.channels, box, border, out.data);
  return out;
}

/** Copies a box out of a plane; as {@link cropRaster}. */
export function cropPlane(src: PlaneF32, box: Box, border: Border = 'zero'): PlaneF32 {
  const out = createPlane(box.width, box.height);
  copyBox(src.data, src.width, src.height, 1, box, border, out.data);
  return out;
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
  for (let y = 0; y < box.height; y++) {
    const wanted = y + box.y;
    if (border === 'zero' && (wanted < 0 || wanted >= srcHeight)) continue;
    const sy = Math.min(srcHeight - 1, Math.max(0, wanted));
    const row = y * box.width * ch;
    const from = (sy * srcWidth + box.x) * ch;
    if (inX1 > inX0) out.set(src.subarray(from + inX0 * ch, from + inX1 * ch), row + inX0 * ch);
    if (border === 'zero') continue;
    for (let x = 0; x < box.width; x++) {
      if (x === inX0 && inX1 > inX0) x = inX1;
      if (x >= box.width) break;
      const sx = Math.min(srcWidth - 1, Math.max(0, x + box.x));
      for (let c = 0; c < ch; c++) out[row + x * ch + c] = src[(sy * srcWidth + sx) * ch + c];
    }
  }
}

/** Source indices and weights (sum 1) of every output index of one axis, as a compressed row list. */
interface Taps {
  readonly offset: Int32Array;
  readonly index: Int32Array;
  readonly weight: Float32Array;
}

function axisTaps(from: number, to: number): Taps {
  const ratio = from / to;
  const perOut = ratio > 1 ? Math.ceil(ratio) + 1 : 2;
  const offset = new Int32Array(to + 1);
  const index = new Int32Array(to * perOut);
  const weight = new Float32Array(to * perOut);
  let n = 0;
  for (let i = 0; i < to; i++) {
    offset[i] = n;
    if (ratio > 1) {
      const lo = i * ratio;
      const hi = Math.min(from, lo + ratio);
      for (let s = Math.floor(lo); s < hi; s++) {
        const cover = Math.min(hi, s + 1) - Math.max(lo, s);
        if (cover <= 1e-9) continue;
        index[n] = s;
        weight[n++] = cover / ratio;
      }
    } else {
      const centre = (i + 0.5) * ratio - 0.5;
      const s = Math.floor(centre);
      const t = centre - s;
      index[n] = Math.max(0, s);
      weight[n++] = 1 - t;
      index[n] = Math.min(from - 1, s + 1);
      weight[n++] = t;
    }
  }
  offset[to] = n;
  return { offset, index, weight };
}

function setRow(acc: Float32Array, src: Uint8Array, start: number, w: number): void {
  for (let i = 0; i < acc.length; i++) acc[i] = w * src[start + i];
}

/** {@link setRow} and {@link addRow} in one pass, rounded in between as they are. */
function mixRows(acc: Float32Array, src: Uint8Array, a: number, wa: number, b: number, wb: number): void {
  for (let i = 0; i < acc.length; i++) acc[i] = Math.fround(wa * src[a + i]) + wb * src[b + i];
}

function addRow(acc: Float32Array, src: Uint8Array, start: number, w: number): void {
  for (let i = 0; i < acc.length; i++) acc[i] += w * src[start + i];
}

/** {@link addRow} of its own for planes: a loop that meets both array types is compiled for neither. */
function addPlaneRow(acc: Float32Array, src: Float32Array, start: number, w: number): void {
  for (let i = 0; i < acc.length; i++) acc[i] += w * src[start + i];
}

function addRowPremultiplied(acc: Float32Array, src: Uint8Array, start: number, w: number): void {
  for (let i = 0; i < acc.length; i += 4) {
    const alpha = src[start + i + 3];
    if (alpha === 0) continue;
    const wa = w * alpha;
    acc[i] += wa * src[start + i];
    acc[i + 1] += wa * src[start + i + 1];
    acc[i + 2] += wa * src[start + i + 2];
    acc[i + 3] += wa;
  }
}

function narrowRow(wide: Float32Array, narrow: Float32Array, ch: number, taps: Taps): void {
  if (ch === 1) narrowRowSingle(wide, narrow, 0, narrow.length, taps);
  else narrowRowColour(wide, narrow, ch, taps);
}

/** Writes `width` outputs from `start` on. */
function narrowRowSingle(wide: Float32Array, out: Float32Array, start: number, width: number, taps: Taps): void {
  const { offset, index, weight } = taps;
  if (offset[width] === 2 * width) return mixRowSingle(wide, out, start, width, taps);
  for (let x = 0, k = 0; x < width; x++) {
    let sum = 0;
    for (const end = offset[x + 1]; k < end; k++) sum += weight[k] * wide[index[k]];
    out[start + x] = sum;
  }
}

/** {@link narrowRowSingle} where every output has two taps, as when growing. */
function mixRowSingle(
  wide: Float32Array,
  out: Float32Array,
  start: number,
  width: number,
  { index, weight }: Taps,
): void {
  for (let x = 0, k = 0; x < width; x++, k += 2) {
    out[start + x] = weight[k] * wide[index[k]] + weight[k + 1] * wide[index[k + 1]];
  }
}

function narrowRowColour(wide: Float32Array, narrow: Float32Array, ch: number, taps: Taps): void {
  const { offset, index, weight } = taps;
  const width = offset.length - 1;
  for (let x = 0; x < width; x++) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let k = offset[x]; k < offset[x + 1]; k++) {
      const w = weight[k];
      const i = index[k] * ch;
      s0 += w * wide[i];
      s1 += w * wide[i + 1];
      s2 += w * wide[i + 2];
      if (ch === 4) s3 += w * wide[i + 3];
    }
    const o = x * ch;
    narrow[o] = s0;
    narrow[o + 1] = s1;
    narrow[o + 2] = s2;
    if (ch === 4) narrow[o + 3] = s3;
  }
}

function storeRow(row: Float32Array, out: Uint8Array, start: number): void {
  for (let i = 0; i < row.length; i++) out[start + i] = row[i] + 0.5;
}

function storeRowStraight(row: Float32Array, out: Uint8Array, start: number): void {
  for (let i = 0; i < row.length; i += 4) {
    const alpha = row[i + 3];
    const k = alpha > 1e-6 ? 1 / alpha : 0;
    out[start + i] = row[i] * k + 0.5;
    out[start + i + 1] = row[i + 1] * k + 0.5;
    out[start + i + 2] = row[i + 2] * k + 0.5;
    out[start + i + 3] = alpha + 0.5;
  }
}
