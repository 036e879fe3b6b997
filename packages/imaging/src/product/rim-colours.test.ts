import { describe, expect, it } from '@jest/globals';
import { randomPlane, testRandom } from '../../test/planes';
import type { PlaneF32, RasterU8 } from '../core/raster';
import { packWithRim } from './rim-colours';

/** The same computation, pixel by pixel. */
function simplePack(colour: RasterU8, matte: PlaneF32): number[] {
  const { width, height, data } = matte;
  const rgba: number[] = [];
  for (let i = 0; i < data.length; i++) {
    rgba.push(...colour.data.subarray(3 * i, 3 * i + 3), Math.floor(data[i] * 255 + 0.5));
  }
  const alphaAt = (x: number, y: number): number => (x < 0 || x >= width ? 0 : data[y * width + x]);
  const ways = [
    [2, 0],
    [-2, 0],
    [0, 2],
    [0, -2],
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ];
  let known = new Set<number>();
  for (let y = 2; y < height - 2; y++) {
    for (let x = 0; x < width; x++) {
      const firm = ways.every(([dx, dy]) => alphaAt(x + dx, y + dy) >= 0.9);
      if (firm && alphaAt(x, y) >= 0.95) known.add(y * width + x);
    }
  }
  for (let round = 0; round < 8; round++) {
    const next = new Set(known);
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const i = y * width + x;
        if (known.has(i) || ![i - 1, i + 1, i - width, i + width].some((j) => known.has(j))) continue;
        const around = [-1, 0, 1]
          .flatMap((dy) => [-1, 0, 1].map((dx) => i + dy * width + dx))
          .filter((j) => known.has(j));
        for (let c = 0; c < 3; c++) {
          rgba[4 * i + c] = Math.floor(around.reduce((sum, j) => sum + rgba[4 * j + c], 0) / around.length + 0.5);
        }
        next.add(i);
      }
    }
    known = next;
  }
  return rgba;
}

function pictureOf(width: number, height: number, seed: number): RasterU8 {
  const random = testRandom(seed);
  const data = Uint8Array.from({ length: 3 * width * height }, () => 256 * random());
  return { width, height, channels: 3, data };
}

describe('packWithRim', () => {
  it('is what pixel by pixel gives, for shapes that touch the sides of pictures of any width', () => {
    for (const [n, width] of [5, 31, 32, 33, 64, 75].entries()) {
      const noise = randomPlane(width, 60, n);
      const matte = {
        ...noise,
        data: noise.data.map((v, i) => Math.min(1, v * 0.12 + ((i >> 3) % 13 < 11 ? 0.9 : 0))),
      };
      const colour = pictureOf(width, 60, n + 9);
      expect(Array.from(packWithRim(colour, matte).data)).toEqual(simplePack(colour, matte));
    }
  });

  it('carries the inside into the rim and beyond it, and leaves the background eight pixels away', () => {
    const [width, height] = [60, 40];
    const isInside = (i: number): boolean => i % width >= 20 && i % width < 40 && i >= 10 * width && i < 30 * width;
    const matte = {
      width,
      height,
      data: Float32Array.from({ length: width * height }, (_, i) => (isInside(i) ? 1 : 0)),
    };
    const data = Uint8Array.from({ length: 3 * width * height }, (_, k) => (isInside(Math.floor(k / 3)) ? 200 : 20));
    const { data: rgba } = packWithRim({ width, height, channels: 3, data }, matte);
    const at = (x: number): number[] => Array.from(rgba.subarray(4 * (20 * width + x), 4 * (20 * width + x) + 4));
    expect(at(20)).toEqual([200, 200, 200, 255]);
    expect(at(15)).toEqual([200, 200, 200, 0]);
    expect(at(8)).toEqual([20, 20, 20, 0]);
  });

  it('takes a matte that is full everywhere, or nowhere', () => {
    for (const level of [0, 1]) {
      const colour = pictureOf(40, 20, level);
      const matte = { width: 40, height: 20, data: new Float32Array(800).fill(level) };
      expect(Array.from(packWithRim(colour, matte).data)).toEqual(simplePack(colour, matte));
    }
  });

  it('throws where the two differ in size', () => {
    expect(() => packWithRim(pictureOf(4, 4, 1), randomPlane(4, 5, 1))).toThrow(RangeError);
  });
});
