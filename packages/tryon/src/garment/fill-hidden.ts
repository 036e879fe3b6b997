import { createPlane, dilate, pushPull, resizePlane, resizeRaster } from '@drape/imaging';
import type { PlaneF32, RasterU8 } from '@drape/imaging';

/**
 * Paints the hidden parts of a garment with colours grown in from what is seen of it.
 *
 * Space: `small`, `shape` and `hidden` (0 or 1) show what `work` shows, at their own size. Aliasing: writes into `work`.
 */
export function fillHidden(work: RasterU8, small: RasterU8, shape: PlaneF32, hidden: PlaneF32): void {
  if (!hidden.data.some((v) => v > 0)) return;
  const near = dilate(hidden, 3);
  const known = createPlane(shape.width, shape.height);
  for (let i = 0; i < known.data.length; i++) known.data[i] = shape.data[i] > 0.97 && near.data[i] < 0.5 ? 1 : 0;
  const colours = resizeRaster(pushPull(small, known), work.width, work.height);
  const share = resizePlane(dilate(hidden, 2), work.width, work.height);
  for (let i = 0; i < share.data.length; i++) {
    if (share.data[i] <= 0) continue;
    for (let c = 0, at = 3 * i; c < 3; c++, at++) work.data[at] += share.data[i] * (colours.data[at] - work.data[at]);
  }
}
