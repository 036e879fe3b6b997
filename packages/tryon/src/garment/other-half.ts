import type { Point } from '@drape/imaging';
import { distance, lerp, offLine, piece } from './chain';
import type { Pair } from './types';
import { readSleeveAt } from './upper-side';
import type { SideOptions } from './upper-side';
import type { UpperSide } from './upper-bare';

/** How far from the other half's armpit the own one is looked for, and half the piece of outline that it must bend in, in arm holes. */
const NEAR = 0.55;
const BEND_HALF = 0.24;
/** Least bend of an armpit, in arm holes, and what a place loses by its distance from the other half's armpit. */
const BEND_LEAST = 0.035;
const AWAY = 0.2;
/** A shoulder's reach outside these shares of the other half's is no word of its own: the other's counts. */
const TIP_ALIKE: Pair<number> = [0.85, 1.2];
/** Reach of the shoulder and depth of the arm hole lie within these shares of the other half's; a sleeve may be folded to a stub. */
const ALIKE: Pair<number> = [0.62, 1.6];
const SLEEVE_ALIKE: Pair<number> = [0.3, 1.6];

/**
 * A half whose sleeve was not found, read again where the other half has its armpit: a sleeve that hangs straight, is bent over or lies
 * short has too flat a hollow to be found alone. Both halves are given as image-right ones. Null where its outline has no such bend or
 * what is read there is unlike the other half.
 */
export function readLike(
  chain: readonly Point[],
  model: UpperSide,
  axisX: number,
  options: SideOptions,
): UpperSide | null {
  const pit = bendNear(chain, model.gapTop ?? model.armpit, distance(model.tip, model.armpit));
  if (pit === null) return null;
  const reach = model.tip.x - axisX;
  const plain = { ...options, boundArmhole: false };
  const free = readSleeveAt(chain, axisX, plain, pit);
  const sure = within((free.tip.x - axisX) / reach, TIP_ALIKE);
  const read = sure ? free : readSleeveAt(chain, axisX, { ...plain, tipOut: reach }, pit);
  const side = lyingOn(chain, withCuffLike(chain, read, model, pit), model, pit);
  return isLike(side, model, axisX) ? { ...side, length: model.length, confidence: AGAIN * side.confidence } : null;
}

/** From this depth, in the other half's, an arm hole ends in truth further up: below it the sleeve lies on the body. */
const LIES_FROM = 1.2;

/** A sleeve that lies on the body down to `pit` has its armpit where the other half has its own. */
function lyingOn(chain: readonly Point[], side: UpperSide, model: UpperSide, pit: number): UpperSide {
  const depth = model.armpit.y - model.tip.y;
  if (side.gapTop !== null || side.armpit.y - side.tip.y < LIES_FROM * depth) return side;
  const armpit = { x: side.tip.x + model.armpit.x - model.tip.x, y: side.tip.y + depth };
  return { ...side, armpit, side: [armpit, ...side.side], inner: [armpit, ...side.inner], gapTop: chain[pit] };
}

/** Own cuff corners this far from where the other half has its own, in arm holes, are folds. */
const CUFF_NEAR = 0.35;

/** The side with its cuff where the other half has its own, led over by shoulder tip and gap, if the outline's corners lie elsewhere. */
function withCuffLike(chain: readonly Point[], side: UpperSide, model: UpperSide, pit: number): UpperSide {
  const to = similarity([model.tip, model.gapTop ?? model.armpit], [side.tip, chain[pit]]);
  const [outer, inner] = [last(model.outer), last(model.inner)].map(to);
  const far = CUFF_NEAR * distance(side.tip, side.armpit);
  if (distance(last(side.outer), outer) < far && distance(last(side.inner), inner) < far) return side;
  const tip = chain.indexOf(side.tip);
  const outerAt = nearestOf(chain, outer, tip + 1, pit - 1);
  const innerAt = nearestOf(chain, inner, outerAt, pit);
  const lead = side.gapTop === null ? [] : [side.armpit];
  return { ...side, outer: piece(chain, tip, outerAt), inner: [...lead, ...piece(chain, pit, innerAt)] };
}

const last = (points: readonly Point[]): Point => points[points.length - 1];

/** The map that turns, stretches and moves one pair of points onto another. */
function similarity([a, b]: Pair<Point>, [c, d]: Pair<Point>): (p: Point) => Point {
  const [u, v] = [subtract(b, a), subtract(d, c)];
  const square = Math.max(1e-6, u.x * u.x + u.y * u.y);
  const cos = (u.x * v.x + u.y * v.y) / square;
  const sin = (u.x * v.y - u.y * v.x) / square;
  return (p) => ({
    x: c.x + cos * (p.x - a.x) - sin * (p.y - a.y),
    y: c.y + sin * (p.x - a.x) + cos * (p.y - a.y),
  });
}

const subtract = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });

function nearestOf(chain: readonly Point[], p: Point, from: number, to: number): number {
  let best = Math.min(from, to);
  for (let i = best; i <= to; i++) if (distance(chain[i], p) < distance(chain[best], p)) best = i;
  return best;
}

/** What a sleeve found only with the other half's word loses of its confidence. */
const AGAIN = 0.8;

/** The place near `target` at which the outline bends inwards most; distances in arm holes. */
function bendNear(chain: readonly Point[], target: Point, armhole: number): number | null {
  const half = BEND_HALF * armhole;
  let [best, most] = [-1, Number.NEGATIVE_INFINITY];
  for (let i = 1; i < chain.length - 1; i++) {
    const away = distance(chain[i], target);
    if (away > NEAR * armhole) continue;
    const bend = offLine(chain[i], chain[farFrom(chain, i, -1, half)], chain[farFrom(chain, i, 1, half)]);
    const worth = bend - AWAY * away;
    if (bend > BEND_LEAST * armhole && worth > most) [best, most] = [i, worth];
  }
  return best < 0 ? null : best;
}

/** The first point along the chain that is `least` away from point i; the chain's end where none is. */
function farFrom(chain: readonly Point[], i: number, step: 1 | -1, least: number): number {
  let j = i + step;
  while (j > 0 && j < chain.length - 1 && distance(chain[j], chain[i]) < least) j += step;
  return j;
}

const within = (share: number, [least, most]: Pair<number>): boolean => share > least && share < most;

function isLike(side: UpperSide, model: UpperSide, axisX: number): boolean {
  if (side.length === 'none') return false;
  return (
    within((side.tip.x - axisX) / (model.tip.x - axisX), ALIKE) &&
    within((side.armpit.y - side.tip.y) / (model.armpit.y - model.tip.y), ALIKE) &&
    within(sleeveLength(side) / sleeveLength(model), SLEEVE_ALIKE)
  );
}

/** From the middle of the arm hole to the middle of the cuff. */
function sleeveLength({ tip, armpit, outer, inner }: UpperSide): number {
  return Math.max(1, distance(lerp(tip, armpit, 0.5), lerp(outer[outer.length - 1], inner[inner.length - 1], 0.5)));
}
