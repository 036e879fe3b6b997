import type { ProductCategory } from '@drape/contracts';
import type { PhotoPoint } from '../../model/points';
import type { Point } from '@drape/imaging';
import type { SleeveOutline } from '../../model/garment';
import { armOutline, type ArmOutline } from './arm-outline';
import { coatShare } from '../body/bare-body';
import { armRadius, type PlacementFrame } from '../body/placement-frame';
import { oldCuff } from './old-cuff';
import { isFullLength, sleeveReach, type SleeveMeasure } from './sleeve-reach';
import type { TargetList } from '../target-list';
import type { Pair } from '../../model/pair';
import { clamp, smoothstep } from '../../geometry/numbers';
import { pointAlong, polylineLength } from '../../geometry/polyline';
import { add, distance, sub, unit } from '../../geometry/vector';
import { SHEETS } from '../../garment/mesh/sheets';

/** Share of the arm at which the elbow is. */
const ELBOW_POSITION = 0.53;

/** Many weak pulls: where the sleeve must widen, each of a few strong ones would make a spike. */
const stations = (first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => first + ((1 - first) * i) / (count - 1));
const LONG_STATIONS = stations(0.1, 25);
const SHORT_STATIONS = stations(0.2, 13);
/** Keeps the total weight of eleven stations when it is shared among more. */
const LONG_WEIGHT = 11 / 25;
const SHORT_WEIGHT = 7 / 13;

export interface SleevePlan {
  readonly reach: number;
}

export interface SleeveInput {
  readonly side: 0 | 1;
  readonly sleeve: SleeveOutline;
  readonly length: SleeveMeasure;
  /** The same, mean of both sleeves: one that is folded is as long as the other. */
  readonly mean: SleeveMeasure;
  /** Garment pixels → photo pixels across the sleeve. */
  readonly scale: number;
  readonly category: ProductCategory;
  /** The armpit, photo pixels. */
  readonly armpit: PhotoPoint;
  /** Whether the sleeve was cut loose along the armhole: only its outer edge and its cuff are pulled. */
  readonly spread: boolean;
  /**
   * A flounce over a bare arm: where its upper edge crosses the outside of the arm, photo pixels, and the share of the arm at which it
   * ends.
   */
  readonly over?: { readonly from: PhotoPoint; readonly reach: number };
}

/** Pulls one sleeve along shoulder → elbow → wrist, its edges a little outside the arm. Returns how far it reaches. */
export function addSleeveTargets(list: TargetList, frame: PlacementFrame, input: SleeveInput): SleevePlan {
  const { side, sleeve, category } = input;
  const arm = frame.body.arms[side];
  const path = armPath(arm.joints);
  const pit = clamp(shareNear(path, input.armpit), 0.12, 0.36);
  const worn = isFullLength(category, sleeve.length, input.mean)
    ? Math.max(category === 'jacket' ? 1.04 : 1.02, oldCuff(frame, side))
    : clamp(sleeveReach(category, pit, input.length), pit + 0.06, 0.95);
  const reach = input.over?.reach ?? worn;
  const begin = input.over === undefined ? 0 : Math.min(pit, shareNear(path, input.over.from));
  const [places, share] = sleeve.length === 'long' ? [LONG_STATIONS, LONG_WEIGHT] : [SHORT_STATIONS, SHORT_WEIGHT];
  const outline = armOutline(frame, (at) => stationBesideArm(path, side, at));
  const edge = (t: number, at: number, out: boolean): PhotoPoint => {
    const { point, outward } = stationBesideArm(path, side, at);
    return add(point, outward, (out ? 1 : -1) * sleeveHalf(frame, input, outline, { t, at, out }));
  };
  const innerStart = startShift(sub(input.armpit, edge(0, pit, false)), frame.sw);
  const bend = bendOf(arm.joints);
  const pulls = list.onSheet(side === 0 ? SHEETS.sleeve0 : SHEETS.sleeve1);
  for (const t of places) {
    const cuff = t === 1;
    pulls.add(
      `sleeve${side}.outer`,
      pointAlong(sleeve.outer, t),
      edge(t, begin + t * (reach - begin), true),
      cuff ? 3.5 : share * 0.9,
    );
    if (input.spread && t < 0.3) continue;
    // the inner edge starts at the actual armhole and is on the arm from two fifths of its length
    const at = pit + t * (reach - pit);
    const inner = add(edge(t, at, false), innerStart, clamp(1 - t / 0.4, 0, 1));
    // inside a bent elbow fabric gathers: pulled into the crook, the mesh would be pinched
    const gathers = Math.abs(at - ELBOW_POSITION) < 0.13 ? 1 - 0.85 * bend : 1;
    pulls.add(
      `sleeve${side}.inner`,
      pointAlong(sleeve.inner, t),
      inner,
      cuff ? 3.5 : share * gathers * (t < 0.4 ? 0.25 : 0.7),
    );
  }
  return { reach };
}

/** Both sleeves are long where one is and the other is nearly as long: that one is folded or foreshortened. */
export function sleevePair([a, b]: Pair<SleeveOutline>, lengths: Pair<number>): Pair<SleeveOutline> {
  const alike = Math.min(...lengths) > EQUAL_LENGTH_MIN * Math.max(...lengths);
  if (!alike || a.length === b.length || a.length === 'none' || b.length === 'none') return [a, b];
  return [
    { ...a, length: 'long' },
    { ...b, length: 'long' },
  ];
}

/** Shorter ÷ longer sleeve above which both count as equally long. */
const EQUAL_LENGTH_MIN = 0.7;

/**
 * Shorter ÷ longer of two sleeves of one kind below which the shorter begins to count as folded and as long as the other; below the second
 * value it certainly is.
 */
const FOLDED_LENGTH_RAMP = { from: 0.8, to: 0.6 } as const;

/** Length of each sleeve, garment pixels: the mean for two of one kind; the longer one where one is folded. */
export function evenLengths([a, b]: Pair<SleeveOutline>, lengths: Pair<number>): Pair<number> {
  if (a.length !== b.length || a.length === 'none') return lengths;
  const longer = Math.max(...lengths);
  const mean = (lengths[0] + lengths[1]) / 2;
  const bent = smoothstep(Math.min(...lengths) / longer, FOLDED_LENGTH_RAMP.from, FOLDED_LENGTH_RAMP.to);
  const even = mean + bent * (longer - mean);
  return [even, even];
}

/** Offset from the start of the inner edge on the arm to the armpit, where they are close: on raised arms they are two different points. */
function startShift(way: Point, sw: number): Point {
  const near = 1 - clamp((Math.hypot(way.x, way.y) / sw - 0.1) / 0.1, 0, 1);
  return { x: way.x * near, y: way.y * near };
}

/** 0 for a straight arm … 1 for an elbow bent by 70° or more. */
export function bendOf([shoulder, elbow, wrist]: readonly [PhotoPoint, PhotoPoint, PhotoPoint]): number {
  const [a, b] = [unit(sub(elbow, shoulder)), unit(sub(wrist, elbow))];
  return clamp((Math.acos(clamp(a.x * b.x + a.y * b.y, -1, 1)) - 0.35) / 0.87, 0, 1);
}

/** A station of the arm's path, and the direction across it away from the body. */
function stationBesideArm(path: ArmPath, side: 0 | 1, share: number): { point: PhotoPoint; outward: Point } {
  const { point, direction } = pathPoint(path, share);
  return {
    point,
    outward: side === 1 ? { x: direction.y, y: -direction.x } : { x: -direction.y, y: direction.x },
  };
}

/** The share of the arm that is nearest to a point. */
function shareNear(path: ArmPath, p: PhotoPoint): number {
  let best = 0;
  for (let share = 0; share <= 0.6; share += 0.02) {
    if (distance(pathPoint(path, share).point, p) < distance(pathPoint(path, best).point, p)) best = share;
  }
  return best;
}

interface SleeveStation {
  /** Share of the sleeve and of the arm. */
  readonly t: number;
  readonly at: number;
  readonly out: boolean;
}

/** How far an old sleeve may widen a new one, in usual half widths of the arm; anything wider is removed instead. */
const OLD_SLEEVE_WIDENING_MAX = 1.45;
/** The same for a coat's sleeve under a top or dress: the arm in it can hardly be seen and is taken to be usual. */
const COAT_SLEEVE_WIDENING_MAX = 1.12;

/** Air between an arm and a flounce over it, minimum and maximum in shoulder widths: it is gathered and stands off. */
const FLOUNCE_AIR_RANGE = [0.02, 0.1] as const;

/**
 * Distance of the sleeve's edge from the bone: the sleeve's own width where that is a little more than the arm's. A bare arm is covered
 * whatever its width, an old sleeve only as far as the new one may reasonably go.
 */
function sleeveHalf(
  frame: PlacementFrame,
  input: SleeveInput,
  outline: ArmOutline,
  { t, at, out }: SleeveStation,
): number {
  const flat = distance(pointAlong(input.sleeve.outer, t), pointAlong(input.sleeve.inner, t)) / 2;
  const natural = flat * input.scale * 0.8;
  const seen = outline.at(at);
  const half = out ? seen.outer : seen.inner;
  const usual = armRadius(frame, Math.min(1, at));
  const old = Math.min(half, Math.max(natural, OLD_SLEEVE_WIDENING_MAX * usual));
  const jacket = input.category === 'jacket';
  const coat = jacket ? 0 : coatShare(frame);
  const arm = seen.bare ? half : old + coat * (Math.min(old, COAT_SLEEVE_WIDENING_MAX * usual) - old);
  const ease = input.sleeve.length === 'short' ? [0.01, 0.045] : jacket ? [0.012, 0.05] : [0.008, 0.032];
  const [min, max] = input.over === undefined ? ease : FLOUNCE_AIR_RANGE;
  // over the shoulder there is no air under the fabric: ease there makes puffed sleeves
  const air = clamp(at / 0.4, 0.3, 1);
  return clamp(natural, arm + (seen.bare ? min : 0.5 * min) * frame.sw, arm + air * max * frame.sw);
}

interface ArmPath {
  readonly points: readonly PhotoPoint[];
  /** Share of the arm (wrist = 1) at each point. */
  readonly shares: readonly number[];
}

/** Shoulder – elbow – wrist with a rounded elbow, continued straight to 1.25 of the arm. */
function armPath(joints: readonly [PhotoPoint, PhotoPoint, PhotoPoint]): ArmPath {
  const [shoulder, elbow, wrist] = joints;
  const upper = Math.max(1e-6, distance(shoulder, elbow));
  const lower = Math.max(1e-6, distance(elbow, wrist));
  const bend = Math.min(upper, lower) * 0.25;
  const toShoulder = unit(sub(shoulder, elbow));
  const toWrist = unit(sub(wrist, elbow));
  const before = add(elbow, toShoulder, bend);
  const after = add(elbow, toWrist, bend);
  const middle = add(elbow, add(toShoulder, toWrist), bend * 0.25);
  const end = add(wrist, toWrist, 0.25 * polylineLength(joints));
  const half = ELBOW_POSITION;
  return {
    points: [shoulder, before, middle, after, wrist, end],
    shares: [0, half * (1 - bend / upper), half, half + (1 - half) * (bend / lower), 1, 1.25],
  };
}

function pathPoint(path: ArmPath, share: number): { point: PhotoPoint; direction: Point } {
  return {
    point: onPath(path, share),
    direction: unit(sub(onPath(path, share + 0.06), onPath(path, share - 0.06))),
  };
}

function onPath({ points, shares }: ArmPath, share: number): PhotoPoint {
  for (let i = 1; i < points.length; i++) {
    if (share > shares[i] && i < points.length - 1) continue;
    const t = (share - shares[i - 1]) / Math.max(1e-6, shares[i] - shares[i - 1]);
    return add(points[i - 1], sub(points[i], points[i - 1]), t);
  }
  return points[points.length - 1];
}
