import type { ProductCategory } from '@drape/contracts';
import type { Point } from '@drape/imaging';
import type { GarmentRead } from '../../ports';
import { findPantsLandmarks } from './landmarks-pants';
import { findSkirtLandmarks } from './landmarks-skirt';
import { findUpperLandmarks } from './upper/landmarks-upper';
import { pantsGuide, skirtGuide } from '../read/lower-guide';
import { partAt } from '../read/read-region';
import { upperGuide } from '../read/upper-guide';
import type { Silhouette } from './silhouette';
import type { GarmentLandmarks, Place } from '../../model/garment';

/** What is known of a cut-out besides its outline. */
export interface LandmarkHints {
  /** What the garment reader found in the picture … */
  readonly read: GarmentRead;
  /** … and the place of the cut-out in it. */
  readonly place: Place;
  /** Its hood was taken off: what is left of it is a collar. */
  readonly hooded?: boolean;
}

/** Landmarks by category. Throws TryOnRefusal(garment_not_detected) where the outline does not fit it. */
export function findLandmarks(
  silhouette: Silhouette,
  category: ProductCategory,
  { read, place, hooded = false }: LandmarkHints,
): GarmentLandmarks {
  switch (category) {
    case 'pants':
      return findPantsLandmarks(silhouette, pantsGuide(read, place, silhouette));
    case 'skirt':
      return findSkirtLandmarks(silhouette, skirtGuide(read, place, silhouette));
    case 'top':
    case 'jacket':
    case 'dress':
      return findUpperLandmarks(silhouette, {
        guide: upperGuide(read, place, silhouette),
        insideAt: insideOver(silhouette, read, place),
        hooded,
      });
  }
}

/** The garment reader's belief, 0…1, that a point of the silhouette's frame shows the inside of the back. */
export function insideOver(
  { toGarment }: Pick<Silhouette, 'toGarment'>,
  read: GarmentRead,
  { origin, scale }: Place,
): (p: Point) => number {
  return (p) => {
    const { x, y } = toGarment(p);
    return partAt(read, 'insideBack', { x: origin.x + x / scale, y: origin.y + y / scale });
  };
}
