import { createRaster, type RasterU8 } from '../core/raster';

/** Distance in pixels from everything visible beyond which clear pixels lose their colour: nothing samples them. */
const VISIBLE_REACH = 12;

/**
 * Encodes a picture as planes of prediction errors: small numbers, which compress well.
 *
 * Layout: RGBA, straight alpha; output one plane each of alpha, green, red − green and blue − green, minus the prediction, modulo 256.
 * Lossless except for colours of clear pixels more than 12 pixels from everything visible, which become black. Aliasing: new memory.
 * Throws: RangeError for other layouts. Source: the median predictor of JPEG-LS (ITU-T T.87), the colours of lossless WebP.
 */
export function encodePredicted({ width, height, channels, data }: RasterU8): Uint8Array {
  if (channels !== 4) throw new RangeError(`foreseen planes are made of RGBA, got ${channels} channels`);
  const n = width * height;
  const isNear = nearVisible(data, width, height);
  const out = new Uint8Array(4 * n);
  const plane = new Uint8Array(n);
  for (let k = 0; k < 4; k++) {
    for (let i = 0; i < n; i++) plane[i] = k === 0 ? data[4 * i + 3] : isNear[i] === 1 ? colourOf(data, 4 * i, k) : 0;
    subtractPrediction(plane, width, height, out, k * n);
  }
  return out;
}

/** Decodes the output of {@link encodePredicted}. Throws: RangeError if the planes have another size. */
export function decodePredicted(planes: Uint8Array, width: number, height: number): RasterU8 {
  const n = width * height;
  if (planes.length !== 4 * n)
    throw new RangeError(`planes of ${width} × ${height} have ${4 * n} bytes, got ${planes.length}`);
  const out = createRaster(width, height, 4);
  for (let k = 0; k < 4; k++) addPrediction(planes.subarray(k * n, (k + 1) * n), width, height);
  const [alpha, green, red, blue] = [0, n, 2 * n, 3 * n];
  for (let i = 0, o = 0; i < n; i++, o += 4) {
    const g = planes[green + i];
    out.data[o] = planes[red + i] + g;
    out.data[o + 1] = g;
    out.data[o + 2] = planes[blue + i] + g;
    out.data[o + 3] = planes[alpha + i];
  }
  return out;
}

/** Plane 1 is green, 2 red − green, 3 blue − green. */
function colourOf(data: Uint8Array, at: number, k: number): number {
  return k === 1 ? data[at + 1] : data[at + (k === 2 ? 0 : 2)] - data[at + 1];
}

/** 1 within VISIBLE_REACH of a pixel with alpha, in a square, in two passes. */
function nearVisible(data: Uint8Array, width: number, height: number): Uint8Array {
  const across = new Uint8Array(width * height);
  const near = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0, last = -Infinity; x < width + VISIBLE_REACH; x++) {
      if (x < width && data[4 * (y * width + x) + 3] > 0) last = x;
      const at = x - VISIBLE_REACH;
      // a visible pixel is within the reach before or after the column
      if (at >= 0 && at < width && last >= at - VISIBLE_REACH) across[y * width + at] = 1;
    }
  }
  for (let x = 0; x < width; x++) {
    for (let y = 0, last = -Infinity; y < height + VISIBLE_REACH; y++) {
      if (y < height && across[y * width + x] === 1) last = y;
      const at = y - VISIBLE_REACH;
      if (at >= 0 && at < height && last >= at - VISIBLE_REACH) near[at * width + x] = 1;
    }
  }
  return near;
}

/** The median of left, above, and left + above − corner: along an edge, the neighbour on the same side of it. */
function predicted(left: number, above: number, corner: number): number {
  const [low, high] = left < above ? [left, above] : [above, left];
  if (corner >= high) return low;
  return corner <= low ? high : left + above - corner;
}

function subtractPrediction(plane: Uint8Array, width: number, height: number, out: Uint8Array, from: number): void {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const left = x > 0 ? plane[i - 1] : y > 0 ? plane[i - width] : 0;
      const above = y > 0 ? plane[i - width] : left;
      const corner = x > 0 && y > 0 ? plane[i - width - 1] : above;
      out[from + i] = plane[i] - predicted(left, above, corner);
    }
  }
}

/** Turns prediction errors back into values, in place. */
function addPrediction(plane: Uint8Array, width: number, height: number): void {
  for (let x = 1; x < width; x++) plane[x] += plane[x - 1];
  for (let y = 1, i = width; y < height; y++) {
    let above = plane[i - width];
    plane[i] += above;
    let left = plane[i];
    i++;
    for (const end = (y + 1) * width; i < end; i++) {
      const corner = above;
      above = plane[i - width];
      let guess = left + above - corner;
      if (left < above) guess = corner >= above ? left : corner <= left ? above : guess;
      else guess = corner >= left ? above : corner <= above ? left : guess;
      left = plane[i] = (plane[i] + guess) & 255;
    }
  }
}
