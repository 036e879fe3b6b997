import { describe, expect, it } from '@jest/globals';
import { Pyramid } from './pyramid';

const grey = (width: number, height: number, values: readonly number[]) =>
  ({ width, height, channels: 1, data: Uint8Array.from(values) }) as const;

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
