import {
  type Box,
  boxBlur,
  createPlane,
  createRaster,
  filledBox,
  fillPolygon,
  grownBox,
  mirrorUp,
  type PlaneF32,
  type RasterU8,
  smoothFill,
} from '@drape/imaging';
import { relightSkin, skinRelief } from '../../../person/measure/skin-shade';
import { warmed, warmthOf, type Rgb } from '../../../person/measure/skin-tone';
import { chestRelief } from './chest-relief';
import { chestTone, luma } from './chest-tone';
import { replacesOuter } from '../../scene/replaces-outer';
import { hasBareShoulders, upperRegion } from '../../scene/scene';
import { skinTexture } from './skin-texture';
import type { Scene } from '../../../model/scene';
import { forEachFieldPixel } from '../../scene/for-each-field-pixel';
import { clamp, smoothstep } from '../../../geometry/numbers';
import { scale, scalePolygon } from '../../../geometry/vector';

/**
 * How trousers or a skirt are continued upwards, in shoulder widths: least height seen of a column, greatest height that is used, how far
 * up, and columns to both sides whose ends are averaged, because old hems are ragged, but pleats must stay.
 */
const UPWARDS = { min: 0.06, max: 0.5, up: 0.9, even: 0.06 } as const;

/** Trousers or skirt extended upwards from where they are seen, with their pleats and weave. */
export function lowerPlate(scene: Scene): RasterU8 | null {
  const pixels = (width: number, min = 0): number => Math.max(min, Math.round(width * scene.sw));
  // just below the old hem they are in its shadow: their colour is read a little further down
  const inset = pixels(0.05, 3);
  const { lower } = scene.person.planes;
  const plate = extendColours(scene, lower, 0.96, inset);
  if (plate === null) return null;
  mirrorUp(plate, scene.guide, lower, {
    inset,
    min: pixels(UPWARDS.min, 3),
    max: pixels(UPWARDS.max),
    up: pixels(UPWARDS.up),
    even: pixels(UPWARDS.even, 1),
  });
  return plate;
}

/** Area searched for neck and chest, in shoulder widths: half width, distance below the shoulder joints and above the chin. */
const THROAT_SEARCH = { half: 0.45, low: 0.7, high: 0.2 } as const;

/** Seen skin of neck and chest: beside the chin and below it, without the face. */
export function seenThroat({ person, k, sw }: Scene): PlaneF32 {
  const { skin } = person.planes;
  const out = createPlane(skin.width, skin.height);
  const middle = scale(person.body.shoulderMid, k);
  const chin = Math.max(...person.faceOval.map((p) => p.y)) * k;
  const [y0, y1] = [
    Math.max(0, Math.floor(chin - THROAT_SEARCH.high * sw)),
    Math.min(skin.height, middle.y + THROAT_SEARCH.low * sw),
  ];
  const x0 = Math.max(0, Math.floor(middle.x - THROAT_SEARCH.half * sw));
  const x1 = Math.min(skin.width, Math.ceil(middle.x + THROAT_SEARCH.half * sw));
  for (let y = y0; y < y1; y++)
    out.data.set(skin.data.subarray(y * skin.width + x0, y * skin.width + x1), y * skin.width + x0);
  const face = createPlane(skin.width, skin.height);
  fillPolygon(face, scalePolygon(person.faceOval, k));
  for (let i = y0 * skin.width; i < chin * skin.width; i++) out.data[i] *= 1 - face.data[i];
  return out;
}

/**
 * How plates are extended: the known colours as the mean of squares of this half side, in halved pixels, which keeps forms and drops grain,
 * so that one dark pixel at the edge does not become a dark block; and this many pixels from the border they have their own values.
 */
const SMOOTH = { calm: 3, fade: 5 } as const;

/**
 * Half the side of the square, in work pixels, that must be all seen skin for a pixel's colour to be used; and the least number of such
 * pixels.
 */
const CORE_HALF_SIDE = 3;
const CORE_PIXELS_MIN = 60;

/** Skin of neck and chest, extended from where it is seen below the face, towards the tone of the arms at the shoulders. */
export function skinPlate(scene: Scene, chest: PlaneF32, seen: PlaneF32): RasterU8 {
  const { person, guide } = scene;
  const { skin } = person.planes;
  const core = boxBlur(seen, CORE_HALF_SIDE);
  const throat = filledBox(seen);
  const around = grownBox(throat, CORE_HALF_SIDE, seen);
  const canvas = { ...guide, data: guide.data.slice() };
  const known = createPlane(skin.width, skin.height);
  const { count, mean: own } = markSure(core, around, guide, known);
  if (count < CORE_PIXELS_MIN) return plainRaster(scene, person.skinTone.arm);
  scene.arms.forEach((_, side) => anchorArm(scene, side, canvas, known));
  const tones = scene.armTones.map(([tone]) => chestTone(person.skinTone.face, [tone[0], tone[1], tone[2]], own));
  lightChest(scene, seen, tones, canvas, known);
  hideFabric(scene, canvas, known);
  const warmth = Math.min(
    CHEST_WARMTH_MIN * warmthOf(likeThroat(person.skinTone.arm, own)),
    CHEST_WARMTH_MAX * warmthOf(own),
    ...tones.map(warmthOf),
  );
  const plate = smoothFill(canvas, known, { ...SMOOTH, rows: rowsOf(filledBox(chest), throat) });
  return addRelief(scene, plate, core, chest, warmth);
}

/** Writes 1 where every pixel around a pixel of a box is seen; returns how many there are, and their mean colour. */
function markSure(
  { data, width }: PlaneF32,
  { x, y, ...size }: Box,
  guide: RasterU8,
  into: PlaneF32,
): { readonly count: number; readonly mean: Rgb } {
  let [red, green, blue, count] = [0, 0, 0, 0];
  for (let row = y; row < y + size.height; row++) {
    for (let i = row * width + x, end = i + size.width; i < end; i++) {
      if (data[i] <= 0.93) continue;
      into.data[i] = 1;
      red += guide.data[i * guide.channels];
      green += guide.data[i * guide.channels + 1];
      blue += guide.data[i * guide.channels + 2];
      count++;
    }
  }
  return { count, mean: [red / count, green / count, blue / count] };
}

/** Between known places the plate keeps a pixel's own colour: fabric there would stand out as specks. */
function hideFabric({ person, armTones, k }: Scene, { data, channels }: RasterU8, known: PlaneF32): void {
  const skin = person.planes.skin.data;
  const middle = person.body.shoulderMid.x * k;
  for (let y = 0, i = 0, o = 0; y < known.height; y++) {
    for (let x = 0; x < known.width; x++, i++, o += channels) {
      if (known.data[i] === 1 || skin[i] > 0.5) continue;
      const tone = armTones[x < middle ? 0 : 1][0];
      data[o] = tone[0];
      data[o + 1] = tone[1];
      data[o + 2] = tone[2];
    }
  }
}

/**
 * The share of an arm down to which its seen skin defines the colours of the shoulder above, and the least area of it, in squared shoulder
 * widths.
 */
const SHOULDER_SKIN_SPAN = 0.36;
const SHOULDER_SKIN_AREA_MIN = 0.008;

/** The colour that the plate fades to at a shoulder: the seen skin of the arm in its light, or the arm's tone where none is seen. */
function anchorArm(
  { person, arms, armTones, garment, sw }: Scene,
  side: number,
  canvas: RasterU8,
  known: PlaneF32,
): void {
  const { skin } = person.planes;
  const { t, u } = arms[side];
  const seen: number[] = [];
  forEachFieldPixel({ garment }, arms[side], (i, j) => {
    if (t[j] <= SHOULDER_SKIN_SPAN && Math.abs(u[j]) < 0.9 && isDeep(skin, i)) seen.push(i);
  });
  if (seen.length > SHOULDER_SKIN_AREA_MIN * sw * sw) {
    for (const i of seen) known.data[i] = 1;
    return;
  }
  forEachFieldPixel({ garment }, arms[side], (i, j) => {
    if (t[j] > 0.2 || Math.abs(u[j]) > 0.6) return;
    known.data[i] = 1;
    for (let c = 0; c < 3; c++) canvas.data[i * canvas.channels + c] = armTones[side][0][c];
  });
}

/** Radius around a pixel, in work pixels, within which all must be skin: near its border old fabric and its shadow tint it. */
const DEEP_RADIUS = 3;

function isDeep({ data, width }: PlaneF32, i: number): boolean {
  return (
    data[i] > 0.97 && data[i - DEEP_RADIUS] > 0.9 && data[i + DEEP_RADIUS] > 0.9 && data[i - DEEP_RADIUS * width] > 0.9
  );
}

/** The rows of the boxes and those between. */
function rowsOf(...boxes: readonly Box[]): Rows {
  const filled = boxes.filter(({ height }) => height > 0);
  if (filled.length === 0) return { from: 0, to: 0 };
  return { from: Math.min(...filled.map(({ y }) => y)), to: Math.max(...filled.map((box) => box.y + box.height)) };
}

/**
 * Where the light on the upper chest is known, around the spine and below the shoulders, in shoulder widths. Further out it begins higher,
 * by the slope, as the shoulders rise to the neck. At its sides it fades to the arms' tone.
 */
const LIT_CHEST = { from: 0.12, to: 0.46, high: 0, low: 0.2, lowBare: 0.45, rise: 0.9, fades: 0.24 } as const;

/**
 * The neck is in the chin's shadow, the chest below is not. Where the chest is not seen it gets `tones`, at the image's left and right,
 * where these are lighter than the lowest seen skin.
 */
function lightChest(
  scene: Scene,
  seen: PlaneF32,
  [left, right]: readonly Rgb[],
  canvas: RasterU8,
  known: PlaneF32,
): void {
  const { person, k, sw, armTones } = scene;
  const { across, down, shoulderMid } = person.body;
  if (lowestLight(scene, seen) > Math.max(luma(left, 0), luma(right, 0))) return;
  const near = boxBlur(seen, Math.round(0.08 * sw));
  const step = 1 / sw;
  const region = upperRegion(scene.placement);
  const low = region !== null && hasBareShoulders(region) ? LIT_CHEST.lowBare : LIT_CHEST.low;
  for (let v: number = LIT_CHEST.high - LIT_CHEST.rise * (LIT_CHEST.to - LIT_CHEST.from); v < low; v += step) {
    for (let u: number = -LIT_CHEST.to; u < LIT_CHEST.to; u += step) {
      const out = Math.max(0, Math.abs(u) - LIT_CHEST.from);
      if (v < LIT_CHEST.high - LIT_CHEST.rise * out) continue;
      const x = Math.floor(shoulderMid.x * k + sw * (u * across.x + v * down.x));
      const y = Math.floor(shoulderMid.y * k + sw * (u * across.y + v * down.y));
      const i = y * known.width + x;
      if (x < 0 || y < 0 || x >= known.width || y >= known.height || near.data[i] > 0.02) continue;
      if (person.planes.skin.data[i] > 0.5) continue;
      known.data[i] = 1;
      const side = clamp(0.5 + u, 0, 1);
      const arm = armTones[u < 0 ? 0 : 1][0];
      const fade = smoothstep(Math.abs(u), LIT_CHEST.fades, LIT_CHEST.to);
      for (let c = 0; c < 3; c++) {
        const own = left[c] + side * (right[c] - left[c]);
        canvas.data[i * canvas.channels + c] = own + fade * (arm[c] - own);
      }
    }
  }
}

/** Height of the band of lowest seen skin that is measured, in shoulder widths. */
const LOWEST_SKIN_HEIGHT = 0.06;

/** Mean luma of the lowest band of seen skin around the spine, 0 where there is none. */
function lowestLight({ person, guide, k, sw }: Scene, seen: PlaneF32): number {
  const x = Math.round(person.body.shoulderMid.x * k);
  let low = seen.height - 1;
  while (low >= 0 && !(seen.data[low * seen.width + x] > 0.9)) low--;
  let [sum, n] = [0, 0];
  for (let y = Math.max(0, Math.floor(low - LOWEST_SKIN_HEIGHT * sw)); y <= low; y++) {
    for (
      let i = y * seen.width + x - Math.round(LOWEST_SKIN_HEIGHT * sw);
      i < y * seen.width + x + LOWEST_SKIN_HEIGHT * sw;
      i++
    ) {
      if (!(seen.data[i] > 0.9)) continue;
      sum += luma(guide.data, i * guide.channels);
      n++;
    }
  }
  return n === 0 ? 0 : sum / n;
}

/**
 * Least warmth of an invented chest as a share of the arms', because skin in the chin's shade or out of focus is greyer; and its greatest
 * warmth as a multiple of the seen throat's.
 */
const CHEST_WARMTH_MIN = 0.92;
const CHEST_WARMTH_MAX = 1.35;

/** The arms' skin in the throat's light: shaded skin is redder than a chest in the light. */
function likeThroat(arm: Rgb, throat: Rgb): Rgb {
  return relightSkin(arm, clamp(luma(throat, 0) / luma(arm, 0), 1, THROAT_LIGHT_RATIO_MAX));
}
/** Greatest ratio of the throat's light to the arms' that is trusted. */
const THROAT_LIGHT_RATIO_MAX = 1.5;

/**
 * Adds collar bones and slow changes of tone to a plate of skin under `chest` where no skin is seen (`core`), at least as warm as given.
 * Changes the plate.
 */
function addRelief(
  { person, armTones, k, sw }: Scene,
  plate: RasterU8,
  core: PlaneF32,
  chest: PlaneF32,
  warmth: number,
): RasterU8 {
  const { across, down, shoulderMid } = person.body;
  const beside = armTones.map(([tone]) => Math.min(warmth, warmthOf([tone[0], tone[1], tone[2]])));
  const [mx, my] = [shoulderMid.x * k, shoulderMid.y * k];
  const [y0, y1] = [Math.max(0, Math.floor(my - 0.6 * sw)), Math.min(plate.height, Math.ceil(my + 0.6 * sw))];
  const [x0, x1] = [Math.max(0, Math.floor(mx - 0.6 * sw)), Math.min(plate.width, Math.ceil(mx + 0.6 * sw))];
  const uneven = new Float64Array(3);
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const i = y * plate.width + x;
      if (chest.data[i] === 0 || core.data[i] > 0.8) continue;
      const [dx, dy] = [(x - mx) / sw, (y - my) / sw];
      const u = dx * across.x + dy * across.y;
      const relief = chestRelief(u, dx * down.x + dy * down.y);
      const min = warmth + smoothstep(Math.abs(u), 0.18, 0.38) * (beside[u < 0 ? 0 : 1] - warmth);
      const invented = 1 - smoothstep(core.data[i], 0.2, 0.8);
      skinTexture(x, y, sw, uneven);
      const skin = warmed([plate.data[3 * i], plate.data[3 * i + 1], plate.data[3 * i + 2]], min);
      for (let c = 0; c < 3; c++) {
        const own = plate.data[3 * i + c];
        plate.data[3 * i + c] = clamp(own + invented * (skin[c] * skinRelief(relief, c) * uneven[c] - own), 0, 255);
      }
    }
  }
  return plate;
}

/** Distances from the spine, in shoulder widths: where the neck ends, and where the top worn under a jacket is on the shoulder. */
const NECK_END_RAMP = [0.15, 0.21] as const;

/** Below its highest seen row the worn top takes over completely within this height, in shoulder widths. */
const TOP_EDGE_HEIGHT = 0.06;

/** How far below the shoulder joints the usual neckline of a top worn under a jacket ends, in shoulder widths. */
const CREW_NECKLINE_DEPTH = 0.1;

/**
 * The row below which only the top shows: where it is certainly seen in front of the neck. Under an old jacket it is no lower than the
 * usual neckline and the seen throat allow, because what the jacket hid is not bare.
 */
function topFrom(scene: Scene, throat: PlaneF32, end: number): number {
  const high = highestTop(scene, end);
  return replacesOuter(scene) ? Math.min(high, Math.max(bareUntil(scene, throat), crewRow(scene))) : high;
}

const crewRow = ({ person, k, sw }: Scene): number => person.body.shoulderMid.y * k + CREW_NECKLINE_DEPTH * sw;

/** The row in which the skin seen below the chin ends in front of the neck. */
const bareUntil = (scene: Scene, throat: PlaneF32): number =>
  rowBeforeNeck(scene, throat, throat.height, (wide) => wide < TOP_WIDTH_MIN * scene.sw);

/** The first row, above `end`, in which the top is certainly seen in front of the neck; `end` where there is none. */
const highestTop = (scene: Scene, end: number): number =>
  rowBeforeNeck(scene, scene.person.planes.top, end, (wide) => wide > TOP_WIDTH_MIN * scene.sw);

/**
 * The first row below the chin, above `end`, of which `isFound` holds: it is given the width of what a plane shows in front of the neck.
 */
function rowBeforeNeck(
  { person, k, sw }: Scene,
  { width, data }: PlaneF32,
  end: number,
  isFound: (wide: number) => boolean,
): number {
  const x = person.body.shoulderMid.x * k;
  const [left, right] = [Math.round(x - NECK_END_RAMP[0] * sw), Math.round(x + NECK_END_RAMP[0] * sw)];
  const chin = Math.max(...person.faceOval.map((p) => p.y)) * k;
  for (let y = Math.max(0, Math.ceil(chin)); y < end; y++) {
    let wide = 0;
    for (let i = y * width + left; i < y * width + right; i++) wide += data[i];
    if (isFound(wide)) return y;
  }
  return end;
}

/** Width of the top in a row, in shoulder widths, above which the row shows it. */
const TOP_WIDTH_MIN = 0.03;

/** The belief in a pixel of a narrow strip of a top, and its distance from the border in work pixels, needed to use its colour. */
const STRIP_LIMITS = { min: 0.7, depth: 1 } as const;

/** Colour of the top under a buttoned coat that shows nothing of it: a pale grey shirt, RGB. */
const UNKNOWN_TOP_RGB = [186, 185, 184] as const;

/**
 * What shows between the lapels of a new jacket: the worn top or skin, whichever is seen nearer; beside the neck, where the old lapels
 * were, only the top.
 */
export function layersPlate(scene: Scene, chest: PlaneF32, throat: PlaneF32): RasterU8 {
  const { skin, top } = scene.person.planes;
  const both = createPlane(skin.width, skin.height);
  for (let i = 0; i < both.data.length; i++) both.data[i] = Math.max(skin.data[i], top.data[i]);
  const plate = extendColours(scene, both, 0.9);
  if (plate === null) return skinPlate(scene, chest, throat);
  const rows = rowsOf(filledBox(chest));
  // between an old jacket's lapels often only a strip of the top shows
  const tops =
    extendColours(scene, top, 0.9, 3, rows) ?? extendColours(scene, top, STRIP_LIMITS.min, STRIP_LIMITS.depth, rows);
  const hidden = replacesOuter(scene);
  const worn = tops ?? (hidden ? plainRaster(scene, UNKNOWN_TOP_RGB) : null);
  if (worn !== null) coverShoulders(scene, plate, worn, { ...rows, high: topFrom(scene, throat, rows.to), hidden });
  return plate;
}

interface Rows {
  readonly from: number;
  readonly to: number;
}

interface CoveredRows extends Rows {
  /** Row below which only the top shows. */
  readonly high: number;
  /** Whether the row was guessed: then the top ends in a neckline of its own. */
  readonly hidden: boolean;
}

/** How far a guessed neckline rises at the neck's sides, and how soft its edge is, in shoulder widths. */
const NECKLINE_RISE = 0.07;
const NECKLINE_EDGE = 0.02;

/** Mixes `tops` over some rows of `plate` beside the neck, and everywhere below the row `high`. */
function coverShoulders(scene: Scene, plate: RasterU8, tops: RasterU8, { from, to, high, hidden }: CoveredRows): void {
  const { person, k, sw } = scene;
  const { across, shoulderMid } = person.body;
  const soft = hidden ? NECKLINE_EDGE : TOP_EDGE_HEIGHT;
  for (let y = from, i = from * plate.width; y < to; y++) {
    for (let x = 0; x < plate.width; x++, i++) {
      const u = ((x - shoulderMid.x * k) * across.x + (y - shoulderMid.y * k) * across.y) / sw;
      const bow = hidden ? NECKLINE_RISE * Math.min(1, (u / NECK_END_RAMP[0]) ** 2) : 0;
      const below = smoothstep((y - high) / sw + bow, 0, soft);
      const share = Math.max(below, smoothstep(Math.abs(u), NECK_END_RAMP[0], NECK_END_RAMP[1]));
      if (share === 0) continue;
      for (let c = 3 * i; c < 3 * i + 3; c++) plate.data[c] += share * (tops.data[c] - plate.data[c]);
    }
  }
}

function plainRaster(scene: Scene, rgb: readonly number[]): RasterU8 {
  const out = createRaster(scene.guide.width, scene.guide.height, 3);
  for (let i = 0; i < out.data.length; i++) out.data[i] = rgb[i % 3];
  return out;
}

/** The photo's colours where `plane` is above `min`, extended outwards over everything else; null where too little is seen. */
export function extendColours(
  scene: Scene,
  plane: PlaneF32,
  min: number,
  depth = 3,
  rows: Rows = { from: 0, to: scene.guide.height },
): RasterU8 | null {
  const { guide } = scene;
  const known = boxBlur(plane, depth);
  let n = 0;
  for (let i = 0; i < known.data.length; i++) if ((known.data[i] = known.data[i] > min ? 1 : 0) === 1) n++;
  return n < 60 ? null : smoothFill(guide, known, { ...SMOOTH, rows });
}
