import type { ProductCategory } from '@drape/contracts';
import type { GarmentPoint, PhotoPoint } from '../../model/points';
import { offLine } from '../../geometry/chain';
import { isSpread } from '../../garment/mesh/slit';
import type { BareTop, SleeveLength, UpperLandmarks } from '../../model/garment';
import { armholeHalfWidthMax, capFall } from '../shoulders/armholes';
import { fitBareTop } from '../shoulders/bare-top';
import { bareHalf, coatShare, lowerHalf } from '../body/bare-body';
import { lengtheningFactor } from './dress-length';
import { dressShares, smoothValues, fittedWaist, flatWidth } from './dress-waist';
import { coatHem } from './coat-hem';
import { collarTips } from '../shoulders/collar-tips';
import {
  hipHalf,
  drapedHalfWidth,
  legRadius,
  lowerPath,
  outwards,
  probe,
  rayToEdge,
  sidePoint,
  torsoHalf,
  torsoPoint,
  type PlacementFrame,
} from '../body/placement-frame';
import { upperHem } from '../body/old-clothes';
import { neckMiddle } from '../shoulders/neck-middle';
import { onShoulder, shoulderLines } from '../shoulders/shoulder-line';
import type { SleeveMeasure } from '../sleeves/sleeve-reach';
import { addSleeveTargets, evenLengths, sleevePair } from '../sleeves/sleeve-targets';
import { TargetList } from '../target-list';
import type { ShoulderEdge } from '../shoulders/trim-neckline-corners';
import type { PlacementTarget } from '../../model/placement';
import { measureUpper, type UpperMeasures } from './upper-measures';
import type { Pair } from '../../model/pair';
import { clamp, smoothstep } from '../../geometry/numbers';
import { pairOf } from '../../geometry/pairs';
import { pointAlong, polylineLength } from '../../geometry/polyline';
import { add, distance, dot, lerp, sub } from '../../geometry/vector';

/*
 * Letters of this file:
 *
 * - `i`, `side`: 0 at the image's left, 1 at its right.
 * - `sw`: width of the body between its shoulder joints; `tl`: its length from there to the hip joints; photo pixels.
 * - `v`: how far down the body, in torso lengths: 0 at the shoulder joints, 1 at the hip joints.
 * - `u`: how far to the side of the body's middle, in shoulder widths.
 * - `s`, `sv`: photo pixels per pixel of the garment, across and along the body.
 * - `q`: share of the way down a side seam, from armpit to hem.
 * - `t`: share of the way along any other line: neckline, shoulder, hem, limb.
 */

export interface UpperPlan {
  readonly targets: readonly PlacementTarget[];
  readonly reach: Pair<number>;
  readonly lengths: Pair<SleeveLength>;
  readonly restScale: { readonly x: number; readonly y: number };
  /** The shoulders that the garment lies on. */
  readonly edge: ShoulderEdge;
}

/** Width at the shoulder, in chest widths, at and above which a sleeveless garment has cap sleeves: it reaches the arm. */
const CAP_SLEEVE_WIDTH_MIN = 0.86;
/**
 * How far beyond the shoulder joints the shoulders of tops and dresses may end, in shoulder widths; then the same over a coat, whose pads
 * are not part of the body.
 */
const SHOULDER_OUT_MAX = 0.12;
const SHOULDER_OUT_OVER_COAT_MAX = 0.085;
/** How high the neck of a new jacket may stand, as a share of the chin's height; higher than a dress's. */
const JACKET_NECK_HEIGHT_MAX = 0.85;

/**
 * How far past the shoulder line straps are drawn before they are cut off on it, in shoulder widths: cut there, they end on the body's
 * outline whatever the shape of their ends.
 */
const STRAP_OVERSHOOT = 0.035;
/**
 * Half width of the chest under a sleeveless dress, in shoulder widths. Its shoulders end as far out relative to this as they do relative
 * to its own chest.
 */
const SLEEVELESS_CHEST_HALF_WIDTH = 0.46;

interface UpperFit {
  readonly marks: UpperLandmarks;
  readonly measures: UpperMeasures;
  readonly category: ProductCategory;
  /** Photo pixels per pixel of the garment, across and along the body. */
  readonly s: number;
  readonly sv: number;
  readonly neck: Pair<PhotoPoint>;
  readonly tips: Pair<PhotoPoint>;
  /** The same points on the shoulder's straight line. */
  readonly ends: Pair<PhotoPoint>;
  /** The point of the shoulder's edge at a share of the way from neck to tip. */
  readonly shoulderAt: (side: 0 | 1, t: number) => PhotoPoint;
  /** Torso coordinate (torso lengths below the shoulder joints) of the neck's middle. */
  readonly neckV: number;
  /** Whether there are straps on bare shoulders. */
  readonly bare: boolean;
  /** Foot of the neck and end of the shoulder where no part of the garment covers the shoulders. */
  readonly skin?: { readonly neck: Pair<PhotoPoint>; readonly tips: Pair<PhotoPoint> };
}

/** Target positions on the body for every landmark line of a top, jacket or dress. */
export function planUpper(frame: PlacementFrame, marks: UpperLandmarks, category: ProductCategory): UpperPlan {
  const fit = fitShoulders(frame, marks, category);
  const list = new TargetList();
  addShoulders(list, frame, fit);
  const armpits = placeArmpits(frame, fit);
  const hem = category === 'dress' ? dressHem(frame, fit) : topHem(frame, fit);
  addSides(list, frame, fit, armpits, hem);
  addHem(list, fit, hem);
  const reach = [0, 0];
  const sleeves = sleevePair(marks.sleeves, fit.measures.sleeves);
  const lengths = evenLengths(sleeves, fit.measures.sleeves);
  // a three-quarter sleeve ends before the wrist, like a short one
  const ends = sleeves.map(({ length }) => length);
  for (const side of [0, 1] as const) {
    const sleeve = sleeves[side];
    if (sleeve.length === 'none') {
      addArmhole(list, marks, fit.tips[side], armpits[side].point, side);
      continue;
    }
    const input = {
      side,
      sleeve,
      length: sleeveMeasure(frame, fit, lengths[side]),
      mean: sleeveMeasure(frame, fit, (lengths[0] + lengths[1]) / 2),
      scale: fit.s,
      category,
      armpit: armpits[side].point,
      spread: isSpread(marks, side),
      ...(marks.bareTop !== undefined && { over: { from: fit.tips[side], reach: marks.bareTop.reach[side] } }),
    };
    reach[side] = addSleeveTargets(list, frame, input).reach;
    if (reach[side] < 1) ends[side] = 'short';
  }
  return {
    targets: list.items,
    reach: [reach[0], reach[1]],
    lengths: [ends[0], ends[1]],
    restScale: { x: fit.s, y: fit.sv },
    edge: { ...(fit.skin ?? { neck: fit.neck, tips: fit.ends }), sw: frame.sw, bare: fit.bare },
  };
}

/**
 * A length along a sleeve, in garment pixels. The factor by which a dress is lengthened for its waist and hem does not apply to its
 * sleeves.
 */
function sleeveMeasure(frame: PlacementFrame, { category, s, sv, measures }: UpperFit, length: number): SleeveMeasure {
  const scale = category === 'dress' ? s : 0.5 * s + 0.5 * sv;
  return { inShoulders: (length * scale) / frame.sw, inChests: length / measures.chest };
}

function fitShoulders(frame: PlacementFrame, marks: UpperLandmarks, category: ProductCategory): UpperFit {
  if (marks.bareTop !== undefined) return fitOnSkin(frame, marks, marks.bareTop, category);
  const measures = measureUpper(marks);
  const isSleeveless = marks.sleeves.every((sleeve) => sleeve.length === 'none');
  const bare = isSleeveless && measures.shoulder < CAP_SLEEVE_WIDTH_MIN * measures.chest;
  // straps lie on the skin, however much a hood or a collar piles up there
  const lines = shoulderLines(
    frame,
    !bare || showsShoulders(frame),
    category === 'jacket' ? JACKET_NECK_HEIGHT_MAX : undefined,
  );
  const endsAt = (i: 0 | 1, max: number): number => {
    const options = { reach: 0.3 * frame.sw, stopAtArms: false };
    const { length } = rayToEdge(frame, frame.shoulders[i], outwards(frame, i), options);
    return jointU(frame, i) + clamp(length / frame.sw, 0.06, max);
  };
  const cap = category === 'jacket' ? 0.14 : SHOULDER_OUT_MAX;
  const overCoat = category === 'jacket' ? cap : cap + coatShare(frame) * (SHOULDER_OUT_OVER_COAT_MAX - cap);
  const tipU = [endsAt(0, overCoat), endsAt(1, overCoat)];
  const chestScale = ((category === 'dress' ? 1.14 : 1.04) * frame.sw) / measures.chest;
  const s = bare ? chestScale : ((endsAt(0, cap) + endsAt(1, cap)) * frame.sw) / measures.shoulder;
  const neckU = clamp((measures.halfNeck * s) / frame.sw, 0.19, bare ? 0.4 : 0.3);
  const bareU = clamp((measures.shoulder * s) / 2 / frame.sw, neckU + 0.06, 0.58);
  const frill = category === 'dress' && isSleeveless;
  const frillU = frill
    ? Math.max(neckU + 0.06, (SLEEVELESS_CHEST_HALF_WIDTH * measures.shoulder) / measures.chest)
    : Infinity;
  const endU = (i: 0 | 1): number => (bare ? Math.min(bareU, tipU[i]) : Math.min(frillU, tipU[i]));
  // the ends of straps follow the shoulders, not the neck
  const lean = bare ? 0 : neckMiddle(frame);
  const neckAt = [neckU - lean, neckU + lean] as const;
  const capped = !bare && isSleeveless;
  const lineAt = (i: 0 | 1, t: number): PhotoPoint =>
    onShoulder(frame, lines[i], i, neckAt[i] + t * (endU(i) - neckAt[i]));
  const shoulderAt = (i: 0 | 1, t: number): PhotoPoint => {
    const fall = capped ? capFall(neckAt[i] + t * (endU(i) - neckAt[i])) : 0;
    return add(lineAt(i, t), frame.down, fall * frame.sw);
  };
  const [neck, tips] = [pairOf((i) => shoulderAt(i, 0)), pairOf((i) => shoulderAt(i, 1))];
  const ends = pairOf((i) => lineAt(i, 1));
  const along = 0.55 * ((0.46 * frame.sw) / measures.armhole) + 0.45 * s;
  const neckMid = lerp(neck[0], neck[1], 0.5);
  const neckV = dot(sub(neckMid, frame.shoulderMid), frame.down) / frame.tl;
  const min = category === 'dress' ? 0.94 : 0.75;
  const byShoulders = clamp(along, min * s, 1.25 * s);
  const { sure } = fittedWaist(marks, SIDE_SHARES);
  const sv =
    category === 'dress' ? byShoulders * lengtheningFactor(measures, sure, frame.tl, byShoulders) : byShoulders;
  const fit = { marks, measures, category, s, sv, neck, tips, ends, shoulderAt, neckV, bare };
  return category === 'dress' ? { ...fit, sv: sv * waistMoveFactor(frame, fit) } : fit;
}

/** The fit of a garment that leaves the shoulders bare. */
function fitOnSkin(
  frame: PlacementFrame,
  marks: UpperLandmarks,
  bareTop: BareTop,
  category: ProductCategory,
): UpperFit {
  const { skin, ...placed } = fitBareTop(frame, marks, bareTop);
  return {
    ...placed,
    marks,
    category,
    measures: measureUpper(marks),
    neckV: bareTop.edge,
    bare: false,
    skin,
    ends: placed.tips,
  };
}

/** Where the skin of a bare shoulder is probed: shares of the upper arm, and the distance out from its bone, in shoulder widths. */
const SHOULDER_PROBES = [0.12, 0.25] as const;
const SHOULDER_PROBE_OFFSET = 0.05;

/** Whether both shoulders are bare in the photo, so that their outline is the body's own. */
function showsShoulders(frame: PlacementFrame): boolean {
  return frame.body.arms.every(({ joints: [shoulder, elbow] }, i) =>
    SHOULDER_PROBES.every(
      (t) =>
        probe(
          frame,
          frame.body.planes.skin,
          add(
            lerp(shoulder, elbow, t),
            frame.across,
            (i === 0 ? -SHOULDER_PROBE_OFFSET : SHOULDER_PROBE_OFFSET) * frame.sw,
          ),
        ) > 0.5,
    ),
  );
}

function jointU(frame: PlacementFrame, i: 0 | 1): number {
  return Math.abs(dot(sub(frame.shoulders[i], frame.shoulderMid), frame.across)) / frame.sw;
}

/** Evenly spaced shares between 0 and 1, excluding both ends. */
function sharesBetween(count: number): number[] {
  return Array.from({ length: count }, (_, i) => (i + 1) / (count + 1));
}

/** With too few pulls a neckline whose depth must change becomes scalloped. */
const NECKLINE_PULLS = 31;
const NECKLINE_WEIGHT = 3.15;

/**
 * Neck, tip and the shoulder between them, and the front neckline. Many weak pulls instead of a few strong ones: a strong pull on one point
 * of an edge makes a spike.
 */
function addShoulders(list: TargetList, frame: PlacementFrame, fit: UpperFit): void {
  const { marks, neck, tips } = fit;
  const over = (p: PhotoPoint): PhotoPoint => (fit.bare ? add(p, frame.down, -STRAP_OVERSHOOT * frame.sw) : p);
  for (const i of [0, 1] as const) {
    list.add(`neck${i}`, marks.neck[i], over(neck[i]), 4);
    list.add(`tip${i}`, marks.shoulder[i], over(tips[i]), 2.5);
    const shares = sharesBetween(7);
    list.along(
      `shoulder${i}`,
      marks.shoulderEdges[i],
      shares,
      shares.map((t) => over(fit.shoulderAt(i, t))),
      1.5,
    );
  }
  if (marks.necklineKind === 'collar') addCollar(list, frame, fit);
  for (const t of sharesBetween(NECKLINE_PULLS)) {
    const from = pointAlong(marks.neckline, t);
    const chord = lerp(neck[0], neck[1], chordShare(marks, from));
    const depth = Math.max(0, offLine(from, marks.neck[0], marks.neck[1])) * (0.5 * fit.s + 0.5 * fit.sv);
    list.add(`neckline.${t.toFixed(2)}`, from, add(chord, frame.down, depth), NECKLINE_WEIGHT / NECKLINE_PULLS);
  }
}

/** Weight of the pulls on a collar's corners beside the neck. */
const COLLAR_TIP_WEIGHT = 1.5;

function addCollar(list: TargetList, frame: PlacementFrame, { marks, s, sv, neck, neckV }: UpperFit): void {
  const neckU = dot(sub(lerp(neck[0], neck[1], 0.5), frame.shoulderMid), frame.across) / frame.sw;
  const to = collarTips(frame, { marks, s, sv, neckV, neckU });
  if (to === null) return;
  const ends = [marks.neckline[0], marks.neckline[marks.neckline.length - 1]];
  to.forEach((tip, i) => list.add(`collar${i}`, ends[i], tip, COLLAR_TIP_WEIGHT));
}

function chordShare(marks: UpperLandmarks, p: GarmentPoint): number {
  const chord = sub(marks.neck[1], marks.neck[0]);
  return clamp(dot(sub(p, marks.neck[0]), chord) / Math.max(1e-6, dot(chord, chord)), 0, 1);
}

interface Anchor {
  readonly point: PhotoPoint;
  readonly v: number;
}

function placeArmpits(frame: PlacementFrame, fit: UpperFit): Pair<Anchor> {
  const natural = fit.measures.armhole * fit.sv;
  const drop = fit.skin !== undefined ? natural : clamp(natural, 0.36 * frame.sw, 0.62 * frame.sw);
  const place = (i: 0 | 1): Anchor => {
    const tipV = dot(sub(fit.tips[i], frame.shoulderMid), frame.down) / frame.tl;
    const v = tipV + drop / frame.tl;
    const flat = (fit.measures.chest * fit.s) / 2;
    const half =
      fit.category === 'dress'
        ? dressChest(frame, v, i, flat)
        : atArmhole(frame, fit, [v, 0], i, wornHalf(frame, flat, oldHalf(frame, fit, v, i, [0.38, 0.56])));
    return { point: sidePoint(frame, v, i, half), v };
  };
  return [place(0), place(1)];
}

/** Width of a dress below the arms, in widths of the chest under it: minimum and maximum. By eye. */
const CHEST_EASE_RANGE = { min: 1.04, max: 1.16 } as const;

function dressChest(frame: PlacementFrame, v: number, i: 0 | 1, flatHalf: number): number {
  const body = bareHalf(frame, v, i);
  return clamp(flatHalf * 0.86, CHEST_EASE_RANGE.min * body, CHEST_EASE_RANGE.max * body);
}

/** Half width of a top where an old coat hides the body, in half widths of the body. By eye. */
const COAT_HALF_WIDTH = 1.1;
/** The same over trousers. Their hips are measured this far below, in torso lengths: the coat may hide them higher up. */
const TROUSERS_HALF_WIDTH = 1.03;
const HIPS_BELOW_HEM = 0.08;

/**
 * Half width at v of what a top or jacket covers: that of the old clothes, within `limits` in shoulder widths. For a top an old coat does
 * not count.
 */
function oldHalf(frame: PlacementFrame, fit: UpperFit, v: number, i: 0 | 1, limits: Pair<number>): number {
  const old = clamp(torsoHalf(frame, v, i), limits[0] * frame.sw, limits[1] * frame.sw);
  const coat = fit.category === 'jacket' ? 0 : coatShare(frame);
  if (coat === 0) return old;
  const hidden = Math.max(
    COAT_HALF_WIDTH * bareHalf(frame, v, i),
    TROUSERS_HALF_WIDTH * lowerHalf(frame, v + HIPS_BELOW_HEM, i),
  );
  return old + coat * (Math.min(old, hidden) - old);
}

/** A half width at height v and share q of a side, limited to the greatest width allowed at an armhole without a sleeve. */
const atArmhole = (frame: PlacementFrame, { marks }: UpperFit, [v, q]: Pair<number>, i: 0 | 1, half: number): number =>
  marks.sleeves[i].length === 'none' ? Math.min(half, armholeHalfWidthMax(frame, v, i, q)) : half;

/** Keeps the old outline where the garment's own width is close to it; otherwise at most 14 % wider. */
function wornHalf(frame: PlacementFrame, flatHalf: number, old: number): number {
  const natural = flatHalf * 0.92;
  if (Math.abs(natural - old) < 0.12 * frame.sw) return old + 0.012 * frame.sw;
  return clamp(natural, old + 0.006 * frame.sw, 1.14 * old);
}

interface Hem {
  readonly corners: Pair<PhotoPoint>;
  readonly middle: PhotoPoint;
  readonly sagPx: number;
}

/** Mean length of the side seams. */
function sideLength(marks: UpperLandmarks): number {
  return (polylineLength(marks.sides[0]) + polylineLength(marks.sides[1])) / 2;
}

/** Length of the side seams in chest widths: below `from` a top may be cropped, below `to` it certainly is. */
const CROPPED_LENGTH_RAMP = { from: 0.6, to: 0.48 } as const;

/** Highest and lowest position of a jacket's hem, in torso lengths below the shoulders. */
const JACKET_HEM_RANGE = { highest: 0.92, lowest: 1.75 } as const;
/** Highest and lowest position of a top's hem, likewise: below the hip joints. */
const TOP_HEM_RANGE = { highest: 1.02, lowest: 1.3 } as const;
/** How far each bound is raised for a top that is certainly cropped, in torso lengths. */
const CROPPED_HEM_RAISE = { highest: 0.34, lowest: 0.2 } as const;
/** The new hem is raised to an old hem that ends less than this above it; in torso lengths. */
const OLD_HEM_ABOVE_MAX = 0.06;
/**
 * The new hem is lowered to an old hem that ends less than this below it, in torso lengths. For a cropped top the limit is smaller by
 * `cropped`; for a jacket it is a share of the distance from the shoulders to its new hem.
 */
const OLD_HEM_BELOW_MAX = { top: 0.2, cropped: 0.14, jacket: 0.25 } as const;
/** How far below the old hem the new one is then placed, in torso lengths, so that nothing of the old one shows. */
const OVERLAP_OF_OLD_HEM = 0.015;
/** How far the middle of a hem may be above (negative) or below its corners, in torso lengths. */
const HEM_SAG_RANGE = { min: -0.1, max: 0.12 } as const;

/**
 * Position of a top's or jacket's hem: its own length below the neck, within bounds, or at the hem of the old one where that ends nearby.
 * Its corners are higher than its middle by as much as the hem sags in the picture.
 */
function topHem(frame: PlacementFrame, fit: UpperFit): Hem {
  const { measures, marks } = fit;
  const jacket = fit.category === 'jacket';
  const byShoulders = fit.neckV + (measures.length * fit.sv) / frame.tl;
  const natural = jacket ? coatHem(frame, marks, measures, fit.neckV, byShoulders) : byShoulders;
  const cropped = smoothstep(sideLength(marks) / measures.chest, CROPPED_LENGTH_RAMP.from, CROPPED_LENGTH_RAMP.to);
  const highest = jacket ? JACKET_HEM_RANGE.highest : TOP_HEM_RANGE.highest - CROPPED_HEM_RAISE.highest * cropped;
  const lowest = jacket ? JACKET_HEM_RANGE.lowest : TOP_HEM_RANGE.lowest - CROPPED_HEM_RAISE.lowest * cropped;
  let v = clamp(natural, highest, lowest);
  const old = upperHem(frame, jacket);
  if (old !== null) {
    const below = jacket ? OLD_HEM_BELOW_MAX.jacket * v : OLD_HEM_BELOW_MAX.top - OLD_HEM_BELOW_MAX.cropped * cropped;
    if (old > v - OLD_HEM_ABOVE_MAX && old < v + below) v = old + OVERLAP_OF_OLD_HEM;
  }
  const sagPx = clamp(measures.hemSag * fit.sv, HEM_SAG_RANGE.min * frame.tl, HEM_SAG_RANGE.max * frame.tl);
  const cornerV = v - sagPx / frame.tl;
  const corner = (i: 0 | 1): PhotoPoint => {
    const old = oldHalf(frame, fit, Math.min(cornerV, 1.25), i, [0.3, 0.68]);
    const half = wornHalf(frame, (measures.hem * fit.s) / 2, old);
    return sidePoint(frame, cornerV, i, half);
  };
  return { corners: [corner(0), corner(1)], middle: torsoPoint(frame, v, 0), sagPx };
}

/** Position of a dress's hem: by its own length, along the path hips → knees → ankles, as wide as it falls around the legs. */
function dressHem(frame: PlacementFrame, fit: UpperFit): Hem {
  const { measures } = fit;
  const v = clamp(fit.neckV + (measures.length * fit.sv) / frame.tl, 1.35, 2.9);
  const path = lowerPath(frame);
  const below = clamp(((v - 1) * frame.tl) / polylineLength(path), 0, 1);
  const middle = pointAlong(path, below);
  const legs = 1.08 * outerLegs(frame, below);
  const half = drapedHalfWidth((measures.hem * fit.s * 0.9) / 2, Math.max(legs, hipHalf(frame)));
  const sagPx = clamp(measures.hemSag * fit.sv, -0.05 * frame.tl, 0.15 * frame.tl);
  const lifted = add(middle, frame.down, -sagPx);
  return { corners: [add(lifted, frame.across, -half), add(lifted, frame.across, half)], middle, sagPx };
}

/** Half the distance between the legs' outer edges at a share of the way from hip to ankle. */
function outerLegs(frame: PlacementFrame, t: number): number {
  const [a, b] = frame.body.legs.map((leg) => pointAlong(leg.joints, t));
  return Math.abs(dot(sub(b, a), frame.across)) / 2 + legRadius(frame, t);
}

const SIDE_SHARES = sharesBetween(11);

function addSides(list: TargetList, frame: PlacementFrame, fit: UpperFit, armpits: Pair<Anchor>, hem: Hem): void {
  for (const i of [0, 1] as const) {
    const side = fit.marks.sides[i];
    list.add(`armpit${i}`, fit.marks.armpit[i], armpits[i].point, 1.5);
    const ends = [armpits[i].point, hem.corners[i]] as const;
    const targets = fit.category === 'dress' ? dressSide(frame, fit, i, ends) : torsoSide(frame, fit, i, ends);
    SIDE_SHARES.forEach((q, n) => list.add(`side${i}.${q.toFixed(2)}`, pointAlong(side, q), targets[n], 0.8));
  }
}

/**
 * How far inside the straight line from armpit to hem an old waist may draw in the side of a top that has no waist of its own, as a share.
 * By eye.
 */
const WAIST_WIDTH_SHARE_MIN = 0.93;

function torsoSide(frame: PlacementFrame, fit: UpperFit, i: 0 | 1, [armpit, hem]: Pair<PhotoPoint>): PhotoPoint[] {
  const off = (p: PhotoPoint): number => Math.abs(dot(sub(p, torsoPoint(frame, heightOf(frame, p), 0)), frame.across));
  const [first, last] = [off(armpit), off(hem)];
  const [chest, end] = [flatWidth(fit.marks, 0), flatWidth(fit.marks, 1)];
  return SIDE_SHARES.map((q) => {
    const v = heightOf(frame, lerp(armpit, hem, q));
    const flat = flatWidth(fit.marks, q);
    const old = oldHalf(frame, fit, Math.min(v, 1.25), i, [0.3, 0.66]);
    const cut = Math.min(1, flat / Math.max(1, chest + q * (end - chest)));
    const min = WAIST_WIDTH_SHARE_MIN * cut * (first + q * (last - first));
    const worn = Math.max(min, wornHalf(frame, (flat * fit.s) / 2, old));
    const half = atArmhole(frame, fit, [v, q], i, worn);
    return sidePoint(frame, v, i, half);
  });
}

/** Torso lengths below the shoulders. */
const heightOf = (frame: PlacementFrame, p: PhotoPoint): number =>
  dot(sub(p, frame.shoulderMid), frame.down) / frame.tl;

/** Smoothing passes over the body outline that a dress must not enter: it is the outline of the old clothes. */
const BODY_SMOOTHING_PASSES = 1;

/** A dress's side between armpit and hem: its own cut, as a share of its flat width that changes slowly along the side. */
function dressSide(frame: PlacementFrame, fit: UpperFit, i: 0 | 1, [armpit, hem]: Pair<PhotoPoint>): PhotoPoint[] {
  const outward = i === 0 ? -1 : 1;
  const rows = SIDE_SHARES.map((q) => dressRow(frame, fit, i, q, lerp(armpit, hem, q)));
  const off = (p: PhotoPoint, centre: PhotoPoint): number => outward * dot(sub(p, centre), frame.across);
  const first = off(armpit, torsoPoint(frame, heightOf(frame, armpit), 0)) / flatHalf(fit, 0);
  const last = off(hem, rows[rows.length - 1].centre) / flatHalf(fit, 1);
  const shares = dressShares(
    [first, ...rows.map(({ half, flat }) => half / flat), last],
    fittedWaist(fit.marks, SIDE_SHARES),
  );
  const bodies = smoothValues(
    rows.map(({ body }) => body),
    BODY_SMOOTHING_PASSES,
  );
  return rows.map(({ centre, flat }, n) =>
    add(centre, frame.across, outward * Math.max(shares[n + 1] * flat, bodies[n])),
  );
}

/**
 * Height of the body's waist in torso lengths below the shoulders, where outlines are narrowest; and the limits of the factor by which a
 * dress is shortened or lengthened towards it.
 */
const WAIST_HEIGHT = 0.6;
const WAIST_MOVE_RANGE = { shorter: 0.88, longer: 1.12 } as const;

/** Factor by which a dress is lengthened or shortened to bring its fitted waist closer to the body's. */
function waistMoveFactor(frame: PlacementFrame, fit: UpperFit): number {
  const { at, sure } = fittedWaist(fit.marks, SIDE_SHARES);
  const q = SIDE_SHARES[at - 1];
  const waist = lerp(pointAlong(fit.marks.sides[0], q), pointAlong(fit.marks.sides[1], q), 0.5);
  const depth = distance(lerp(fit.marks.neck[0], fit.marks.neck[1], 0.5), waist) * fit.sv;
  const wanted = (WAIST_HEIGHT - fit.neckV) * frame.tl;
  return 1 + sure * (clamp(wanted / Math.max(1, depth), WAIST_MOVE_RANGE.shorter, WAIST_MOVE_RANGE.longer) - 1);
}

const flatHalf = (fit: UpperFit, q: number): number => Math.max(1e-6, (flatWidth(fit.marks, q) * fit.s) / 2);

interface DressRow {
  readonly centre: PhotoPoint;
  readonly flat: number;
  readonly body: number;
  readonly half: number;
}

/** Worn width of a dress at one height: the flat width less what goes around the body's depth, never inside the body or the legs. */
function dressRow(frame: PlacementFrame, fit: UpperFit, i: 0 | 1, q: number, straight: PhotoPoint): DressRow {
  const v = heightOf(frame, straight);
  const flat = flatHalf(fit, q);
  const drawnIn = flat * (0.8 + 0.1 * q);
  const upper = v < 1.05;
  const path = lowerPath(frame);
  const below = clamp(((v - 1) * frame.tl) / polylineLength(path), 0, 1);
  const body = upper ? bareHalf(frame, v, i) : 1.08 * outerLegs(frame, below);
  const half =
    q > 0.5 ? drapedHalfWidth(drawnIn, Math.max(body, upper ? 0 : hipHalf(frame))) : clamp(drawnIn, body, 1.3 * body);
  return { centre: upper ? torsoPoint(frame, v, 0) : pointAlong(path, below), flat, body, half };
}

/** Pulls the hem's corners and the points between them to the depth at which it sags in the picture. */
function addHem(list: TargetList, fit: UpperFit, hem: Hem): void {
  const { marks } = fit;
  const dress = fit.category === 'dress';
  list.add('hem.0', marks.hem[0], hem.corners[0], dress ? 1.2 : 2);
  list.add('hem.1', marks.hem[1], hem.corners[1], dress ? 1.2 : 2);
  for (const t of sharesBetween(15)) {
    const from = pointAlong(marks.hemEdge, t);
    const sag = offLine(from, marks.hem[0], marks.hem[1]) * fit.sv;
    const chord = lerp(hem.corners[0], hem.corners[1], t);
    const lowest = sub(hem.middle, lerp(hem.corners[0], hem.corners[1], 0.5));
    const depth = hem.sagPx === 0 ? 0 : clamp(sag / hem.sagPx, -0.5, 1.5);
    list.add(`hem.${t.toFixed(2)}`, from, add(chord, lowest, depth), dress ? 0.5 : 1.2);
  }
}

/** A free armhole bows inwards between tip and armpit as it does on the garment. */
function addArmhole(list: TargetList, marks: UpperLandmarks, tip: PhotoPoint, armpit: PhotoPoint, side: 0 | 1): void {
  const edge = marks.sleeves[side].outer;
  const [a, b] = [marks.shoulder[side], marks.armpit[side]];
  const scale = distance(tip, armpit) / Math.max(1, distance(a, b));
  const length = Math.max(1e-6, distance(tip, armpit));
  const normal = { x: -(armpit.y - tip.y) / length, y: (armpit.x - tip.x) / length };
  for (const t of sharesBetween(4)) {
    const from = pointAlong(edge, t);
    list.add(`armhole${side}.${t}`, from, add(lerp(tip, armpit, t), normal, offLine(from, a, b) * scale), 0.5);
  }
}
