import { formAt, limbForm } from './limb-form';

/**
 * Light across a bare arm as a factor on its tone; v: −1 at its outer edge … 1 at the inner one, beside the body. `light`: where the light
 * comes from, −1 from outside … 1 from the body's side.
 *
 * Source: medians of 59 bare arms of street and studio photos: arms are brightest on the outer third and darken towards the body, the more
 * so the more the light comes from outside.
 */
export function armLight(v: number, light: number): number {
  const tilt = Math.max(INNER_DARKENING_LIMIT, Math.min(0, INNER_DARKENING + INNER_DARKENING_BY_LIGHT * light));
  return 1.035 - 0.2 * Math.pow(Math.abs(v), 1.7) + tilt * v;
}

/**
 * How much an arm darkens from its middle to its inner edge beyond its roundness: by itself, by the light, and at most. Measured; the
 * light's part is taken at half.
 */
const INNER_DARKENING = -0.14;
const INNER_DARKENING_BY_LIGHT = 0.26;
const INNER_DARKENING_LIMIT = -0.26;

/**
 * The hollow below the shoulder, the crook of the elbow on the inner side, the elbow on the outer one, and the forearm's muscle that runs
 * from there diagonally to the inner wrist.
 *
 * Source: mean of the twelve arms with similar forms among 33 that are wholly bare and in soft light in 500 street photos, less a light
 * common to the whole arm. The mean of all 33 is as smooth as a tube, because forms at different places cancel out; single arms vary by .11
 * beyond their roundness, these twelve in their mean by .06.
 */
const ARM_FORM = limbForm({
  from: 0.04,
  to: 0.8,
  rows: [
    [-2, -3, -3, -4, -4, -1, 6],
    [-1, -3, -6, -8, -8, -7, 0],
    [-2, -6, -10, -12, -11, -10, -7],
    [-3, -7, -9, -9, -6, -6, -7],
    [-1, -4, -5, -3, -1, 0, -3],
    [-1, -2, -2, -1, 1, -1, -4],
    [0, 0, 0, 0, 0, -2, -5],
    [6, 5, 3, 0, -4, -8, -6],
    [8, 10, 8, 3, -2, -8, -6],
    [6, 9, 10, 8, 5, 1, 0],
    [3, 5, 7, 8, 9, 7, 2],
    [-3, 0, 3, 6, 9, 9, 6],
    [-7, -4, 1, 5, 9, 10, 7],
    [-4, -2, 3, 6, 9, 11, 10],
  ],
});

/** Light on the forms of a bare arm as a factor on its tone, beyond its roundness. t: shoulder 0 … knuckles 1, v: −1 outside … 1 inside. */
export const armRelief = (t: number, v: number): number => 1 + formAt(ARM_FORM, t, v);
