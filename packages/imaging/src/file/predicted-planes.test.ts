import { describe, expect, it } from '@jest/globals';
import { decodePredicted, encodePredicted } from './predicted-planes';
import { createRandom } from '../core/random';
import { createRaster, type RasterU8 } from '../core/raster';

function noise(width: number, height: number): RasterU8 {
  const random = createRandom(3);
  const raster = createRaster(width, height, 4);
  for (let i = 0; i < raster.data.length; i++) raster.data[i] = Math.floor(256 * random());
  return raster;
}

describe('foreseen planes', () => {
  it.each([
    [1, 1],
    [1, 9],
    [9, 1],
    [31, 17],
  ])('give back a picture of %i × %i to the byte where all of it is seen', (width, height) => {
    const picture = noise(width, height);
    for (let i = 3; i < picture.data.length; i += 4) picture.data[i] = Math.max(1, picture.data[i]);
    expect(decodePredicted(encodePredicted(picture), width, height)).toEqual(picture);
  });

  it('keep the colours of clear pixels near what is seen, and no others', () => {
    const picture = noise(60, 50);
    for (let i = 3; i < picture.data.length; i += 4) picture.data[i] = 0;
    picture.data[4 * (25 * 60 + 30) + 3] = 255;
    const back = decodePredicted(encodePredicted(picture), 60, 50);
    for (let y = 0, i = 0; y < 50; y++) {
      for (let x = 0; x < 60; x++, i += 4) {
        const isNear = Math.abs(x - 30) <= 12 && Math.abs(y - 25) <= 12;
        const wanted = isNear ? [...picture.data.subarray(i, i + 4)] : [0, 0, 0, 0];
        expect([...back.data.subarray(i, i + 4)]).toEqual(wanted);
      }
    }
  });

  it('are small numbers where a picture changes evenly', () => {
    const picture = createRaster(40, 40, 4);
    for (let i = 0; i < 1600; i++) picture.data.set([i % 40, 2 * (i % 40), 90, 255], 4 * i);
    const planes = encodePredicted(picture);
    const large = planes.filter((value) => value > 3 && value < 253).length;
    expect(large).toBeLessThan(10);
  });

  it('refuse what is no RGBA, and planes of another size', () => {
    expect(() => encodePredicted(createRaster(2, 2, 3))).toThrow(RangeError);
    expect(() => decodePredicted(new Uint8Array(15), 2, 2)).toThrow(RangeError);
  });
});
