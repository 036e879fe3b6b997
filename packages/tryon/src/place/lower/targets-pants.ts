import type { PlaneF32, Point } from '@drape/imaging';
import type { PhotoPoint } from '../../model/points';
import type { PantsLandmarks } from '../../model/garment';
import { follow, type AnyRule } from '../../rules/rule';
import { hipHalf, legRadius, probe, torsoHalf, type PlacementFrame } from '../body/placement-frame';
import { lowerHalf } from '../body/bare-body';
import { bootTop, pastAnkle, shoesBegin, trouserEnd } from '../body/old-clothes';
import { TargetList } from '../target-list';
import { OLD_LEG_OUTLINE, type LegHalf } from './old-leg-outline';
import { WORN_LEG_WIDTH } from './worn-leg-width';
import type { PlacementTarget } from '../../model/placement';
import { addWaistband, placeWaistband, underTop, type Waistband } from './waistband';
import type { Pair } from '../../model/pair';
import { clamp } from '../../geometry/numbers';
import { pointAlong, polylineLength } from '../../geometry/polyline';
import { add, distance, dot, lerp, sub, unit } from '../../geometry/vector';
import { SHEETS } from '../../garment/mesh/sheets';

/*
 * Letters of this file:
 *
 * - `i`, `side`: 0 at the image's left, 1 at its right.
 * - `sw`: width of the body between its shoulder joints; `tl`: its length from there to the hip joints; photo pixels.
 * - `v`: how far down the torso, in torso lengths: 0 at the shoulder joints, 1 at the hip joints.
 * - `s`, `sv`: photo pixels per pixel of the product, across and along the body.
 * - `t`: share of the body's leg: 0 at the hip joint, 1 at the ankle, more on the way past it.
 * - `q`: share of the trousers' inseam: 0 at the crotch, 1 at the hem.
 */

export interface LowerPlan {
  readonly targets: readonly PlacementTarget[];
  readonly tucked: boolean;
  /** Whether its legs fall over the footwear. */
  readonly overShoes: boolean;
  readonly reach: Pair<number>;
  readonly restScale: { readonly x: number; readonly y: number };
}

/** Widest hips of trousers, as a multiple of the body's own: coats and hands in pockets widen the silhouette. */
const HIP_WIDTH_MAX = 1.15;
/** Distance of the crotch below the hip joints, in leg lengths. */
const CROTCH_DROP = 0.13;
/**
 * Inseam ÷ rise, and inseam ÷ width of a leg's end, above which trousers end at the ankle; one pair of limits is enough. By the latter
 * ratio shorts are below 2 and trousers at 2.5 or more; palazzos are long by the former; leggings with a high waist have an inseam of .88
 * of it. None of 60 products laid flat is in between.
 */
const LONG_TROUSERS_MIN = [
  { inseam: 0.9, slender: 2.2 },
  { inseam: 0.7, slender: 3 },
  { inseam: 2.2, slender: 1.4 },
] as const;

/**
 * Width of a leg's end, in widths of the waistband, at and above which long trousers fall over shoes instead of going into boots. Of 32
 * products laid flat or worn, the legs of leggings and skinny trousers end at .07 to .36 of it, those of straight ones at .41 and more.
 */
const OVER_SHOES_WIDTH_MIN = 0.39;
/**
 * A boot shaft wider than this many widths of the leg's end stays in front of it; around a narrower one the leg is widened by up to this
 * factor.
 */
const SHAFT_WIDTH_MAX = 1.25;
/** How far below its upper end a shaft's width is measured, as a share of the leg. */
const SHAFT_PROBE_DEPTH = 0.03;

/** Pulls waistband, hips, crotch and both legs of trousers onto the body. */
export function planPants(frame: PlacementFrame, marks: PantsLandmarks, without: readonly AnyRule[] = []): LowerPlan {
  const list = new TargetList();
  const band = placeWaistband(frame, 1.02);
  const waistMid = lerp(marks.waist[0], marks.waist[1], 0.5);
  const rise = Math.max(1, distance(waistMid, marks.crotch));
  const crotch = add(frame.hipMid, frame.down, CROTCH_DROP * frame.legLength);
  const s = distance(band.corners[0], band.corners[1]) / Math.max(1, distance(marks.waist[0], marks.waist[1]));
  const sv = distance(band.middle, crotch) / rise;
  addWaistband(list, marks, band);
  list.add('crotch', marks.crotch, crotch, 3);
  const hips = addHips(list, frame, marks, { band, crotch });
  const { inseam, isLong } = legsOf(marks, rise);
  const length = (1 - CROTCH_DROP) * frame.legLength;
  const legScale = follow(WORN_LEG_WIDTH, { scale: s, inseam, length, isLong }, without) ?? s;
  const overShoes = isLong && isOverShoes(frame, marks, legScale);
  const leg = { s: legScale, inseam: inseam * sv, isLong, overShoes, without };
  const reach = ([0, 1] as const).map((side) => addLeg(list, frame, marks, { ...leg, side, hip: hips[side] }));
  const restScale = { x: s, y: sv };
  return { targets: list.items, tucked: band.tucked, overShoes, reach: [reach[0], reach[1]], restScale };
}

/** Length of trousers in pixels of the product. Both legs end alike, however they were laid out. */
function legsOf(marks: PantsLandmarks, rise: number): { inseam: number; isLong: boolean } {
  const inseam = (polylineLength(marks.legs[0].inner) + polylineLength(marks.legs[1].inner)) / 2;
  const slender = inseam / ((endWidth(marks, 0) + endWidth(marks, 1)) / 2);
  return { inseam, isLong: LONG_TROUSERS_MIN.some((from) => inseam / rise > from.inseam && slender > from.slender) };
}

/** Whether trousers fall over the footwear. `s`: photo pixels per pixel of the product. */
function isOverShoes(frame: PlacementFrame, marks: PantsLandmarks, s: number): boolean {
  const end = (endWidth(marks, 0) + endWidth(marks, 1)) / 2;
  if (end <= OVER_SHOES_WIDTH_MIN * distance(marks.waist[0], marks.waist[1])) return false;
  return ([0, 1] as const).every((side) => shaftWidth(frame, side) <= SHAFT_WIDTH_MAX * end * s);
}

/** Width of a boot's shaft, photo pixels; 0 without one. */
function shaftWidth(frame: PlacementFrame, side: 0 | 1): number {
  const top = bootTop(frame, side);
  if (top === null) return 0;
  const { point, direction } = pointOnLeg(frame, side, top + SHAFT_PROBE_DEPTH);
  const ways = [
    { x: direction.y, y: -direction.x },
    { x: -direction.y, y: direction.x },
  ];
  const max = 0.3 * frame.legLength;
  return ways.reduce((sum, way) => sum + classReach(frame, point, way, frame.body.planes.shoes, max), 0);
}

/** Where hips are pulled, in shares of the way from the crotch to the waistband: closely spaced, or the hips become wavy in between. */
const HIP_STATIONS = Array.from({ length: 6 }, (_, i) => (i + 3) / 9);
/** Least half width of the hips at the crotch and below the waistband, in shoulder widths. */
const HIP_HALF_WIDTH_MIN = [0.39, 0.33] as const;

/** Pulls the sides between waistband and crotch; returns their half widths at the lower end. */
function addHips(
  list: TargetList,
  frame: PlacementFrame,
  marks: PantsLandmarks,
  at: { band: Waistband; crotch: PhotoPoint },
): Pair<number> {
  const lowest: [number, number] = [0, 0];
  for (const i of [0, 1] as const) {
    const halves = smoothValues(HIP_STATIONS.map((share) => hipAt(frame, at, { share, side: i })));
    HIP_STATIONS.forEach((share, n) => {
      const row = crotchShare(marks, i) * (1 - share);
      const target = add(lerp(at.crotch, at.band.middle, share), frame.across, i === 0 ? -halves[n] : halves[n]);
      list.add(`hip${i}.${share.toFixed(2)}`, pointAlong(marks.legs[i].outer, row), target, 0.6);
    });
    lowest[i] = halves[0];
  }
  return lowest;
}

/** Half width of the hips at a share of the way from the crotch to the waistband: the body's own, within bounds. */
function hipAt(
  frame: PlacementFrame,
  at: { band: Waistband; crotch: PhotoPoint },
  { share, side }: { share: number; side: 0 | 1 },
): number {
  const centre = lerp(at.crotch, at.band.middle, share);
  const v = dot(sub(centre, frame.shoulderMid), frame.down) / frame.tl;
  const min = HIP_HALF_WIDTH_MIN[0] + (HIP_HALF_WIDTH_MIN[1] - HIP_HALF_WIDTH_MIN[0]) * share;
  const max = Math.max(min * frame.sw, Math.min(0.62 * frame.sw, HIP_WIDTH_MAX * hipHalf(frame)));
  // behind a hand in a pocket the old trousers go on
  const seen = Math.max(torsoHalf(frame, v, side), lowerHalf(frame, v, side));
  return underTop(frame, at.band, { v, side }, clamp(seen, min * frame.sw, max) * 1.02);
}

/** Replaces each value by the mean of itself and its neighbours: single rows of an outline include hands and folds. */
function smoothValues(values: readonly number[]): number[] {
  return values.map((_, i) => {
    const near = values.slice(Math.max(0, i - 1), i + 2);
    return near.reduce((sum, value) => sum + value, 0) / near.length;
  });
}

/** Share of the outer edge's length at which it passes the crotch's level. */
function crotchShare(marks: PantsLandmarks, side: 0 | 1): number {
  const outer = marks.legs[side].outer;
  const inner = marks.legs[side].inner;
  const total = Math.max(1, polylineLength(outer));
  return clamp(1 - polylineLength(inner) / total, 0.12, 0.9);
}

/** Where a trouser leg is pulled, in shares of its inseam: closely spaced, or its edge becomes wavy in between. */
const STATIONS = [0.04, 0.08, ...Array.from({ length: 19 }, (_, i) => (i + 2) / 20)];

/** Share of the inseam below which the fabric between a leg's two edges is pulled along: a hem pulled only at its corners forks. */
const HEM_PULLS_FROM = 0.9;
const HEM_PULL_SHARES = [0.25, 0.5, 0.75];
/**
 * Seen from above, the front of a hem hangs lower than its sides: by a thirteenth of its width at the ankle, and less the higher it ends.
 */
const HEM_ARC_DEPTH = 1 / 13;
/** Share of the leg at which a hem is at eye level and looks straight. */
const EYE_LEVEL = 0.3;

/** How far trousers continue inside a boot's shaft, in leg lengths. */
const BOOT_OVERLAP = 0.03;

interface LegInput {
  readonly side: 0 | 1;
  /** Photo pixels per pixel of the product, across the leg. */
  readonly s: number;
  /** Length of the legs from the crotch, photo pixels. */
  readonly inseam: number;
  readonly isLong: boolean;
  readonly overShoes: boolean;
  readonly without: readonly AnyRule[];
  /** Half width of the hips on this side, from the body's middle. */
  readonly hip: number;
}

/**
 * Pulls one leg and its hem; returns the share of the leg that it covers. Long trousers end on the shoe, or in a boot where they are narrow
 * ({@link isOverShoes}); shorts end by their own length.
 */
function addLeg(list: TargetList, frame: PlacementFrame, marks: PantsLandmarks, input: LegInput): number {
  const { side } = input;
  const joints = frame.body.legs[side].joints;
  const leg = Math.max(1, polylineLength(joints));
  const start = CROTCH_DROP * 0.9;
  const natural = start + input.inseam / leg;
  const shaft = input.overShoes ? null : bootTop(frame, side);
  const ankle = shaft === null ? endOnShoe(frame, side, natural) : shaft + BOOT_OVERLAP;
  const end = input.isLong ? ankle : clamp(natural, 0.25, 0.95);
  const from = crotchShare(marks, side);
  const pulls = list.onSheet(side === 0 ? SHEETS.leg0 : SHEETS.leg1);
  const arc = HEM_ARC_DEPTH * clamp((end - EYE_LEVEL) / (1 - EYE_LEVEL), 0, 1) ** 2;
  const stations = STATIONS.map((q) => {
    const t = start + (end - start) * q;
    const { point, direction } = pointOnLeg(frame, side, t);
    const outward = side === 1 ? { x: direction.y, y: -direction.x } : { x: -direction.y, y: direction.x };
    const shift = q < 0.2 ? 0.02 * frame.legLength : 0;
    const centre = add(point, outward, shift);
    const outerPoint = pointAlong(marks.legs[side].outer, from + (1 - from) * q);
    const innerPoint = pointAlong(marks.legs[side].inner, q);
    const look = { flat: distance(outerPoint, innerPoint) * input.s * 0.5, t, overShoes: input.overShoes };
    const inward = { x: -outward.x, y: -outward.y };
    const halves = { outer: legHalf(frame, centre, outward, look), inner: legHalf(frame, centre, inward, look) };
    return { q, t, direction, outward, centre, outerPoint, innerPoint, halves };
  });
  const forked = STATIONS.filter((q) => q < LEGS_PART_AT).length;
  const halvesOf = (edge: 'outer' | 'inner'): readonly number[] => {
    const halves = stations.map((station) => station.halves[edge]);
    return follow(OLD_LEG_OUTLINE, { halves, forked }, input.without) ?? halves.map(({ own }) => own);
  };
  const [outerHalves, innerHalves] = [halvesOf('outer'), halvesOf('inner')];
  for (const [n, { q, t, direction, outward, centre, outerPoint, innerPoint }] of stations.entries()) {
    // a leg that goes into a boot is no wider than its shaft
    const max =
      shaft === null || !input.isLong
        ? Infinity
        : legRadius(frame, Math.min(1, t)) * (1.12 + BOOT_WIDENING_MAX * (1 - q));
    const wide = Math.min(max, outerHalves[n]);
    const outer = outerHalfWidth(frame, wide, input.hip - Math.abs(dot(sub(centre, frame.hipMid), frame.across)), q);
    const own = Math.min(max, innerHalves[n], innerRoom(frame, input.side, centre, t));
    const inner = innerHalfWidth(own, betweenLegs(frame, side, centre, t), q);
    const hem = q === 1;
    pulls.add(`leg${side}.outer`, outerPoint, add(centre, outward, outer), hem ? 5 : 1);
    pulls.add(`leg${side}.inner`, innerPoint, add(centre, outward, -inner), hem ? 5 : q < 0.2 ? 0.3 : 0.8);
    if (q < HEM_PULLS_FROM) continue;
    for (const across of HEM_PULL_SHARES) {
      const level = lerp(add(centre, outward, outer), add(centre, outward, -inner), across);
      const sag = arc * ((q - HEM_PULLS_FROM) / (1 - HEM_PULLS_FROM)) * (outer + inner) * 4 * across * (1 - across);
      pulls.add(`leg${side}.hem`, lerp(outerPoint, innerPoint, across), add(level, direction, sag), 2);
    }
  }
  return Math.min(1, end);
}

function endWidth(marks: PantsLandmarks, side: 0 | 1): number {
  return Math.max(1, distance(pointAlong(marks.legs[side].outer, 1), pointAlong(marks.legs[side].inner, 1)));
}

/**
 * Share of the leg at which long trousers end: where the worn trousers end, or lower, at the nearer shoe, if the new ones are long enough.
 */
function endOnShoe(frame: PlacementFrame, side: 0 | 1, natural: number): number {
  const worn = Math.max(trouserEnd(frame, side) + 0.01, 0.02);
  return 1 + Math.max(worn, Math.min(natural - 1, shoesBegin(frame)));
}

function pointOnLeg(frame: PlacementFrame, side: 0 | 1, t: number): { point: PhotoPoint; direction: Point } {
  const { joints } = frame.body.legs[side];
  if (t <= 1) {
    const direction = unit(sub(pointAlong(joints, Math.min(1, t + 0.06)), pointAlong(joints, Math.max(0, t - 0.06))));
    return { point: pointAlong(joints, t), direction };
  }
  const shin = unit(sub(joints[2], joints[1]));
  const past = pastAnkle(frame, side);
  const length = polylineLength(joints);
  return { point: add(joints[2], past, (t - 1) * length), direction: unit(add(shin, past, PAST_ANKLE_WEIGHT)) };
}

/** Weight of the direction past the ankle in a hem's direction, next to a weight of 1 for the shin's. */
const PAST_ANKLE_WEIGHT = 0.5;

interface LegLook {
  /** Half of the leg's own width there, photo pixels. */
  readonly flat: number;
  /** Share of the leg, hip 0, ankle 1. */
  readonly t: number;
  readonly overShoes: boolean;
}

/** Share of the leg above which a shoe's outline is a shaft, not a foot. */
const SHAFT_SPAN_END = 0.95;

/**
 * Half width of a trouser leg to one side: its own width; at least that of the leg, of what is seen of it bare, or of the shaft that it
 * falls over; and the old trousers' width.
 */
function legHalf(frame: PlacementFrame, centre: PhotoPoint, direction: Point, look: LegLook): LegHalf {
  const { pants, skin, shoes } = frame.body.planes;
  const usual = Math.max(look.flat, legRadius(frame, Math.min(1, look.t)) * 1.1);
  const covered = (plane: PlaneF32, max: number): number => {
    const reach = classReach(frame, centre, direction, plane, max) * BARE_LEG_FACTOR;
    return reach < max ? reach : 0;
  };
  const shaft = look.overShoes && look.t <= SHAFT_SPAN_END ? covered(shoes, SHAFT_WIDTH_MAX * usual) : 0;
  const bare = covered(skin, Math.max(usual * 1.6, legRadius(frame, Math.min(1, look.t)) * BARE_LEG_HALF_WIDTH_MAX));
  const own = Math.max(usual, bare, shaft);
  return { own, old: classReach(frame, centre, direction, pants, own * 1.5) };
}

/**
 * How much wider trousers may become from a boot that they go into up to the crotch, in half widths of the leg: any more would look like a
 * balloon.
 */
const BOOT_WIDENING_MAX = 1.2;
/**
 * How far trousers stand off a bare leg that they cover, as a factor on its width; and how wide that leg may be, in usual half widths: the
 * bones of stout or bowed legs are off their middle.
 */
const BARE_LEG_FACTOR = 1.06;
const BARE_LEG_HALF_WIDTH_MAX = 2.4;
/** How far a trouser leg may reach beyond the middle between the legs, in half widths of the bare leg. */
const INNER_OVERLAP_MAX = 0.12;

/**
 * The distance from a leg's middle to where the other leg's trousers begin. Legs that cross, or are one in front of the other, keep their
 * own width.
 */
function innerRoom(frame: PlacementFrame, side: 0 | 1, centre: PhotoPoint, t: number): number {
  const bare = legRadius(frame, Math.min(1, t));
  return Math.max(1.1 * bare, betweenLegs(frame, side, centre, t) + INNER_OVERLAP_MAX * bare);
}

/** Share of the inseam over which the legs of trousers part: thighs meet at the crotch. */
const LEGS_PART_AT = 0.3;

/** The inner half width of a leg; at the crotch it reaches to the middle between both. */
const innerHalfWidth = (own: number, middle: number, q: number): number =>
  q >= LEGS_PART_AT || middle <= own ? own : middle + (own - middle) * (q / LEGS_PART_AT);

/** The outer half width of a leg, which begins at the end of the hips: wide shorts would form a bump below a jacket. */
const outerHalfWidth = (frame: PlacementFrame, own: number, hip: number, q: number): number => {
  const first = Math.max(hip, legRadius(frame, CROTCH_DROP) * 1.05);
  return q >= LEGS_PART_AT || own <= first ? own : first + (own - first) * (q / LEGS_PART_AT);
};

/** Half the distance between a leg's middle and the other leg's. */
function betweenLegs(frame: PlacementFrame, side: 0 | 1, centre: PhotoPoint, t: number): number {
  return distance(centre, pointOnLeg(frame, side === 0 ? 1 : 0, t).point) / 2;
}

function classReach(frame: PlacementFrame, c: PhotoPoint, direction: Point, plane: PlaneF32, reach: number): number {
  const step = Math.max(0.5, 1 / frame.body.workScale);
  for (let k = 0; k < reach; k += step) if (probe(frame, plane, add(c, direction, k)) < 0.5) return k;
  return reach;
}
