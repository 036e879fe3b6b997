import { describe, expect, it } from '@jest/globals';
import { testRandom } from '../../test/planes';
import { catmullRom, median, monotoneCubic, smoothSeries, theilSen } from './spline';

describe('theilSen', () => {
  it('finds a line through a quarter of strays', () => {
    const random = testRandom(5);
    const xs = Array.from({ length: 40 }, (_, i) => i);
    const ys = xs.map((x) => (x % 4 === 0 ? 500 * random() : 3 - 0.4 * x));
    const { slope, intercept } = theilSen(xs, ys);
    expect(slope).toBeCloseTo(-0.4, 1);
    expect(Math.abs(intercept - 3)).toBeLessThan(1);
  });

  it('is level through points above each other, and refuses none', () => {
    expect(theilSen([2, 2, 2], [1, 5, 3])).toEqual({ slope: 0, intercept: 3 });
    expect(() => theilSen([], [])).toThrow(RangeError);
    expect(median([4, 1])).toBe(2.5);
  });
});

describe('smoothSeries', () => {
  it('keeps a straight line for every lambda', () => {
    const line = Array.from({ length: 20 }, (_, i) => 3 + 0.5 * i);
    for (const lambda of [0, 1, 1000]) smoothSeries(line, lambda).forEach((v, i) => expect(v).toBeCloseTo(line[i], 4));
  });

  it('bridges gaps and continues ends with NaN under weight 0', () => {
    const values = [NaN, 1, 2, NaN, NaN, 5, 6, NaN];
    const weights = values.map((v) => (Number.isNaN(v) ? 0 : 1));
    smoothSeries(values, 10, weights).forEach((v, i) => expect(v).toBeCloseTo(i, 3));
  });

  it('damps noise and keeps the mean', () => {
    const random = testRandom(9);
    const values = Array.from({ length: 100 }, () => random());
    const out = smoothSeries(values, 50);
    const mean = (list: ArrayLike<number>): number => Array.from(list).reduce((a, b) => a + b, 0) / list.length;
    expect(mean(out)).toBeCloseTo(mean(values), 6);
    const rough = (list: ArrayLike<number>): number =>
      Array.from(list).reduce((sum, v, i) => (i > 0 ? sum + Math.abs(v - list[i - 1]) : sum), 0);
    expect(rough(out)).toBeLessThan(rough(values) / 4);
    expect(smoothSeries([], 1)).toHaveLength(0);
    expect(smoothSeries([7], 1)[0]).toBeCloseTo(7, 9);
    expect(Array.from(smoothSeries([NaN, 7, NaN], 1, [0, 1, 0]), Math.round)).toEqual([7, 7, 7]);
    expect(Array.from(smoothSeries([NaN, NaN], 1, [0, 0]))).toEqual([0, 0]);
  });
});

describe('monotoneCubic', () => {
  it('passes through its points, never overshoots and stays constant beyond', () => {
    const random = testRandom(12);
    for (let n = 0; n < 30; n++) {
      const xs = Array.from({ length: 8 }, () => random() + 0.01).map(
        (v, i, all) => all.slice(0, i + 1).reduce((a, b) => a + b, 0) || v,
      );
      const ys = Array.from({ length: 8 }, () => random());
      const curve = monotoneCubic(xs, ys);
      xs.forEach((x, i) => expect(curve(x)).toBeCloseTo(ys[i], 9));
      for (let i = 0; i < 7; i++) {
        for (let t = 0; t <= 1; t += 0.1) {
          const v = curve(xs[i] + t * (xs[i + 1] - xs[i]));
          expect(v).toBeGreaterThanOrEqual(Math.min(ys[i], ys[i + 1]) - 1e-9);
          expect(v).toBeLessThanOrEqual(Math.max(ys[i], ys[i + 1]) + 1e-9);
        }
      }
      expect(curve(-9)).toBe(ys[0]);
      expect(curve(99)).toBe(ys[7]);
    }
  });

  it('handles one point and refuses xs that do not rise', () => {
    expect(monotoneCubic([1], [4])(0)).toBe(4);
    expect(() => monotoneCubic([1, 1], [0, 0])).toThrow(RangeError);
  });
});

describe('catmullRom', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 4 },
  ];

  it('passes through the points', () => {
    const line = catmullRom(points, 5);
    expect(line).toHaveLength(11);
    points.forEach((p, i) => {
      expect(line[i * 5].x).toBeCloseTo(p.x, 9);
      expect(line[i * 5].y).toBeCloseTo(p.y, 9);
    });
    expect(catmullRom(points, 5, true)).toHaveLength(15);
    expect(catmullRom([points[0]], 3)).toEqual([points[0]]);
  });

  it('keeps a straight line straight, with points that coincide', () => {
    const line = catmullRom(
      [
        { x: 0, y: 0 },
        { x: 1, y: 1 },
        { x: 1, y: 1 },
        { x: 5, y: 5 },
      ],
      4,
    );
    for (const p of line) expect(p.x).toBeCloseTo(p.y, 6);
  });
});
