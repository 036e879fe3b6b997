import { describe, expect, it } from '@jest/globals';
import { halve, Pyramid } from './pyramid';

const grey = (width: number, height: number, values: readonly number[]) =>
  ({ width, height, channels: 1, data: Uint8Array.from(values) }) as const;

describe('halve', () => {
  it('averages 2×2 pixels with rounding', () => {
    expect([...halve(grey(2, 2, [0, 1, 1, 0])).data]).toEqual([1]);
    expect([...halve(grey(4, 2, [10, 20, 0, 255, 30, 40, 0, 255])).data]).toEqual([25, 128]);
  });

  it('repeats the last row and column of odd sides', () => {
    expect(halve(grey(3, 1, [10, 20, 90]))).toMatchObject({ width: 2, height: 1, data: Uint8Array.of(15, 90) });
    expect(halve(grey(1, 1, [7]))).toMatchObject({ width: 1, height: 1, data: Uint8Array.of(7) });
  });

  it('keeps channels apart', () => {
    const data = Uint8Array.of(0, 100, 200, 10, 110, 210, 20, 120, 220, 30, 130, 230);
    expect([...halve({ width: 2, height: 2, channels: 3, data }).data]).toEqual([15, 115, 215]);
  });
});

describe('Pyramid', () => {
  it('gives the largest pixels that are not larger than asked for', () => {
    const pyramid = new Pyramid(
      grey(
        8,
        8,
        Array.from({ length: 64 }, () => 5),
      ),
    );
    expect([0.5, 1, 1.9, 2, 3.9, 4, 8].map((size) => pyramid.levelFor(size).level)).toEqual([0, 0, 0, 1, 1, 2, 3]);
    expect(pyramid.levelFor(4).raster).toMatchObject({ width: 2, height: 2 });
  });
});
