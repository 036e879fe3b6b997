import { allocate } from '../memory/scratch';

/**
 * A picture in memory: interleaved rows, 8 bits per channel.
 *
 * Layout: `data[(y * width + x) * channels + c]`, row 0 at the top; channels 1 (grey), 3 (RGB) or 4 (RGB + straight alpha).
 * Space: pixel (x, y) covers [x, x+1) × [y, y+1); its centre is (x + 0.5, y + 0.5). Colour is sRGB.
 * Range: 0…255.
 */
export interface RasterU8 {
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly data: Uint8Array;
}

/**
 * One plane of real numbers: masks and mattes (0…1), luminance, distance fields.
 *
 * Layout: `data[y * width + x]`, row 0 at the top. Space: as {@link RasterU8}. Range: stated by each function; masks 0…1.
 */
export interface PlaneF32 {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** A point in pixels of the picture that it belongs to; (0, 0) is the top left corner of the top left pixel. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** An axis-aligned box in pixels: x in [x, x + width), y in [y, y + height). */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Makes an RGB(A) or grey raster of zeros. Throws RangeError unless both sides are positive integers. */
export function createRaster(width: number, height: number, channels: 1 | 3 | 4): RasterU8 {
  return rasterOver(width, height, channels, false);
}

/** Makes a plane filled with `value` (default 0). Throws RangeError unless both sides are positive integers. */
export function createPlane(width: number, height: number, value = 0): PlaneF32 {
  const plane = planeOver(width, height, value !== 0);
  if (value !== 0) plane.data.fill(value);
  return plane;
}

/** {@link createRaster} for callers that write all of it: its content is undefined. */
export function allocRasterUninitialised(width: number, height: number, channels: 1 | 3 | 4): RasterU8 {
  return rasterOver(width, height, channels, true);
}

/** {@link createPlane} for callers that write all of it: its content is undefined. */
export function allocPlaneUninitialised(width: number, height: number): PlaneF32 {
  return planeOver(width, height, true);
}

function rasterOver(width: number, height: number, channels: 1 | 3 | 4, isWritten: boolean): RasterU8 {
  assertSides(width, height);
  const count = width * height * channels;
  const { buffer, at } = allocate(count, isWritten);
  return { width, height, channels, data: new Uint8Array(buffer, at, count) };
}

function planeOver(width: number, height: number, isWritten: boolean): PlaneF32 {
  assertSides(width, height);
  const count = width * height;
  const { buffer, at } = allocate(4 * count, isWritten);
  return { width, height, data: new Float32Array(buffer, at, count) };
}

function assertSides(width: number, height: number): void {
  if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1) {
    throw new RangeError(`a raster needs positive integer sides, got ${width}×${height}`);
  }
}
