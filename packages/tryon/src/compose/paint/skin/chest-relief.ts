import { smoothstep } from '../../../geometry/numbers';

/**
 * Where the collar bones begin beside the throat's notch and where they end, in shoulder widths; the notch's height, likewise; and the
 * slope by which the bones rise outwards. Source: seven bare throats of street photos, notches .02–.05 above the shoulder joints that the
 * pose network finds, bones .08–.15 above them at .2 beside the spine.
 */
const BONE_FROM = 0.05;
const BONE_TO = 0.36;
const NOTCH_V = -0.03;
const RISE = 0.35;
/** Half width of a bone's light and of the shadow below it, in shoulder widths, and the strength of each, as a share of the tone. */
const BONE_HALF = 0.022;
const LIGHT = 0.045;
const SHADOW = 0.065;

/** The hollow above each bone, and the shoulder behind the neck's side: position and size in shoulder widths, and darkening as a share. */
const HOLLOW = { out: 0.2, above: 0.09, wide: 0.09, high: 0.045, dark: 0.075 } as const;
const BEHIND = { from: 0.13, to: 0.21, low: 0.02, high: 0.1, dark: 0.07 } as const;

/**
 * The breast below the bones faces up to the light, and a groove separates it from the shoulder: position in shoulder widths, and
 * lightening and darkening as shares. Source: eight bare breasts of street photos, .97–1.78 as light as their faces, half above 1.2,
 * grooves .07; half of it taken.
 */
const BREAST = { from: 0.03, to: 0.16, ends: [0.3, 0.5], light: 0.075 } as const;
const GROOVE = { out: 0.33, wide: 0.05, from: 0.08, to: 0.16, ends: [0.28, 0.42], dark: 0.06 } as const;

/**
 * Where a shoulder turns to the side, in shoulder widths, and how much darker it gets there, as a share. Source: medians of seven bare
 * shoulders, .05–.2 in the log.
 */
const TURN = { out: [0.4, 0.58], below: [-0.06, 0.12], dark: 0.1 } as const;

const turn = (out: number, v: number): number =>
  TURN.dark * smoothstep(out, ...TURN.out) * smoothstep(v, ...TURN.below);

function breast(out: number, v: number): number {
  if (v < BREAST.from) return 0;
  const up = smoothstep(v, BREAST.from, BREAST.to) * (1 - smoothstep(v, BREAST.ends[0], BREAST.ends[1]));
  const groove = smoothstep(v, GROOVE.from, GROOVE.to) * (1 - smoothstep(v, GROOVE.ends[0], GROOVE.ends[1]));
  const lit = BREAST.light * up * (1 - smoothstep(out, 0.3, 0.44));
  return lit - GROOVE.dark * groove * Math.exp(-(((out - GROOVE.out) / GROOVE.wide) ** 2));
}

/**
 * Light on an invented throat and upper chest as a factor: two collar bones, the notch between them, the breast below.
 *
 * `u` counts shoulder widths from the spine, `v` those below the shoulder joints. By eye.
 */
export function chestRelief(u: number, v: number): number {
  const out = Math.abs(u);
  const bone = NOTCH_V - RISE * (out - BONE_FROM);
  return (
    (1 + boneLight(out, (v - bone) / BONE_HALF)) *
    (1 - shade(out, bone - v)) *
    (1 + breast(out, v)) *
    (1 - turn(out, v))
  );
}

function boneLight(out: number, across: number): number {
  if (Math.abs(across) > 3) return 0;
  const along = smoothstep(out, BONE_FROM - 0.02, BONE_FROM + 0.05) * (1 - smoothstep(out, BONE_TO - 0.12, BONE_TO));
  const light = LIGHT * Math.exp(-((across + 0.6) ** 2)) - SHADOW * Math.exp(-((across - 0.9) ** 2));
  return along * light - 0.6 * SHADOW * Math.exp(-((out / 0.035) ** 2) - (across + 0.5) ** 2);
}

/** `above`: how far above the bone. */
function shade(out: number, above: number): number {
  if (above < -0.1) return 0;
  const { wide, high } = HOLLOW;
  const hollow = HOLLOW.dark * Math.exp(-(((out - HOLLOW.out) / wide) ** 2) - ((above - HOLLOW.above) / high) ** 2);
  const behind = BEHIND.dark * smoothstep(out, BEHIND.from, BEHIND.to) * smoothstep(above, BEHIND.low, BEHIND.high);
  return Math.max(hollow, behind);
}
