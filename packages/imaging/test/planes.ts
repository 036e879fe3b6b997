import type { Affine } from '../src/core/affine';
import type { PlaneF32, Point, RasterU8 } from '../src/core/raster';

/** A plane written as rows of numbers. */
export function planeOf(rows: readonly (readonly number[])[]): PlaneF32 {
  return { width: rows[0].length, height: rows.length, data: Float32Array.from(rows.flat()) };
}

/** The rows of a plane, rounded to 5 digits so that float32 compares with literals. */
export function rowsOf(plane: PlaneF32): number[][] {
  const rows: number[][] = [];
  for (let y = 0; y < plane.height; y++) {
    rows.push(
      Array.from(plane.data.subarray(y * plane.width, (y + 1) * plane.width), (v) => Math.round(v * 1e5) / 1e5),
    );
  }
  return rows;
}

/** A small generator (mulberry32) that tests own, independent of the code under test. */
export function testRandom(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), s | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function randomPlane(width: number, height: number, seed: number): PlaneF32 {
  const random = testRandom(seed);
  return { width, height, data: Float32Array.from({ length: width * height }, random) };
}

/** A 0/1 plane where `inside(x, y)` holds at the pixel centre. */
export function maskOf(width: number, height: number, inside: (x: number, y: number) => boolean): PlaneF32 {
  const data = new Float32Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data[y * width + x] = inside(x + 0.5, y + 0.5) ? 1 : 0;
  return { width, height, data };
}

/** A raster whose pixel comes from its centre. */
export function rasterOf(
  width: number,
  height: number,
  channels: 1 | 3 | 4,
  pixel: (x: number, y: number) => readonly number[],
): RasterU8 {
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(pixel(x + 0.5, y + 0.5), (y * width + x) * channels);
  }
  return { width, height, channels, data };
}

export function maxDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let max = a.length === b.length ? 0 : Infinity;
  for (let i = 0; i < a.length; i++) max = Math.max(max, Math.abs(a[i] - b[i]));
  return max;
}

/** Where an affine map takes a point. */
export function mapped(m: Affine, { x, y }: Point): Point {
  return { x: m[0] * x + m[1] * y + m[2], y: m[3] * x + m[4] * y + m[5] };
}

/** Independent normal noise of mean 0. Source: Box, Muller 1958. */
export function normalNoise(count: number, seed: number, sigma: number): number[] {
  const random = testRandom(seed);
  return Array.from(
    { length: count },
    () => sigma * Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  );
}

/** Area of a ring by the shoelace rule; positive when it runs clockwise on the screen. */
export function ringArea(ring: readonly Point[]): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) sum += ring[j].x * ring[i].y - ring[i].x * ring[j].y;
  return sum / 2;
}
