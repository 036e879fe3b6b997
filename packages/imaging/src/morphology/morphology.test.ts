import { describe, expect, it } from '@jest/globals';
import { maskOf, maxDifference, planeOf, randomPlane, rowsOf } from '../../test/planes';
import { close, dilate, dilateDisc, erode, erodeDisc, open } from './morphology';
import { createPlane } from '../core/raster';

describe('grey morphology', () => {
  it('takes the maximum and minimum of the 3×3 window', () => {
    const plane = planeOf([
      [0, 0, 0, 0],
      [0, 5, 0, 0],
      [0, 0, 0, 2],
    ]);
    expect(rowsOf(dilate(plane, 1))).toEqual([
      [5, 5, 5, 0],
      [5, 5, 5, 2],
      [5, 5, 5, 2],
    ]);
    expect(
      rowsOf(
        erode(
          planeOf([
            [3, 3, 3],
            [3, 1, 3],
            [3, 3, 3],
          ]),
          1,
        ),
      ),
    ).toEqual([
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ]);
  });

  it.each([1, 2, 3, 5, 8, 13])('spreads a point to a full shape between the discs around radius %d', (radius) => {
    const size = 2 * radius + 9;
    const dot = createPlane(size, size);
    const mid = (size - 1) / 2;
    dot.data[mid * size + mid] = 1;
    const out = dilate(dot, radius);
    for (let i = 0; i < out.data.length; i++) {
      const dx = Math.abs((i % size) - mid);
      const dy = Math.abs(Math.floor(i / size) - mid);
      if (Math.hypot(dx, dy) <= radius - 0.5) expect(out.data[i]).toBe(1);
      if (Math.max(dx, dy) > radius) expect(out.data[i]).toBe(0);
      if (radius >= 5 && Math.hypot(dx, dy) > radius * 1.2) expect(out.data[i]).toBe(0);
    }
  });

  it.each([1, 2, 3, 5, 8, 13, 40])('does the same to a mask of 0 and 1 as to one of 0 and 2, radius %d', (radius) => {
    for (const [w, h] of [
      [37, 29],
      [64, 5],
      [1, 70],
      [130, 90],
    ]) {
      const plane = randomPlane(w, h, w + radius);
      for (let i = 0; i < plane.data.length; i++) plane.data[i] = plane.data[i] > 0.93 ? 1 : 0;
      const doubled = { ...plane, data: plane.data.map((v) => 2 * v) };
      for (const move of [dilate, erode, open, close]) {
        const halved = move(doubled, radius);
        expect(move(plane, radius).data).toEqual(halved.data.map((v) => v / 2));
        const negative = { ...plane, data: plane.data.map((v) => 1 - v) };
        const expected = move({ ...negative, data: negative.data.map((v) => 2 * v) }, radius);
        expect(move(negative, radius).data).toEqual(expected.data.map((v) => v / 2));
      }
    }
  });

  it('is dual, and opening and closing are ordered and idempotent', () => {
    for (const [w, h] of [
      [23, 17],
      [5, 40],
      [1, 1],
      [2, 31],
    ]) {
      const plane = randomPlane(w, h, w + h);
      const negative = { ...plane, data: plane.data.map((v) => -v) };
      for (const r of [0, 1, 3, 6, 50]) {
        const dual = dilate(negative, r);
        const eroded = erode(plane, r);
        expect(
          maxDifference(
            eroded.data,
            dual.data.map((v) => -v),
          ),
        ).toBe(0);
        const opened = open(plane, r);
        const closed = close(plane, r);
        expect(plane.data.every((v, i) => opened.data[i] <= v && closed.data[i] >= v)).toBe(true);
        expect(maxDifference(open(opened, r).data, opened.data)).toBe(0);
      }
    }
  });

  it('does to what is at least a number what it does to the mask of it', () => {
    const plane = randomPlane(31, 19, 8);
    plane.data.set([0.5, 0.9, Math.fround(0.9), 0.49999997], 60);
    for (const min of [0.5, 0.9, 0.05, 2]) {
      const mask = { ...plane, data: plane.data.map((v) => (v >= min ? 1 : 0)) };
      for (const radius of [0, 1, 4]) {
        for (const move of [dilate, erode, open, close]) {
          expect(move(plane, radius, min).data).toEqual(move(mask, radius).data);
        }
      }
    }
  });

  it('refuses a negative radius', () => {
    expect(() => erode(createPlane(2, 2), -1)).toThrow(RangeError);
  });
});

it('shapes a random plane as its window says, pixel by pixel and at the border', () => {
  // The window is the dilation of a single point; radius 4: a square of half side 2 plus diagonals of half length 1.
  const plane = randomPlane(21, 16, 40);
  const dot = createPlane(9, 9);
  dot.data[40] = 1;
  const window = dilate(dot, 4).data;
  const out = dilate(plane, 4);
  for (let y = 0; y < 16; y++) {
    for (let x = 0; x < 21; x++) {
      let max = -Infinity;
      for (let dy = -4; dy <= 4; dy++) {
        for (let dx = -4; dx <= 4; dx++) {
          const inside = x + dx >= 0 && y + dy >= 0 && x + dx < 21 && y + dy < 16;
          if (inside && window[(dy + 4) * 9 + dx + 4] === 1) max = Math.max(max, plane.data[(y + dy) * 21 + x + dx]);
        }
      }
      expect(out.data[y * 21 + x]).toBe(max);
    }
  }
});

describe('discs', () => {
  it('grow and shrink a disc by the radius', () => {
    const disc = (r: number) => maskOf(41, 41, (x, y) => Math.hypot(x - 20.5, y - 20.5) <= r);
    const area = (d: Float32Array): number => d.reduce((a, b) => a + b, 0);
    expect(Math.abs(area(dilateDisc(disc(10), 3.5).data) - area(disc(13.5).data))).toBeLessThan(40);
    expect(Math.abs(area(erodeDisc(disc(10), 3.5).data) - area(disc(6.5).data))).toBeLessThan(30);
    expect(dilateDisc(disc(10), 0).data).toEqual(disc(10).data);
    expect(erodeDisc(disc(10), 0).data).toEqual(disc(10).data);
  });
});
