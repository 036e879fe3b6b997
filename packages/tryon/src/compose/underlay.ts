import { boxBlur, createPlane, createRaster, type PlaneF32, type Point, type RasterU8 } from '@drape/imaging';
import { add, clamp, fillPolygon, mix, scale, scalePolygon, smoothstep } from '../person/geometry';
import { armRelief } from './arm-relief';
import { backgroundPlate, type Ground } from './background';
import { carryUp } from './carried-up';
import { chestRelief } from './chest-relief';
import { carriedCloth, clothSource, hidesThigh, type CarriedCloth } from './carried-cloth';
import type { LimbTube } from '../types';
import { tuckedHands } from './folded-arms';
import { footAt, hiddenFeet, shoeAt, type HiddenFoot } from './hidden-feet';
import { limbEdge, limbField, limbTones, type LimbField } from './limb-field';
import { underGarment } from './hidden-hand';
import { legRelief } from './leg-relief';
import { limbShade, shadesAt, trustAt, type LimbShade } from './limb-shade';
import { mirrorHalf } from './mirrored-half';
import { skinTexture } from './skin-texture';
import { smoothPlate } from './smooth-plate';
import { eachPixel, hadLongSleeve, pastSleeve, softened } from './front';
import { coveredTo, polygonMask, type OldGarment } from './removal';
import { coversLegs, coversTorso, upperRegion, type Scene } from './scene';

/** What comes to light where the old garment is taken away. */
export interface Underlay {
  /** RGB at work size; only meaningful under the removal mask. */
  readonly rgb: RasterU8;
  /** The ground alone, likewise. */
  readonly ground: Ground;
  /** Invented bare arms that lie in front of the new garment's body, 0…1 at work size. */
  readonly limbsInFront: PlaneF32;
  /** Neck and chest inside the new neckline, where the old garment becomes skin, 0…1. */
  readonly chest: PlaneF32;
  /** Share of the limbs that the new garment leaves bare, 0…1 a pixel: the garment's colour must not be extended there. */
  readonly bare: PlaneF32;
  /** All of the body that is painted over the ground, 0…1. */
  readonly body: PlaneF32;
}

/** Paints background, lower clothes, chest, legs and arms over each other, back to front. `seam`: where arms run out over seen skin. */
export function buildUnderlay(scene: Scene, old: OldGarment, chest: PlaneF32, seam: PlaneF32): Underlay {
  const { width, height } = scene.garment;
  const ground = backgroundPlate(scene, uncovered(scene, old));
  const rgb = { ...ground.rgb, data: ground.rgb.data.slice() };
  const canvas: Canvas = { rgb, bare: createPlane(width, height), body: createPlane(width, height) };
  if (coversTorso(scene.category) && !coversLegs(scene.category)) {
    const plate = lowerPlate(scene);
    paint(canvas, plate, lowerZone(scene));
    scene.person.legTubes
      .filter((tube) => hidesThigh(scene, tube, old.seen))
      .forEach((tube) => paintLimb(scene, canvas, bareLeg(scene, tube)));
    if (plate !== null) for (const cloth of carriedCloth(scene, old)) paintCloth(scene, canvas, cloth, plate);
  }
  if (coversTorso(scene.category)) {
    // seen skin goes on under the old collar's soft edge, or the ground would shine through the neck
    const throat = seenThroat(scene);
    const plate = scene.category === 'jacket' ? layersPlate(scene, chest, throat) : skinPlate(scene, chest, throat);
    paint(canvas, plate, either(chest, throat));
  }
  if (coversLegs(scene.category)) {
    scene.legs.forEach((field, i) => {
      const [tones, shade] = [scene.legTones[i], scene.legShades[i]];
      paintLimb(scene, canvas, { field, tones, shade, from: coveredTo(scene, i), relief: legRelief });
    });
    for (const foot of hiddenFeet(scene, old)) paintFoot(scene, canvas, foot);
  }
  if (old.waist !== undefined) paint(canvas, spread(scene, scene.person.planes.upper, 0.9), old.waist);
  const limbsInFront = createPlane(width, height);
  if (coversTorso(scene.category)) {
    scene.arms.forEach((arm, side) => {
      const reach = scene.sleeves[side].end;
      const [tones, shade] = [scene.armTones[side], scene.armShades[side]];
      const paint = { field: arm, tones, shade, from: reach, relief: armRelief };
      paintLimb(scene, canvas, paint);
      const hidden = hadLongSleeve(scene, side, old.seen) ? wrists(old) : old.grown;
      bringForward(scene, limbsInFront, side, withSeam(hidden, seam), reach);
    });
  }
  const tucked = coversTorso(scene.category) ? tuckedHands(scene) : null;
  if (tucked !== null) for (let i = 0; i < tucked.data.length; i++) limbsInFront.data[i] *= 1 - tucked.data[i];
  return { ...canvas, ground, limbsInFront: softened(limbsInFront, 0.25, 0.75), chest };
}

function either(a: PlaneF32, b: PlaneF32): PlaneF32 {
  const out = createPlane(a.width, a.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(a.data[i], b.data[i]);
  return out;
}

/** What is painted on, back to front: colours, and what of them is bare limb or any of the body. */
type Canvas = Pick<Underlay, 'rgb' | 'bare' | 'body'>;

/** An old long sleeve and a little of the hand below it: the invented arm runs on under the seen hand, or cloth shows between. */
function wrists({ grown, halo }: OldGarment): PlaneF32 {
  const out = createPlane(grown.width, grown.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(grown.data[i], Math.min(1, 3 * halo.data[i]));
  return out;
}

/** The same where invented skin runs out over the seen one: whole, for the seen one lies over it and fades in there. */
export function withSeam(hidden: PlaneF32, seam: PlaneF32): PlaneF32 {
  const out = createPlane(hidden.width, hidden.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = Math.max(hidden.data[i], Math.min(1, 20 * seam.data[i]));
  return out;
}

/** Where the old garment and its soft edge were and the new one does not hide it. The search wants whole forms, not strips of them. */
function uncovered(scene: Scene, { grown, halo }: OldGarment): PlaneF32 {
  const core = boxBlur(scene.garment, 1);
  const out = createPlane(core.width, core.height);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = core.data[i] > 0.995 ? 0 : Math.max(grown.data[i], halo.data[i]);
  }
  return out;
}

/** Trousers or skirt carried on upwards from where they are seen. */
function lowerPlate(scene: Scene): RasterU8 | null {
  // just below the old hem they lie in its shadow: their colour is read a little further down
  const inset = Math.max(3, Math.round(0.05 * scene.sw));
  const { lower } = scene.person.planes;
  const plate = spread(scene, lower, 0.96, inset);
  if (plate === null) return null;
  carryUp(plate, scene.guide, lower, inset, scene.sw);
  mirrorHalf(plate, lower, scene.person.body.hipMid.x * scene.k, scene.sw);
  return plate;
}

/** Half width of neck and chest, how far below the shoulder joints they are looked at, and how far above the chin, in shoulder widths. */
const THROAT = { half: 0.45, low: 0.7, high: 0.2 } as const;

/** Skin that is seen of neck and chest: beside the chin and below it, without the face. */
function seenThroat({ person, k, sw }: Scene): PlaneF32 {
  const { skin } = person.planes;
  const out = createPlane(skin.width, skin.height);
  const middle = scale(person.body.shoulderMid, k);
  const chin = Math.max(...person.faceOval.map((p) => p.y)) * k;
  const [y0, y1] = [
    Math.max(0, Math.floor(chin - THROAT.high * sw)),
    Math.min(skin.height, middle.y + THROAT.low * sw),
  ];
  const x0 = Math.max(0, Math.floor(middle.x - THROAT.half * sw));
  const x1 = Math.min(skin.width, Math.ceil(middle.x + THROAT.half * sw));
  for (let y = y0; y < y1; y++)
    out.data.set(skin.data.subarray(y * skin.width + x0, y * skin.width + x1), y * skin.width + x0);
  const face = createPlane(skin.width, skin.height);
  fillPolygon(face, scalePolygon(person.faceOval, k));
  for (let i = y0 * skin.width; i < chin * skin.width; i++) out.data[i] *= 1 - face.data[i];
  return out;
}

/** Skin of neck and chest carried on from where it is seen below the face, towards the tone of the arms at the shoulders. */
function skinPlate(scene: Scene, chest: PlaneF32, seen: PlaneF32): RasterU8 {
  const { person, guide } = scene;
  const { skin } = person.planes;
  const core = boxBlur(seen, 3);
  const canvas = { ...guide, data: guide.data.slice() };
  const known = createPlane(skin.width, skin.height);
  let n = 0;
  for (let i = 0; i < known.data.length; i++) if ((known.data[i] = core.data[i] > 0.93 ? 1 : 0) === 1) n++;
  if (n < 60) return flat(scene, person.skinTone.face);
  scene.arms.forEach((arm, side) => {
    const tone = scene.armTones[side][0];
    eachPixel(scene, arm, (i, j) => {
      if (arm.t[j] > 0.2 || Math.abs(arm.u[j]) > 0.6) return;
      known.data[i] = 1;
      for (let c = 0; c < 3; c++) canvas.data[i * canvas.channels + c] = tone[c];
    });
  });
  lightChest(scene, seen, canvas, known);
  return modelled(scene, smoothPlate(canvas, known), core, chest);
}

/** Where the upper chest is known to be as light as the arms, from the spine outwards and below the shoulders, in shoulder widths. */
const CHEST_LIT = { from: 0.12, to: 0.4, high: 0.14, low: 0.2 } as const;

/**
 * The neck lies in the chin's shadow, the chest below it does not: unless it is seen, its tone is that of the arms, where that is lighter
 * than the lowest skin seen.
 */
function lightChest(scene: Scene, seen: PlaneF32, canvas: RasterU8, known: PlaneF32): void {
  const { person, k, sw, armTones } = scene;
  const { across, down, shoulderMid } = person.body;
  if (lowestLight(scene, seen) > Math.max(...armTones.map(([tone]) => luma(tone, 0)))) return;
  const near = boxBlur(seen, Math.round(0.08 * sw));
  const step = 1 / sw;
  for (let v: number = CHEST_LIT.high; v < CHEST_LIT.low; v += step) {
    for (let u: number = -CHEST_LIT.to; u < CHEST_LIT.to; u += step) {
      if (Math.abs(u) < CHEST_LIT.from) continue;
      const x = Math.floor(shoulderMid.x * k + sw * (u * across.x + v * down.x));
      const y = Math.floor(shoulderMid.y * k + sw * (u * across.y + v * down.y));
      const i = y * known.width + x;
      if (x < 0 || y < 0 || x >= known.width || y >= known.height || near.data[i] > 0.02) continue;
      known.data[i] = 1;
      const right = clamp(0.5 + u, 0, 1);
      for (let c = 0; c < 3; c++) {
        canvas.data[i * canvas.channels + c] = armTones[0][0][c] + right * (armTones[1][0][c] - armTones[0][0][c]);
      }
    }
  }
}

const luma = (rgb: ArrayLike<number>, o: number): number => 0.299 * rgb[o] + 0.587 * rgb[o + 1] + 0.114 * rgb[o + 2];

/** Height of the band, in shoulder widths, by which the lowest seen skin is judged. */
const LOWEST = 0.06;

/** Mean luma of the lowest band of seen skin around the spine, 0 where there is none. */
function lowestLight({ person, guide, k, sw }: Scene, seen: PlaneF32): number {
  const x = Math.round(person.body.shoulderMid.x * k);
  let low = seen.height - 1;
  while (low >= 0 && !(seen.data[low * seen.width + x] > 0.9)) low--;
  let [sum, n] = [0, 0];
  for (let y = Math.max(0, Math.floor(low - LOWEST * sw)); y <= low; y++) {
    for (let i = y * seen.width + x - Math.round(LOWEST * sw); i < y * seen.width + x + LOWEST * sw; i++) {
      if (!(seen.data[i] > 0.9)) continue;
      sum += luma(guide.data, i * guide.channels);
      n++;
    }
  }
  return n === 0 ? 0 : sum / n;
}

/** Collar bones and slow changes of tone on a plate of skin under `chest`, where none is seen (`core`). Changes the plate. */
function modelled({ person, k, sw }: Scene, plate: RasterU8, core: PlaneF32, chest: PlaneF32): RasterU8 {
  const { across, down, shoulderMid } = person.body;
  const [mx, my] = [shoulderMid.x * k, shoulderMid.y * k];
  const [y0, y1] = [Math.max(0, Math.floor(my - 0.6 * sw)), Math.min(plate.height, Math.ceil(my + 0.6 * sw))];
  const [x0, x1] = [Math.max(0, Math.floor(mx - 0.6 * sw)), Math.min(plate.width, Math.ceil(mx + 0.6 * sw))];
  const uneven = new Float64Array(3);
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const i = y * plate.width + x;
      if (chest.data[i] === 0 || core.data[i] > 0.8) continue;
      const [dx, dy] = [(x - mx) / sw, (y - my) / sw];
      const relief = chestRelief(dx * across.x + dy * across.y, dx * down.x + dy * down.y);
      const invented = 1 - smoothstep(core.data[i], 0.2, 0.8);
      skinTexture(x, y, sw, uneven);
      for (let c = 0; c < 3; c++) {
        const factor = 1 + invented * (relief * uneven[c] - 1);
        plate.data[3 * i + c] = Math.min(255, plate.data[3 * i + c] * factor);
      }
    }
  }
  return plate;
}

/** What shows between the lapels of a new jacket: the top that is worn, or skin, whichever is seen nearer. */
function layersPlate(scene: Scene, chest: PlaneF32, throat: PlaneF32): RasterU8 {
  const { skin, top } = scene.person.planes;
  const both = createPlane(skin.width, skin.height);
  for (let i = 0; i < both.data.length; i++) both.data[i] = Math.max(skin.data[i], top.data[i]);
  return spread(scene, both, 0.9) ?? skinPlate(scene, chest, throat);
}

function flat(scene: Scene, rgb: readonly number[]): RasterU8 {
  const out = createRaster(scene.guide.width, scene.guide.height, 3);
  for (let i = 0; i < out.data.length; i++) out.data[i] = rgb[i % 3];
  return out;
}

/** The photo's colours where `plane` is above `least`, drawn outwards over all else; null where too little is seen. */
function spread(scene: Scene, plane: PlaneF32, least: number, depth = 3): RasterU8 | null {
  const { guide } = scene;
  const core = boxBlur(plane, depth);
  const known = createPlane(plane.width, plane.height);
  let n = 0;
  for (let i = 0; i < known.data.length; i++) if ((known.data[i] = core.data[i] > least ? 1 : 0) === 1) n++;
  return n < 60 ? null : smoothPlate(guide, known);
}

/** Below the new hem and within the trousers' own width: there the old top's end turns into trousers. */
function lowerZone(scene: Scene): PlaneF32 {
  const region = upperRegion(scene.placement);
  const none = createPlane(scene.garment.width, scene.garment.height);
  if (region === null || region.hem.length < 2) return none;
  const span = lowerSpan(scene, region.hem);
  if (span === null) return none;
  const { body } = scene.person;
  const up = scale(body.down, -0.15 * body.shoulderWidth);
  const hem = region.hem.map((p) => ({ x: clamp(p.x, span.left, span.right), y: p.y }));
  const [first, last] = [hem[0], hem[hem.length - 1]];
  // a corner that hangs lower than the hem's middle leaves a gap above it
  const level = hem[hem.length >> 1].y;
  // where a long top gives way to a short one, the trousers go on from there to where they are seen
  const deep = Math.max(BELOW_HEM * body.shoulderWidth, span.seenFrom - Math.min(first.y, last.y));
  const down = scale(body.down, deep);
  return polygonMask(scene, [
    { x: span.left, y: Math.min(first.y, level) + up.y },
    { x: span.right, y: Math.min(last.y, level) + up.y },
    add(last, down),
    add(first, down),
  ]);
}

/** How far below the new hem lower clothes are carried on at least, and how far below it they are looked for, in shoulder widths. */
const BELOW_HEM = 0.55;
const LOOKED_FOR = 1.8;

interface LowerSpan {
  readonly left: number;
  readonly right: number;
  /** Row from which on the lower clothes are seen in their whole width. */
  readonly seenFrom: number;
}

/** Left and right end of the lower clothes just below the old top, photo pixels: medians over the first rows that show them. */
function lowerSpan(scene: Scene, hem: readonly Point[]): LowerSpan | null {
  const { person, k, sw } = scene;
  const { lower } = person.planes;
  const middle = Math.round(mix(hem[0], hem[hem.length - 1], 0.5).x * k);
  const top = Math.round(Math.min(hem[0].y, hem[hem.length - 1].y) * k);
  const [lefts, rights]: [number[], number[]] = [[], []];
  const gap = Math.max(1, Math.round(LEG_GAP * sw));
  let last = top;
  for (let y = Math.max(0, top); y < Math.min(lower.height, top + LOOKED_FOR * sw) && lefts.length < 0.22 * sw; y++) {
    const on = (x: number): boolean => x >= 0 && x < lower.width && lower.data[y * lower.width + x] > 0.5;
    const [left, right] = [lastOn(on, middle, -1, gap), lastOn(on, middle, 1, gap)];
    if (left === null || right === null) continue;
    lefts.push(left);
    rights.push(right);
    last = y;
  }
  if (lefts.length < 3) return null;
  // rows still half covered by the old top are narrower than the trousers: look at the wide ones
  const at = (values: number[], share: number): number =>
    values.sort((p, q) => p - q)[Math.floor(share * (values.length - 1))];
  return { left: at(lefts, 0.12) / k, right: (at(rights, 0.88) + 1) / k, seenFrom: (last + 1) / k };
}

/** Widest gap between two trouser legs, in shoulder widths, that is taken for part of them. */
const LEG_GAP = 0.12;

/** The last position on a way from `start` that is on, gaps of up to `gap` leapt over; null where nothing is. */
function lastOn(on: (x: number) => boolean, start: number, step: 1 | -1, gap: number): number | null {
  let last: number | null = null;
  for (let x = start, off = 0; off <= gap; x += step) {
    if (on(x)) [last, off] = [x, 0];
    else off++;
  }
  return last;
}

function paint({ rgb, body }: Canvas, plate: RasterU8 | null, zone: PlaneF32): void {
  if (plate === null) return;
  for (let i = 0; i < zone.data.length; i++) {
    const a = zone.data[i];
    if (a === 0) continue;
    body.data[i] = Math.max(body.data[i], a);
    for (let c = 0; c < 3; c++) rgb.data[3 * i + c] += a * (plate.data[3 * i + c] - rgb.data[3 * i + c]);
  }
}

/** A leg that a long coat hid, below a garment that leaves legs alone: the scene has no paint ready for it. */
function bareLeg(scene: Scene, tube: LimbTube): LimbPaint {
  const { person, guide, k } = scene;
  const { skin } = person.planes;
  const field = limbField(tube, k, skin.width, skin.height);
  const tones = limbTones(tube, guide, skin, k, person.skinTone.leg);
  return { field, tones, shade: limbShade(field, tones, guide, skin), from: 0, relief: legRelief };
}

interface LimbPaint {
  readonly field: LimbField;
  readonly tones: readonly (readonly number[])[];
  readonly shade: LimbShade;
  /** Share of the limb from which on it is bare. */
  readonly from: number;
  /** Factor on the light where nothing of it was read from seen skin. */
  readonly relief?: (t: number, u: number) => number;
}

function paintFoot(scene: Scene, canvas: Canvas, { bare, tone, shoe, rgb }: HiddenFoot): void {
  paintPart(scene, canvas, bare, footAt, tone);
  if (shoe !== null) paintPart(scene, canvas, shoe, shoeAt, rgb);
}

/** A part of an invented foot in one colour, under its own light. */
function paintPart(
  scene: Scene,
  { rgb, body, bare }: Canvas,
  field: LimbField,
  look: typeof shoeAt,
  colour: readonly number[],
): void {
  eachPixel(scene, field, (i, j) => {
    const { cover, light } = look(field, j);
    if (cover === 0) return;
    body.data[i] = Math.max(body.data[i], cover);
    bare.data[i] = Math.max(bare.data[i], cover);
    for (let c = 0; c < 3; c++) rgb.data[3 * i + c] += cover * (Math.min(255, colour[c] * light) - rgb.data[3 * i + c]);
  });
}

/** Draws trousers or a skirt on upwards under old upper clothes that hid them: their own texture, else `plate`. */
function paintCloth(scene: Scene, { rgb, body }: Canvas, cloth: CarriedCloth, plate: RasterU8): void {
  const { guide } = scene;
  const { lower } = scene.person.planes;
  const { field } = cloth;
  eachPixel(scene, field, (i, j) => {
    const edge = limbEdge(field.u[j], field.r[j]);
    // past the last disc the cloth ends in its hem, not in a round
    if (edge === 0 || field.t[j] >= 1) return;
    body.data[i] = Math.max(body.data[i], edge);
    const from = clothSource(cloth, lower, field.t[j], field.u[j]);
    for (let c = 0; c < 3; c++) {
      const colour = lower.data[from] > 0.9 ? guide.data[from * guide.channels + c] : plate.data[3 * i + c];
      rgb.data[3 * i + c] += edge * (colour - rgb.data[3 * i + c]);
    }
  });
}

/** Draws a bare limb: a smooth outline, its tone along it, its light across it. */
function paintLimb(scene: Scene, canvas: Canvas, limb: LimbPaint): void {
  const job = { ...canvas, ...limb, sw: scene.sw, light: new Float64Array(3), uneven: new Float64Array(3) };
  eachPixel(scene, limb.field, paintPixel.bind(null, job));
}

interface LimbJob extends Canvas, LimbPaint {
  /** Shoulder width in work pixels. */
  readonly sw: number;
  /** Scratch for three channels each. */
  readonly light: Float64Array;
  readonly uneven: Float64Array;
}

function paintPixel(job: LimbJob, i: number, j: number): void {
  const { rgb, bare, body, field, tones, shade, from, relief, sw, light, uneven } = job;
  // no invented skin beside a covering sleeve or skirt: what it leaves of the old garment there becomes background
  const covered = from > SLEEVELESS ? smoothstep(field.t[j], from - 0.07, from - 0.02) : 1;
  const edge = covered * limbEdge(field.u[j], field.r[j]);
  if (edge === 0) return;
  body.data[i] = Math.max(body.data[i], edge);
  bare.data[i] = Math.max(bare.data[i], edge * smoothstep(field.t[j], from, from + 0.04));
  const at = field.t[j] * (tones.length - 1);
  const s = Math.min(tones.length - 2, Math.floor(at));
  // round the shoulder the limb goes over into the flat chest
  const round = from > SLEEVELESS ? 1 : smoothstep(field.t[j], 0.02, 0.2);
  const form = relief === undefined ? 1 : 1 + (1 - trustAt(shade, field.t[j])) * (relief(field.t[j], field.u[j]) - 1);
  skinTexture(i % rgb.width, Math.floor(i / rgb.width), sw, uneven);
  shadesAt(shade, field.t[j], field.u[j], light);
  for (let c = 0; c < 3; c++) {
    const lit = form * uneven[c] * (1 + round * (light[c] - 1));
    const tone = (tones[s][c] + (at - s) * (tones[s + 1][c] - tones[s][c])) * lit;
    rgb.data[3 * i + c] += edge * (Math.min(255, tone) - rgb.data[3 * i + c]);
  }
}

/** Reach of a sleeve below which there is none. */
const SLEEVELESS = 0.08;
/** How much nearer the shoulder than a short sleeve's end the invented arm comes before the garment's body: it is painted from there on. */
const INVENTED_SLANT = 0.03;

/**
 * Past the new sleeve's end the invented arm covers the garment's body, but only where the old sleeve was seen.
 * One pixel inside the limb's edge: the edge itself is mixed with the background.
 */
function bringForward(scene: Scene, front: PlaneF32, side: number, old: PlaneF32, from: number): void {
  const field = scene.arms[side];
  const pocket = underGarment(scene, side);
  const past = pastSleeve(scene, side, INVENTED_SLANT);
  const begin = from < SLEEVELESS ? 0 : 0.3;
  const job: ForwardJob = { field, past, begin, pocket, old: old.data, front: front.data };
  eachPixel(scene, field, forwardPixel.bind(null, job));
}

interface ForwardJob {
  readonly field: LimbField;
  readonly past: ReturnType<typeof pastSleeve>;
  /** Shares of the arm from which on it is bare, and from which on it is in a pocket. */
  readonly begin: number;
  readonly pocket: number;
  readonly old: Float32Array;
  readonly front: Float32Array;
}

function forwardPixel({ field, past, begin, pocket, old, front }: ForwardJob, i: number, j: number): void {
  const t = field.t[j];
  const edge = clamp((1 - Math.abs(field.u[j])) * field.r[j] - 0.7, 0, 1);
  const bare = past(i, t, field.u[j]) * smoothstep(t, begin, begin + 0.03);
  const ends = 1 - smoothstep(t, pocket, pocket + 0.08);
  front[i] = Math.max(front[i], edge * bare * ends * old[i]);
}
