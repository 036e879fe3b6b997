import type { RasterU8 } from '@drape/imaging';
import { expect } from '@jest/globals';
import sharp from 'sharp';

export type Colour = readonly [red: number, green: number, blue: number];

export const WHITE: Colour = [255, 255, 255];
export const RED: Colour = [200, 30, 40];
export const GREEN: Colour = [20, 160, 60];
export const BLUE: Colour = [30, 60, 190];

/** 480 × 320, top left quarter red, top right green, bottom left blue, bottom right white: every turn and flip shows. */
export function quarters(): sharp.Sharp {
  const [width, height] = [480, 320];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [left, right] = y < height / 2 ? [RED, GREEN] : [BLUE, WHITE];
      data.set(x < width / 2 ? left : right, (y * width + x) * 3);
    }
  }
  return sharp(data, {
    raw: {
      width,
      height,
      channels: 3,
    },
  });
}

export function pixel({ width, channels, data }: RasterU8, x: number, y: number): number[] {
  const at = (y * width + x) * channels;
  return [...data.subarray(at, at + channels)];
}

export function expectNear(actual: number[], expected: readonly number[], tolerance = 12): void {
  const worst = Math.max(...expected.map((value, i) => Math.abs(value - (actual[i] ?? -999))));
  expect({ actual, isNear: worst <= tolerance }).toEqual({ actual, isNear: true });
}

/** Colours at the middles of the four quarters, in reading order. */
export const corners = (raster: RasterU8): number[][] =>
  [0.25, 0.75].flatMap((v) =>
    [0.25, 0.75].map((u) => pixel(raster, Math.floor(raster.width * u), Math.floor(raster.height * v))),
  );

/** What the four corners show under each EXIF orientation, in reading order. */
export const ORIENTED: readonly (readonly [orientation: number, corners: readonly Colour[]])[] = [
  [1, [RED, GREEN, BLUE, WHITE]],
  [2, [GREEN, RED, WHITE, BLUE]],
  [3, [WHITE, BLUE, GREEN, RED]],
  [4, [BLUE, WHITE, RED, GREEN]],
  [5, [RED, BLUE, GREEN, WHITE]],
  [6, [BLUE, RED, WHITE, GREEN]],
  [7, [WHITE, GREEN, BLUE, RED]],
  [8, [GREEN, WHITE, RED, BLUE]],
];
