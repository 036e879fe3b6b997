import { createRaster, type Point, type RasterU8 } from '@drape/imaging';

/**
 * Makes everything above the front neckline, between its two ends, transparent.
 *
 * Space: `curve` runs from image left to right in the raster's pixels and does not turn back in x; the columns beyond its
 * ends are left alone. The edge is one pixel wide. Aliasing: new memory.
 */
export function cutAboveNeckline(rgba: RasterU8, curve: readonly Point[]): RasterU8 {
  const result = createRaster(rgba.width, rgba.height, 4);
  result.data.set(rgba.data);
  const first = curve[0];
  const last = curve[curve.length - 1];
  const from = Math.max(0, Math.floor(first.x));
  const to = Math.min(rgba.width - 1, Math.ceil(last.x));
  let segment = 1;
  for (let x = from; x <= to; x++) {
    const cx = x + 0.5;
    while (segment < curve.length - 1 && curve[segment].x < cx) segment++;
    const a = curve[segment - 1];
    const b = curve[segment];
    const t = Math.max(0, Math.min(1, (cx - a.x) / Math.max(1e-6, b.x - a.x)));
    const limit = a.y + (b.y - a.y) * t;
    const reach = Math.min(rgba.height, Math.ceil(limit + 1));
    for (let y = 0; y < reach; y++) {
      const keep = Math.max(0, Math.min(1, y + 1 - limit));
      const i = (y * rgba.width + x) * 4 + 3;
      result.data[i] = Math.round(result.data[i] * keep);
    }
  }
  return result;
}
