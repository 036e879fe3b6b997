import { createPlane, gaussianBlur, type PlaneF32 } from '@drape/imaging';

/** How much darker cloth is that turns away at an outline. Cylinders lit from the front are darker still; products bring shades of their own. */
const TURNED = 0.15;
/** Stripes narrower than this many shoulder widths stay flat: straps, gaps between hands. */
const NARROW = 0.08;
const FULL = 0.3;

/**
 * The light on a garment that wraps a body: 1 in the middle of each stretch of cloth, darker towards its left and right end, as on an
 * upright cylinder. Flat products on flat-lit people look like paper without.
 *
 * Space: of `garment`; `sw` is the shoulder width in its pixels. Cost: a pass by rows and a blur.
 */
export function roundness(garment: PlaneF32, sw: number): PlaneF32 {
  const out = createPlane(garment.width, garment.height, 1);
  for (let y = 0; y < garment.height; y++) roundRow(garment, y * garment.width, sw, out.data);
  return gaussianBlur(out, Math.max(0.7, 0.03 * sw));
}

function roundRow({ data, width }: PlaneF32, row: number, sw: number, out: Float32Array): void {
  for (let x = 0; x < width; x++) {
    if (data[row + x] < 0.5) continue;
    const from = x;
    while (x < width && data[row + x] >= 0.5) x++;
    const length = x - from;
    const deep = TURNED * Math.min(1, Math.max(0, (length / sw - NARROW) / (FULL - NARROW)));
    for (let i = from; i < x; i++) {
      const u = (2 * (i - from) + 1) / length - 1;
      out[row + i] = 1 - deep * (1 - Math.sqrt(1 - u * u));
    }
  }
}
