import { describe, expect, it } from '@jest/globals';
import { maskOf, planeOf, randomPlane, rowsOf } from '../../test/planes';
import { connectedComponents, fillHoles, largestComponent } from './components';
import { createPlane } from '../core/raster';

const CORNERS = planeOf([
  [1, 0, 0, 1],
  [0, 1, 0, 1],
  [0, 0, 0, 1],
]);

describe('connectedComponents', () => {
  it('joins corners with connectivity 8 and not with 4', () => {
    const eight = connectedComponents(CORNERS);
    expect(Array.from(eight.labels)).toEqual([1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 0, 2]);
    expect(eight.areas).toEqual([2, 3]);
    expect(eight.boxes).toEqual([
      { x: 0, y: 0, width: 2, height: 2 },
      { x: 3, y: 0, width: 1, height: 3 },
    ]);
    expect(connectedComponents(CORNERS, 0.5, 4).areas).toEqual([1, 3, 1]);
  });

  it('does not join the ends of neighbouring rows', () => {
    expect(
      connectedComponents(
        planeOf([
          [0, 0, 1],
          [1, 0, 0],
        ]),
      ).areas,
    ).toEqual([1, 1]);
  });

  it('gives equal labels to equal neighbours and counts every pixel, at random', () => {
    const mask = randomPlane(40, 30, 9);
    for (const connectivity of [4, 8] as const) {
      const { labels, areas } = connectedComponents(mask, 0.5, connectivity);
      expect(areas.reduce((a, b) => a + b, 0)).toBe(mask.data.filter((v) => v > 0.5).length);
      for (let y = 1; y < 30; y++) {
        for (let x = 1; x < 40; x++) {
          const i = y * 40 + x;
          if (labels[i] === 0) continue;
          if (labels[i - 1] !== 0) expect(labels[i - 1]).toBe(labels[i]);
          if (labels[i - 40] !== 0) expect(labels[i - 40]).toBe(labels[i]);
          if (connectivity === 8 && labels[i - 41] !== 0) expect(labels[i - 41]).toBe(labels[i]);
        }
      }
    }
  });
});

describe('largestComponent', () => {
  it('keeps the soft values of the largest region', () => {
    const mask = planeOf([
      [0.9, 0, 0.6, 0.7],
      [0, 0, 0.8, 0.2],
    ]);
    expect(rowsOf(largestComponent(mask))).toEqual([
      [0, 0, 0.6, 0.7],
      [0, 0, 0.8, 0],
    ]);
    expect(largestComponent(createPlane(3, 3)).data).toEqual(new Float32Array(9));
  });

  it('is what the labels say, the first of equals', () => {
    for (let seed = 0; seed < 8; seed++) {
      const mask = randomPlane(33 + seed, 21, seed);
      const { labels, areas } = connectedComponents(mask, 0.62);
      const max = 1 + areas.indexOf(Math.max(...areas));
      const kept = mask.data.map((v, i) => (labels[i] === max ? v : 0));
      expect(largestComponent(mask, 0.62).data).toEqual(kept);
    }
  });
});

describe('fillHoles', () => {
  it('fills what is enclosed and leaves bays and large holes', () => {
    const ring = maskOf(
      9,
      9,
      (x, y) => Math.max(Math.abs(x - 4.5), Math.abs(y - 4.5)) < 3 && Math.hypot(x - 4.5, y - 4.5) > 1.2,
    );
    const full = fillHoles(ring);
    expect(full.data[4 * 9 + 4]).toBe(1);
    expect(full.data[0]).toBe(0);
    expect(fillHoles(ring, 0.5, 2).data).toEqual(ring.data);
    const bay = planeOf([
      [1, 0, 1],
      [1, 1, 1],
    ]);
    expect(fillHoles(bay).data).toEqual(bay.data);
  });

  it('is what the labels of the others say', () => {
    for (let seed = 0; seed < 8; seed++) {
      const mask = randomPlane(33 + seed, 21, seed);
      const inverse = { ...mask, data: mask.data.map((v) => (v > 0.4 ? 0 : 1)) };
      const { labels, areas, boxes } = connectedComponents(inverse, 0.5, 4);
      const isHole = boxes.map((b) => b.x > 0 && b.y > 0 && b.x + b.width < mask.width && b.y + b.height < mask.height);
      for (const max of [3, Infinity]) {
        const full = mask.data.map((v, i) =>
          labels[i] > 0 && isHole[labels[i] - 1] && areas[labels[i] - 1] <= max ? 1 : v,
        );
        expect(fillHoles(mask, 0.4, max).data).toEqual(full);
      }
    }
  });
});
