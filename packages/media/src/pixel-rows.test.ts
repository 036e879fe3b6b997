import { describe, expect, it } from '@jest/globals';
import { dropAlpha, isOpaque, orientPixels, takePixels, type PixelRows } from './pixel-rows';

/** 1 2 3 / 4 5 6, each number repeated in all channels. */
const numbers = (width: number, height: number, channels: 3 | 4, padding = 0): PixelRows => {
  const stride = width * channels + padding;
  const data = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * stride + x * channels;
      data.fill(y * width + x + 1, at, at + channels);
    }
  }
  return {
    width,
    height,
    channels,
    stride,
    data,
  };
};
const firsts = ({ data, channels }: { data: Uint8Array; channels: number }): number[] =>
  [...data].filter((_, i) => i % channels === 0);

describe('takePixels', () => {
  it('copies rows without their padding', () => {
    const { width, height, channels, data } = takePixels(numbers(3, 2, 3, 5), 3);
    expect([width, height, channels]).toEqual([3, 2, 3]);
    expect(firsts({ data, channels })).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('takes the means of blocks from twice the length on, and leaves out what fills none', () => {
    const raster = takePixels(numbers(5, 2, 3, 1), 2);
    expect([raster.width, raster.height, firsts(raster)]).toEqual([2, 1, [4, 6]]);
    expect(firsts(takePixels(numbers(4, 2, 3), 3))).toHaveLength(8);
  });

  it('does not mix pixels with alpha, nor fails of a line', () => {
    expect(firsts(takePixels(numbers(4, 2, 4), 1))).toHaveLength(8);
    expect(takePixels(numbers(9, 1, 3), 3)).toMatchObject({ width: 3, height: 1 });
  });
});

describe('orientPixels', () => {
  it.each([
    [1, 3, [1, 2, 3, 4, 5, 6]],
    [2, 3, [3, 2, 1, 6, 5, 4]],
    [3, 3, [6, 5, 4, 3, 2, 1]],
    [4, 3, [4, 5, 6, 1, 2, 3]],
    [5, 2, [1, 4, 2, 5, 3, 6]],
    [6, 2, [4, 1, 5, 2, 6, 3]],
    [7, 2, [6, 3, 5, 2, 4, 1]],
    [8, 2, [3, 6, 2, 5, 1, 4]],
  ])('orientation %i', (orientation, width, expected) => {
    const raster = orientPixels(takePixels(numbers(3, 2, 3), 3), orientation);
    expect([raster.width, firsts(raster)]).toEqual([width, expected]);
  });
});

describe('alpha', () => {
  it('is found, and dropped', () => {
    const rows = numbers(2, 2, 4, 3);
    expect(isOpaque(rows)).toBe(false);
    const opaque = Uint8Array.from(rows.data, (value, i) => ((i % rows.stride) % 4 === 3 ? 255 : value));
    expect(isOpaque({ ...rows, data: opaque })).toBe(true);
    expect(firsts(dropAlpha({ ...rows, data: opaque }))).toEqual([1, 2, 3, 4]);
  });
});
