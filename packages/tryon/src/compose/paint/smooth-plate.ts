import { smoothFill, type PlaneF32, type RasterU8 } from '@drape/imaging';

/**
 * Half the side of the square, in halved pixels, over which colours are averaged before they are extended: this keeps forms and drops
 * grain.
 */
const CALM = 3;

/** Distance from the border of the known area over which it fades to its own colours, in pixels. */
const FADE = 5;

/**
 * Colours extended smoothly outwards from where `known` is 1, for painting beside it. The known colours are extended as the mean of their
 * neighbourhood, so that one dark pixel at the edge does not become a dark block; further in they keep their own values.
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
