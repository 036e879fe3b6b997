import { relightSkin } from '../../../person/measure/skin-shade';
import type { Rgb } from '../../../person/measure/skin-tone';

/**
 * Least lightness of a bare chest relative to the lit half of its face; greatest lightness relative to the throat above it, which the chin
 * shades, and to the arm beside it.
 *
 * Source: 34 bare chests of 450 street photos, 1.01–1.81 of the face (a tenth below 1.06, median 1.26), 1.13–1.67 of the throat (median
 * 1.34), 1.02–1.18 of ten upper arms. The face's is set low, because people with bare chests are in the sun more often.
 */
const FACE_LIGHT_RATIO_MIN = 1.08;
const THROAT_LIGHT_RATIO_MAX = 1.65;
const ARM_LIGHT_RATIO_MAX = 1.15;

/** How much greener and less red a chest is than the face, as factors: 3.1 less in a* (median of the same), half of it taken. */
const CHEST_HUE_FACTORS = [0.99, 1.012, 1] as const;

/** Highest level that is still skin and not a blown-out spot. */
const SKIN_LEVEL_MAX = 250;

/** Luma of the sRGB colour that begins at an index. */
export const luma = (rgb: ArrayLike<number>, o = 0): number => 0.299 * rgb[o] + 0.587 * rgb[o + 1] + 0.114 * rgb[o + 2];

/**
 * Tone of an upper chest that is not seen, sRGB 0…255: between the hues of face and arm, in the light that falls on the face. At least as
 * light as the arm.
 *
 * @param face mean of the lit half of the face
 * @param arm tone of the arm on that side, at the shoulder
 * @param throat mean of the skin that is seen below the face
 */
export function chestTone(face: Rgb, arm: Rgb, throat: Rgb): Rgb {
  const max = Math.min(
    FACE_LIGHT_RATIO_MIN * luma(face),
    THROAT_LIGHT_RATIO_MAX * luma(throat),
    ARM_LIGHT_RATIO_MAX * luma(arm),
  );
  const hue: Rgb = [(face[0] + arm[0]) / 2, (face[1] + arm[1]) / 2, (face[2] + arm[2]) / 2];
  const lit = relightSkin(hue, Math.max(luma(arm), max) / Math.max(1, luma(hue))).map(
    (v, c) => v * CHEST_HUE_FACTORS[c],
  );
  const scale = Math.min(1, SKIN_LEVEL_MAX / Math.max(...lit));
  return [scale * lit[0], scale * lit[1], scale * lit[2]];
}
