import type { Point } from '@drape/imaging';
import { distance } from '../chain';
import type { Neckline } from '../neckline';
import type { Pair } from '../types';
import type { UpperSide } from '../upper-bare';
import type { UpperGuide } from './upper-guide';

/** Points of outline and reader that lie nearer to each other than this share of the garment's width are the same point, seen by both. */
const SAME = 0.05;

/** Whether the outline alone tells of the sides what the reader does: then its points stand, for they lie on the picture's edges. */
export function sidesAgree(sides: Pair<UpperSide>, guide: UpperGuide, width: number): boolean {
  return sides.every((side, i) => {
    const at = i as 0 | 1;
    const cuff = guide.cuffs[at];
    if ((side.length === 'none') !== (cuff === null)) return false;
    const pairs: (readonly [Point | undefined, Point])[] = [
      [side.tip, guide.shoulder[at]],
      [side.armpit, guide.armpit[at]],
      [side.hem, guide.hem[at]],
    ];
    if (cuff !== null) pairs.push([side.outer.at(-1), cuff[0]], [side.inner.at(-1), cuff[1]]);
    return pairs.every(([mine, told]) => mine !== undefined && distance(mine, told) < SAME * width);
  });
}

/** The same of the neck: both its points, and how deep the front edge lies. */
export function necksAgree(
  sides: Pair<UpperSide>,
  { curve }: Neckline,
  { neck, front }: UpperGuide,
  width: number,
): boolean {
  const isNear = sides.every((side, i) => distance(side.neck, neck[i as 0 | 1]) < SAME * width);
  const lowest = Math.max(...curve.map(({ y }) => y));
  return isNear && (front === null || Math.abs(lowest - front.y) < SAME * width);
}
