import type { ProductCategory } from '@drape/contracts';
import {
  type Box,
  boxAround,
  close,
  createPlane,
  cropRaster,
  edgeByColour,
  fillHidden,
  type PlaneF32,
  type RasterU8,
  rgbToLab,
  scaleRaster,
  solidBox,
} from '@drape/imaging';
import { bodyFrame, type Joints, moveJoints } from '../../person/pose/joints';
import { PARSE_CLASSES, type ParseClass, type ParseResult } from '../../ports';
import { KEPT_HEIGHT, packCutOut, type Packed, placeWithin } from '../cut-out/cut-out';
import { noGarment } from '../no-garment';
import { planeOver, type Wearer } from './wearer';
import { chooseClasses, partLayers, type WornClasses } from './worn-classes';
import type { Place } from '../../model/garment';
import { armGaps, completeHidden, hiddenParts, type WornPlanes, wornShape } from './worn-shape';
import { segmentDistance } from '../../geometry/polyline';
import { clamp } from '../../geometry/numbers';

/** Longest side at which classes and colours are judged, pixels. */
const JUDGED_SIDE = 448;
/** Least share of the garment that must be in sight for somebody else to wear it. */
const SEEN_SHARE_MIN = 0.6;
/** A top under an open jacket shows too little of itself where the jacket has more than this share. */
const UNDER_JACKET_MAX = 0.5;
/** Classes of what is in front of a garment. */
const CLASSES_IN_FRONT: readonly ParseClass[] = ['hair', 'skin', 'bag', 'other'];

export interface WornCut {
  readonly category: ProductCategory;
  readonly rgba: RasterU8;
  /** Where the cut-out is in the product picture. */
  readonly place: Place;
  /** What holds the mesh together: the garment and the opening between its halves, in the pixels of `rgba`; null = the garment. */
  readonly support: PlaneF32 | null;
  /** Where skin or the background beside an arm was filled with fabric, in the pixels of `rgba`, 0…1. */
  readonly filled: PlaneF32;
  /** Share of the garment that is seen; the rest was filled in. */
  readonly seen: number;
  /** Whether the garment runs into this edge of the picture. */
  readonly cropped: { readonly top: boolean; readonly bottom: boolean; readonly side: boolean };
}

/**
 * Cuts the garment off the person who wears it: the parser's classes, edges from the picture's colours, small parts under hands, hair and
 * straps filled in from around.
 *
 * Space: `salient` covers `rgb` at any size. Throws: TryOnRefusal(garment_not_detected) where the category is not worn, or too little of it
 * can be seen.
 */
export function cutOutWorn(
  rgb: RasterU8,
  salient: PlaneF32,
  wearer: Wearer,
  category: ProductCategory | undefined,
): WornCut {
  const chosen = chooseClasses(wearer.parse, category);
  const area = garmentArea(rgb, wearer.parse, chosen);
  const scale = Math.min(1, (KEPT_HEIGHT * 1.12) / Math.max(area.height, area.width));
  const work = scaleRaster(cropRaster(rgb, area, 'replicate'), scale, 16);
  const small = scaleRaster(work, Math.min(1, JUDGED_SIDE / Math.max(work.width, work.height)), 16);
  const salience = planeOver(salient, { x: 0, y: 0, width: rgb.width, height: rgb.height }, area, small);
  const planes = applySaliency(planesOf(small, wearer.parse, area, chosen), salience);
  const shape = wornShape(small, planes, salience);
  const arms = wearer.joints === null ? null : moveJoints(wearer.joints, area, small.width / area.width);
  const sleeve =
    arms === null ? undefined : onUpperArm.bind(null, arms, SLEEVE_HALF_WIDTH * bodyFrame(arms).shoulderWidth);
  const hidden = hiddenParts(shape, planes.before, planes.hair, sleeve);
  const seen = seenShare(shape, hidden);
  const filled = underSkin(hidden, planes.skin);
  if (seen < SEEN_SHARE_MIN)
    throw noGarment('Too much of the worn garment is hidden behind arms, hair or other things.');
  if (chosen.category !== 'pants' && chosen.category !== 'skirt') {
    const gaps = armGaps(shape);
    for (let i = 0; i < gaps.data.length; i++) if (gaps.data[i] > 0) hidden.data[i] = filled.data[i] = 1;
  }
  const whole = completeHidden(shape, hidden);
  const alpha = edgeByColour(work, small, whole);
  fillHidden(work, small, shape, hidden);
  const packed = packCutOut(work, alpha);
  return {
    category: chosen.category,
    rgba: packed.rgba,
    place: placeWithin(area, scale, packed),
    support: planes.opening === null ? null : supportOf(packed, work, whole, planes.opening),
    filled: planeOfCut(packed, work, filled),
    seen,
    cropped: croppedEdges(whole, area, rgb),
  };
}

/** Half width of a loose sleeve over an upper arm, shoulder widths. */
const SLEEVE_HALF_WIDTH = 0.16;

/** Whether a point is within a sleeve's half width of an upper arm's bone. */
function onUpperArm({ shoulders, elbows }: Joints, half: number, x: number, y: number): boolean {
  return ([0, 1] as const).some((i) => segmentDistance({ x, y }, shoulders[i], elbows[i]).d < half);
}

/** Box of the chosen classes in the picture with a margin, whole pixels. */
function garmentArea(rgb: RasterU8, parse: ParseResult, chosen: WornClasses): Box {
  const { box } = parse;
  const union = sumOf(parse, chosen.classes);
  const seen = solidBox(union);
  const [kx, ky] = [box.width / union.width, box.height / union.height];
  const margin = Math.round(Math.max(seen.width * kx, seen.height * ky) * 0.08) + 2;
  const [x0, y0] = [Math.floor(box.x + seen.x * kx), Math.floor(box.y + seen.y * ky)];
  const [x1, y1] = [Math.ceil(box.x + (seen.x + seen.width) * kx), Math.ceil(box.y + (seen.y + seen.height) * ky)];
  const area = boxAround(rgb, x0 - margin, y0 - margin, x1 + margin, y1 + margin);
  if (area.width < 24 || area.height < 24) throw noGarment('The worn garment is too small in the product image.');
  return area;
}

/** The sum of some classes at the parse's own size. */
function sumOf({ planes }: ParseResult, names: readonly ParseClass[]): PlaneF32 {
  const sum = createPlane(planes[0].width, planes[0].height);
  for (const name of names) {
    const { data } = planes[PARSE_CLASSES.indexOf(name)];
    for (let i = 0; i < data.length; i++) sum.data[i] += data[i];
  }
  return sum;
}

function planesOf(small: RasterU8, parse: ParseResult, area: Box, chosen: WornClasses): WornPlanes {
  const union = (names: readonly ParseClass[]): PlaneF32 => planeOver(sumOf(parse, names), parse.box, area, small);
  const plane = (name: ParseClass): PlaneF32 => union([name]);
  const rest = {
    background: plane('background'),
    before: union(CLASSES_IN_FRONT),
    hair: plane('hair'),
    skin: plane('skin'),
    opening: null,
  };
  if (chosen.layer === null) return { ...rest, garment: union(chosen.classes) };
  const layers = partLayers(rgbToLab(small), union(['top', 'dress']), plane('outer'));
  if (chosen.layer === 'outer') {
    return { ...rest, garment: layers.outer, opening: layers.innerShare > LAYER_SHARE_IGNORED ? layers.inner : null };
  }
  if (layers.innerShare < LAYER_SHARE_IGNORED) return { ...rest, garment: union(chosen.classes) };
  if (layers.innerShare < UNDER_JACKET_MAX) throw noGarment('The top is worn under a jacket that hides most of it.');
  return { ...rest, garment: layers.inner };
}

/**
 * Where the saliency network, which knows products, sees nothing at all, there is no garment: the parser takes pale things beside the
 * wearer for clothes. Applied only where the two agree about nearly all of the garment.
 */
function applySaliency(planes: WornPlanes, salient: PlaneF32): WornPlanes {
  const { garment } = planes;
  let sure = 0;
  let agreed = 0;
  for (let i = 0; i < garment.data.length; i++) {
    if (garment.data[i] < 0.7) continue;
    sure++;
    if (salient.data[i] > 0.5) agreed++;
  }
  if (agreed < AGREED_SHARE_MIN * sure) return planes;
  const shown = createPlane(garment.width, garment.height);
  for (let i = 0; i < shown.data.length; i++) {
    shown.data[i] = garment.data[i] * clamp((salient.data[i] - 0.05) / 0.3, 0, 1);
  }
  return { ...planes, garment: shown };
}

/** Least share of the sure garment that both networks must see. */
const AGREED_SHARE_MIN = 0.88;

/** Less than this share under a jacket is a misread patch of one garment. */
const LAYER_SHARE_IGNORED = 0.12;

function seenShare(shape: PlaneF32, hidden: PlaneF32): number {
  let seen = 0;
  let lost = 0;
  for (let i = 0; i < shape.data.length; i++) {
    seen += shape.data[i];
    lost += hidden.data[i];
  }
  return seen / Math.max(1, seen + lost);
}

/** The garment together with its opening, a little grown so that the halves meet, in the pixels of the packed cut-out. */
function supportOf(packed: Packed, work: RasterU8, whole: PlaneF32, opening: PlaneF32): PlaneF32 {
  const joined = createPlane(whole.width, whole.height);
  for (let i = 0; i < joined.data.length; i++) joined.data[i] = Math.max(whole.data[i], opening.data[i] > 0.5 ? 1 : 0);
  return planeOfCut(packed, work, close(joined, 3));
}

/** A plane over the work picture, in the pixels of the packed cut-out. */
function planeOfCut({ rgba, origin, scale }: Packed, work: RasterU8, plane: PlaneF32): PlaneF32 {
  const box = { x: origin.x, y: origin.y, width: rgba.width / scale, height: rgba.height / scale };
  const area = { x: 0, y: 0, width: work.width, height: work.height };
  return planeOver(plane, area, box, rgba);
}

/** The hidden parts that a hand or an arm hides: no sleeve continues under them, as it does under hair or a bag. */
function underSkin(hidden: PlaneF32, skin: PlaneF32): PlaneF32 {
  const filled = createPlane(hidden.width, hidden.height);
  for (let i = 0; i < filled.data.length; i++) if (hidden.data[i] > 0 && skin.data[i] > 0.5) filled.data[i] = 1;
  return filled;
}

function croppedEdges(whole: PlaneF32, area: Box, rgb: RasterU8): WornCut['cropped'] {
  const { width, height, data } = whole;
  const along = (from: number, step: number, count: number): boolean => {
    let touched = 0;
    for (let i = 0; i < count; i++) if (data[from + i * step] > 0.5) touched++;
    return touched > 0.08 * width;
  };
  return {
    top: area.y === 0 && along(width, 1, width),
    bottom: area.y + area.height >= rgb.height && along((height - 2) * width, 1, width),
    side:
      (area.x === 0 && along(1, width, height)) ||
      (area.x + area.width >= rgb.width && along(width - 2, width, height)),
  };
}
