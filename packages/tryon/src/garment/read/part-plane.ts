import { createPlane, type PlaneF32 } from '@drape/imaging';
import { GARMENT_PARTS, type GarmentRead } from '../../ports';
import type { Place } from '../types';

/** Value at shares of a plane's sides, between its cells; `outside` beyond it. */
export function valueAt({ width, height, data }: PlaneF32, u: number, v: number, outside: number): number {
  if (u < 0 || v < 0 || u > 1 || v > 1) return outside;
  const x = Math.max(0, Math.min(width - 1, u * width - 0.5));
  const y = Math.max(0, Math.min(height - 1, v * height - 0.5));
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
  const [fx, fy] = [x - x0, y - y0];
  const above = data[y0 * width + x0] * (1 - fx) + data[y0 * width + x1] * fx;
  const below = data[y1 * width + x0] * (1 - fx) + data[y1 * width + x1] * fx;
  return above * (1 - fy) + below * fy;
}

/** Belief that a pixel of a cut-out, or of its picture shrunk to `width` × `height`, shows a part, 0…1. */
export function partOver(
  read: GarmentRead,
  part: (typeof GARMENT_PARTS)[number],
  { origin, scale }: Place,
  { width, height }: { readonly width: number; readonly height: number },
): PlaneF32 {
  const plane = createPlane(width, height);
  const from = read.parts[GARMENT_PARTS.indexOf(part)];
  const { x: left, y: top, side } = read.square;
  const outside = part === 'background' ? 1 : 0;
  for (let y = 0, i = 0; y < height; y++) {
    const v = ((y + 0.5) / scale + origin.y - top) / side;
    for (let x = 0; x < width; x++, i++) {
      plane.data[i] = valueAt(from, ((x + 0.5) / scale + origin.x - left) / side, v, outside);
    }
  }
  return plane;
}
