import type { Point, RasterU8 } from '@drape/imaging';
import { distance, lerp } from './chain';
import { closedEdge, isClosed, isFold } from './closed-collar';
import { findLapels, lapelCurve, type Lapels } from './lapels';
import { edgeScore, fabricColours, fabricShare, foreignShare, shadeBetween, viewOf, wideStep } from './neck-edges';
import type { Silhouette } from './silhouette';
import { findThroat, type Throat } from './throat';
import type { NecklineKind, Pair } from './types';

export interface Neckline {
  /** Neck point 0 → neck point 1, in the silhouette's upright frame. */
  readonly curve: readonly Point[];
  readonly kind: NecklineKind;
  readonly confidence: number;
  /** The outline itself is the front neckline: nothing has to be cut. */
  readonly open: boolean;
  /** Its sides are lapels, or those of a wrap: its ends are the cloth's upper corners. */
  readonly lapels?: true;
}

export interface NecklineInput {
  readonly neck: Pair<Point>;
  readonly shoulder: Pair<Point>;
  /** Height of the outline above the neck points: a collar or hood. */
  readonly rise: number;
  /** Whether it may have lapels. */
  readonly lapels?: boolean;
  /** Whether it opens in front, as jackets do: what is closed then is a collar, and its edge no wrap. */
  readonly opens?: boolean;
  /** Whether a hood was taken off it: what is left is a collar, with neither lapels nor a wrap nor a deep opening. */
  readonly hooded?: boolean;
  /** Where the garment reader found the lowest point of the front edge, and whether a collar is turned down there. */
  readonly told?: { readonly front: Point; readonly turned: boolean };
}

/** Edges are looked for so far above and below the point that the reader found, in shoulder widths. */
const ASTRAY = 0.06;
/** What an edge at the end of that costs: a clear edge there outweighs it, a fold does not. */
const ASTRAY_COST = 0.2;
/** A told front edge no farther below the outline than this, in shoulder widths, is the outline. */
const TOLD_OPEN = 0.03;
/** Lapels whose apex lies farther from the point that the reader found, in shoulder widths, are other edges. */
const APEX_ASTRAY = 0.14;

const POINTS = 25;
/** A curve's fall is depth · (1 − |u|^power)^(1 / root): the power rounds its bottom, the root makes its ends steep. */
export interface NeckShape {
  readonly power: number;
  readonly root: number;
}
/** A V, three round ones of which the last is nearly square, and two bowls, as ribbed crew necks laid flat. */
const ROUND: readonly NeckShape[] = [
  { power: 1.15, root: 1 },
  { power: 1.6, root: 1 },
  { power: 2.1, root: 1 },
  { power: 2.8, root: 1 },
  { power: 2, root: 1.5 },
  { power: 2.1, root: 2.1 },
];
const COLLAR: readonly NeckShape[] = [
  { power: 1.05, root: 1 },
  { power: 1.3, root: 1 },
];
/** The back of the collar shows its own seams above this depth (in shoulder widths); front edges lie below it. */
const FRONT_FROM = 0.1;
/** Deeper edges than this are prints and zips. */
const FRONT_TO = { round: 0.28, collar: 0.4 } as const;
/** Collars rise above the shoulders' ends by this (in shoulder widths) … */
const COLLAR_RISE = 0.045;
/** … and more than this share of what the outline falls between its corners: a wide round neck only falls. */
const SUNK_WEIGHT = 0.5;
/** Down to here only where the curve bounds a lining or a shadowed inside. */
const LINED_TO = 0.8;
/** A collar's corners rise as high above the neck points but for this (in shoulder widths); else they are where this share of its rise is reached … */
const UNEVEN = 0.06;
const RISEN = 0.7;
/** … unless what rises so high is narrower than this, in shoulder widths (a hook or one leaf alone), or farther beside the shoulders' middle. */
const NARROWEST = 0.14;
const BESIDE_MIDDLE = 0.1;
/** What is looked at ends this far below the neck points, in shoulder widths. */
const VIEW_DEPTH = 1.15;
/** At most this share of the inside may look like the fabric. */
const LINED_SHARE = 0.2;
/** The deep edges that are looked at closely, as a share of the strongest. */
const LINED_EDGE = 0.55;
/** Mean difference of the two sides (0…255) from which an edge is the opening itself. */
const OPENING_STEP = 7;
/** The neckline of a garment that shows none. */
const USUAL: NeckShape = { power: 2.1, root: 1 };
const FINE_POINTS = 49;
/** The shadowed V of a wrap or an open placket counts where it reaches this much (in shoulder widths) below the best curve. */
const WRAP_DEEPER = 0.1;
/** There it is darker by this (0…255) than the cloth so far (in shoulder widths) to both sides. */
const WRAP_SHADE = 8;
const WRAP_BESIDE = 0.3;
/** A jacket's neckline without a collar's rise gives way to an opening deeper by this, in shoulder widths. */
const DEEPER = 0.04;
/** Where the best V is a fold, a bowl that fits half as well as a clear one is a jacket's opening, unless it lies this much (in shoulder widths) deeper … */
const BOWL_DEEPER = 0.12;
const BOWL_STRENGTH = 0.22;
const BOWL_STANDS = 2.5;
/** … or leaves label or lining under so much more of its length than the V. */
const BOWL_FOREIGN = 0.05;
/** What a label, a neck tape or a hanger below the curve costs, where all of the curve has some. */
const FOREIGN_COST = 0.8;
/** V necks are rare and fit any two crossing folds. */
const V_PENALTY = 0.12;
/** The rib of a crew neck: its seam lies this far below its upper edge. */
const RIB: readonly [number, number] = [0.03, 0.075];

/**
 * Finds the front edge of the neck opening, so that the inside of the collar's back can be cut away.
 *
 * A family of curves y = depth·(1 − |u|^p) between the neck points is scored by the mean colour step across the curve,
 * plus a weak prior for usual depths. Tuned by eye on the development products; the prior decides only on plain fabric.
 */
export function fitNeckline(silhouette: Silhouette, rgba: RasterU8, input: NecklineInput): Neckline {
  const shoulder = Math.max(8, distance(input.shoulder[0], input.shoulder[1]));
  const between = lerp(...input.neck, 0.5);
  const sunk = Math.max(0, outlineTop(silhouette, between.x) - between.y + input.rise);
  const rises = input.rise > shoulder * COLLAR_RISE && input.rise - SUNK_WEIGHT * sunk > 0;
  const { told } = input;
  const collar = told?.turned ?? (rises || input.hooded === true);
  const [a, b] = endsOf(silhouette, input, collar, shoulder);
  const middle = lerp(a, b, 0.5);
  const dip = Math.max(0, outlineTop(silhouette, (a.x + b.x) / 2) - middle.y);
  const lowest = [a, b, middle].map((p) => silhouette.toGarment({ x: p.x, y: p.y + VIEW_DEPTH * shoulder }).y);
  const view = viewOf(silhouette, rgba, Math.max(...lowest));
  const opening = { view, middle: lerp(...input.neck, 0.5), shoulder, top: (x: number) => outlineTop(silhouette, x) };
  const lapels = input.lapels && !input.hooded ? findLapels(opening) : null;
  const isNear = ({ apex }: Lapels): boolean =>
    told === undefined || distance(apex, told.front) < APEX_ASTRAY * shoulder;
  if (lapels !== null && isNear(lapels)) {
    const curve = lapelCurve(lapels, FINE_POINTS);
    return { curve, kind: 'collar', confidence: 0.95, open: false, lapels: true };
  }
  const toldDepth = told === undefined ? null : depthBelow(told.front, a, b);
  if (toldDepth !== null && !collar && toldDepth - dip < TOLD_OPEN * shoulder)
    return openNeckline(silhouette, a, b, dip / shoulder);
  const reach = ASTRAY * shoulder;
  const depthMin = Math.max(dip + shoulder * 0.02, toldDepth === null ? shoulder * FRONT_FROM : toldDepth - reach);
  const usualDeepest = shoulder * (collar ? FRONT_TO.collar : FRONT_TO.round);
  const deepestPx = toldDepth === null ? Math.max(depthMin * 1.3, usualDeepest) : Math.max(depthMin, toldDepth + reach);
  const depthMax = toldDepth === null ? Math.max(deepestPx + shoulder * 0.06, shoulder * LINED_TO) : deepestPx;
  const prior = (depth: number): number =>
    toldDepth === null ? depthPrior(depth / shoulder, collar) : -ASTRAY_COST * ((depth - toldDepth) / reach) ** 2;
  const edgeAt: EdgeAt = (depth, shape) => edgeScore(view, curveOf(a, b, depth, shape));
  const fabric = fabricColours(view, curveOf(a, b, deepestPx, USUAL), shoulder);
  const foreignUnder = (curve: readonly Point[]): number =>
    fabric === null ? 0 : foreignShare(view, curve, fabric, 0.1 * shoulder);
  const foreignBelow = (curve: readonly Point[]): number => (collar ? 0 : FOREIGN_COST * foreignUnder(curve));
  const found: Candidate[] = [];
  const edges: number[] = [];
  for (let depth = depthMin; depth <= depthMax; depth += Math.max(1, shoulder * 0.012)) {
    let top: Candidate = { depth, shape: USUAL, edge: 0, score: Number.NEGATIVE_INFINITY };
    for (const shape of collar ? COLLAR : ROUND) {
      const curve = curveOf(a, b, depth, shape);
      const edge = edgeScore(view, curve) - foreignBelow(curve);
      edges.push(edge);
      const score = edge + prior(depth) - (collar || shape.power > 1.5 ? 0 : V_PENALTY);
      if (score > top.score) top = { depth, shape, edge, score };
    }
    found.push(top);
  }
  const isOpening = (c: Candidate): boolean => wideStep(view, curveOf(a, b, c.depth, c.shape)) > OPENING_STEP;
  const fabricOf = (c: Candidate): number =>
    fabricShare(view, curveOf(a, b, c.depth, c.shape), (x) => outlineTop(silhouette, x));
  const lined = input.hooded || toldDepth !== null ? null : linedEdge(found, deepestPx, fabricOf);
  const best = lined ?? frontEdge(found, { shoulder, deepestPx, edgeAt, isOpening });
  const usual = edges.sort((p, q) => p - q)[edges.length >> 1];
  const stands = best.edge - usual;
  const falls = dip > shoulder * 0.2 || (dip > shoulder * 0.09 && stands < 0.12);
  if (toldDepth === null && falls) return openNeckline(silhouette, a, b, dip / shoulder);
  const sure = toldDepth !== null || stands > 0.09;
  const depth = sure ? best.depth : Math.max(depthMin, shoulder * (collar ? 0.22 : 0.14));
  const shape = sure ? best.shape : USUAL;
  const throat =
    toldDepth === null && (collar || input.opens)
      ? findThroat({ view, ends: [a, b], shoulder, top: (x) => outlineTop(silhouette, x) })
      : null;
  const deep = throat === null ? 0 : Math.max(...throat.curve.map((p) => p.y)) - middle.y;
  if (throat?.clear && (collar || deep > depth + DEEPER * shoulder)) {
    const kind = collar ? 'collar' : kindOf(deep / shoulder, USUAL, false);
    return { curve: throat.curve, kind, confidence: 0.9, open: false };
  }
  const front = curveOf(a, b, depth, shape, FINE_POINTS);
  // what was taken for a lining may be a collar in another of the cloth's colours
  if (toldDepth === null && collar && input.opens && isClosed({ view, shoulder }, front)) {
    const curve = closedEdge(input.neck, shoulder, opening.top);
    return { curve, kind: 'collar', confidence: 0.8, open: false };
  }
  if (toldDepth === null && collar && input.opens && lined === null && sure && isFold({ view, shoulder }, front)) {
    const bowl = throat !== null && isLikely(throat) && deep < depth + BOWL_DEEPER * shoulder ? throat.curve : null;
    if (bowl !== null && foreignUnder(bowl) <= foreignUnder(front) + BOWL_FOREIGN) {
      return { curve: bowl, kind: 'collar', confidence: 0.8, open: false };
    }
  }
  const below = { x: opening.middle.x, y: middle.y + depth + WRAP_DEEPER * shoulder };
  const dark =
    !input.lapels && !input.opens && !input.hooded && shadeBetween(view, below, WRAP_BESIDE * shoulder) > WRAP_SHADE;
  const wrap = dark || (toldDepth !== null && !collar) ? findLapels(opening) : null;
  const isDeeper = wrap !== null && wrap.apex.y - middle.y > depth + WRAP_DEEPER * shoulder;
  if (wrap !== null && (toldDepth === null ? isDeeper : isNear(wrap))) {
    const curve = lapelCurve(wrap, FINE_POINTS);
    return { curve, kind: collar ? 'collar' : 'v', confidence: 0.9, open: false, lapels: true };
  }
  return {
    curve: front,
    kind: kindOf(depth / shoulder, shape, collar),
    confidence: sure ? Math.min(1, 0.8 + stands) : 0.65,
    open: false,
  };
}

/** How far a point lies below the line between two others. */
function depthBelow(p: Point, a: Point, b: Point): number {
  return p.y - lerp(a, b, (p.x - a.x) / Math.max(1, b.x - a.x)).y;
}

/** The outline itself: nothing of the back shows above the front. */
function openNeckline(silhouette: Silhouette, a: Point, b: Point, dip: number): Neckline {
  return { curve: outlineBetween(silhouette, a, b), kind: kindOf(dip, USUAL, false), confidence: 0.9, open: true };
}

const isLikely = ({ strength, usual }: Throat): boolean => strength > BOWL_STRENGTH && strength > BOWL_STANDS * usual;

type EdgeAt = (depth: number, shape: NeckShape) => number;

/** The deepest strong edge below the usual depths that bounds a lining; null where there is none. */
function linedEdge(
  found: readonly Candidate[],
  deepestPx: number,
  fabricOf: (c: Candidate) => number,
): Candidate | null {
  const strongest = Math.max(...found.map((c) => c.edge));
  let lined: Candidate | null = null;
  for (const c of found) {
    if (c.depth <= deepestPx || c.edge < Math.max(0.45, LINED_EDGE * strongest)) continue;
    if (lined !== null && c.edge < lined.edge) continue;
    if (fabricOf(c) < LINED_SHARE) lined = c;
  }
  return lined;
}

interface Search {
  readonly shoulder: number;
  readonly deepestPx: number;
  readonly edgeAt: EdgeAt;
  readonly isOpening: (c: Candidate) => boolean;
}

interface Candidate {
  readonly depth: number;
  readonly shape: NeckShape;
  readonly edge: number;
  readonly score: number;
}

/**
 * The deepest edge that stands out from the depths around it, or the upper edge of the rib above it; else the best score.
 * The back's seam, the label and the lining lie higher than the front edge, and are often stronger.
 */
function frontEdge(found: readonly Candidate[], search: Search): Candidate {
  const { shoulder, deepestPx } = search;
  let best: Candidate = { depth: 0, shape: USUAL, edge: 0, score: Number.NEGATIVE_INFINITY };
  let deepest: Candidate | null = null;
  const strongest = Math.max(...found.map((c) => (c.depth > deepestPx ? 0 : c.edge)));
  for (let i = 0; i < found.length; i++) {
    const here = found[i];
    if (here.depth > deepestPx) break;
    if (here.score > best.score) best = here;
    const clear = here.edge > 0.4 * strongest && prominence(found, i, shoulder) > Math.max(0.12, 0.35 * here.edge);
    if (clear) deepest = here;
  }
  if (deepest === null) return best;
  if (search.isOpening(deepest)) return deepest;
  return ribAbove(deepest, shoulder, search.edgeAt) ?? deepest;
}

/** The upper edge of a rib whose seam was found: a parallel edge shortly above it; null where there is none. */
function ribAbove(seam: Candidate, shoulder: number, edgeAt: EdgeAt): Candidate | null {
  const near: Candidate[] = [];
  for (let above = RIB[1] + 0.03; above > 0.012; above -= 0.006) {
    const depth = seam.depth - above * shoulder;
    near.push({ depth, shape: seam.shape, edge: edgeAt(depth, seam.shape), score: 0 });
  }
  let best: Candidate | null = null;
  near.forEach((c, i) => {
    const above = (seam.depth - c.depth) / shoulder;
    if (
      c.depth < FRONT_FROM * shoulder ||
      above < RIB[0] ||
      above > RIB[1] ||
      c.edge < 0.1 ||
      prominence(near, i, shoulder) < 0.04
    )
      return;
    if (best === null || c.edge > best.edge) best = c;
  });
  return best;
}

/** By how much a local maximum exceeds the median of the depths within .06 shoulder widths; 0 elsewhere. */
function prominence(found: readonly Candidate[], i: number, shoulder: number): number {
  const here = found[i];
  const before = i > 0 ? found[i - 1].edge : Number.POSITIVE_INFINITY;
  const after = i + 1 < found.length ? found[i + 1].edge : 0;
  if (here.edge < before || here.edge < after) return 0;
  const around = found
    .filter((c, k) => Math.abs(k - i) > 1 && Math.abs(c.depth - here.depth) < 0.06 * shoulder)
    .map((c) => c.edge);
  around.sort((p, q) => p - q);
  return around.length === 0 ? 0 : here.edge - around[around.length >> 1];
}

/** For collars the opening starts at the collar's own upper corners, not where it meets the shoulder. */
function collarEnds(silhouette: Silhouette, neck: Pair<Point>): Pair<Point> {
  const half = (neck[1].x - neck[0].x) / 2;
  const middle = (neck[1].x + neck[0].x) / 2;
  const corner = (sign: number): Point => {
    let best: Point = { x: middle + sign * half, y: outlineTop(silhouette, middle + sign * half) };
    for (let t = 0.35; t <= 1; t += 0.05) {
      const x = middle + sign * half * t;
      const y = outlineTop(silhouette, x);
      if (y - 0.35 * half * t < best.y - 0.35 * Math.abs(best.x - middle)) best = { x, y };
    }
    return best;
  };
  return [corner(-1), corner(1)];
}

/** Ends of the edge that is looked for; jackets have lapels and hoods, whose corners may stand unevenly. */
function endsOf(silhouette: Silhouette, input: NecklineInput, collar: boolean, shoulder: number): Pair<Point> {
  if (!collar) return input.neck;
  const corners = collarEnds(silhouette, input.neck);
  return input.lapels || input.opens || input.hooded ? corners : evenEnds(silhouette, input, corners, shoulder);
}

/**
 * A collar's corners, as found, where they stand about as high. Else one of them lies on a shoulder, for a neck point was read far out on it
 * and the collar stands beside the middle: then they are the ends of what rises nearly as high as the collar does.
 */
function evenEnds(silhouette: Silhouette, input: NecklineInput, found: Pair<Point>, shoulder: number): Pair<Point> {
  const [left, right] = input.neck;
  const riseAt = (x: number): number =>
    lerp(left, right, (x - left.x) / Math.max(1, right.x - left.x)).y - outlineTop(silhouette, x);
  if (Math.abs(riseAt(found[0].x) - riseAt(found[1].x)) < UNEVEN * shoulder) return found;
  const columns = Array.from({ length: Math.max(1, Math.floor(right.x - left.x)) }, (_, i) => left.x + i);
  const rises = columns.map(riseAt);
  const highest = Math.max(...rises);
  const isHigh = rises.map((rise) => rise >= RISEN * highest);
  const [from, to] = [isHigh.indexOf(true), isHigh.lastIndexOf(true)];
  const aside = (columns[from] + columns[to]) / 2 - lerp(...input.shoulder, 0.5).x;
  if (highest <= 0 || to - from < NARROWEST * shoulder || Math.abs(aside) > BESIDE_MIDDLE * shoulder) return found;
  const at = (i: number): Point => ({ x: columns[i], y: outlineTop(silhouette, columns[i]) });
  return [at(from), at(to)];
}

/** First garment row of a column in the upright frame. */
export function outlineTop(silhouette: Silhouette, x: number): number {
  const { mask } = silhouette;
  const column = Math.max(0, Math.min(mask.width - 1, Math.floor(x)));
  for (let y = 0; y < mask.height; y++) if (mask.data[y * mask.width + column] > 0.5) return y;
  return mask.height;
}

function outlineBetween(silhouette: Silhouette, a: Point, b: Point): Point[] {
  return Array.from({ length: POINTS }, (_, i) => {
    const p = lerp(a, b, i / (POINTS - 1));
    return i === 0 || i === POINTS - 1 ? p : { x: p.x, y: Math.max(p.y, outlineTop(silhouette, p.x)) };
  });
}

/** The curve between two points, image left to right; its points lie closer at the ends, where it is steep. */
export function curveOf(a: Point, b: Point, depth: number, shape: NeckShape, points = POINTS): Point[] {
  return falling(shape, points).map(({ t, fall }) => {
    const base = lerp(a, b, t);
    return { x: base.x, y: base.y + depth * fall };
  });
}

/** A point of a curve of depth 1: its share of the way from end to end, and how far it lies below that way. */
interface Fall {
  readonly t: number;
  readonly fall: number;
}

/** Curves that were asked for: there are few shapes, and each is tried at dozens of depths. */
const FALLS = new Map<string, readonly Fall[]>();

function falling({ power, root }: NeckShape, points: number): readonly Fall[] {
  const key = `${power} ${root} ${points}`;
  const known = FALLS.get(key);
  if (known !== undefined) return known;
  const falls = Array.from({ length: points }, (_, i) => {
    const even = i / (points - 1);
    const t = points === POINTS ? even : (1 - Math.cos(Math.PI * even)) / 2;
    const u = Math.abs(2 * t - 1);
    return { t, fall: (1 - u ** power) ** (1 / root) };
  });
  FALLS.set(key, falls);
  return falls;
}

/** Front necklines are usually .1–.3 shoulder widths deep; open collars deeper. Weak against any real edge. */
function depthPrior(depth: number, collar: boolean): number {
  const middle = collar ? 0.24 : 0.16;
  const spread = collar ? 0.18 : 0.16;
  const off = (depth - middle) / spread;
  return -0.06 * off * off;
}

export function kindOf(depth: number, { power, root }: NeckShape, collar: boolean): NecklineKind {
  if (collar) return 'collar';
  if (power < 1.4 && root === 1) return 'v';
  return depth > 0.27 ? 'scoop' : 'crew';
}
