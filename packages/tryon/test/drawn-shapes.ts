import { createPlane, createRaster } from '@drape/imaging';
import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';

/** Draws a filled polygon as coverage 0…1: four rows a pixel, exact along each. */
export function drawPolygon(width: number, height: number, polygon: readonly Point[], into?: PlaneF32): PlaneF32 {
  const plane = into ?? createPlane(width, height);
  for (let sy = 0; sy < height * 4; sy++) {
    const y = (sy + 0.5) / 4;
    const crossings: number[] = [];
    for (let i = 0; i < polygon.length; i++) {
      const a = polygon[i];
      const b = polygon[(i + 1) % polygon.length];
      if (a.y <= y === b.y <= y) continue;
      crossings.push(a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x));
    }
    crossings.sort((p, q) => p - q);
    const row = Math.floor(sy / 4) * width;
    for (let c = 0; c + 1 < crossings.length; c += 2) {
      addSpan(plane.data, row, Math.max(0, crossings[c]), Math.min(width, crossings[c + 1]));
    }
  }
  return plane;
}

/** Adds a quarter of the span's coverage to each pixel that it touches. */
function addSpan(data: Float32Array, row: number, from: number, to: number): void {
  for (let x = from | 0; x < to; x++) {
    const left = x > from ? x : from;
    const right = x + 1 < to ? x + 1 : to;
    const sum = data[row + x] + (right - left) / 4;
    data[row + x] = sum > 1 ? 1 : sum;
  }
}

/** A disc-ended bar, for limbs. */
export function drawBar(plane: PlaneF32, a: Point, b: Point, radius: number): PlaneF32 {
  const length = Math.max(1e-6, Math.hypot(b.x - a.x, b.y - a.y));
  const y1 = Math.min(plane.height, Math.ceil(Math.max(a.y, b.y) + radius));
  const x1 = Math.min(plane.width, Math.ceil(Math.max(a.x, b.x) + radius));
  for (let y = Math.max(0, Math.floor(Math.min(a.y, b.y) - radius)); y < y1; y++) {
    for (let x = Math.max(0, Math.floor(Math.min(a.x, b.x) - radius)); x < x1; x++) {
      const px = x + 0.5 - a.x;
      const py = y + 0.5 - a.y;
      const t = Math.max(0, Math.min(1, (px * (b.x - a.x) + py * (b.y - a.y)) / (length * length)));
      const d = Math.hypot(px - t * (b.x - a.x), py - t * (b.y - a.y));
      if (d < radius) plane.data[y * plane.width + x] = 1;
    }
  }
  return plane;
}

/** Colour with a mask as straight alpha. */
export function paint(mask: PlaneF32, colour: readonly [number, number, number]): RasterU8 {
  const rgba = createRaster(mask.width, mask.height, 4);
  for (let i = 0; i < mask.data.length; i++) {
    for (let c = 0; c < 3; c++) rgba.data[i * 4 + c] = colour[c];
    rgba.data[i * 4 + 3] = Math.round(mask.data[i] * 255);
  }
  return rgba;
}

/** A product photo: the mask's colour over a plain background. */
export function photograph(
  mask: PlaneF32,
  colour: readonly [number, number, number],
  background: readonly [number, number, number],
): RasterU8 {
  const rgb = createRaster(mask.width, mask.height, 3);
  for (let i = 0; i < mask.data.length; i++) {
    for (let c = 0; c < 3; c++)
      rgb.data[i * 3 + c] = Math.round(colour[c] * mask.data[i] + background[c] * (1 - mask.data[i]));
  }
  return rgb;
}

export function mirrorPoints(points: readonly Point[], width: number): Point[] {
  return points.map((p) => ({ x: width - p.x, y: p.y })).reverse();
}

export function mirrorRaster(src: RasterU8): RasterU8 {
  const out = createRaster(src.width, src.height, src.channels);
  for (let y = 0; y < src.height; y++) {
    for (let x = 0; x < src.width; x++) {
      for (let c = 0; c < src.channels; c++) {
        out.data[(y * src.width + x) * src.channels + c] =
          src.data[(y * src.width + src.width - 1 - x) * src.channels + c];
      }
    }
  }
  return out;
}
