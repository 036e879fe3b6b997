import { describe, expect, it } from '@jest/globals';
import { maskOf, planeOf, testRandom } from '../../test/planes';
import { gaussianBlur } from '../filter/filter';
import {
  contourLength,
  convexHull,
  resampleContour,
  resamplePolyline,
  signedArea,
  simplifyContour,
  traceContour,
} from './contour';
import { createPlane } from '../core/raster';

describe('traceContour', () => {
  it('walks around one pixel clockwise, half way to its neighbours', () => {
    const dot = planeOf([
      [0, 0, 0],
      [0, 1, 0],
      [0, 0, 0],
    ]);
    expect(traceContour(dot)).toEqual([
      { x: 1.5, y: 1 },
      { x: 2, y: 1.5 },
      { x: 1.5, y: 2 },
      { x: 1, y: 1.5 },
    ]);
  });

  it('finds the same for a picture of one full pixel, and nothing in an empty one', () => {
    expect(traceContour(planeOf([[1]]))).toHaveLength(4);
    expect(traceContour(createPlane(4, 4))).toEqual([]);
  });

  it('places the line by the values', () => {
    const ring = traceContour(
      planeOf([
        [0, 0, 0],
        [0, 1, 0.25],
        [0, 0, 0],
      ]),
    );
    expect(Math.max(...ring.map((p) => p.x))).toBeCloseTo(1.5 + 0.5 / 0.75, 6);
  });

  it('follows a blurred disc to a third of a pixel, and on average to a twentieth', () => {
    const disc = gaussianBlur(
      maskOf(80, 70, (x, y) => Math.hypot(x - 38.3, y - 33.7) < 24),
      1.5,
    );
    const ring = traceContour(disc);
    for (const p of ring) expect(Math.abs(Math.hypot(p.x - 38.3, p.y - 33.7) - 24)).toBeLessThan(0.35);
    const mean = ring.reduce((sum, p) => sum + Math.hypot(p.x - 38.3, p.y - 33.7), 0) / ring.length;
    expect(Math.abs(mean - 24)).toBeLessThan(0.06);
    expect(signedArea(ring)).toBeGreaterThan(0);
    // The blur itself moves a curved edge inwards by σ²/2r = 0.05 px.
    expect(Math.abs(signedArea(ring) - Math.PI * (24 - 0.05) ** 2)).toBeLessThan(5);
  });

  it('takes the outside of the largest region only, corners joined, holes ignored', () => {
    const mask = maskOf(
      40,
      20,
      (x, y) => (x > 3 && x < 18 && y > 3 && y < 16 && !(x > 8 && x < 12 && y > 7 && y < 11)) || (x > 30 && y > 15),
    );
    const ring = traceContour(mask);
    expect(signedArea(ring)).toBeCloseTo(15 * 13 - 0.5, 6);
    expect(
      traceContour(
        planeOf([
          [1, 0],
          [0, 1],
        ]),
      ),
    ).toHaveLength(8);
  });

  it('closes every random ring with steps of at most √2', () => {
    const random = testRandom(4);
    for (let n = 0; n < 30; n++) {
      const mask = maskOf(12, 9, () => random() < 0.6);
      const ring = traceContour(mask);
      ring.forEach((p, i) => {
        const q = ring[(i + 1) % ring.length];
        expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeLessThan(1.42);
      });
    }
  });
});

describe('rings and lines', () => {
  const square = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 4 },
    { x: 0, y: 4 },
  ];

  it('resample at equal steps', () => {
    const ring = resampleContour(square, 8);
    expect(ring.map((p) => [p.x, p.y])).toEqual([
      [0, 0],
      [2, 0],
      [4, 0],
      [4, 2],
      [4, 4],
      [2, 4],
      [0, 4],
      [0, 2],
    ]);
    expect(
      resamplePolyline(
        [
          { x: 0, y: 0 },
          { x: 3, y: 0 },
          { x: 3, y: 1 },
        ],
        5,
      ).map((p) => [p.x, p.y]),
    ).toEqual([
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 0],
      [3, 1],
    ]);
    expect(resampleContour([], 4)).toEqual([]);
    expect(resampleContour([{ x: 1, y: 2 }], 2)).toEqual([
      { x: 1, y: 2 },
      { x: 1, y: 2 },
    ]);
    expect(contourLength(square)).toBe(16);
    expect(contourLength(square, false)).toBe(12);
  });

  it('lose only points within the tolerance', () => {
    const dense = resampleContour(square, 160).map((p, i) => ({ x: p.x + 0.01 * (i % 2), y: p.y }));
    const simple = simplifyContour(dense, 0.05);
    expect(simple.length).toBeLessThanOrEqual(6);
    expect(signedArea(simple)).toBeCloseTo(16, 0);
    expect(
      simplifyContour(
        [
          { x: 0, y: 0 },
          { x: 1, y: 0.01 },
          { x: 2, y: 0 },
        ],
        0.1,
        false,
      ),
    ).toHaveLength(2);
  });

  it('have a convex hull that holds every point', () => {
    const random = testRandom(11);
    const points = Array.from({ length: 60 }, () => ({ x: random(), y: random() }));
    const hull = convexHull(points);
    expect(signedArea(hull)).toBeGreaterThan(0);
    for (const p of points) {
      hull.forEach((q, i) => {
        const r = hull[(i + 1) % hull.length];
        expect((r.x - q.x) * (p.y - q.y) - (p.x - q.x) * (r.y - q.y)).toBeGreaterThan(-1e-12);
      });
    }
    expect(convexHull([...square, { x: 2, y: 0 }, { x: 2, y: 2 }])).toHaveLength(4);
    expect(
      convexHull([
        { x: 1, y: 1 },
        { x: 1, y: 1 },
      ]),
    ).toHaveLength(1);
  });
});
