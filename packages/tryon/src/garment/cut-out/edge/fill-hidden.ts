import { createPlane, cropPlane, cropRaster, dilate, pushPull, resizePlane, resizeRaster } from '@drape/imaging';
import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { grownBox } from '../../../geometry/boxes';
import { boundsOf } from '../matte-shape';

/** Distance beyond the hidden parts from which their colours are grown, pixels. */
const AROUND = 40;

/**
 * Paints the hidden parts of a garment with colours grown in from its visible parts.
 *
 * Space: `small`, `shape` and `hidden` (0 or 1) show what `work` shows, at their own size. Aliasing: writes into `work`.
 */
export function fillHidden(work: RasterU8, small: RasterU8, shape: PlaneF32, hidden: PlaneF32): void {
  const parts = boundsOf(hidden);
  if (parts.width === 0 || parts.height === 0) return;
  const box = grownBox(parts, AROUND, small);
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
  for (let y = 0; y < height; y++) paintRow(work, (y0 + y) * work.width + x0, paint, share, y);
}

/** Mixes one row of the paint into the picture; `from` is the index of the row's first pixel. */
function paintRow(work: RasterU8, from: number, paint: RasterU8, share: PlaneF32, y: number): void {
  for (let x = 0, i = y * share.width; x < share.width; x++, i++) {
    const t = share.data[i];
    if (t <= 0) continue;
    for (let c = 0, to = 3 * (from + x), at = 3 * i; c < 3; c++, to++, at++) {
      work.data[to] += t * (paint.data[at] - work.data[to]);
    }
  }
}
