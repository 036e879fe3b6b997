import type { PlaneF32 } from './raster';

/** The value of a plane at a point, bilinear between pixel centres, edge pixels replicated. NaN coordinates give NaN. */
export function samplePlane(plane: PlaneF32, x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return NaN;
  const w = plane.width;
  const h = plane.height;
  const u = Math.min(w - 1, Math.max(0, x - 0.5));
  const v = Math.min(h - 1, Math.max(0, y - 0.5));
  const x0 = Math.floor(u);
  const y0 = Math.floor(v);
  const x1 = Math.min(w - 1, x0 + 1);
  const y1 = Math.min(h - 1, y0 + 1);
  const fx = u - x0;
  const fy = v - y0;
  const d = plane.data;
  const top = d[y0 * w + x0] * (1 - fx) + d[y0 * w + x1] * fx;
  const bottom = d[y1 * w + x0] * (1 - fx) + d[y1 * w + x1] * fx;
  return top * (1 - fy) + bottom * fy;
}
