import type { ProductCategory } from '@drape/contracts';
import type { RasterU8 } from '@drape/imaging';
import { findPantsLandmarks } from './landmarks-pants';
import { findSkirtLandmarks } from './landmarks-skirt';
import { findUpperLandmarks, type UpperKnown } from './landmarks-upper';
import type { Silhouette } from './silhouette';
import type { GarmentLandmarks } from './types';

/** Landmarks by category; `known`: a hood was taken off, or it has no sleeves. Throws TryOnRefusal(garment_not_detected) where the outline does not fit it. */
export function findLandmarks(
  silhouette: Silhouette,
  rgba: RasterU8,
  category: ProductCategory,
  known: UpperKnown = {},
): GarmentLandmarks {
  switch (category) {
    case 'pants':
      return findPantsLandmarks(silhouette);
    case 'skirt':
      return findSkirtLandmarks(silhouette);
    case 'top':
    case 'jacket':
    case 'dress':
      return findUpperLandmarks(silhouette, rgba, category, known);
  }
}
