import { extremeIndex, hollowsOf } from './chain';
import type { Hollow } from './chain';
import type { Point } from '@drape/imaging';
import type { Pair } from './types';

/**
 * Where an arm hole lies on half an outline: its upper rim, in reaches beside the axis and heights below the top, its lower rim, and its
 * least height. Hoods and collars lie nearer to the axis, hollows beside a sleeve's bend begin farther down, those before a cuff end there.
 */
const HOLE = { out: 0.5, from: 0.04, until: 0.3, end: 0.58, height: 0.14 } as const;
/** Depths in reaches: of the clearer arm hole, of the other one, and of one that is seen alone. Folds and elbows: up to .05 on one side. */
const DEPTH = { clear: 0.075, other: 0.033, alone: 0.1 } as const;
/** Where the shoulder's corner is searched: in the upper share of the outline. */
const SHOULDERS = 0.3;

/**
 * The arm holes of a vest on the two halves of an outline: sleeves that lie on the body bulge where a vest is hollow. One alone is told
 * where it is deep, the other half may show a hanger's end there; null where none is.
 *
 * Both halves run clockwise from the axis at the top to the axis at the bottom, as right ones. Source: 58 phone pictures of jackets,
 * among them 9 vests.
 */
export function findArmholes(left: readonly Point[], right: readonly Point[], axisX: number): Pair<Hollow | null> {
  const [a, b] = [armhole(left, axisX), armhole(right, axisX)];
  const least = a === null || b === null ? DEPTH.alone : DEPTH.clear;
  const isVest = Math.max(a?.share ?? 0, b?.share ?? 0) >= least;
  return isVest ? [a?.hollow ?? null, b?.hollow ?? null] : [null, null];
}

interface Armhole {
  readonly hollow: Hollow;
  /** Depth in reaches. */
  readonly share: number;
}

function armhole(chain: readonly Point[], axisX: number): Armhole | null {
  if (chain.length < 40) return null;
  const top = chain[extremeIndex(chain, 0, chain.length - 1, 0, -1)].y;
  const height = chain[extremeIndex(chain, 0, chain.length - 1, 0, 1)].y - top;
  const reach = chain[extremeIndex(chain, 0, chain.length - 1, 1, 0)].x - axisX;
  const shoulders = chain.findIndex((p) => p.y > top + SHOULDERS * height);
  const corner = extremeIndex(chain, 0, shoulders, 1, -1.6);
  const down = (i: number): number => (chain[i].y - top) / height;
  const out = (i: number): number => (chain[i].x - axisX) / reach;
  const holes = hollowsOf(chain.slice(corner), DEPTH.other * reach)
    .map((h) => ({ ...h, from: h.from + corner, deepest: h.deepest + corner, to: h.to + corner }))
    .filter(
      ({ from, to }) =>
        out(from) > HOLE.out &&
        out(to) > out(from) &&
        down(from) > HOLE.from &&
        down(from) < HOLE.until &&
        down(to) < HOLE.end &&
        down(to) - down(from) > HOLE.height,
    );
  return holes.length === 0 ? null : { hollow: holes[0], share: holes[0].depth / reach };
}
