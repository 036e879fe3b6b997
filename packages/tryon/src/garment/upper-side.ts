import type { Point } from '@drape/imaging';
import { distance, extremeIndex, hollowsOf, lerp, offLine, piece, threePieces } from './chain';
import type { Hollow } from './chain';
import { findNeck, firstBelow, hemIndex } from './outline-points';
import type { SleeveLength } from './types';
import { withoutSleeve } from './upper-bare';
import type { UpperSide } from './upper-bare';

export interface SideOptions {
  /** Share of the garment's height in which the armpit is searched; dresses flare below. */
  readonly searchShare: number;
  /** A sleeve is expected (jackets): lying sleeves are taken from a template. */
  readonly expectSleeve: boolean;
  /** Share of tip → hem at which the armpit lies when the contour is silent. */
  readonly armpitShare: number;
}

/**
 * Reads neck point, shoulder tip, armpit, cuff and hem corner off one half outline.
 *
 * The armpit is the deepest hollow between a lateral rim (the cuff) and the hem; a hollow whose upper rim is the
 * garment's top is an arm hole. `chain` runs clockwise from the axis at the top to the axis at the bottom.
 */
export function readUpperSide(chain: readonly Point[], axisX: number, options: SideOptions): UpperSide | null {
  if (chain.length < 40) return null;
  const top = chain[extremeIndex(chain, 0, chain.length - 1, 0, -1)].y;
  const bottom = chain[extremeIndex(chain, 0, chain.length - 1, 0, 1)].y;
  const height = bottom - top;
  const reach = chain[extremeIndex(chain, 0, chain.length - 1, 1, 0)].x - axisX;
  const cut = firstBelow(chain, top + height * options.searchShare);
  const upper = chain.slice(0, cut + 1);
  const hollows = hollowsOf(upper, Math.max(3, reach * 0.035));
  const frame = { axisX, top, reach, height, expectSleeve: options.expectSleeve };
  const sleeve = findSleeveHollow(upper, hollows, frame);
  if (sleeve) return capped(chain, withSleeve(chain, sleeve, { axisX, top, height, options }), axisX);
  const bare = withoutSleeve(chain, hollows, { axisX, top, height, reach });
  return options.expectSleeve ? withLyingSleeve(chain, bare, options) : bare;
}

interface Frame {
  readonly axisX: number;
  readonly top: number;
  readonly reach: number;
  readonly height: number;
  readonly expectSleeve: boolean;
}

/** A notch this far out of the middle, in reaches, lies between a cuff and the hem; nearer it is a zip's or a placket's end. */
const NOTCH_OUT = 0.3;

/**
 * The deepest hollow under a part that reaches out sideways: its floor lies beside the rim, or above it, not far below
 * (that would be a waist) and not at the garment's lower edge (that would be a curved hem; or, where a sleeve is
 * expected, the notch between a lying cuff and the hem).
 */
function findSleeveHollow(chain: readonly Point[], hollows: readonly Hollow[], frame: Frame): Hollow | null {
  for (const hollow of hollows) {
    const rim = chain[hollow.from];
    const deepest = chain[hollow.deepest];
    const out = rim.x - deepest.x;
    const half = deepest.x - frame.axisX;
    const drop = rim.y - frame.top;
    if (half < frame.reach * 0.2 || deepest.y - frame.top < frame.reach * 0.12) continue;
    const notch = chain[hollow.to].y - deepest.y < frame.height * 0.1;
    if (notch && !(half > frame.reach * NOTCH_OUT && deepest.y > frame.top + frame.height * 0.6 && frame.expectSleeve))
      continue;
    const steep = hollow.depth > frame.reach * 0.15 ? 2.2 : 1.2;
    if (drop > half * 0.1 && out > half * 0.06 && deepest.y - rim.y < out * steep) return hollow;
  }
  return null;
}

/**
 * A jacket whose sleeve makes no hollow at all: the outline's lower corner is the cuff, the inner edge a straight guess.
 */
function withLyingSleeve(chain: readonly Point[], bare: UpperSide, options: SideOptions): UpperSide {
  const axisX = chain[0].x;
  const cuff = extremeIndex(chain, 0, chain.length - 1, 0.75, 1);
  const half = chain[cuff].x - axisX;
  const tip = shoulderCorner(chain, 0, firstBelow(chain, chain[cuff].y * 0.3 + bare.tip.y * 0.7), LYING);
  const armpit = { x: axisX + (chain[tip].x - axisX) * 0.86, y: lerp(chain[tip], chain[cuff], options.armpitShare).y };
  const inner = { x: axisX + half * 0.72, y: Math.min(chain[cuff].y, chain[chain.length - 1].y) };
  const neck = findNeck(chain, tip, axisX);
  return {
    ...bare,
    neck: chain[neck.index],
    tip: chain[tip],
    armpit,
    hem: inner,
    shoulderEdge: piece(chain, neck.index, tip),
    side: [armpit, inner],
    outer: piece(chain, tip, Math.max(tip + 1, cuff)),
    inner: [armpit, inner],
    length: 'long',
    gapTop: inner,
    rise: neck.rise,
    confidence: 0.3,
  };
}

interface SleeveFrame {
  readonly axisX: number;
  readonly top: number;
  readonly height: number;
  readonly options: SideOptions;
}

function withSleeve(chain: readonly Point[], hollow: Hollow, frame: SleeveFrame): UpperSide {
  const pit = hollow.deepest;
  const far = farthestOnSleeve(chain, hollow);
  const bend = findTip(chain, far, chain[pit]);
  const hem = hemIndex(chain, pit);
  const share = (chain[pit].y - chain[bend].y) / Math.max(1, chain[hem].y - chain[bend].y);
  const below = share > (frame.options.expectSleeve ? 0.42 : 0.56);
  const to = firstBelow(chain, 0.7 * chain[bend].y + 0.3 * chain[pit].y);
  const edge = extremeIndex(chain, bend, to, 1, -HUNG.steep);
  const out = (i: number): number => chain[i].x - frame.axisX;
  const hangs = out(extremeIndex(chain, 0, chain.length - 1, 1, 0)) < HANGING * out(edge);
  const silent = below && ((share > HEM_NOTCH && hangs) || out(bend) < TIP_LEAST * out(pit));
  const tip = silent ? shoulderCorner(chain, bend, to, HUNG) : bend;
  const template = lerp(chain[tip], chain[hem], frame.options.armpitShare).y;
  const armpit = below ? { x: armpitColumn(chain[tip], chain[pit], frame.axisX), y: template } : chain[pit];
  const cuff = cuffCorners(chain, tip, pit, lerp(chain[tip], armpit, 0.5));
  const neck = findNeck(chain, tip, frame.axisX);
  const lead = below ? [armpit] : [];
  return {
    neck: chain[neck.index],
    tip: chain[tip],
    armpit,
    hem: chain[hem],
    shoulderEdge: piece(chain, neck.index, tip),
    side: [...lead, ...piece(chain, pit, hem)],
    outer: piece(chain, tip, cuff.outer),
    inner: [...lead, ...piece(chain, pit, cuff.inner)],
    length: sleeveLength(chain, { tip, outer: cuff.outer, inner: cuff.inner, hem, armpit }),
    gapTop: below ? chain[pit] : null,
    rise: neck.rise,
    confidence: below ? 0.6 : 0.95,
  };
}

/** Shoulders do not end nearer to the middle than this share of the way to the gap beside a sleeve that hangs down. */
const TIP_LEAST = 0.85;

/** A gap that begins so far down, as a share of the way from the shoulder to the hem, is the notch beside the cuff: no word about the shoulder. */
const HEM_NOTCH = 0.95;
/** … where the sleeve hangs straight down: it reaches no farther out than so many times the shoulder does; folded ones show a bend. */
const HANGING = 1.4;

/**
 * Where no bend shows the shoulder's end it is the outline's corner upwards and outwards, a row up worth `steep` columns out. What lies nearer
 * to the axis than the share `least` of the outline's reach above the arms is a collar's or a hood's corner: those of 155 jackets had .2 to .63,
 * shoulders above spread sleeves from .67, above hanging ones from .78 on.
 */
interface Corner {
  readonly steep: number;
  readonly least: number;
}
const LYING: Corner = { steep: 1.1, least: 0.6 };
const HUNG: Corner = { steep: 1.6, least: 0.68 };

function shoulderCorner(chain: readonly Point[], from: number, to: number, { steep, least }: Corner): number {
  const axisX = chain[0].x;
  const inner = axisX + least * (chain[extremeIndex(chain, from, to, 1, 0)].x - axisX);
  let first = from;
  while (first < to && chain[first].x < inner) first++;
  return extremeIndex(chain, first, to, 1, -steep);
}

/** A sleeve whose lower edge rises by more than this share of the arm hole is a frill along it. */
const FRILL_RISE = 0.4;

/** A frill at the arm hole has no cuff: it is the garment's shoulder, drawn out to its outer end. */
function capped(chain: readonly Point[], side: UpperSide, axisX: number): UpperSide {
  const armhole = side.armpit.y - side.tip.y;
  const end = side.inner[side.inner.length - 1];
  if (side.length !== 'short' || side.gapTop !== null || side.armpit.y - end.y < FRILL_RISE * armhole) return side;
  const pit = chain.findIndex((p) => p.x === side.armpit.x && p.y === side.armpit.y);
  const tip = extremeIndex(chain, 0, pit, 1, -0.9);
  const neck = findNeck(chain, chain.indexOf(side.tip), axisX).index;
  return {
    ...side,
    tip: chain[tip],
    shoulderEdge: piece(chain, Math.min(neck, tip - 1), tip),
    outer: piece(chain, tip, pit),
    inner: [side.armpit],
    length: 'none',
    frill: true,
    confidence: 0.8 * side.confidence,
  };
}

function armpitColumn(tip: Point, gap: Point, axisX: number): number {
  return Math.max(gap.x, axisX + (tip.x - axisX) * 0.86);
}

/** Sleeve end: the chain point before the armpit that lies farthest from the upper body. */
function farthestOnSleeve(chain: readonly Point[], hollow: Hollow): number {
  const pit = chain[hollow.deepest];
  let best = hollow.from;
  for (let i = 0; i < hollow.deepest; i++) {
    if (chain[i].x > pit.x && distance(chain[i], pit) > distance(chain[best], pit)) best = i;
  }
  return best;
}

/**
 * The shoulder tip: the outline's bend above the armpit. It is the point of the upper outline with the largest
 * distance from the chord between the inner shoulder and the cuff, held near the armpit's column.
 */
function findTip(chain: readonly Point[], far: number, pit: Point): number {
  const innerX = pit.x;
  let column = 0;
  for (let i = 0; i <= far; i++) if (chain[i].x <= innerX && chain[i].y < pit.y) column = i;
  const reach = Math.max(4, distance(chain[far], pit) * 0.3);
  let best = column;
  let bestOff = Number.NEGATIVE_INFINITY;
  const start = Math.max(0, Math.floor(column * 0.35));
  for (let i = start; i <= far; i++) {
    if (Math.abs(chain[i].x - innerX) > reach * 0.55) continue;
    const off = -offLine(chain[i], chain[start], chain[far]) - 0.3 * Math.abs(chain[i].x - innerX);
    if (off > bestOff) {
      bestOff = off;
      best = i;
    }
  }
  return best;
}

/** An outer corner nearer to the sleeve's root than this share of its length, and a cuff wider than this one: it is a bent elbow, and no cuff. */
const CORNER_LEAST = 0.75;
const CUFF_MOST = 0.45;

/** The two corners of the sleeve's end: where three straight pieces fit its outer half best; on a folded sleeve, what lies past its elbow. */
function cuffCorners(chain: readonly Point[], tip: number, pit: number, root: Point): { outer: number; inner: number } {
  let far = tip;
  for (let i = tip; i <= pit; i++) if (distance(chain[i], root) > distance(chain[far], root)) far = i;
  const reach = distance(chain[far], root) * 0.5;
  let from = far;
  let to = far;
  while (from > tip + 1 && distance(chain[from - 1], root) > reach) from--;
  while (to < pit - 1 && distance(chain[to + 1], root) > reach) to++;
  const corners = threePieces(chain, from, to);
  const isElbow =
    distance(chain[corners[0]], root) < 2 * CORNER_LEAST * reach &&
    distance(chain[corners[0]], chain[corners[1]]) > 2 * CUFF_MOST * reach;
  const [outer, inner] = isElbow ? threePieces(chain, corners[0], to) : corners;
  return { outer, inner };
}

interface SleeveEnds {
  readonly tip: number;
  readonly outer: number;
  readonly inner: number;
  readonly hem: number;
  readonly armpit: Point;
}

/** Long when the sleeve reaches beyond 1.05 arm-hole-to-hem lengths of a typical body part; else short. */
function sleeveLength(chain: readonly Point[], ends: SleeveEnds): SleeveLength {
  const root = lerp(chain[ends.tip], ends.armpit, 0.5);
  const end = lerp(chain[ends.outer], chain[ends.inner], 0.5);
  const armhole = Math.max(1, distance(chain[ends.tip], ends.armpit));
  return distance(root, end) > armhole * 1.55 ? 'long' : 'short';
}
