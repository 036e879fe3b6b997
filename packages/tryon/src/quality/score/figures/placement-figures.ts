import type { MeasuredPicture } from '../../picture';
import { distance } from '../../../geometry/vector';

/** Measures of how the mesh was placed. */
export interface PlacementFigures {
  readonly flips: number;
  readonly stretch: number;
  readonly residualMost: number;
  readonly residualMean: number;
  /** Photo pixels per pixel of the cut-out. */
  readonly enlarged: number;
  /** Height ÷ width, relative to the cut-out's own (logarithm). */
  readonly reshaped: number;
  readonly tucked: number;
  readonly overShoes: number;
  /** Difference between the reaches of the sleeves or legs, and the smaller reach. */
  readonly reachApart: number;
  readonly reach: number;
}

export function placementFigures({ placement, garment, person }: MeasuredPicture): PlacementFigures {
  const { region, residual, flips, stretchP95, box } = placement;
  const sw = person.body.shoulderWidth;
  const reaches = region.kind === 'upper' ? region.sleeves.map(({ reach }) => reach) : region.reach;
  const { width, height } = garment.rgba;
  const lower = region.kind === 'upper' ? null : region;
  const wide = region.kind === 'upper' ? distance(...region.shoulder) : box.width;
  const own = garment.landmarks.kind === 'upper' ? distance(...garment.landmarks.shoulder) : width;
  return {
    flips,
    stretch: stretchP95,
    residualMost: residual.max / sw,
    residualMean: residual.mean / sw,
    enlarged: Math.sqrt((box.width * box.height) / (width * height)),
    reshaped: Math.log(Math.max(0.1, box.height / height / Math.max(0.05, wide / Math.max(1, own)))),
    tucked: Number(lower?.tucked ?? false),
    overShoes: Number(lower?.overShoes ?? false),
    reachApart: Math.abs(reaches[0] - reaches[1]),
    reach: Math.min(...reaches),
  };
}
