import type { PlaneF32, Point } from '@drape/imaging';
import type { BodyFrame } from '../../model/body';
import type { Joints } from '../pose/joints';
import { fitIntoTrousers, legBow, legRadius, leavesPhoto, reachAcross, type FabricRun } from './leg-form';
import { moveIntoShoe, type FootBones } from './move-into-shoe';
import type { Pair } from '../../model/pair';
import type { LimbTube, PersonPlanes } from '../../model/person';
import { sampleAt } from '../../geometry/sampling';
import { clamp } from '../../geometry/numbers';
import { smoothSeries } from '../../geometry/series';
import { pairOf } from '../../geometry/pairs';
import { resamplePolyline } from '../../geometry/polyline';
import { fromTable } from '../../geometry/table';
import { add, distance, lerp, scale, sub, unit } from '../../geometry/vector';

/** Stations along a limb. */
const STATIONS = 24;
/** How far past the wrist the arm continues, to the knuckles, in forearm lengths. */
const BEYOND_WRIST = 0.28;

/**
 * Half width of a bare arm in shoulder widths at t: shoulder 0 … knuckles 1. At t ≥ .3 a tenth below the medians of the bare arms of 90
 * street and studio photos; nearer the shoulder guessed, and so is the hand, which spreads where it is seen.
 */
const ARM_TABLE = [
  [0, 0.116],
  [0.12, 0.108],
  [0.3, 0.099],
  [0.45, 0.099],
  [0.57, 0.098],
  [0.65, 0.091],
  [0.74, 0.076],
  [0.83, 0.066],
  [0.88, 0.066],
  [1, 0.069],
] as const;

/** Shares of a limb at which its stations are. */
const SHARES = Array.from({ length: STATIONS }, (_, i) => i / (STATIONS - 1));

/** Chains of discs that the bare arms would fill; skin that is seen keeps its own width. Photo pixels. */
export function armTubes(joints: Joints, frame: BodyFrame, planes: PersonPlanes, workScale: number): Pair<LimbTube> {
  return pairOf((side) => armTube(joints, frame, planes, workScale, side));
}

function armTube(joints: Joints, frame: BodyFrame, planes: PersonPlanes, workScale: number, side: 0 | 1): LimbTube {
  const [shoulder, elbow, wrist] = [joints.shoulders[side], joints.elbows[side], joints.wrists[side]];
  const hand = distance(joints.hands[side], wrist) > 1 ? unit(sub(joints.hands[side], wrist)) : unit(sub(wrist, elbow));
  const end = add(wrist, hand, BEYOND_WRIST * distance(elbow, wrist));
  const bones = smoothElbow(shoulder, elbow, wrist, end);
  const line = resamplePolyline(bones, STATIONS);
  const usual = SHARES.map((t) => fromTable(ARM_TABLE, t) * frame.facingWidth);
  const fitted = fitTube(line, usual, planes.skin, workScale, { handFrom: HAND_SPAN_START });
  return {
    centres: fitted.centres,
    radii: withinSleeve(fitted, usual, planes, workScale),
    visibility: Math.min(joints.elbows[side].visibility, wrist.visibility),
  };
}

/** Share of an arm beyond which it is hand, and weight of the hand's width for the arm above it: fingers spread. */
const HAND_SPAN_START = 0.86;
const HAND_WIDTH_WEIGHT = 0.3;
/** Greatest half width of a hand with its thumb, in usual half widths. */
const HAND_HALF_WIDTH_MAX = 1.5;

/** Greatest share of its sleeve's width that an arm fills. */
const SLEEVE_FILL_MAX = 0.93;

/** Half widths of an arm no wider than the sleeve around it. On the arm's free side the sleeve ends where the person does. */
function withinSleeve(
  { centres, radii }: Pick<LimbTube, 'centres' | 'radii'>,
  usual: readonly number[],
  { skin, person }: PersonPlanes,
  k: number,
): number[] {
  const capped = radii.map((radius, i) => {
    if (sampleAt(skin, centres[i], k) > 0.5 || sampleAt(person, centres[i], k) < 0.5) return radius;
    const normal = normalAt(centres, i);
    const max = 1.2 * radius;
    const [left, right] = [-1, 1].map((sign) => {
      const reach = reachAcross(person, centres[i], normal, sign, max, k);
      return leavesPhoto(person, centres[i], normal, sign, reach, k) ? max : reach;
    });
    const free = Math.min(left, right);
    return clamp(SLEEVE_FILL_MAX * free, Math.min(radius, HALF_WIDTH_MIN * usual[i]), radius);
  });
  return smoothSeries(capped, 2);
}

/** Rounds the bend at the elbow, so that the tube has no kink. */
function smoothElbow(s: Point, e: Point, w: Point, end: Point): Point[] {
  const a = lerp(e, s, 0.18);
  const b = lerp(e, w, 0.18);
  const bend: Point[] = [];
  for (let i = 0; i <= 6; i++) bend.push(lerp(lerp(a, e, i / 6), lerp(e, b, i / 6), i / 6));
  return [s, ...bend, w, end];
}

/** Chains of discs that the bare legs would fill, hip to instep. */
export function legTubes(joints: Joints, frame: BodyFrame, planes: PersonPlanes, workScale: number): Pair<LimbTube> {
  const lengths = [0, 1].map(
    (i) => distance(joints.hips[i], joints.knees[i]) + distance(joints.knees[i], joints.ankles[i]),
  );
  const mean = (lengths[0] + lengths[1]) / 2;
  const legLength = Math.max(mean, 1.2 * frame.torsoLength);
  const girth = Math.max(
    legLength,
    legLength + LONGER_LEG_SHARE * (USUAL_LEG_LENGTH * frame.shoulderWidth - legLength),
  );
  const foot = (side: 0 | 1): FootBones => ({ ankle: joints.ankles[side], toe: joints.toes[side] });
  return pairOf((side) => {
    const [hip, knee] = [joints.hips[side], joints.knees[side]];
    const shod = moveIntoShoe(planes, foot(side), foot(side === 0 ? 1 : 0), legLength, workScale);
    const ankle = shod?.ankle ?? joints.ankles[side];
    // past the ankle to under the instep; otherwise the foot of an invented leg ends above its shoe
    const end = shod?.end ?? lerp(ankle, lerp(joints.heels[side], joints.toes[side], 0.3), 0.7);
    const line = resamplePolyline([...smoothElbow(hip, knee, lerp(knee, ankle, 0.98), ankle), end], STATIONS);
    const usual = SHARES.map((t) => legRadius(t) * girth);
    const turned = clamp((joints.toes[side].x - joints.heels[side].x) / (FOOT_ASIDE_MAX * legLength), -1, 1);
    // the normal points to the image's left
    const bow = (i: number): number => -legBow(SHARES[i], side === 0 ? -1 : 1, turned) * girth;
    const fitted = fitTube(line, usual, planes.skin, workScale, { hem: planes.lower, bow });
    return {
      ...(fitted.isGuessed ? trouserRuns(fitted, planes.lower, workScale) : fitted),
      visibility: Math.min(joints.knees[side].visibility, joints.ankles[side].visibility),
    };
  });
}

/**
 * Leg length in shoulder widths, median of the people of twelve photos. Shorter legs are seen from above and keep their girth, so they
 * count as longer by this share of what they lack. Then the length of a foot seen from the side, in leg lengths.
 */
const USUAL_LEG_LENGTH = 2.35;
const LONGER_LEG_SHARE = 0.4;
const FOOT_ASIDE_MAX = 0.2;

/** A trouser leg that extends further than this from the leg's middle, in radii of the leg, is a skirt or both legs. */
const TROUSER_LEG_REACH_MAX = 2.1;

function trouserRuns(
  { centres, radii }: Pick<LimbTube, 'centres' | 'radii'>,
  fabric: PlaneF32,
  k: number,
): Pick<LimbTube, 'centres' | 'radii'> {
  const runs = centres.map((c, i): FabricRun | null => {
    if (sampleAt(fabric, c, k) < 0.5) return null;
    const [normal, max] = [normalAt(centres, i), TROUSER_LEG_REACH_MAX * radii[i]];
    const [left, right] = [-1, 1].map((sign) => reachAcross(fabric, c, normal, sign, max, k));
    return Math.max(left, right) >= max ? null : { left, right };
  });
  const fit = fitIntoTrousers(radii, runs);
  const shifts = smoothSeries(fit.shifts, 2);
  return {
    centres: centres.map((c, i) => add(c, scale(normalAt(centres, i), shifts[i]))),
    radii: smoothSeries(fit.radii, 1),
  };
}

function normalAt(line: readonly Point[], i: number): Point {
  const d = unit(sub(line[Math.min(line.length - 1, i + 1)], line[Math.max(0, i - 1)]));
  return { x: -d.y, y: d.x };
}

/** Bare skin at a station, in usual half widths: distance of its middle from the line, and its half width. */
interface Fitted {
  readonly shift: number;
  readonly width: number;
}

/** Range of a believable half width, in usual half widths. */
const HALF_WIDTH_MIN = 0.7;
const HALF_WIDTH_MAX = 1.75;

interface FitOptions {
  /** Fabric that cuts runs of skin off. */
  readonly hem?: PlaneF32 | null;
  /** Share of the limb beyond which it is hand. */
  readonly handFrom?: number;
  /** Distance of an unseen limb's middle from the line, along its normal. */
  readonly bow?: (station: number) => number;
}

/**
 * Discs along a line. Where bare skin is seen, its run across the line gives middle and half width. Stations under clothes take both from
 * their neighbours, so that an invented upper arm is as stout as the forearm that is seen. A run that ends at the fabric of `hem` is cut
 * off by it and gives no width; a run across a hand counts little.
 */
function fitTube(
  line: readonly Point[],
  usual: readonly number[],
  skin: PlaneF32,
  k: number,
  { hem = null, handFrom = 1, bow }: FitOptions,
): { centres: Point[]; radii: number[]; isGuessed: boolean } {
  const seen = line.map((c, i) => fitStation(c, normalAt(line, i), usual[i], skin, k, hem));
  const measuredWidths = seen.map(
    (f, i) => f && (isHand(i, handFrom) ? 1 + HAND_WIDTH_WEIGHT * (f.width - 1) : f.width),
  );
  const shifted = seen.map((f) => f && f.shift);
  const continued = continueValues(measuredWidths, 1);
  // the hand keeps its own width: the wrist tapers from there instead of ending on it as a block
  for (let i = 0; i < continued.length; i++) {
    continued[i] = Math.max(continued[i], isHand(i, handFrom) ? Math.min(seen[i]?.width ?? 0, HAND_HALF_WIDTH_MAX) : 0);
  }
  const [widths, shifts] = [smoothSeries(continued), smoothSeries(continueValues(shifted, 0))];
  const middles = smoothPoints(line.map((c, i) => add(c, scale(normalAt(line, i), shifts[i] * usual[i]))));
  const unseen = bow === undefined ? [] : smoothSeries(seen.map((f) => (f === null ? 1 : 0)));
  return {
    isGuessed: seen.every((f) => f === null),
    centres: middles.map((c, i) => (bow === undefined ? c : add(c, scale(normalAt(line, i), unseen[i] * bow(i))))),
    radii: smoothSeries(
      widths.map((w, i) => w * usual[i]),
      1,
    ),
  };
}

const isHand = (station: number, handFrom: number): boolean => SHARES[station] > handFrom;

/** Stations over which the last measured value fades to the usual one. */
const FADE_STATIONS = 14;

/** Fills gaps between measured values evenly. Past the last one its value continues and slowly becomes the usual. */
function continueValues(values: readonly (number | null)[], usual: number): number[] {
  const known = values.flatMap((value, i) => (value === null ? [] : [{ i, value }]));
  return values.map((value, i) => {
    if (value !== null) return value;
    const next = known.findIndex((entry) => entry.i > i);
    const before = next === 0 ? undefined : known.at(next === -1 ? -1 : next - 1);
    const after = next === -1 ? undefined : known[next];
    if (before !== undefined && after !== undefined) {
      return before.value + ((after.value - before.value) * (i - before.i)) / (after.i - before.i);
    }
    const nearest = before ?? after;
    if (nearest === undefined) return usual;
    return usual + (nearest.value - usual) * clamp(1 - (Math.abs(nearest.i - i) - 4) / FADE_STATIONS, 0.4, 1);
  });
}

/** The run of bare skin across the line; null where none is seen or it cannot be a limb. */
function fitStation(
  centre: Point,
  normal: Point,
  expected: number,
  skin: PlaneF32,
  k: number,
  hem: PlaneF32 | null,
): Fitted | null {
  if (sampleAt(skin, centre, k) < 0.5) return null;
  const left = reachAcross(skin, centre, normal, -1, 2 * expected, k);
  const right = reachAcross(skin, centre, normal, 1, 2 * expected, k);
  const width = (left + right) / 2 / expected;
  const beyond = 1.5 / k;
  const isHem = (off: number): boolean => hem !== null && sampleAt(hem, add(centre, normal, off), k) > 0.4;
  if (isHem(-(left + beyond)) || isHem(right + beyond)) return null;
  const cutLeft = leavesPhoto(skin, centre, normal, -1, left, k);
  const cutRight = leavesPhoto(skin, centre, normal, 1, right, k);
  if (cutLeft && cutRight) return null;
  if (cutLeft) return completeCutOff(right / expected, -1, width);
  if (cutRight) return completeCutOff(left / expected, 1, width);
  if (width > HALF_WIDTH_MAX || width < HALF_WIDTH_MIN) return null;
  return { shift: clamp((right - left) / 2 / expected, -0.6, 0.6), width };
}

/** Width of a limb ÷ the width that the photo's edge leaves of it; a guess. */
const CUT_OFF_FACTOR = 1.2;

/**
 * A limb that the photo's edge cuts off is wider than its run and no slimmer than usual, measured from the edge that is seen, `seen` usual
 * half widths away. `cutSide` is the side along the normal on which the photo ends.
 */
function completeCutOff(seen: number, cutSide: 1 | -1, run: number): Fitted {
  const width = clamp(CUT_OFF_FACTOR * run, 1, HALF_WIDTH_MAX);
  return { shift: clamp(cutSide * (width - seen), -0.6, 0.6), width };
}

function smoothPoints(points: readonly Point[]): Point[] {
  const xs = smoothSeries(points.map((p) => p.x));
  const ys = smoothSeries(points.map((p) => p.y));
  return xs.map((x, i) => ({ x, y: ys[i] }));
}
