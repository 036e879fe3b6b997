import { visibleShare } from '../../person/checks';
import type { MeasuredPicture } from '../picture';
import { categoryFlags, garmentFigures, type GarmentFigures } from './garment-figures';
import { personFigures, type PersonFigures } from './person-figures';
import { inventedFigures, type InventedFigures } from './invented';
import { layerFigures, type LayerFigures } from './layer-figures';
import { placementFigures, type PlacementFigures } from './placement-figures';
import { remnantFigures, type RemnantFigures } from './remnant-figures';
import { resultFigures, type ResultFigures } from './result-figures';
import { workView } from './work-view';

/** All that the score is told of a picture: numbers only. */
export type Features = GarmentFigures &
  PersonFigures &
  InventedFigures &
  LayerFigures &
  PlacementFigures &
  ResultFigures &
  RemnantFigures & { readonly keypointsVisible: number } & ReturnType<typeof categoryFlags>;

export type FeatureName = keyof Features;

/** Reads everything from a finished picture that its score is made of. Pure. */
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
