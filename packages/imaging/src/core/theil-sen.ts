import { median } from './median';

/**
 * A straight line through points, robust against up to 29 % outliers. Pairs of equal x are skipped; without a pair the slope is 0.
 *
 * Cost: the square of the number of points. Throws: RangeError if the lists are empty or differ in length.
 * Source: Theil 1950; Sen 1968.
 */
export function theilSen(xs: ArrayLike<number>, ys: ArrayLike<number>): { slope: number; intercept: number } {
  if (xs.length === 0 || xs.length !== ys.length) throw new RangeError('a line needs two equal lists');
  const slopes: number[] = [];
  for (let i = 0; i < xs.length; i++) {
    for (let j = i + 1; j < xs.length; j++) if (xs[i] !== xs[j]) slopes.push((ys[j] - ys[i]) / (xs[j] - xs[i]));
  }
  const slope = slopes.length === 0 ? 0 : median(slopes);
  return { slope, intercept: median(Array.from(xs, (x, i) => ys[i] - slope * x)) };
}
