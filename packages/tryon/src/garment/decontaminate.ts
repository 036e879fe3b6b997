import { createPlane, createRaster, erode, pushPull } from '@drape/imaging';
import type { PlaneF32, RasterU8 } from '@drape/imaging';

/** Pixels nearer to the outline than this hold a mixture of garment and background. */
const RIM = 2;

/**
 * Packs colour and matte into straight RGBA, with the rim's colours, and those beyond it, grown from inside.
 *
 * Colours also exist where alpha is 0, so that interpolation at the edge never meets the product's background.
 * Space: both inputs have the same pixels. Range: alpha 0…255.
 */
export function decontaminate(colour: RasterU8, matte: PlaneF32): RasterU8 {
  const inside = erode(matte, RIM);
  const known = createPlane(matte.width, matte.height);
  for (let i = 0; i < known.data.length; i++) known.data[i] = inside.data[i] > 0.9 ? 1 : 0;
  const grown = pushPull(colour, known);
  const rgba = createRaster(matte.width, matte.height, 4);
  for (let i = 0; i < known.data.length; i++) {
    const source = known.data[i] > 0 ? colour : grown;
    for (let c = 0; c < 3; c++) rgba.data[i * 4 + c] = source.data[i * 3 + c];
    rgba.data[i * 4 + 3] = Math.round(matte.data[i] * 255);
  }
  return rgba;
}
