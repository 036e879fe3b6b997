import type { Point, RasterU8 } from '@drape/imaging';
import { heightAt } from '../../geometry/polyline';
import { clamp } from '../../geometry/numbers';

/**
 * Makes everything above the front neckline, between its two ends, transparent.
 *
 * Space: `curve` runs from image left to right in the raster's pixels and does not turn back in x; the columns beyond its
 * ends are left alone. The edge is one pixel wide. Aliasing: new memory.
 */
export function cutAboveNeckline(rgba: RasterU8, curve: readonly Point[]): RasterU8 {
  const result = { ...rgba, data: rgba.data.slice() };
  const to = Math.min(rgba.width - 1, Math.ceil(curve[curve.length - 1].x));
  for (let x = Math.max(0, Math.floor(curve[0].x)); x <= to; x++) clearAbove(result, x, heightAt(curve, x + 0.5));
  return result;
}

/** Makes a column transparent above a height; the edge is one pixel wide. Aliasing: writes α of `rgba`. */
function clearAbove({ width, height, data }: RasterU8, x: number, limit: number): void {
  for (let y = 0; y < Math.min(height, Math.ceil(limit)); y++) {
    const a = 4 * (y * width + x) + 3;
    data[a] = Math.round(data[a] * clamp(y + 1 - limit, 0, 1));
  }
}
