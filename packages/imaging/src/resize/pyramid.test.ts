import { describe, expect, it } from '@jest/globals';
import { Pyramid, pyramidOf } from './pyramid';

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

  it('is shared by all who ask for the same photo', () => {
    const photo = grey(2, 2, [1, 3, 5, 7]);
    expect(pyramidOf(photo)).toBe(pyramidOf(photo));
    expect(pyramidOf(photo).levelFor(2).raster).toBe(pyramidOf(photo).levelFor(2).raster);
    expect(pyramidOf({ ...photo })).not.toBe(pyramidOf(photo));
  });
});
