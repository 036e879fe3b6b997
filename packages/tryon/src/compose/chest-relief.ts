import { smoothstep } from '../person/geometry';

/** Where the collar bones begin beside the throat's notch and where they end, in shoulder widths; they rise outwards by the slope. */
const BONE_FROM = 0.05;
const BONE_TO = 0.36;
const NOTCH_V = 0.05;
const RISE = 0.14;
/** Half width of a bone's light and of the shadow below it, in shoulder widths, and how strong they are. */
const BONE_HALF = 0.022;
const LIGHT = 0.035;
const SHADOW = 0.05;

/**
 * Light on an invented throat and upper chest as a factor: two collar bones and the notch between them.
 *
 * `u` counts shoulder widths from the spine, `v` those below the shoulder joints. By eye.
 */
export function chestRelief(u: number, v: number): number {
  const out = Math.abs(u);
  const across = (v - NOTCH_V + RISE * (out - BONE_FROM)) / BONE_HALF;
  if (Math.abs(across) > 3) return 1;
  const along = smoothstep(out, BONE_FROM - 0.02, BONE_FROM + 0.05) * (1 - smoothstep(out, BONE_TO - 0.12, BONE_TO));
  const bone = LIGHT * Math.exp(-((across + 0.6) ** 2)) - SHADOW * Math.exp(-((across - 0.9) ** 2));
  const notch = -0.6 * SHADOW * Math.exp(-((out / 0.035) ** 2) - (across + 0.5) ** 2);
  return 1 + along * bone + notch;
}
