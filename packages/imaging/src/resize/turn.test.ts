import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster } from '../core/raster';
import { turnPlane, turnRaster } from './turn';

describe('turnRaster', () => {
  const raster = { ...createRaster(2, 3, 1), data: Uint8Array.from([1, 2, 3, 4, 5, 6]) };

  it.each([
    [1, [5, 3, 1, 6, 4, 2], 3],
    [2, [6, 5, 4, 3, 2, 1], 2],
    [3, [2, 4, 6, 1, 3, 5], 3],
  ] as const)('turns by %d × 90° clockwise', (turns, data, width) => {
    const turned = turnRaster(raster, turns);
    expect([turned.width, turned.height, [...turned.data]]).toEqual([width, 6 / width, data]);
  });

  it('is the same picture again after four turns', () => {
    expect(turnRaster(turnRaster(raster, 3), 1).data).toEqual(raster.data);
    expect(turnRaster(raster, 0)).toBe(raster);
  });
});

it('turns a plane like a raster', () => {
  const plane = createPlane(2, 3);
  plane.data.set([1, 2, 3, 4, 5, 6]);
  expect([...turnPlane(plane, 1).data]).toEqual([5, 3, 1, 6, 4, 2]);
  expect(turnPlane(plane, 0)).toBe(plane);
});
