import { createPlane, createRaster, type PlaneF32, type RasterU8 } from '../core/raster';

/** Number of turns by 90° clockwise. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** Aliasing: the same picture where nothing is turned, else new memory. */
export function turnRaster(raster: RasterU8, turns: QuarterTurns): RasterU8 {
  if (turns === 0) return raster;
  const { width, height, channels } = raster;
  const out = turns === 2 ? createRaster(width, height, channels) : createRaster(height, width, channels);
  copyTurned(raster, channels, turns, out.data);
  return out;
}

/** As {@link turnRaster}. */
export function turnPlane(plane: PlaneF32, turns: QuarterTurns): PlaneF32 {
  if (turns === 0) return plane;
  const { width, height } = plane;
  const out = turns === 2 ? createPlane(width, height) : createPlane(height, width);
  copyTurned(plane, 1, turns, out.data);
  return out;
}

function copyTurned(
  { width, height, data }: RasterU8 | PlaneF32,
  channels: number,
  turns: 1 | 2 | 3,
  out: Uint8Array | Float32Array,
): void {
  /** Where the first pixel comes to lie, and the next one to its right and below it. */
  const [first, right, down] = {
    1: [height - 1, height, -1],
    2: [width * height - 1, -1, -width],
    3: [(width - 1) * height, -height, 1],
  }[turns];
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = (first + x * right + y * down) * channels;
      for (let c = 0; c < channels; c++, from++) out[to + c] = data[from];
    }
  }
}
