import { smoothFill, type PlaneF32, type RasterU8 } from '@drape/imaging';

/** Half the side of the square, in halved pixels, over which colours are averaged before they are carried on: forms go on, grain does not. */
const CALM = 3;

/** How far from the border the known has its own colours, pixels. */
const FADE = 5;

/**
 * Colours drawn smoothly outwards from where `known` is 1, for what is painted beside it. What is known is carried on as the mean of its
 * neighbourhood, lest one dark pixel at its edge become a dark block, and turns into its own colours further in.
 *
 * Space: result of the size of `raster`, black outside of `rows`. Aliasing: new memory.
 */
export function smoothPlate(
  raster: RasterU8,
  known: PlaneF32,
  rows: { readonly from: number; readonly to: number } = { from: 0, to: raster.height },
): RasterU8 {
  return smoothFill(raster, known, { calm: CALM, fade: FADE, rows });
}
