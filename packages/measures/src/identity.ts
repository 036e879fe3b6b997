import { createPlane, fillPolygon, type Point, type RasterU8 } from '@drape/imaging';

/** Pixels of the photo that changed although they must not. */
export interface IdentityBreaches {
  /** Where the edit mask is 0. */
  readonly outside: number;
  /** In the face oval, whatever the edit mask says. */
  readonly face: number;
}

/**
 * I1: counts the pixels that differ from the photo outside the edit mask or inside the face oval. Range: 0 … pixels; 0 is guaranteed.
 *
 * Layout: both pictures RGB of one size; the oval a closed polygon in their pixels. A pixel counts as in the oval if any part of it is.
 * Source: docs/picture/details.md, "Quality gates".
 */
export function identityBreaches(
  photo: RasterU8,
  image: RasterU8,
  editMask: RasterU8,
  faceOval: readonly Point[],
): IdentityBreaches {
  const face = createPlane(photo.width, photo.height);
  if (faceOval.length > 2) fillPolygon(face, faceOval);
  const breaches = { outside: 0, face: 0 };
  const [a, b] = [photo.data, image.data];
  for (let i = 0, o = 0; i < editMask.data.length; i++, o += 3) {
    if (a[o] === b[o] && a[o + 1] === b[o + 1] && a[o + 2] === b[o + 2]) continue;
    if (face.data[i] > 0) breaches.face++;
    else if (editMask.data[i] === 0) breaches.outside++;
  }
  return breaches;
}
