import type { Point } from '@drape/imaging';
import { lerp, pointAlong } from '../garment/chain';
import type { BodyFrame } from './body-frame';

/** Hip middle → knee middle → ankle middle. */
export function lowerPath(frame: BodyFrame): Point[] {
  const [a, b] = frame.body.legs;
  return [frame.hipMid, lerp(a.joints[1], b.joints[1], 0.5), lerp(a.joints[2], b.joints[2], 0.5)];
}

/** Point at a share of a joint path's length. */
export function pathAt(path: readonly Point[], t: number): Point {
  return pointAlong(path, t);
}
