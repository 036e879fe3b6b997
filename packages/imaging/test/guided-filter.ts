import type { PlaneF32, RasterU8 } from '../src/core/raster';

/**
 * The colour guided filter written from the paper, window by window: what the kernels are compared with.
 *
 * Layout: RGB guide, counted as 0…1, and a plane of its size. Cost: the square of the radius per pixel.
 * Source: He, Sun, Tang 2013, eqs. 19–21.
 */
export function guidedFilter(guide: RasterU8, plane: PlaneF32, radius: number, eps: number): Float32Array {
  const { width, height } = plane;
  const models = Array.from(plane.data, (_, i) => modelAt(guide, plane, windowOf(i, width, height, radius), eps));
  return plane.data.map((_, i) => {
    const inWindow = windowOf(i, width, height, radius);
    const mean = (k: number): number => inWindow.reduce((sum, j) => sum + models[j][k], 0) / inWindow.length;
    const colour = [0, 1, 2].map((c) => guide.data[3 * i + c] / 255);
    return mean(0) * colour[0] + mean(1) * colour[1] + mean(2) * colour[2] + mean(3);
  });
}

function windowOf(i: number, width: number, height: number, radius: number): number[] {
  const [x, y] = [i % width, Math.floor(i / width)];
  const pixels: number[] = [];
  for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++) {
    for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) pixels.push(v * width + u);
  }
  return pixels;
}

/** a, b, c and d of q = a·R + b·G + c·B + d, by least squares over a window. */
function modelAt(guide: RasterU8, plane: PlaneF32, pixels: readonly number[], eps: number): number[] {
  const colours = pixels.map((j) => [0, 1, 2].map((c) => guide.data[3 * j + c] / 255));
  const values = pixels.map((j) => plane.data[j]);
  const mean = (list: readonly number[]): number => list.reduce((sum, v) => sum + v, 0) / list.length;
  const means = [0, 1, 2].map((c) => mean(colours.map((colour) => colour[c])));
  const level = mean(values);
  const rows = [0, 1, 2].map((r) => {
    const covariances = [0, 1, 2].map((c) => mean(colours.map((v) => (v[r] - means[r]) * (v[c] - means[c]))));
    covariances[r] += eps;
    return [...covariances, mean(colours.map((v, k) => (v[r] - means[r]) * (values[k] - level)))];
  });
  const slopes = solveThree(rows);
  return [...slopes, level - slopes.reduce((sum, slope, c) => sum + slope * means[c], 0)];
}

/** Cramer's rule on three rows of three coefficients and a right-hand side. */
function solveThree(rows: readonly (readonly number[])[]): number[] {
  const determinant = (columns: readonly number[]): number => {
    const [p, q, r] = rows.map((row) => columns.map((c) => row[c]));
    return p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
  };
  const whole = determinant([0, 1, 2]);
  return [
    [3, 1, 2],
    [0, 3, 2],
    [0, 1, 3],
  ].map((columns) => determinant(columns) / whole);
}
