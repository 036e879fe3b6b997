import { createPlane, iou, type PlaneF32 } from '@drape/imaging';
import { layerAt, type MeasuredPicture } from '@drape/tryon';
import { rightlyInFront } from './in-front';
import { plannedRegion } from './planned-region';

/**
 * C1: intersection over union of the warped garment's α and the region that it should cover. Range: 0…1, ≥ .9 wanted.
 *
 * Both without what is rightly in front (see {@link rightlyInFront}), within the photo, at its size, thresholded at one half.
 * What the renderer keeps in front without a reason counts as missing. A missed hem, an elbow outside its sleeve, a hole in the cut-out and
 * a garment that extends beyond its plan all lower it.
 * Source: docs/picture/details.md, "Quality gates"; for the region see {@link plannedRegion}.
 */
export function coverageIou(picture: MeasuredPicture, region: PlaneF32 = plannedRegion(picture)): number {
  const { photo, placement, layers } = picture;
  const { box, rgba } = placement;
  const right = rightlyInFront(picture);
  const [shown, wanted] = [createPlane(photo.width, photo.height), createPlane(photo.width, photo.height)];
  for (let y = 0, i = 0; y < photo.height; y++) {
    for (let x = 0; x < photo.width; x++, i++) {
      const inBox = x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
      const alpha = inBox ? rgba.data[4 * ((y - box.y) * box.width + x - box.x) + 3] / 255 : 0;
      if (alpha === 0 && region.data[i] === 0) continue;
      if (layerAt(layers, right, layers.workScale, x, y) >= 0.5) continue;
      wanted.data[i] = region.data[i];
      shown.data[i] = alpha * (1 - layerAt(layers, layers.front, layers.workScale, x, y));
    }
  }
  return iou(shown, wanted);
}
