import { formAt, limbForm } from './limb-form';
import { clamp, smoothstep } from '../../../geometry/numbers';

/** A bell curve of height 1; below a thousandth it is 0, which holds for most pixels. */
function bump(x: number, at: number, width: number): number {
  const d = (x - at) / width;
  return d > 2.7 || d < -2.7 ? 0 : Math.exp(-d * d);
}

/** Share of the leg's field at which the middle of the kneecap is. */
const KNEECAP_POSITION = 0.48;
/** Half height and half width of the kneecap, as shares of the field's length and half width. */
const KNEECAP_HALF_SIZE = [0.04, 0.58] as const;
/** Greatest lightening or darkening of a form relative to its tone, as a share. */
const RELIEF_MAX = 0.118;

/**
 * Light on the forms of a bare leg as a factor on its tone, beyond that of a plain cylinder: the thigh's muscle, a kneecap above its curved
 * shadow, the shin's edge and ankle bones. t: hip 0 … instep 1, u: −1 … 1 across. By eye on twenty legs.
 *
 * @param outwards 1 where positive u is the leg's outer side, −1 where it is the inner one
 * @param light the side that the light comes from, −1 image left … 1 right
 */
export function legRelief(t: number, u: number, outwards: -1 | 1 = 1, light = -0.12): number {
  const v = outwards * u;
  const broad = formAt(LEG_FORM, t, -v) * smoothstep(t, FADE_IN_SPAN[0], FADE_IN_SPAN[1]);
  const form = broad + SMALL_FORM_STRENGTH * (kneeRelief(t, u) + shinRelief(t, u, outwards, light)) + ankleRelief(t, v);
  return 1 + clamp(form, -RELIEF_MAX, RELIEF_MAX);
}

/** Shares of a leg between which the forms fade in: above, hems and the other leg cast their own shade. */
const FADE_IN_SPAN = [0.18, 0.32] as const;
/** Strength of the small forms on top of the broad ones, as a share: the broad ones were measured with them included. */
const SMALL_FORM_STRENGTH = 0.5;

/**
 * Broad forms: the thigh's muscle down to the kneecap, the shade below that and on its inner side, the shin.
 *
 * Source: mean of 23 bare legs of street photos in soft light, less their roundness, which is the same on both sides.
 */
const LEG_FORM = limbForm({
  from: 0.12,
  to: 0.95,
  rows: [
    [-5, -5, -2, -1, -2, -7, -17],
    [-1, -2, -1, 2, 0, -8, -22],
    [7, 5, 5, 7, 3, -7, -26],
    [10, 10, 10, 10, 7, -3, -20],
    [9, 9, 9, 8, 6, 0, -12],
    [9, 7, 6, 4, 2, -1, -8],
    [10, 6, 3, 0, -3, -6, -8],
    [9, 3, -3, -8, -12, -12, -6],
    [8, 0, -7, -11, -13, -11, -3],
    [10, 4, -1, -3, -3, -1, 3],
    [10, 5, 3, 3, 4, 5, 7],
    [5, 2, 1, 2, 4, 5, 5],
    [3, -1, -2, -1, 1, 2, 3],
    [4, 0, -1, -1, -1, 1, 3],
    [5, 1, 0, 0, 0, 2, 5],
    [5, 2, -1, -1, 0, 2, 7],
  ],
});

function kneeRelief(t: number, u: number): number {
  if (t < KNEECAP_POSITION - 0.14 || t > KNEECAP_POSITION + 0.14) return 0;
  const cap = 0.055 * bump(t, KNEECAP_POSITION - 0.012, 0.03) * bump(u, -0.05, 0.42);
  const ring = Math.hypot((t - KNEECAP_POSITION) / KNEECAP_HALF_SIZE[0], u / KNEECAP_HALF_SIZE[1]);
  const bow = 0.1 * bump(ring, 1, 0.3) * smoothstep(t, KNEECAP_POSITION - 0.03, KNEECAP_POSITION + 0.03);
  const beside = 0.07 * bump(t, KNEECAP_POSITION, 0.04) * (bump(u, -0.78, 0.2) + bump(u, 0.78, 0.2));
  const above = 0.045 * bump(t, KNEECAP_POSITION - 0.058, 0.022) * bump(Math.abs(u), 0.45, 0.4);
  const tendon = 0.03 * bump(t, KNEECAP_POSITION + 0.068, 0.02) * bump(u, 0, 0.28);
  return cap - bow - beside - above + tendon;
}

/** Distance of the shin's edge from the leg's middle, in half widths. */
const SHIN_EDGE_OFFSET = 0.1;

/** A soft edge down the leg a little inwards of its middle, lit on the light's side. */
function shinRelief(t: number, u: number, outwards: -1 | 1, light: number): number {
  const along = bump(t, 0.71, 0.12);
  if (along === 0) return 0;
  const from = light < 0 ? -1 : 1;
  const off = from * (u + SHIN_EDGE_OFFSET * outwards);
  return along * (0.055 * bump(off, 0.22, 0.2) - 0.045 * bump(off, -0.24, 0.24));
}

function ankleRelief(t: number, v: number): number {
  if (t < 0.8) return 0;
  const bones = 0.04 * (bump(t, 0.925, 0.016) * bump(v, -0.62, 0.24) + bump(t, 0.945, 0.016) * bump(v, 0.62, 0.24));
  const under = 0.075 * (bump(t, 0.952, 0.014) * bump(v, -0.6, 0.26) + bump(t, 0.972, 0.014) * bump(v, 0.6, 0.26));
  const hollow = 0.05 * bump(t, 0.885, 0.03) * bump(Math.abs(v), 0.75, 0.24);
  return bones - under - hollow - 0.05 * bump(t, 0.99, 0.04);
}

/**
 * How much the side of a leg that is turned away from the light darkens, for light from the side and from the front, and how much the other
 * side lightens; as shares.
 */
const TURNED_DARKENING = [0.16, 0.07] as const;
const LIT_LIGHTENING = 0.035;

/** Broad light and shade across a leg, as a factor: skin turns away from the light long before its outline. u and light as above. */
export function legTurn(u: number, light: number): number {
  const aside = Math.min(1, Math.abs(light) / 0.4);
  const w = light < 0 ? -u : u;
  const dark = TURNED_DARKENING[1] + aside * (TURNED_DARKENING[0] - TURNED_DARKENING[1]);
  return 1 - dark * smoothstep(-w, 0, 0.95) + LIT_LIGHTENING * bump(w, 0.35, 0.4);
}

/** How much redder than its tone a leg is at knee and ankle, as a share: there the blood is close under the skin. By eye. */
export const legFlush = (t: number): number => 0.03 * bump(t, KNEECAP_POSITION, 0.05) + 0.02 * bump(t, 0.96, 0.06);

/** Factor on the unevenness of legs: it exceeds that measured on all limbs, where the slow variations were taken at half. */
export const LEG_UNEVEN = 1.7;
