import { smoothstep } from '../../../geometry/numbers';

/**
 * Where the collar bones begin beside the throat's notch and where they end, in shoulder widths; the notch's height, likewise; and the
 * slope by which the bones rise outwards. Source: seven bare throats of street photos, notches .02–.05 above the shoulder joints that the
 * pose network finds, bones .08–.15 above them at .2 beside the spine.
 */
const COLLAR_BONE_FROM = 0.05;
const COLLAR_BONE_TO = 0.36;
const NOTCH_HEIGHT = -0.03;
const COLLAR_BONE_SLOPE = 0.35;
/** Half width of a bone's light and of the shadow below it, in shoulder widths, and the strength of each, as a share of the tone. */
const COLLAR_BONE_HALF_WIDTH = 0.022;
const COLLAR_BONE_LIGHT = 0.045;
const COLLAR_BONE_SHADOW = 0.065;

/** The hollow above each bone, and the shoulder behind the neck's side: position and size in shoulder widths, and darkening as a share. */
const BONE_HOLLOW = { out: 0.2, above: 0.09, wide: 0.09, high: 0.045, dark: 0.075 } as const;
const NECK_SIDE_SHADE = { from: 0.13, to: 0.21, low: 0.02, high: 0.1, dark: 0.07 } as const;

/**
 * The breast below the bones faces up to the light, and a groove separates it from the shoulder: position in shoulder widths, and
 * lightening and darkening as shares. Source: eight bare breasts of street photos, .97–1.78 as light as their faces, half above 1.2,
 * grooves .07; half of it taken.
 */
const BREAST_LIGHT = { from: 0.03, to: 0.16, ends: [0.3, 0.5], light: 0.075 } as const;
const SHOULDER_GROOVE = { out: 0.33, wide: 0.05, from: 0.08, to: 0.16, ends: [0.28, 0.42], dark: 0.06 } as const;

/**
 * Where a shoulder turns to the side, in shoulder widths, and how much darker it gets there, as a share. Source: medians of seven bare
 * shoulders, .05–.2 in the log.
 */
const SHOULDER_TURN = { out: [0.4, 0.58], below: [-0.06, 0.12], dark: 0.1 } as const;

const shoulderTurn = (out: number, v: number): number =>
  SHOULDER_TURN.dark * smoothstep(out, ...SHOULDER_TURN.out) * smoothstep(v, ...SHOULDER_TURN.below);

function breastLight(out: number, v: number): number {
  if (v < BREAST_LIGHT.from) return 0;
  const up =
    smoothstep(v, BREAST_LIGHT.from, BREAST_LIGHT.to) * (1 - smoothstep(v, BREAST_LIGHT.ends[0], BREAST_LIGHT.ends[1]));
  const groove =
    smoothstep(v, SHOULDER_GROOVE.from, SHOULDER_GROOVE.to) *
    (1 - smoothstep(v, SHOULDER_GROOVE.ends[0], SHOULDER_GROOVE.ends[1]));
  const lit = BREAST_LIGHT.light * up * (1 - smoothstep(out, 0.3, 0.44));
  return lit - SHOULDER_GROOVE.dark * groove * Math.exp(-(((out - SHOULDER_GROOVE.out) / SHOULDER_GROOVE.wide) ** 2));
}

/**
 * Light on an invented throat and upper chest as a factor: two collar bones, the notch between them, the breast below.
 *
 * `u` counts shoulder widths from the spine, `v` those below the shoulder joints. By eye.
 */
export function chestRelief(u: number, v: number): number {
  const out = Math.abs(u);
  const bone = NOTCH_HEIGHT - COLLAR_BONE_SLOPE * (out - COLLAR_BONE_FROM);
  return (
    (1 + boneLight(out, (v - bone) / COLLAR_BONE_HALF_WIDTH)) *
    (1 - hollowShade(out, bone - v)) *
    (1 + breastLight(out, v)) *
    (1 - shoulderTurn(out, v))
  );
}

function boneLight(out: number, across: number): number {
  if (Math.abs(across) > 3) return 0;
  const along =
    smoothstep(out, COLLAR_BONE_FROM - 0.02, COLLAR_BONE_FROM + 0.05) *
    (1 - smoothstep(out, COLLAR_BONE_TO - 0.12, COLLAR_BONE_TO));
  const light =
    COLLAR_BONE_LIGHT * Math.exp(-((across + 0.6) ** 2)) - COLLAR_BONE_SHADOW * Math.exp(-((across - 0.9) ** 2));
  return along * light - 0.6 * COLLAR_BONE_SHADOW * Math.exp(-((out / 0.035) ** 2) - (across + 0.5) ** 2);
}

/** `above`: how far above the bone. */
function hollowShade(out: number, above: number): number {
  if (above < -0.1) return 0;
  const { wide, high } = BONE_HOLLOW;
  const hollow =
    BONE_HOLLOW.dark * Math.exp(-(((out - BONE_HOLLOW.out) / wide) ** 2) - ((above - BONE_HOLLOW.above) / high) ** 2);
  const behind =
    NECK_SIDE_SHADE.dark *
    smoothstep(out, NECK_SIDE_SHADE.from, NECK_SIDE_SHADE.to) *
    smoothstep(above, NECK_SIDE_SHADE.low, NECK_SIDE_SHADE.high);
  return Math.max(hollow, behind);
}
