import type { Point } from '@drape/imaging';
import { distance, extremeIndex, offLine, piece } from './chain';
import type { Hollow } from './chain';
import { findNeck, firstBelow, hemIndex } from './outline-points';
import type { SleeveLength } from './types';

/** What one half of an upper garment's outline shows, as if it were the image-right half. */
export interface UpperSide {
  readonly neck: Point;
  readonly tip: Point;
  readonly armpit: Point;
  readonly hem: Point;
  readonly shoulderEdge: readonly Point[];
  readonly side: readonly Point[];
  readonly outer: readonly Point[];
  readonly inner: readonly Point[];
  readonly length: SleeveLength;
  /** The arm hole has a frill instead of a sleeve. */
  readonly frill?: boolean;
  readonly gapTop: Point | null;
  /** How far the outline rises above the neck point towards the axis: a collar or hood. */
  readonly rise: number;
  readonly confidence: number;
}

/** The same half on the other side of an axis. */
export function mirrorSide(side: UpperSide, axisX: number): UpperSide {
  const flip = (p: Point): Point => ({ x: 2 * axisX - p.x, y: p.y });
  return {
    ...side,
    neck: flip(side.neck),
    tip: flip(side.tip),
    armpit: flip(side.armpit),
    hem: flip(side.hem),
    shoulderEdge: side.shoulderEdge.map(flip),
    side: side.side.map(flip),
    outer: side.outer.map(flip),
    inner: side.inner.map(flip),
    gapTop: side.gapTop ? flip(side.gapTop) : null,
  };
}

export interface BareFrame {
  readonly axisX: number;
  readonly top: number;
  readonly height: number;
  readonly reach: number;
}

/** Tank tops, straps, cap sleeves: the tip is the strap's outer end, the armpit the lower rim of the arm hole. */
export function withoutSleeve(chain: readonly Point[], hollows: readonly Hollow[], frame: BareFrame): UpperSide {
  const hole = hollows.find(
    (h) => chain[h.from].y - frame.top < frame.reach * 0.45 && chain[h.to].y - frame.top > frame.reach * 0.25,
  );
  return besideArmhole(chain, hole, frame);
}

/** A half without sleeve whose arm hole is known, or known not to show. */
export function besideArmhole(chain: readonly Point[], hole: Hollow | undefined, frame: BareFrame): UpperSide {
  const tip = hole ? hole.from : extremeIndex(chain, 0, firstBelow(chain, frame.top + frame.reach * 0.8), 1, -0.9);
  const rim = hole ? armholeEnd(chain, hole) : -1;
  const near = rim >= 0 && chain[rim].y - chain[tip].y < frame.reach * 1.3;
  const pit = near ? rim : templatePit(chain, tip, frame);
  const hem = hemIndex(chain, pit);
  const neck = strapNeck(chain, tip, frame.axisX);
  return {
    neck: chain[neck.index],
    tip: chain[tip],
    armpit: chain[pit],
    hem: chain[hem],
    shoulderEdge: piece(chain, neck.index, tip),
    side: piece(chain, pit, hem),
    outer: piece(chain, tip, pit),
    inner: [chain[pit]],
    length: 'none',
    gapTop: null,
    rise: neck.rise,
    confidence: near ? 0.85 : 0.5,
  };
}

/**
 * The rim below the arm hole: its hull corner, or, where the outline flares on below, the bend between the hole's floor and
 * that corner.
 */
function armholeEnd(chain: readonly Point[], hole: Hollow): number {
  let bend = hole.to;
  let most = distance(chain[hole.deepest], chain[hole.to]) * 0.08;
  for (let i = hole.deepest + 1; i < hole.to; i++) {
    const out = -offLine(chain[i], chain[hole.deepest], chain[hole.to]);
    if (out <= most) continue;
    most = out;
    bend = i;
  }
  return bend;
}

/** Share of the way from the shoulder's tip to a fitted waist at which armpits lie. Source: dressmakers' measures, 19 of 42 cm. */
const PIT_ABOVE_WAIST = 0.44;

/** Where the armpit lies by proportion: a share of the garment's size, or of the way down to its waist where it has one. */
function templatePit(chain: readonly Point[], tip: number, frame: BareFrame): number {
  const waist = waistOf(chain, tip, frame);
  const share = Math.min(frame.height * 0.3, frame.reach * 0.95);
  const target = chain[tip].y + (waist === null ? share : Math.min(share, PIT_ABOVE_WAIST * (waist.y - chain[tip].y)));
  return notchNear(chain, tip, target, frame.height) ?? firstBelow(chain, target);
}

/** Where below a wide shoulder the notch under its arm hole is looked for, in shares of the way to the usual place, half the piece of outline that it shows in, and its least depth, in heights. */
const NOTCH = { from: 0.55, to: 1.2, half: 0.06, least: 0.008 } as const;

/** The deepest bend inwards below the arm hole of a shoulder that stands out; null where the outline runs straight on. */
function notchNear(chain: readonly Point[], tip: number, target: number, height: number): number | null {
  const way = target - chain[tip].y;
  const [from, to] = [NOTCH.from, NOTCH.to].map((share) => firstBelow(chain, chain[tip].y + share * way));
  let [best, most] = [-1, NOTCH.least * height];
  for (let i = Math.max(tip, from); i <= to; i++) {
    const above = chain[Math.max(tip, firstBelow(chain, chain[i].y - NOTCH.half * height))];
    const below = chain[firstBelow(chain, chain[i].y + NOTCH.half * height)];
    const inwards = offLine(chain[i], above, below);
    if (inwards > most) [best, most] = [i, inwards];
  }
  return best < 0 ? null : best;
}

/** Where a waist is searched below the tip, in heights, and how much wider than it the outline is below it. */
const WAIST = { from: 0.2, to: 0.6, flare: 1.15 } as const;

/** The narrowest place of a garment that widens again below it; null where it has none. */
function waistOf(chain: readonly Point[], tip: number, frame: BareFrame): Point | null {
  const [from, to] = [WAIST.from, WAIST.to].map((share) => firstBelow(chain, chain[tip].y + share * frame.height));
  const waist = chain[extremeIndex(chain, from, to, -1, 0)];
  return chain[to].x - frame.axisX > WAIST.flare * (waist.x - frame.axisX) ? waist : null;
}

/** Inner end of a strap's or cap sleeve's upper edge. */
function strapNeck(chain: readonly Point[], tip: number, axisX: number): { index: number; rise: number } {
  const found = findNeck(chain, tip, axisX);
  if (chain[tip].x - chain[found.index].x > 2) return found;
  const peak = extremeIndex(chain, 0, tip, -0.4, -1);
  return { index: Math.min(peak, Math.max(0, tip - 1)), rise: 0 };
}
