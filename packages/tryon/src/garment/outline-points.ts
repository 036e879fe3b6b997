import type { Point } from '@drape/imaging';
import { extremeIndex, offLine } from './chain';

/** Last index of a half outline, after its widest point, that is not below the row y. */
export function firstBelow(chain: readonly Point[], y: number): number {
  let lateral = extremeIndex(chain, 0, chain.length - 1, 1, 0);
  if (chain[lateral].y > y) lateral = 0;
  for (let i = chain.length - 1; i > lateral; i--) if (chain[i].y <= y) return i;
  return chain.length - 1;
}

/** An outline that rises less than this beyond the shoulder's line, in half shoulder widths, is the shoulder's own end, no collar. */
const COLLAR_RISE = 0.1;

/** Walks from the tip towards the axis as long as the outline stays on the shoulder's line. */
export function findNeck(chain: readonly Point[], tip: number, axisX: number): { index: number; rise: number } {
  const half = Math.max(6, chain[tip].x - axisX);
  const tolerance = half * 0.026;
  let index = Math.max(0, tip - 3);
  for (let i = index; i >= 0; i--) {
    if (chain[i].x - axisX < half * 0.2) break;
    if (maxOff(chain, i, tip) > tolerance) break;
    index = i;
  }
  const peak = extremeIndex(chain, 0, index, 0, -1);
  const rise = chain[index].y - chain[peak].y;
  if (rise < half * COLLAR_RISE && chain[index].x - chain[peak].x < half * 0.3) index = peak;
  return { index, rise: Math.max(0, rise) };
}

function maxOff(chain: readonly Point[], a: number, b: number): number {
  let worst = 0;
  const step = Math.max(1, Math.floor((b - a) / 24));
  for (let i = a + step; i < b; i += step) worst = Math.max(worst, Math.abs(offLine(chain[i], chain[a], chain[b])));
  return worst;
}

/** Hem corner: the farthest chain point after the armpit, downwards and outwards. */
export function hemIndex(chain: readonly Point[], pit: number): number {
  return extremeIndex(chain, pit, chain.length - 1, 0.75, 1);
}
