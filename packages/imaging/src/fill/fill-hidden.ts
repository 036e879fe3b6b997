import { pushPull } from './fill';
import { grownBox } from '../core/boxes';
import { createPlane, type PlaneF32, type RasterU8 } from '../core/raster';
import { solidBox } from '../morphology/matte-shape';
import { dilate } from '../morphology/morphology';
import { cropPlane, cropRaster, resizePlane, resizeRaster } from '../resize/resize';

/** Distance beyond the hidden parts from which their colours are grown, pixels. */
const COLOUR_SOURCE_REACH = 40;

/**
 * Paints the hidden parts of an object with colours grown in from its visible parts.
 *
 * Space: `small`, `shape` and `hidden` (0 or 1) show what `work` shows, at their own size. Aliasing: writes into `work`.
 */
export function fillHidden(work: RasterU8, small: RasterU8, shape: PlaneF32, hidden: PlaneF32): void {
  const parts = solidBox(hidden);
  if (parts.width === 0 || parts.height === 0) return;
  const box = grownBox(parts, COLOUR_SOURCE_REACH, small);
  const lost = cropPlane(hidden, box);
  const seen = cropPlane(shape, box);
  const near = dilate(lost, 3);
  const known = createPlane(box.width, box.height);
  for (let i = 0; i < known.data.length; i++) known.data[i] = seen.data[i] > 0.97 && near.data[i] < 0.5 ? 1 : 0;
  const colours = pushPull(cropRaster(small, box, 'replicate'), known);
  const [kx, ky] = [work.width / small.width, work.height / small.height];
  const x0 = Math.round(box.x * kx);
  const y0 = Math.round(box.y * ky);
  const width = Math.min(work.width, Math.round((box.x + box.width) * kx)) - x0;
  const height = Math.min(work.height, Math.round((box.y + box.height) * ky)) - y0;
  const paint = resizeRaster(colours, width, height);
  const share = resizePlane(dilate(lost, 2), width, height);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0, to = 3 * ((y0 + y) * work.width + x0); x < width; x++, i++, to += 3) {
      const t = share.data[i];
      if (t <= 0) continue;
      for (let c = 0; c < 3; c++) work.data[to + c] += t * (paint.data[3 * i + c] - work.data[to + c]);
    }
  }
}
