import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import type { BodyFrame } from '../../model/body';
import { bodyFrame, type Joints } from '../../person/pose/joints';
import { add, lerp, scale, sub, unit } from '../../geometry/vector';

/** The garment's opaque pixels, addressed along the wearer's body. All points in pixels of `rgba`. */
export interface WornView {
  readonly rgba: RasterU8;
  readonly joints: Joints;
  readonly frame: BodyFrame;
  /** Garment, or the opening between the halves of a jacket. */
  readonly inside: (p: Point) => boolean;
  /** Garment alone; null where that is the same. */
  readonly opaque: ((p: Point) => boolean) | null;
  /** Garment that the picture shows on an arm: not what was filled in where a hand or the background is. */
  readonly sleeve: (p: Point) => boolean;
  /** Point at u shoulder widths across and v torso lengths down. */
  readonly at: (u: number, v: number) => Point;
  /** Inverse of `at`. */
  readonly coordinates: (p: Point) => { u: number; v: number };
}

/** `support` counts as opaque too: the opening of a jacket. `filled` is fabric that is no part of a sleeve. */
export function wornView(
  rgba: RasterU8,
  joints: Joints,
  support: PlaneF32 | null,
  filled: PlaneF32 | null = null,
): WornView {
  const frame = bodyFrame(joints);
  const { across, down, shoulderMid: mid, shoulderWidth: sw, torsoLength: tl } = frame;
  const index = (p: Point): number => {
    const x = Math.floor(p.x);
    const y = Math.floor(p.y);
    return x < 0 || y < 0 || x >= rgba.width || y >= rgba.height ? -1 : y * rgba.width + x;
  };
  const opaque = (p: Point): boolean => {
    const i = index(p);
    return i >= 0 && rgba.data[i * 4 + 3] > 127;
  };
  const inside = (p: Point): boolean => opaque(p) || (support !== null && (support.data[index(p)] ?? 0) > 0.5);
  return {
    rgba,
    joints,
    frame,
    inside,
    sleeve: filled === null ? inside : (p) => inside(p) && (filled.data[index(p)] ?? 0) <= 0.5,
    opaque: support === null ? null : opaque,
    at: (u, v) => ({
      x: mid.x + across.x * u * sw + down.x * v * tl,
      y: mid.y + across.y * u * sw + down.y * v * tl,
    }),
    coordinates: (p) => ({
      u: ((p.x - mid.x) * across.x + (p.y - mid.y) * across.y) / sw,
      v: ((p.x - mid.x) * down.x + (p.y - mid.y) * down.y) / tl,
    }),
  };
}

/** Last opaque point from `from` (opaque) along the unit vector; at most `reach` away. */
export function lastInside(
  view: WornView,
  from: Point,
  direction: Point,
  reach: number,
  inside: (p: Point) => boolean = view.inside,
): Point {
  let last = from;
  let missed = 0;
  for (let d = 1; d <= reach && missed < 3; d++) {
    const p = add(from, direction, d);
    if (inside(p)) {
      last = p;
      missed = 0;
    } else missed++;
  }
  return last;
}

/** The last opaque point beside an opaque one, straight across the body; `sign`: −1 image left, 1 right. */
export const outmost = (view: WornView, from: Point, sign: number, reach: number): Point =>
  lastInside(view, from, scale(view.frame.across, sign), reach * view.frame.shoulderWidth);

/** First opaque point of a column of the body from `v0` downwards to `v1`; null where there is none. */
export function topOfColumn(view: WornView, u: number, v0: number, v1: number): Point | null {
  const step = 1 / Math.max(1, view.frame.torsoLength);
  for (let v = v0; v <= v1; v += step) {
    if (view.inside(view.at(u, v)) && view.inside(view.at(u, v + 2 * step))) return view.at(u, v);
  }
  return null;
}

/** A point at share t of shoulder → elbow → wrist (.53 = elbow), continued beyond the wrist, and the unit direction there. */
export function armPoint(joints: Joints, side: 0 | 1, t: number): { point: Point; direction: Point } {
  const [s, e, w] = [joints.shoulders[side], joints.elbows[side], joints.wrists[side]];
  const [from, to, k] = t < ELBOW ? [s, e, t / ELBOW] : [e, w, (t - ELBOW) / (1 - ELBOW)];
  return { point: lerp(from, to, k), direction: unit(sub(to, from), { x: 0, y: 0 }) };
}

const ELBOW = 0.53;
