import type { ProductCategory } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import { findPantsLandmarks } from './landmarks-pants';
import { findSkirtLandmarks } from './landmarks-skirt';
import { findUpperLandmarks } from './landmarks-upper';
import type { Silhouette } from './silhouette';
import type { GarmentLandmarks } from './types';

/** Landmarks by category; `hooded`: a hood was taken off. Throws TryOnRefusal(garment_not_detected) where the outline does not fit it. */
export function findLandmarks(
  silhouette: Silhouette,
  rgba: RasterU8,
  category: ProductCategory,
  hooded = false,
): GarmentLandmarks {
  switch (category) {
    case 'pants':
      return findPantsLandmarks(silhouette);
    case 'skirt':
      return findSkirtLandmarks(silhouette);
    case 'top':
    case 'jacket':
    case 'dress':
      return findUpperLandmarks(silhouette, rgba, category, hooded);
  }
}
