import { describe, expect, it } from '@jest/globals';
import { maxDifference, planeOf, randomPlane, rasterOf, rowsOf } from '../../test/planes';
import { cropPlane, cropRaster, resizePlane, resizeRaster, halveRaster } from './resize';

describe('resizePlane', () => {
  it('averages whole blocks when it shrinks by an integer', () => {
    const out = resizePlane(
      planeOf([
        [1, 3, 5, 7],
        [1, 3, 5, 7],
      ]),
      2,
      1,
    );
    expect(rowsOf(out)).toEqual([[2, 6]]);
  });

  it('weighs by covered area when it shrinks by a fraction', () => {
    expect(rowsOf(resizePlane(planeOf([[0, 3, 6]]), 2, 1))).toEqual([[1, 5]]);
  });

  it('interpolates between pixel centres when it grows', () => {
    expect(rowsOf(resizePlane(planeOf([[0, 4]]), 4, 1))).toEqual([[0, 1, 3, 4]]);
  });

  it('keeps the mean when it shrinks, whatever the size', () => {
    const plane = randomPlane(37, 23, 1);
    const mean = (d: Float32Array): number => d.reduce((a, b) => a + b, 0) / d.length;
    for (const [w, h] of [
      [10, 7],
      [36, 22],
      [1, 1],
      [37, 5],
    ]) {
      expect(mean(resizePlane(plane, w, h).data)).toBeCloseTo(mean(plane.data), 5);
    }
  });

  it('keeps a linear ramp linear in both directions', () => {
    const ramp = planeOf([Array.from({ length: 40 }, (_, x) => x + 0.5)]);
    const small = resizePlane(ramp, 10, 1);
    small.data.forEach((v, x) => expect(v).toBeCloseTo((x + 0.5) * 4, 4));
    const large = resizePlane(ramp, 80, 1);
    for (let x = 2; x < 78; x++) expect(large.data[x]).toBeCloseTo((x + 0.5) / 2, 4);
  });

  it('copies at equal size and grows from 1×1', () => {
    const plane = randomPlane(5, 3, 2);
    const same = resizePlane(plane, 5, 3);
    expect(same.data).toEqual(plane.data);
    expect(same.data).not.toBe(plane.data);
    expect(rowsOf(resizePlane(planeOf([[0.5]]), 3, 2))).toEqual([
      [0.5, 0.5, 0.5],
      [0.5, 0.5, 0.5],
    ]);
    expect(() => resizePlane(plane, 0, 3)).toThrow(RangeError);
  });
});

describe('resizeRaster', () => {
  it('agrees with resizePlane on every channel', () => {
    const rgb = rasterOf(31, 17, 3, (x, y) => [x * 8, y * 14, (x * y) % 256]);
    const out = resizeRaster(rgb, 12, 9);
    for (let c = 0; c < 3; c++) {
      const plane = {
        width: 31,
        height: 17,
        data: Float32Array.from({ length: 31 * 17 }, (_, i) => rgb.data[i * 3 + c]),
      };
      const channel = Float32Array.from({ length: 12 * 9 }, (_, i) => out.data[i * 3 + c]);
      expect(maxDifference(channel, resizePlane(plane, 12, 9).data)).toBeLessThanOrEqual(0.501);
    }
  });

  it('does not let the colour of transparent pixels leak', () => {
    const edge = rasterOf(4, 1, 4, (x) => (x < 2 ? [200, 10, 30, 255] : [0, 255, 0, 0]));
    expect(Array.from(resizeRaster(edge, 1, 1).data)).toEqual([200, 10, 30, 128]);
    const grown = resizeRaster(edge, 8, 1);
    for (let x = 0; x < 8; x++) if (grown.data[x * 4 + 3] > 0) expect(grown.data[x * 4]).toBe(200);
  });
});

const grey = (width: number, height: number, values: readonly number[]) =>
  ({ width, height, channels: 1, data: Uint8Array.from(values) }) as const;

describe('halveRaster', () => {
  it('averages 2×2 pixels with rounding', () => {
    expect([...halveRaster(grey(2, 2, [0, 1, 1, 0])).data]).toEqual([1]);
    expect([...halveRaster(grey(4, 2, [10, 20, 0, 255, 30, 40, 0, 255])).data]).toEqual([25, 128]);
  });

  it('repeats the last row and column of odd sides', () => {
    expect(halveRaster(grey(3, 1, [10, 20, 90]))).toMatchObject({ width: 2, height: 1, data: Uint8Array.of(15, 90) });
    expect(halveRaster(grey(1, 1, [7]))).toMatchObject({ width: 1, height: 1, data: Uint8Array.of(7) });
  });

  it('keeps channels apart', () => {
    const data = Uint8Array.of(0, 100, 200, 10, 110, 210, 20, 120, 220, 30, 130, 230);
    expect([...halveRaster({ width: 2, height: 2, channels: 3, data }).data]).toEqual([15, 115, 215]);
  });
});

it('halves as the general way does', () => {
  const rgb = rasterOf(24, 16, 3, (x, y) => [x * 10, y * 14, (x * y) % 256]);
  const out = resizeRaster(rgb, 12, 8);
  for (let c = 0; c < 3; c++) {
    const plane = {
      width: 24,
      height: 16,
      data: Float32Array.from({ length: 24 * 16 }, (_, i) => rgb.data[i * 3 + c]),
    };
    const channel = Float32Array.from({ length: 12 * 8 }, (_, i) => out.data[i * 3 + c]);
    expect(maxDifference(channel, resizePlane(plane, 12, 8).data)).toBeLessThanOrEqual(0.501);
  }
});

describe('crops', () => {
  const plane = planeOf([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ]);

  it('copy the inside and fill outside with zero or the nearest edge', () => {
    expect(rowsOf(cropPlane(plane, { x: 1, y: 1, width: 1, height: 2 }))).toEqual([[5], [8]]);
    expect(rowsOf(cropPlane(plane, { x: -1, y: -1, width: 2, height: 2 }, 'zero'))).toEqual([
      [0, 0],
      [0, 1],
    ]);
    expect(rowsOf(cropPlane(plane, { x: -1, y: 1, width: 5, height: 3 }, 'replicate'))).toEqual([
      [4, 4, 5, 6, 6],
      [7, 7, 8, 9, 9],
      [7, 7, 8, 9, 9],
    ]);
  });

  it('may lie wholly outside', () => {
    expect(rowsOf(cropPlane(plane, { x: 7, y: 0, width: 2, height: 1 }, 'zero'))).toEqual([[0, 0]]);
    expect(rowsOf(cropPlane(plane, { x: 7, y: 0, width: 2, height: 1 }, 'replicate'))).toEqual([[3, 3]]);
    expect(rowsOf(cropPlane(plane, { x: -9, y: 5, width: 2, height: 1 }, 'replicate'))).toEqual([[7, 7]]);
  });

  it('keep the channels together', () => {
    const rgb = rasterOf(2, 2, 3, (x, y) => [x * 10, y * 10, 7]);
    expect(Array.from(cropRaster(rgb, { x: 1, y: 0, width: 2, height: 1 }, 'replicate').data)).toEqual([
      15, 5, 7, 15, 5, 7,
    ]);
  });
});

describe('pictures that are done in several strips', () => {
  const photo = rasterOf(401, 523, 3, (x, y) => [(x * y) % 251, (3 * x + y) % 256, (x ^ (y << 1)) & 255]);

  it('are halved as the definition says, odd sides too', () => {
    const out = halveRaster(photo);
    const at = (x: number, y: number, c: number): number =>
      photo.data[(Math.min(522, y) * 401 + Math.min(400, x)) * 3 + c];
    const expected = rasterOf(201, 262, 3, (u, v) => {
      const [x, y] = [2 * u - 1, 2 * v - 1];
      return [0, 1, 2].map((c) => (at(x, y, c) + at(x + 1, y, c) + at(x, y + 1, c) + at(x + 1, y + 1, c) + 2) >> 2);
    });
    expect(maxDifference(out.data, expected.data)).toBe(0);
  });

  it.each([
    [200, 234],
    [401, 900],
    [700, 97],
  ])('are resized to %d×%d as a plane of each channel is', (width, height) => {
    const out = resizeRaster(photo, width, height).data;
    for (const c of [0, 1, 2]) {
      const data = Float32Array.from({ length: 401 * 523 }, (_, i) => photo.data[3 * i + c]);
      const expected = resizePlane({ width: 401, height: 523, data }, width, height).data;
      expect(
        maxDifference(
          expected.map((_, i) => out[3 * i + c]),
          expected.map((v) => Math.floor(v + 0.5)),
        ),
      ).toBe(0);
    }
  });
});
