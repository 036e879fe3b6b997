import { createPlane, gaussianBlur, type PlaneF32 } from '@drape/imaging';
import { clamp } from '../../geometry/numbers';

/**
 * Width in shoulder widths below which stretches of fabric stay flat, such as straps and gaps between hands; at and above the second value
 * they are fully round.
 */
const FLAT_WIDTH_MAX = 0.08;
const ROUND_WIDTH = 0.3;

/** How much trouser legs and skirts darken where they turn away at an outline, as a share. By eye. */
export const LEG_EDGE_DARKENING = 0.36;
export const SKIRT_EDGE_DARKENING = 0.24;
const LEG_ROUND_WIDTH = 0.2;

/** The light on fabric, and where the fabric is more than one round body. */
export interface RoundLight {
  readonly turned: number;
  /** Position across at which the light is brightest, −1 image left … 1 right. */
  readonly side: number;
  /** For each row, where the inner edge of the front leg is in front of the other one; NaN where there are no two legs. */
  readonly parts?: Float32Array;
}

/**
 * The light on trousers and skirts: 1 in the middle of each stretch of fabric, darker towards its left and right end, as on an upright
 * cylinder. Without it flat products on flat-lit people look like paper.
 *
 * Space: of `garment`; `sw` is the shoulder width in its pixels. Cost: one pass by rows and a blur.
 */
export function roundness(garment: PlaneF32, sw: number, light: RoundLight): PlaneF32 {
  const { width, height, data } = garment;
  const out = createPlane(width, height, 1);
  const narrow = FLAT_WIDTH_MAX * sw;
  const full = sw * (light.parts === undefined ? ROUND_WIDTH : LEG_ROUND_WIDTH);
  for (let y = 0, row = 0; y < height; y++, row += width) {
    const part = light.parts?.[y] ?? NaN;
    for (let x = 0; x < width; x++) {
      if (data[row + x] < 0.5) continue;
      const from = x;
      while (x < width && data[row + x] >= 0.5) x++;
      const isParted = part > from + narrow && part < x - narrow;
      const stretches = isParted ? [from, Math.round(part), x] : [from, x];
      for (let n = 0; n + 1 < stretches.length; n++) {
        const stretch = out.data.subarray(row + stretches[n], row + stretches[n + 1]);
        roundStretch(stretch, light, clamp((stretch.length - narrow) / (full - narrow), 0, 1));
      }
    }
  }
  return gaussianBlur(out, Math.max(0.7, 0.03 * sw));
}

/** Writes the light along a stretch of fabric; `share`: how round it is, 0…1. */
function roundStretch(out: Float32Array, { turned, side }: RoundLight, share: number): void {
  const deep = turned * share;
  const across = Math.sqrt(1 - side ** 2);
  for (let i = 0; i < out.length; i++) {
    const u = (2 * i + 1) / out.length - 1;
    out[i] = 1 - deep * (1 - Math.sqrt(1 - u * u) * across - u * side);
  }
}
