import type { Box, PlaneF32, Point } from './raster';

/** The sides of an upright rectangle; fractions allowed. */
export interface Bounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The least rectangle around points. */
export function boundsOf(points: readonly Point[]): Bounds {
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** The box around what is not 0 inside `within` (the whole plane by default); of no width and height where everything is 0. */
export function filledBox({ width, height, data }: PlaneF32, within: Box = { x: 0, y: 0, width, height }): Box {
  const bits = bitsOf(data);
  const [end, last] = [within.y + within.height, within.x + within.width];
  let top = within.y;
  while (top < end && isEmpty(bits, top * width + within.x, top * width + last)) top++;
  if (top === end) return { x: within.x, y: within.y, width: 0, height: 0 };
  let bottom = end;
  while (isEmpty(bits, (bottom - 1) * width + within.x, (bottom - 1) * width + last)) bottom--;
  let [left, right] = [last, within.x];
  for (let y = top; y < bottom; y++) {
    left = firstFilled(bits, y * width + within.x, y * width + left) - y * width;
    right = filledEnd(bits, y * width + right, y * width + last) - y * width;
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether anything inside of a box of a plane is not 0. */
export function isFilled({ width, data }: PlaneF32, within: Box): boolean {
  const bits = bitsOf(data);
  for (let y = within.y, from = y * width + within.x; y < within.y + within.height; y++, from += width) {
    if (!isEmpty(bits, from, from + within.width)) return true;
  }
  return false;
}

/** The bits of 0 are 0, and integers are compared faster. */
function bitsOf(data: Float32Array): Int32Array {
  return new Int32Array(data.buffer, data.byteOffset, data.length);
}

function isEmpty(bits: Int32Array, from: number, to: number): boolean {
  return firstFilled(bits, from, to) === to;
}

/** Index of the first element of [from, to) that is not 0; `to` where there is none. */
function firstFilled(bits: Int32Array, from: number, to: number): number {
  let i = from;
  while (i < to && bits[i] === 0) i++;
  return i;
}

/** Index after the last element of [from, to) that is not 0; `from` where there is none. */
function filledEnd(bits: Int32Array, from: number, to: number): number {
  let i = to;
  while (i > from && bits[i - 1] === 0) i--;
  return i;
}

/** The box with `by` pixels more on all sides, inside the picture; one of no width or height stays as it is. */
export function grownBox(box: Box, by: number, picture: { readonly width: number; readonly height: number }): Box {
  if (box.width <= 0 || box.height <= 0) return box;
  const [x, y] = [Math.max(0, box.x - by), Math.max(0, box.y - by)];
  return {
    x,
    y,
    width: Math.min(picture.width, box.x + box.width + by) - x,
    height: Math.min(picture.height, box.y + box.height + by) - y,
  };
}

/** The overlap of two boxes; its width or height is not positive where there is none. */
export function overlapOf(p: Box, q: Box): Box {
  const [x, y] = [Math.max(p.x, q.x), Math.max(p.y, q.y)];
  return {
    x,
    y,
    width: Math.min(p.x + p.width, q.x + q.width) - x,
    height: Math.min(p.y + p.height, q.y + q.height) - y,
  };
}

/** A box times `k` in whole pixels, at least two of them wide and high; it may reach beyond the picture. */
export function wholeBox(box: Box, k = 1): Box {
  const [x, y] = [Math.round(box.x * k), Math.round(box.y * k)];
  return {
    x,
    y,
    width: Math.max(2, Math.round((box.x + box.width) * k) - x),
    height: Math.max(2, Math.round((box.y + box.height) * k) - y),
  };
}

/** A box in whole pixels inside the picture. */
export function boxAround(
  picture: { readonly width: number; readonly height: number },
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): Box {
  const left = Math.max(0, Math.round(x0));
  const top = Math.max(0, Math.round(y0));
  return {
    x: left,
    y: top,
    width: Math.min(picture.width, Math.round(x1)) - left,
    height: Math.min(picture.height, Math.round(y1)) - top,
  };
}
