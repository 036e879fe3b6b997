import { describe, expect, it } from '@jest/globals';
import { maskOf, planeOf, ringArea, testRandom } from '../../test/planes';
import { gaussianBlur } from '../filter/filter';
import { traceContour } from './contour';
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
    expect(ringArea(ring)).toBeGreaterThan(0);
    // The blur itself moves a curved edge inwards by σ²/2r = 0.05 px.
    expect(Math.abs(ringArea(ring) - Math.PI * (24 - 0.05) ** 2)).toBeLessThan(5);
  });

  it('takes the outside of the largest region only, corners joined, holes ignored', () => {
    const mask = maskOf(
      40,
      20,
      (x, y) => (x > 3 && x < 18 && y > 3 && y < 16 && !(x > 8 && x < 12 && y > 7 && y < 11)) || (x > 30 && y > 15),
    );
    const ring = traceContour(mask);
    expect(ringArea(ring)).toBeCloseTo(15 * 13 - 0.5, 6);
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
