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

/** An arm hole so deep on both halves, in reaches, is a vest's wherever its rims lie: sleeved jackets have none but on one half. */
const DEEP = 0.09;
/** Where the floor of such a hole lies: beside the axis in reaches at least, and below the top in heights. */
const FLOOR = { out: 0.5, from: 0.2, until: 0.5 } as const;
/** Below this height its lower rim was lost in the side seam. */
const LOST = 0.66;

/**
 * The deep arm holes of a vest whose shoulders are wider than its chest, or on which one hole's lower rim is lost: that one is null, to be
 * copied from the other half. Null where the halves do not both show one. Source: 250 phone pictures of jackets, among them 29 vests.
 */
export function findDeepArmholes(
  left: readonly Point[],
  right: readonly Point[],
  axisX: number,
): Pair<Hollow | null> | null {
  const [a, b] = [deepHole(left, axisX), deepHole(right, axisX)];
  if (a === null || b === null) return null;
  const ends = ({ down, hollow }: DeepHole): Hollow | null => (down < LOST ? hollow : null);
  const found: Pair<Hollow | null> = [ends(a), ends(b)];
  return found[0] === null && found[1] === null ? null : found;
}

interface DeepHole {
  readonly hollow: Hollow;
  /** Height of its lower rim below the top, in heights. */
  readonly down: number;
}

function deepHole(chain: readonly Point[], axisX: number): DeepHole | null {
  const half = readHalf(chain, axisX);
  if (half === null) return null;
  const { out, down } = half;
  const hollow = half
    .hollows(DEEP)
    .find(
      ({ from, deepest, to }) =>
        out(from) > HOLE.out &&
        down(from) > HOLE.from &&
        down(from) < HOLE.until &&
        out(deepest) > FLOOR.out &&
        down(deepest) > FLOOR.from &&
        down(deepest) < FLOOR.until &&
        down(to) - down(from) > HOLE.height,
    );
  return hollow === undefined ? null : { hollow, down: down(hollow.to) };
}

interface Armhole {
  readonly hollow: Hollow;
  /** Depth in reaches. */
  readonly share: number;
}

/** Half an outline in its own measures: reaches beside the axis, heights below the top. */
interface Half {
  readonly reach: number;
  readonly out: (i: number) => number;
  readonly down: (i: number) => number;
  /** The hollows below the shoulder's corner, at least so many reaches deep, deepest first. */
  readonly hollows: (least: number) => Hollow[];
}

function readHalf(chain: readonly Point[], axisX: number): Half | null {
  if (chain.length < 40) return null;
  const top = chain[extremeIndex(chain, 0, chain.length - 1, 0, -1)].y;
  const height = chain[extremeIndex(chain, 0, chain.length - 1, 0, 1)].y - top;
  const reach = chain[extremeIndex(chain, 0, chain.length - 1, 1, 0)].x - axisX;
  const shoulders = chain.findIndex((p) => p.y > top + SHOULDERS * height);
  const corner = extremeIndex(chain, 0, shoulders, 1, -1.6);
  return {
    reach,
    out: (i) => (chain[i].x - axisX) / reach,
    down: (i) => (chain[i].y - top) / height,
    hollows: (least) =>
      hollowsOf(chain.slice(corner), least * reach).map((h) => ({
        ...h,
        from: h.from + corner,
        deepest: h.deepest + corner,
        to: h.to + corner,
      })),
  };
}

function armhole(chain: readonly Point[], axisX: number): Armhole | null {
  const half = readHalf(chain, axisX);
  if (half === null) return null;
  const { out, down } = half;
  const holes = half
    .hollows(DEPTH.other)
    .filter(
      ({ from, to }) =>
        out(from) > HOLE.out &&
        out(to) > out(from) &&
        down(from) > HOLE.from &&
        down(from) < HOLE.until &&
        down(to) < HOLE.end &&
        down(to) - down(from) > HOLE.height,
    );
  return holes.length === 0 ? null : { hollow: holes[0], share: holes[0].depth / half.reach };
}
