import type { Point } from '@drape/imaging';
import { distance, pointAlong } from '../garment/chain';
import type { SleeveOutline } from '../garment/types';
import { armRadius, limbLength } from './body-frame';
import type { BodyFrame } from './body-frame';
import type { TargetList } from './target-list';
import { add, clamp, subtract, unit } from './vector';

/** Arm length ÷ shoulder width of an unforeshortened arm: turns a sleeve's length into a share of the arm. */
const ARM_PER_SW = 1.42;
/** From this natural reach on a sleeve is meant to end at the wrist. */
const FULL = 0.78;

const LONG_STATIONS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1];
const SHORT_STATIONS = [0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1];

export interface SleevePlan {
  readonly reach: number;
}

export interface SleeveInput {
  readonly side: 0 | 1;
  readonly sleeve: SleeveOutline;
  /** Sleeve length in garment pixels × scale = photo pixels. */
  readonly lengthPx: number;
  /** Garment pixels → photo pixels across the sleeve. */
  readonly scale: number;
  readonly jacket: boolean;
  /** Where the armpit lies, photo pixels. */
  readonly armpit: Point;
  /** Cut loose along the arm hole: only its outer edge and its cuff are led. */
  readonly spread: boolean;
}

/** Pulls one sleeve along shoulder → elbow → wrist, its edges a little outside the arm. Returns how far it reaches. */
export function addSleeveTargets(list: TargetList, frame: BodyFrame, input: SleeveInput): SleevePlan {
  const { side, sleeve } = input;
  const arm = frame.body.arms[side];
  const path = armPath(arm.joints);
  const pit = clamp(shareNear(path, input.armpit), 0.12, 0.36);
  const natural = pit / 2 + input.lengthPx / (ARM_PER_SW * frame.sw);
  const full = sleeve.length === 'long' && natural > FULL;
  const reach = full ? (input.jacket ? 1.07 : 1.03) : clamp(natural, pit + 0.06, 0.95);
  const stations = sleeve.length === 'long' ? LONG_STATIONS : SHORT_STATIONS;
  for (const t of stations) {
    const cuff = t === 1;
    const outerAt = t * reach;
    const outer = edgePoint(path, side, outerAt, sleeveRadius(frame, input, t, outerAt));
    list.add(`sleeve${side}.outer`, pointAlong(sleeve.outer, t), outer, cuff ? 3.5 : 0.9);
    const innerPoint = pointAlong(sleeve.inner, t);
    if (input.spread && t < 0.7) continue;
    const innerAt = pit + t * (reach - pit);
    const inner = edgePoint(path, side, innerAt, -sleeveRadius(frame, input, t, innerAt));
    list.add(`sleeve${side}.inner`, innerPoint, inner, cuff ? 3.5 : t < 0.4 ? 0.25 : 0.7);
  }
  return { reach };
}

/** The point beside the arm at a share of it, `away` pixels from its bone; positive = away from the body. */
function edgePoint(path: ArmPath, side: 0 | 1, share: number, away: number): Point {
  const { point, direction } = pathPoint(path, share);
  const outward = side === 1 ? { x: direction.y, y: -direction.x } : { x: -direction.y, y: direction.x };
  return add(point, outward, away);
}

/** The share of the arm that is nearest to a point. */
function shareNear(path: ArmPath, p: Point): number {
  let best = 0;
  for (let share = 0; share <= 0.6; share += 0.02) {
    if (distance(pathPoint(path, share).point, p) < distance(pathPoint(path, best).point, p)) best = share;
  }
  return best;
}

/** Half width of the sleeve at share t of its length, over the arm's share `at`. */
function sleeveRadius(frame: BodyFrame, input: SleeveInput, t: number, at: number): number {
  const arm = armRadius(frame, Math.min(1, at));
  const flat = distance(pointAlong(input.sleeve.outer, t), pointAlong(input.sleeve.inner, t)) / 2;
  const natural = flat * input.scale * 0.8;
  const ease = input.sleeve.length === 'short' ? [0.012, 0.05] : input.jacket ? [0.02, 0.065] : [0.01, 0.032];
  return clamp(natural, arm + ease[0] * frame.sw, arm + ease[1] * frame.sw);
}

interface ArmPath {
  readonly points: readonly Point[];
  /** Share of the arm (wrist = 1) at each point. */
  readonly shares: readonly number[];
}

/** Shoulder – elbow – wrist with a rounded elbow, carried on straight to 1.25 of the arm. */
function armPath(joints: readonly [Point, Point, Point]): ArmPath {
  const [shoulder, elbow, wrist] = joints;
  const upper = Math.max(1e-6, distance(shoulder, elbow));
  const lower = Math.max(1e-6, distance(elbow, wrist));
  const bend = Math.min(upper, lower) * 0.25;
  const toShoulder = unit(subtract(shoulder, elbow));
  const toWrist = unit(subtract(wrist, elbow));
  const before = add(elbow, toShoulder, bend);
  const after = add(elbow, toWrist, bend);
  const middle = add(elbow, add(toShoulder, toWrist), bend * 0.25);
  const end = add(wrist, toWrist, 0.25 * limbLength(joints));
  const half = 0.53;
  return {
    points: [shoulder, before, middle, after, wrist, end],
    shares: [0, half * (1 - bend / upper), half, half + (1 - half) * (bend / lower), 1, 1.25],
  };
}

function pathPoint(path: ArmPath, share: number): { point: Point; direction: Point } {
  const at = (s: number): Point => {
    for (let i = 1; i < path.points.length; i++) {
      if (s > path.shares[i] && i < path.points.length - 1) continue;
      const t = (s - path.shares[i - 1]) / Math.max(1e-6, path.shares[i] - path.shares[i - 1]);
      return add(path.points[i - 1], subtract(path.points[i], path.points[i - 1]), t);
    }
    return path.points[path.points.length - 1];
  };
  return { point: at(share), direction: unit(subtract(at(share + 0.06), at(share - 0.06))) };
}
