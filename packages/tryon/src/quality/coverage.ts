import { createPlane, iou, type PlaneF32 } from '@drape/imaging';
import { layerAt, type MeasuredPicture } from './picture';
import { plannedRegion } from './planned-region';

/**
 * C1: intersection over union of the warped garment's α and the region that it is meant to cover. Range: 0…1, ≥ .9 wanted.
 *
 * Both without what of the photo lies in front (hair, face, hands, bag), within the photo, at its size, cut at one half.
 * A missed hem, an elbow beside its sleeve, a hole in the cut-out and a garment that spills over its plan all lower it.
 * Source: render.md §5; for the region see {@link plannedRegion}.
 */
export function coverageIou(picture: MeasuredPicture, region: PlaneF32 = plannedRegion(picture)): number {
  const { photo, placement, layers } = picture;
  const { box, rgba } = placement;
  const alpha = createPlane(photo.width, photo.height);
  for (let v = 0; v < box.height; v++) {
    const to = (box.y + v) * photo.width + box.x;
    for (let u = 0; u < box.width; u++) alpha.data[to + u] = rgba.data[4 * (v * box.width + u) + 3] / 255;
  }
  const wanted = createPlane(photo.width, photo.height);
  for (let y = 0, i = 0; y < photo.height; y++) {
    for (let x = 0; x < photo.width; x++, i++) {
      if (alpha.data[i] === 0 && region.data[i] === 0) continue;
      const open = layerAt(layers, layers.front, layers.workScale, x, y) < 0.5;
      wanted.data[i] = open ? region.data[i] : 0;
      if (!open) alpha.data[i] = 0;
    }
  }
  return iou(alpha, wanted);
}
