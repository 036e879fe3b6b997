import {
  ARRAY,
  boxBlur,
  createPlane,
  type DetailedFill,
  dilate,
  type Kept,
  PLANE,
  type PlaneF32,
  type RasterU8,
  shownPixels,
  withScratch,
} from '@drape/imaging';
import { skinRelief } from '../../person/measure/skin-shade';
import { armRelief } from './skin/arm-relief';
import { coveredEnd } from '../scene/arm-sleeves';
import { inFrontShare } from '../arms/arm-states';
import { backgroundPlate } from './background/background';
import { leavesShoulder, overShoulder, withinShoulder } from './skin/bare-shoulders';
import { layersPlate, seenThroat, skinPlate, extendColours } from './skin/body-plates';
import { continuedSeat, fabricSource, hidesThigh } from './lower/continued-garments';
import { besideArmhole, pastSleeve } from '../masks/front';
import { footAt, HIDDEN_FEET, insideAt, shadeUnderFeet, shoeAt, type HiddenFoot } from './feet/hidden-feet';
import { legFlush, legRelief, legTurn, LEG_UNEVEN } from './skin/leg-relief';
import { cylinderShade, limbEdge, limbField, limbTones } from '../scene/limb-field';
import { limbShade, shadesAt, trustAt } from './skin/limb-shade';
import { lowerZone } from './lower/lower-zone';
import { forEachCopiedPixel } from './feet/other-shoe';
import { hasBareShoulders, inwards, isSleeveless, upperRegion } from '../scene/scene';
import { seenLegs } from './lower/seen-legs';
import { skinTexture } from './skin/skin-texture';
import type { LimbTube } from '../../model/person';
import { follow } from '../../rules/rule';
import type { LimbField, LimbShade, Scene } from '../../model/scene';
import type { ContinuedGarment, OldGarment } from '../../model/layers';
import { coversLegs, coversTorso } from '../scene/covers';
import { forEachFieldPixel } from '../scene/for-each-field-pixel';
import { softened } from '../masks/softened';
import { coveredTo } from '../masks/covered-to';
import { clamp, smoothstep } from '../../geometry/numbers';

/** What is uncovered where the old garment is taken away. */
export interface Underlay {
  /** RGB at work size; only meaningful under the removal mask. */
  readonly rgb: RasterU8;
  /** The background alone, likewise. */
  readonly background: DetailedFill;
  /** Invented bare arms in front of the new garment's body, 0…1 at work size. */
  readonly limbsInFront: PlaneF32;
  /** Neck and chest inside the new neckline, where the old garment becomes skin, 0…1. */
  readonly chest: PlaneF32;
  /** Share of each pixel covered by limbs that the new garment leaves bare, 0…1: the garment's colour must not be extended there. */
  readonly bare: PlaneF32;
  /** All parts of the body painted over the background, 0…1. */
  readonly body: PlaneF32;
  /** The parts of `body` that are skin. */
  readonly skin: PlaneF32;
}

const BACKGROUND: Kept<DetailedFill> = { rgb: PLANE, source: ARRAY };

export const UNDERLAY: Kept<Underlay> = {
  rgb: PLANE,
  background: BACKGROUND,
  limbsInFront: PLANE,
  chest: PLANE,
  bare: PLANE,
  body: PLANE,
  skin: PLANE,
};

/** Paints background, lower clothes, chest, legs and arms over each other, back to front. `seam`: where invented arms overlap seen skin. */
export function buildUnderlay(scene: Scene, old: OldGarment, chest: PlaneF32, seam: PlaneF32): Underlay {
  const { width, height } = scene.garment;
  const background = withScratch(() => backgroundPlate(scene, uncovered(scene, old), old.background), BACKGROUND);
  const feet = follow(HIDDEN_FEET, { scene, old }, scene.without) ?? [];
  shadeUnderFeet(scene, feet, background.rgb);
  const rgb = { ...background.rgb, data: background.rgb.data.slice() };
  const canvas: Canvas = {
    rgb,
    bare: createPlane(width, height),
    body: createPlane(width, height),
    skin: createPlane(width, height),
  };
  const taken = [old.grown, old.halo, seam];
  if (coversTorso(scene.category) && !coversLegs(scene.category)) {
    withScratch(() => paintLower(scene, canvas, old, taken));
  }
  if (coversTorso(scene.category)) withScratch(() => paintChest(scene, canvas, chest));
  if (coversLegs(scene.category)) {
    for (const i of scene.person.limbOrder.legs) {
      const [field, tones, shade] = [scene.legs[i], scene.legTones[i], scene.legShades[i]];
      paintLimb(scene, canvas, { field, tones, shade, from: coveredTo(scene, i), ...legLook(scene, i) }, taken);
    }
    for (const foot of feet) paintFoot(scene, canvas, foot);
  }
  if (old.waist !== undefined) paint(canvas, extendColours(scene, scene.person.planes.upper, 0.9), old.waist);
  const limbsInFront = createPlane(width, height);
  if (coversTorso(scene.category)) {
    scene.arms.forEach((arm, side) => {
      const state = scene.armStates[side];
      const reach = coveredEnd(scene.sleeves[side]);
      // an arm whose hand is hidden ends in its sleeve, not in a stump
      if (state.isFar || (state.depth !== 'inPocket' && reach > state.entersAt)) return;
      const [tones, shade] = [scene.armTones[side], scene.armShades[side]];
      const inner = inwards(side);
      const into = isSleeveless(scene, side) ? { zone: chest, inner } : undefined;
      const relief = (t: number, u: number): number => armRelief(t, inner * u);
      const behind = state.depth === 'behind' ? canvas.body.data.slice() : undefined;
      const limb = { field: arm, tones, shade, from: reach, relief, into, behind };
      paintLimb(scene, canvas, limb, taken);
      const hidden = { grown: old.grown, seam, wrist: old.longSleeves[side] ? old.halo : null };
      bringForward(scene, limbsInFront, side, { ...hidden, painted: canvas.body }, reach);
    });
  }
  return { ...canvas, background, limbsInFront: softened(limbsInFront, 0.25, 0.75), chest };
}

/** Lower clothes where a long top hid them, and what hung over them. */
function paintLower(scene: Scene, canvas: Canvas, old: OldGarment, taken: readonly PlaneF32[]): void {
  const { plate, garments } = old.lower ?? { plate: null, garments: [] };
  if (plate === null) return;
  paint(canvas, plate, lowerZone(scene));
  // below a skirt's own hem the legs continue as seen further down
  for (const side of garments.some(({ hem }) => hem !== null) ? scene.person.limbOrder.legs : []) {
    const tube = scene.person.legTubes[side];
    if (hidesThigh(scene, tube, old.seen)) paintLimb(scene, canvas, seenLeg(scene, tube, side), taken);
  }
  const seat = continuedSeat(scene, garments);
  for (const garment of seat === null ? garments : [seat, ...garments]) paintContinued(scene, canvas, garment, plate);
}

/** Chest and neck. Seen skin continues under the old collar's soft edge, or the background would shine through the neck. */
function paintChest(scene: Scene, canvas: Canvas, chest: PlaneF32): void {
  const throat = seenThroat(scene);
  // without sleeves the chest continues unchanged under the whole garment and ends with it on the shoulders
  const region = upperRegion(scene.placement);
  const zone =
    region !== null && hasBareShoulders(region)
      ? { ...chest, data: chest.data.slice() }
      : continueUnderNeckline(chest, scene.garment, scene.person.planes.person);
  const plate = scene.category === 'jacket' ? layersPlate(scene, zone, throat) : skinPlate(scene, zone, throat);
  const [wide, own] = [throat.data, zone.data];
  for (let i = 0; i < own.length; i++) wide[i] = Math.max(wide[i], own[i]);
  paint(canvas, plate, throat, scene.category === 'jacket' ? 0 : 1);
}

/** How far neck and chest continue under the neckline, in work pixels: past its soft edge, or the background shows there as a pale line. */
const UNDER_NECKLINE_REACH = 2;

/** `chest`, and the part of its surroundings that is on the person under the new garment. */
export function continueUnderNeckline(chest: PlaneF32, garment: PlaneF32, person: PlaneF32): PlaneF32 {
  const grown = dilate(chest, UNDER_NECKLINE_REACH);
  for (let i = 0; i < grown.data.length; i++) {
    if (grown.data[i] === chest.data[i]) continue;
    const hidden = smoothstep(garment.data[i], 0.02, 0.2) * smoothstep(person.data[i], 0.45, 0.9);
    grown.data[i] = Math.max(chest.data[i], hidden * grown.data[i]);
  }
  return grown;
}

/** The layers painted on, back to front: colours, and masks of bare limbs, of the whole body and of skin. */
type Canvas = Pick<Underlay, 'rgb' | 'bare' | 'body' | 'skin'>;

/** Where an invented arm may be brought in front. */
interface HiddenArm {
  /** Coverage of the painted body. */
  readonly painted: PlaneF32;
  /** The old garment with its rim. */
  readonly grown: PlaneF32;
  /** Where invented skin overlaps seen skin. */
  readonly seam: PlaneF32;
  /** The soft rim of an old long sleeve: the invented arm continues a little under the seen hand, or fabric shows between them. */
  readonly wrist: PlaneF32 | null;
}

/**
 * How certainly the old garment hid a pixel, 0…1. Along the seam the whole arm is brought in front: the seen skin covers it and fades in
 * there.
 */
export function hiddenAt({ grown, seam, wrist, painted }: HiddenArm, i: number): number {
  const fabric = wrist === null ? grown.data[i] : Math.max(grown.data[i], Math.min(1, 3 * wrist.data[i]));
  const all = Math.max(fabric, Math.min(1, 20 * seam.data[i]));
  // where the armpit is not painted yet the background would come in front of the garment
  return all * smoothstep(painted.data[i], PAINTED_BODY_RAMP[0], PAINTED_BODY_RAMP[1]);
}

/** Coverage of the painted body at which a pixel begins to count as arm, and at and above which it fully does. */
const PAINTED_BODY_RAMP = [0.5, 0.95] as const;

/**
 * Where the old garment and its soft edge were and the new one does not cover them. The background search needs whole shapes, not strips of
 * them.
 */
function uncovered(scene: Scene, { grown, halo }: OldGarment): PlaneF32 {
  const out = boxBlur(scene.garment, 1);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = out.data[i] > 0.995 ? 0 : Math.max(grown.data[i], halo.data[i]);
  }
  return out;
}

/** `bare`: 1 where the plate is skin, 0 where it is fabric. */
function paint({ rgb, body, skin }: Canvas, plate: RasterU8 | null, zone: PlaneF32, bare: 0 | 1 = 0): void {
  if (plate === null) return;
  for (let i = 0; i < zone.data.length; i++) {
    const a = zone.data[i];
    if (a === 0) continue;
    if (a > body.data[i]) body.data[i] = a;
    skin.data[i] += a * (bare - skin.data[i]);
    for (let o = 3 * i; o < 3 * i + 3; o++) rgb.data[o] += a * (plate.data[o] - rgb.data[o]);
  }
}

/** A leg that is seen below a skirt whose upper part a long coat hid: the scene has no paint prepared for it. */
function seenLeg(scene: Scene, tube: LimbTube, side: number): LimbPaint {
  const { person, guide, k } = scene;
  const { plane, tone, isClothed } = seenLegs(person, guide);
  const field = limbField(tube, k, plane.width, plane.height);
  const tones = limbTones(tube, guide, plane, k, tone);
  return {
    field,
    tones,
    shade: limbShade(field, tones, guide, plane, (u) => cylinderShade(u, person.lightSide)),
    from: 0,
    ...legLook(scene, side),
    isClothed,
  };
}

interface LimbPaint {
  readonly field: LimbField;
  readonly tones: readonly (readonly number[])[];
  readonly shade: LimbShade;
  /** Share of the limb beyond which it is bare. */
  readonly from: number;
  /** Factor on the light where none was measured from seen skin. */
  readonly relief: (t: number, u: number) => number;
  /** How much redder it is than its tone at `t`. */
  readonly flush?: (t: number) => number;
  /** The bare chest that a bare arm continues from, and the sign of `u` towards the body. */
  readonly into?: { readonly zone: PlaneF32; readonly inner: number } | undefined;
  /** What hides its forearm, 0…1 per pixel. */
  readonly behind?: Float32Array | undefined;
  /** Unevenness of its skin, as a multiple of the usual. */
  readonly grain?: number;
  /** Whether it is in tights. */
  readonly isClothed?: boolean;
}

/** Appearance of the skin of a leg: the leg at the image's left is 0, at its right 1. */
function legLook({ person }: Scene, side: number): Pick<LimbPaint, 'relief' | 'flush' | 'grain'> {
  const light = person.lightSide;
  const relief = (t: number, u: number): number => legRelief(t, u, side === 0 ? -1 : 1, light) * legTurn(u, light);
  return { relief, flush: legFlush, grain: LEG_UNEVEN };
}

function paintFoot(scene: Scene, canvas: Canvas, foot: HiddenFoot): void {
  const { bare, tone, shoe, rgb, opening, soleSide, copy } = foot;
  const isWhole = copy?.from.isWhole === true;
  if (!isWhole) {
    if (opening > 0) paintPart(scene, canvas, shoe, insideAt, { rgb, isSkin: 0 });
    const light = scene.person.lightSide;
    const look = opening > 0 ? ({ rgb: tone, isSkin: 1 } as const) : ({ rgb, isSkin: 0 } as const);
    paintPart(scene, canvas, bare, (field, j) => footAt(field, j, light), look);
    paintPart(scene, canvas, shoe, (field, j) => shoeAt(field, j, opening, soleSide), { rgb, isSkin: 0 });
  }
  if (copy === null) return;
  const { guide } = scene;
  forEachCopiedPixel(scene, copy, (to, from, cover) => {
    canvas.body.data[to] = Math.max(canvas.body.data[to], cover);
    canvas.bare.data[to] = Math.max(canvas.bare.data[to], cover);
    canvas.skin.data[to] *= 1 - cover;
    for (let c = 0; c < 3; c++) {
      const at = 3 * to + c;
      canvas.rgb.data[at] += cover * (guide.data[from * guide.channels + c] - canvas.rgb.data[at]);
    }
  });
}

/** A part of an invented foot in one colour, with its own shading. */
function paintPart(
  scene: Scene,
  { rgb, body, bare, skin }: Canvas,
  field: LimbField,
  look: typeof insideAt,
  { rgb: colour, isSkin }: { readonly rgb: readonly number[]; readonly isSkin: 0 | 1 },
): void {
  forEachFieldPixel(scene, field, (i, j) => {
    const { cover, light } = look(field, j);
    if (cover === 0) return;
    body.data[i] = Math.max(body.data[i], cover);
    bare.data[i] = Math.max(bare.data[i], cover);
    skin.data[i] += cover * (isSkin - skin.data[i]);
    for (let c = 0; c < 3; c++) rgb.data[3 * i + c] += cover * (Math.min(255, colour[c] * light) - rgb.data[3 * i + c]);
  });
}

/** Continues trousers or a skirt upwards under the old upper clothes that hid them: with their own texture, else with `plate`. */
function paintContinued(scene: Scene, { rgb, body, skin }: Canvas, garment: ContinuedGarment, plate: RasterU8): void {
  const { guide } = scene;
  const { lower } = scene.person.planes;
  const { field } = garment;
  forEachFieldPixel(scene, field, (i, j) => {
    const above = garment.hem === null ? 1 : clamp(garment.hem + 0.5 - Math.floor(i / lower.width), 0, 1);
    const edge = above * limbEdge(field.u[j], field.r[j]);
    // past the last disc the garment ends at its hem, not in a round end
    if (edge === 0 || field.t[j] >= 1) return;
    body.data[i] = Math.max(body.data[i], edge);
    skin.data[i] *= 1 - edge;
    const from = fabricSource(garment, lower, field.t[j], field.u[j]);
    for (let c = 0; c < 3; c++) {
      const colour = lower.data[from] > 0.9 ? guide.data[from * guide.channels + c] : plate.data[3 * i + c];
      rgb.data[3 * i + c] += edge * (colour - rgb.data[3 * i + c]);
    }
  });
}

/**
 * Draws a bare limb: a smooth outline, its tone along it, its light across it. Colours are computed only where one of `taken` lets them be
 * seen.
 */
function paintLimb(scene: Scene, { rgb, bare, body, skin }: Canvas, limb: LimbPaint, taken: readonly PlaneF32[]): void {
  const { field, tones, shade, from, relief, flush, into, behind, grain = 1, isClothed = false } = limb;
  const shown = shownPixels(field.box, taken);
  const [light, uneven] = [new Float64Array(3), new Float64Array(3)];
  forEachFieldPixel(scene, field, (i, j) => {
    const t = field.t[j];
    const u = field.u[j];
    // no invented skin beside a covering sleeve or skirt: where they leave the old garment uncovered, background is painted
    const covered = from > SLEEVELESS_LENGTH_MAX ? smoothstep(t, from - 0.07, from - 0.02) : 1;
    const inside = into === undefined ? 1 : withinShoulder(t, into.zone.data[i]);
    const hides = behind === undefined ? 0 : behind[i] * smoothstep(t, BEHIND_LOWER_SPAN[0], BEHIND_LOWER_SPAN[1]);
    const free = (1 - hides) * limbEdge(u, field.r[j]);
    const edge = covered * inside * (into === undefined ? free : overShoulder(free, into.zone.data[i], into.inner * u));
    if (edge === 0) return;
    body.data[i] = Math.max(body.data[i], edge);
    if (!isClothed) skin.data[i] = Math.max(skin.data[i], edge);
    bare.data[i] = Math.max(bare.data[i], edge * smoothstep(t, from, from + 0.04));
    if (shown[j] === 0) return;
    const out = into === undefined ? 1 : leavesShoulder(t, into.inner * u);
    const cover = into === undefined ? edge : edge * (1 - into.zone.data[i] * (1 - out));
    // two soft edges over each other let through less of the background than the stronger one alone
    if (into !== undefined) body.data[i] = Math.max(body.data[i], 1 - (1 - into.zone.data[i]) * (1 - cover));
    const at = t * (tones.length - 1);
    const s = Math.min(tones.length - 2, Math.floor(at));
    // around the shoulder the limb merges into the flat chest
    const round = from > SLEEVELESS_LENGTH_MAX ? 1 : smoothstep(t, 0.02, 0.2);
    const unseen = 1 - trustAt(shade, t);
    const form = 1 + unseen * (relief(t, u) - 1);
    const red = flush === undefined ? 0 : unseen * flush(t);
    skinTexture(i % rgb.width, Math.floor(i / rgb.width), scene.sw, uneven);
    shadesAt(shade, t, u, light);
    for (let c = 0; c < 3; c++) {
      const lit =
        skinRelief(form, c) *
        (1 + grain * (uneven[c] - 1)) *
        (1 + round * (light[c] - 1)) *
        (1 + red * FLUSH_CHANNELS[c]);
      const tone = (tones[s][c] + (at - s) * (tones[s + 1][c] - tones[s][c])) * lit;
      rgb.data[3 * i + c] += cover * (Math.min(255, tone) - rgb.data[3 * i + c]);
    }
  });
}

/** Stretch of an arm over which it goes behind the lower clothes, as shares of the arm. */
const BEHIND_LOWER_SPAN = [0.44, 0.52] as const;
/** Change of the channels R G B per unit of `flush`: red gains, green and blue lose. */
const FLUSH_CHANNELS = [0.4, -0.6, -0.6] as const;
/** Sleeve length, as a share of the arm, below which there is no sleeve. */
const SLEEVELESS_LENGTH_MAX = 0.08;
/**
 * How much nearer to the shoulder than the end of a short sleeve the invented arm comes in front of the garment's body: it is painted from
 * that point.
 */
const INVENTED_ARM_SLANT = 0.03;

/**
 * The shares of the arm between which it leaves the body. Above them the garment's body covers the arm whatever the sleeve, below them
 * never.
 */
const LEAVES_BODY_SPAN = [0.19, 0.3] as const;

/** The share of an arm beyond which it may be in front of the garment's body when its new sleeve ends at `end`. */
export const forwardFrom = (end: number): number => (end < SLEEVELESS_LENGTH_MAX ? 0 : clamp(end, ...LEAVES_BODY_SPAN));

/**
 * Past the new sleeve's end the invented arm covers the garment's body, but only where the old sleeve was seen. One pixel inside the limb's
 * edge: the edge itself is mixed with the background.
 */
function bringForward(scene: Scene, front: PlaneF32, side: number, hidden: HiddenArm, from: number): void {
  const field = scene.arms[side];
  const ends = inFrontShare(side, scene.armStates[side]);
  const past = pastSleeve(scene, side, INVENTED_ARM_SLANT);
  const begin = forwardFrom(from);
  const inner = isSleeveless(scene, side) ? inwards(side) : 0;
  forEachFieldPixel(scene, field, (i, j) => {
    const t = field.t[j];
    const u = field.u[j];
    const edge = clamp((1 - Math.abs(u)) * field.r[j] - 0.7, 0, 1);
    if (edge === 0) return;
    const bare = (1 - besideArmhole(t, inner * u)) * past(i, t, u) * smoothstep(t, begin, begin + 0.03);
    front.data[i] = Math.max(front.data[i], edge * bare * ends(t, u) * hiddenAt(hidden, i));
  });
}
