import { visibleShare } from '../../person/pose/checks';
import type { MeasuredPicture } from '../picture';
import { categoryFlags, garmentFigures, type GarmentFigures } from './figures/garment-figures';
import { personFigures, type PersonFigures } from './figures/person-figures';
import { inventedFigures, type InventedFigures } from './figures/invented';
import { layerFigures, type LayerFigures } from './figures/layer-figures';
import { placementFigures, type PlacementFigures } from './figures/placement-figures';
import { remnantFigures, type RemnantFigures } from './figures/remnant-figures';
import { resultFigures, type ResultFigures } from './figures/result-figures';
import { workView } from './work-view';

/** All inputs of the score for a picture: only numbers. */
export type Features = GarmentFigures &
  PersonFigures &
  InventedFigures &
  LayerFigures &
  PlacementFigures &
  ResultFigures &
  RemnantFigures & { readonly keypointsVisible: number } & ReturnType<typeof categoryFlags>;

export type FeatureName = keyof Features;

/** Computes all features of a finished picture. Pure. */
export function pictureFeatures(picture: MeasuredPicture): Features {
  const view = workView(picture);
  const garment = garmentFigures(picture.garment);
  return {
    ...garment,
    ...personFigures(picture.person),
    ...inventedFigures(view),
    ...layerFigures(view, picture),
    ...placementFigures(picture),
    ...remnantFigures(view, picture),
    ...resultFigures(view, garment.clothLight),
    keypointsVisible: visibleShare(picture.person, picture.garment.category),
    ...categoryFlags(picture.garment.category),
  };
}
