import {
  type Box,
  boxBlur,
  createPlane,
  cropPlane,
  filledBox,
  grownBox,
  open,
  type PlaneF32,
  rgbToLabIn,
} from '@drape/imaging';
import { costAt, learnClusters, LEARNING_PIXELS_MIN, type ColourClusters } from '../colour/colour-clusters';
import { classPlanes, movePart, moveShare, type ClassPlane, type ClassPlanes } from '../class-planes';
import type { PersonPlanes } from '../../../model/person';
import type { CorrectionInput } from './correction-input';
import { clamp, smoothstep } from '../../../geometry/numbers';
import { always, type Rule } from '../../../rules/rule';

/** Belief from which a pixel is part of a bag, and the least area of such pixels that makes one, in squared shoulder widths. */
const BAG_BELIEF_MIN = 0.5;
const BAG_AREA_MIN = 0.012;
/**
 * Distance on either side of its parsed border within which a bag's border may be, shoulder widths: one and a half columns of the parser.
 */
const BORDER_REACH = 0.06;
/** Straps and vague spots, narrower than twice this, stay as they are, in shoulder widths. */
const SOLID_HALF_WIDTH_MIN = 0.05;
/**
 * Clusters per class, and the share of a pixel's surroundings that must be bag for the pixel to teach the bag's colours; it teaches a
 * neighbour's colours where as much is not bag …
 */
const CLUSTERS = 4;
const INSIDE_SHARE_MIN = 0.97;
/** … and its class has at least this belief. */
const SURE_BELIEF_MIN = 0.9;
/** A class is a rival at a pixel if it has this share of the surroundings within four times the reach. */
const RIVAL_SHARE_MIN = 0.04;
/** Greatest share of a bag's inside that may look more like a neighbour than like itself; above it, colours decide nothing. */
const ALIKE_SHARE_MAX = 0.3;
/** Belief in the parse at its surest, as log odds, and the weight of a unit of log likelihood against it. */
const PARSE_ODDS_MAX = 1.6;
const COLOUR_WEIGHT = 0.6;
/** Handicap of skin (first) against clothes as the rival, log likelihood: tan leather has the colours of skin. */
const RIVAL_HANDICAPS = [1.5, 0, 0];
/** Half the side of the square over which odds are averaged, shoulder widths: a bag's outline is even, deep shadows beside it are not. */
const ODDS_HALF_SIDE = 0.04;
/** Greatest weight of a pixel among its neighbours, log odds. */
const ODDS_MAX = 3;
/** Log odds: at minus this a pixel starts to change class, at plus this it has changed. */
const CHANGE_ODDS = 1.2;

export const BAG_RIM: Rule<CorrectionInput, void> = {
  id: 'bag-rim',
  stage: 'measure',
  summary: 'Moves the border of a bag to where the colours change.',
  appliesTo: always,
  apply: correctBagRim,
  evidence: [{ set: 'CCP, labels', pairs: 110, fired: 60, better: 4059, worse: 4630, same: null, date: '2026-11-29' }],
};

/**
 * A bag's border is parsed more coarsely than an arm is wide, and nothing pulls it onto the photo's edges. A strip of the sleeve, shirt or
 * forearm beside it would stay in front of the new garment. The bag's inside and the inside of skin and clothes beside it teach their
 * colours; in between, these colours decide. Bags of their neighbours' colours stay as they are parsed.
 *
 * Aliasing: writes the planes in place; the person stays the same. Space: work pixels.
 */
export function correctBagRim({ guide, planes, frame, workScale: k }: CorrectionInput): void {
  const sw = frame.shoulderWidth * k;
  const reach = Math.max(2, Math.round(BORDER_REACH * sw));
  const box = grownBox(filledBox(planes.bag), 4 * reach, planes.bag);
  if (box.width < 8 || box.height < 8) return;
  const bag = cropPlane(planes.bag, box);
  if (countLikely(bag) < BAG_AREA_MIN * sw * sw) return;
  const near = boxBlur(open(bag, Math.max(1, Math.round(SOLID_HALF_WIDTH_MIN * sw)), BAG_BELIEF_MIN), reach);
  const sides = [planes.skin, planes.upper, planes.lower].map((plane) => cropPlane(plane, box));
  const seeds = [pixelsDeepIn(bag, near), ...sides.map((side) => surePixelsOutside(side, near))];
  if (seeds[0].length < LEARNING_PIXELS_MIN) return;
  const rim = rimOf(bag, near);
  const lab = rgbToLabIn(guide, box, wantedOf(rim, seeds));
  const [own, ...rivals] = seeds.map((pixels) => learnClusters(lab, pixels, CLUSTERS));
  if (own === null || alikeShare(lab, seeds[0], own, rivals) > ALIKE_SHARE_MAX) return;
  const context = { lab, own, rivals, around: sides.map((side) => boxBlur(side, 4 * reach).data), bag: bag.data, rim };
  const odds = createPlane(box.width, box.height);
  const best = new Uint8Array(odds.data.length);
  rateRim(context, odds.data, best);
  const smooth = boxBlur(odds, Math.max(1, Math.round(ODDS_HALF_SIDE * sw)));
  moveRim(planes, box, { rim, odds: smooth.data, best });
}

function countLikely({ data }: PlaneF32): number {
  let count = 0;
  for (let j = 0; j < data.length; j++) if (data[j] > BAG_BELIEF_MIN) count++;
  return count;
}

/** Pixels deep in the bag. */
function pixelsDeepIn({ data }: PlaneF32, near: PlaneF32): number[] {
  const pixels: number[] = [];
  for (let j = 0; j < data.length; j++)
    if (near.data[j] > INSIDE_SHARE_MIN && data[j] > INSIDE_SHARE_MIN) pixels.push(j);
  return pixels;
}

/** Sure pixels of a neighbour outside the bag's reach. */
function surePixelsOutside({ data }: PlaneF32, near: PlaneF32): number[] {
  const pixels: number[] = [];
  for (let j = 0; j < data.length; j++)
    if (near.data[j] < 1 - INSIDE_SHARE_MIN && data[j] > SURE_BELIEF_MIN) pixels.push(j);
  return pixels;
}

/** 1 where a bag's border may be. */
function rimOf({ data }: PlaneF32, near: PlaneF32): Uint8Array {
  const rim = new Uint8Array(data.length);
  for (let j = 0; j < rim.length; j++)
    rim[j] = near.data[j] > 1 - INSIDE_SHARE_MIN && near.data[j] < INSIDE_SHARE_MIN ? 1 : 0;
  return rim;
}

function wantedOf(rim: Uint8Array, seeds: readonly (readonly number[])[]): Uint8Array {
  const wanted = rim.slice();
  for (const pixels of seeds) for (let n = 0; n < pixels.length; n++) wanted[pixels[n]] = 1;
  return wanted;
}

/** Share of a bag's inside that looks more like one of its neighbours. */
function alikeShare(
  lab: Float32Array,
  inside: readonly number[],
  own: ColourClusters,
  rivals: readonly (ColourClusters | null)[],
): number {
  let alike = 0;
  for (let n = 0; n < inside.length; n++) {
    const cost = costAt(own, lab, inside[n]);
    if (rivals.some((rival) => costAt(rival, lab, inside[n]) < cost)) alike++;
  }
  return alike / inside.length;
}

interface RimContext {
  readonly lab: Float32Array;
  readonly own: ColourClusters;
  readonly rivals: readonly (ColourClusters | null)[];
  /** How much of each rival is around a pixel. */
  readonly around: readonly Float32Array[];
  readonly bag: Float32Array;
  readonly rim: Uint8Array;
}

/** Log odds for the bag in its rim, and the likeliest rival there: 1 the first, 0 none. */
function rateRim({ lab, own, rivals, around, bag, rim }: RimContext, odds: Float32Array, best: Uint8Array): void {
  for (let j = 0; j < odds.length; j++) {
    const prior = PARSE_ODDS_MAX * (2 * bag[j] - 1);
    odds[j] = prior;
    if (rim[j] === 0) continue;
    let min = Infinity;
    for (let c = 0; c < rivals.length; c++) {
      if (around[c][j] < RIVAL_SHARE_MIN) continue;
      const cost = costAt(rivals[c], lab, j) + RIVAL_HANDICAPS[c];
      if (cost >= min) continue;
      min = cost;
      best[j] = c + 1;
    }
    if (best[j] > 0) odds[j] = clamp(prior + COLOUR_WEIGHT * (min - costAt(own, lab, j)), -ODDS_MAX, ODDS_MAX);
  }
}

interface RatedRim {
  readonly rim: Uint8Array;
  readonly odds: Float32Array;
  readonly best: Uint8Array;
}

/**
 * Moves the rim's pixels. What the bag loses goes to its rival there. What it gains comes only from clothes, as fingers on a bag often have
 * its colours.
 */
function moveRim(planes: PersonPlanes, box: Box, { rim, odds, best }: RatedRim): void {
  const { bag, skin, upper, lower } = planes;
  const classes = classPlanes(planes);
  const width = bag.width;
  for (let y = 0, j = 0; y < box.height; y++) {
    for (let i = (box.y + y) * width + box.x, end = j + box.width; j < end; i++, j++) {
      if (rim[j] === 0 || best[j] === 0) continue;
      const before = bag.data[i];
      const clothes = upper.data[i] + lower.data[i];
      const share = smoothstep(odds[j], -CHANGE_ODDS, CHANGE_ODDS);
      const after = share * (before + clothes + skin.data[i]);
      if (after < before) moveShare(classes.bag, rivalAt(classes, best[j] - 1, i), i, before - after);
      else if (clothes > 0) movePart(classes.clothes, classes.bag, i, Math.min(1, (after - before) / clothes));
    }
  }
}

/** Skin (0), or the layer of upper (1) or lower clothes (2) that is there or is the usual one. */
function rivalAt(
  { skin, top, outer, upperDress, pants, skirt, lowerDress }: ClassPlanes,
  to: number,
  i: number,
): ClassPlane {
  if (to === 0) return skin;
  const layers = to === 1 ? [top, outer, upperDress] : [pants, skirt, lowerDress];
  return layers.reduce((max, layer) => (layer.own[i] > max.own[i] ? layer : max));
}
