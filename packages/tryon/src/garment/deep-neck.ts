import type { Point, RasterU8 } from '@drape/imaging';
import { distance, lerp } from './chain';
import { viewOf, type View } from './neck-edges';
import { neckFan, pixelOf, reachOf, traceNeck, type NeckFan, type NeckTrace } from './neck-fan';
import { kindOf, type Neckline, type NeckShape } from './neckline';
import type { Silhouette } from './silhouette';
import type { Pair } from './types';

/** Only on necks at least this wide, in shoulder widths: of narrower ones all usual depths have been looked at. */
const WIDE = 0.46;
/** Both neck points are found where they lie this level, in their distance. */
const LEVEL = 0.25;
/** Edges of one kind that are followed, each below the last. */
const NESTED = 3;
/** By how much the edge must lie deeper, in widths of the neck. */
const DEEPER = 0.12;
/** How far it may reach below the armpits, in the same widths: waists and ruffles lie deeper. */
const BELOW_ARMPIT = 0.3;
/** Parts of an edge that are judged each for itself, in rays, from this one on; rays that must be seen in each. */
const PART = 11;
const FIRST = 3;
const PARTS = 5;
const SEEN = 5;
/** What the mean, the weakest part but one and the weakest count, and what comes to enough (0…1); no part is weaker than the last. */
const WEIGHTS = [0.5, 0.3, 0.2] as const;
const STRONG = 0.56;
const WEAKEST = 0.1;
/** How far the edge may stray from every neckline's form (root mean square, in widths of the neck), and what that costs. */
const ASTRAY = 0.06;
const ASTRAY_COST = 4;
/** What is left of its strength then must come to this. */
const WORTH = 0.4;
/** How much it may wind: the mean second difference over two rays, in radii of the fan. */
const WINDING = 0.62;
/** Where the outline dips by so much, in widths of the neck, the neck is open already: then what goes has another colour, by so much (RGB). */
const DIPS = 0.25;
const OTHER_COLOUR = 20;
/**
 * In patterned cloth, whose colours lie so far from their median (RGB), the other colour is at least this share of that; pattern above
 * plainer cloth, by this factor, is a bodice above its waistband; what is louder than the last has edges everywhere.
 */
const PATTERNED = 35;
const OF_SPREAD = 0.5;
const MORE_SPREAD = 1.2;
const LOUD = 100;
/** Where the two colours are read, in widths of the neck off the edge. */
const BESIDE = [0.05, 0.1, 0.15, 0.2] as const;
/** An edge wider than the neck points moves them out at most this share of the way to the shoulders' tips. */
const BEYOND = 0.5;
const SHAPES: readonly NeckShape[] = [
  { power: 1.05, root: 1 },
  { power: 1.3, root: 1 },
  { power: 1.7, root: 1 },
  { power: 2.1, root: 1 },
  { power: 2, root: 1.5 },
  { power: 2.1, root: 2.1 },
  { power: 2.8, root: 2.4 },
];
const DEPTHS = [0.93, 1, 1.06] as const;
const ASIDE = [-0.12, -0.06, 0, 0.06, 0.12] as const;

interface DeepInput {
  readonly neckline: Neckline;
  readonly neck: Pair<Point>;
  readonly shoulder: Pair<Point>;
  readonly armpit: Pair<Point>;
  /** First row of the garment in a column. */
  readonly top: (x: number) => number;
  /** It hangs: inside are the back, a bar and its shadow, of any colours. */
  readonly hung?: boolean;
}

/**
 * The front edge of a wide neck whose usual depths showed none: tank tops and dresses, whose neck takes most of the shoulders' width, show
 * far more of the inside of their back than tees do. It is followed all around the neck, whatever its form, and need not be symmetric.
 *
 * Space: the silhouette's upright frame. Null where the neckline is a collar's, where the neck is narrow, or no deeper edge is clear.
 * Cost: about 10 ms. Source: thresholds by eye on 70 phone pictures of tops and dresses, seen on 200 others.
 */
export function deepNeck(silhouette: Silhouette, rgba: RasterU8, input: DeepInput): Neckline | null {
  const { neckline, neck, shoulder, armpit, top, hung = false } = input;
  const width = distance(...neck);
  if (neckline.kind === 'collar' || width < WIDE * distance(...shoulder)) return null;
  if (Math.abs(neck[0].y - neck[1].y) > LEVEL * width) return null;
  const middle = lerp(...neck, 0.5);
  const lowest = neck.map(({ x, y }) => silhouette.toGarment({ x, y: y + 1.6 * width }).y);
  const view = viewOf(silhouette, rgba, Math.max(...lowest));
  const fan = neckFan(view, neck);
  const least = Math.max(...neckline.curve.map((p) => p.y)) - middle.y + DEEPER * width;
  const most = Math.max(...armpit.map((p) => p.y)) - middle.y + BELOW_ARMPIT * width;
  const isOpen = top(middle.x) - middle.y > DIPS * width;
  let best: { readonly curve: Point[]; readonly shape: NeckShape; readonly worth: number } | null = null;
  for (const responses of [fan.edges, fan.lines]) {
    for (const trace of [...traceNeck(responses, 1, NESTED), ...traceNeck(responses, -1, NESTED)]) {
      const curve = onGarment(fan, trace);
      const strength = strengthOf(trace);
      const deep = Math.max(...curve.map((p) => p.y)) - middle.y;
      if (strength < STRONG || windingOf(trace) > WINDING || deep < least || deep > most) continue;
      const { shape, astray } = likest(curve, width);
      const worth = strength - ASTRAY_COST * astray;
      if (astray > ASTRAY || worth < WORTH || (best !== null && worth <= best.worth)) continue;
      const { step, inner, outer } = coloursBeside(view, fan, trace);
      if (outer > LOUD || (!hung && inner > Math.max(PATTERNED, MORE_SPREAD * outer))) continue;
      if (!hung && step < Math.max(isOpen ? OTHER_COLOUR : 0, outer > PATTERNED ? OF_SPREAD * outer : 0)) continue;
      best = { curve, shape, worth };
    }
  }
  if (best === null) return null;
  const curve = between(best.curve, input);
  const depth = Math.max(...curve.map((p) => p.y)) - middle.y;
  const kind = kindOf(depth / distance(...shoulder), best.shape, false);
  return { curve, kind, confidence: neckline.confidence, open: false };
}

/** The edge's points from the first to the last that lies on the garment. */
function onGarment(fan: NeckFan, { radii, strengths }: NeckTrace): Point[] {
  const isSeen = strengths.map((value) => !Number.isNaN(value));
  const [first, last] = [isSeen.indexOf(true), isSeen.lastIndexOf(true)];
  return radii.flatMap((radius, ray) => (ray < first || ray > last ? [] : [fan.pointAt(ray, radius)]));
}

/** From the neck's points, or from the outline above an edge that is wider, to the right without turning back. */
function between(edge: readonly Point[], { neck, shoulder, top }: DeepInput): Point[] {
  const outermost = (i: 0 | 1): number => neck[i].x + BEYOND * (shoulder[i].x - neck[i].x);
  const x0 = Math.max(outermost(0), Math.min(...edge.map((p) => p.x)));
  const x1 = Math.min(outermost(1), Math.max(...edge.map((p) => p.x)));
  const curve = [x0 > neck[0].x ? neck[0] : { x: x0, y: top(x0) }];
  const end = x1 < neck[1].x ? neck[1] : { x: x1, y: top(x1) };
  for (const p of edge) if (p.x > curve[curve.length - 1].x + 0.5 && p.x < end.x - 0.5) curve.push(p);
  return [...curve, end];
}

/** 0…1; 0 where a part of it is hardly seen. */
function strengthOf({ strengths }: NeckTrace): number {
  const parts = Array.from({ length: PARTS }, (_, n) => {
    const seen = strengths.slice(FIRST + n * PART, FIRST + (n + 1) * PART).filter((value) => !Number.isNaN(value));
    return seen.length < SEEN ? 0 : seen.reduce((sum, value) => sum + value, 0) / seen.length;
  });
  const mean = parts.reduce((sum, part) => sum + part, 0) / PARTS;
  const [weakest, next] = parts.sort((p, q) => p - q);
  return weakest < WEAKEST ? 0 : WEIGHTS[0] * mean + WEIGHTS[1] * next + WEIGHTS[2] * weakest;
}

function windingOf({ radii }: NeckTrace): number {
  let sum = 0;
  for (let ray = 4; ray < radii.length - 4; ray++) sum += Math.abs(radii[ray - 2] - 2 * radii[ray] + radii[ray + 2]);
  return sum / (radii.length - 8);
}

/** The neckline's form that an edge follows best, and how far it strays from it. */
function likest(edge: readonly Point[], width: number): { shape: NeckShape; astray: number } {
  const [a, b] = [edge[0], edge[edge.length - 1]];
  const half = Math.max(1, (b.x - a.x) / 2);
  const places = edge.map((p) => ({
    t: (p.x - a.x) / half - 1,
    fall: p.y - lerp(a, b, (p.x - a.x) / (2 * half)).y,
  }));
  const deepest = Math.max(1, ...places.map(({ fall }) => fall));
  let best = { shape: SHAPES[0], astray: Number.POSITIVE_INFINITY };
  for (const shape of SHAPES) {
    for (const share of DEPTHS) {
      for (const aside of ASIDE) {
        const form = { shape, half, deep: share * deepest, aside: (aside * width) / half };
        const astray = Math.sqrt(places.reduce((sum, place) => sum + offForm(place, form) ** 2, 0) / edge.length);
        if (astray < best.astray * width) best = { shape, astray: astray / width };
      }
    }
  }
  return best;
}

interface Form {
  readonly shape: NeckShape;
  /** Half its width and its depth, in pixels. */
  readonly half: number;
  readonly deep: number;
  /** How far its lowest point lies beside its middle, in halves. */
  readonly aside: number;
}

/** Distance from a form: from the line through where it is met across and down. `t` −1…1 from end to end, `fall` in pixels. */
function offForm({ t, fall }: { t: number; fall: number }, { shape, half, deep, aside }: Form): number {
  const share = Math.max(0, Math.min(1, fall / deep));
  const across = (1 - share ** shape.root) ** (1 / shape.power);
  const bent = t - aside * share;
  const down = deep * (1 - Math.min(1, Math.abs(bent)) ** shape.power) ** (1 / shape.root);
  const [dx, dy] = [half * Math.abs(Math.abs(bent) - across), Math.abs(fall - down)];
  return dx + dy < 1e-6 ? 0 : (dx * dy) / Math.hypot(dx, dy);
}

interface Beside {
  /** RGB distance between the medians of what lies just inside of an edge and just outside. */
  readonly step: number;
  /** Median distances from them on either side. */
  readonly inner: number;
  readonly outer: number;
}

function coloursBeside(view: View, fan: NeckFan, { radii }: NeckTrace): Beside {
  const perRadius = reachOf(1) - reachOf(0);
  const seenAt = (sign: 1 | -1): number[] =>
    radii.flatMap((radius, ray) =>
      ray < 2 * FIRST || ray >= radii.length - 2 * FIRST
        ? []
        : BESIDE.map((off) => pixelOf(view, fan.pointAt(ray, radius + (sign * off) / perRadius))).filter(
            (at) => at >= 0,
          ),
    );
  const { data } = view.raster;
  const sides = ([-1, 1] as const).map((sign) => {
    const pixels = seenAt(sign);
    const median = [0, 1, 2].map((c) => middleOf(pixels.map((at) => data[at + c])));
    const spread = middleOf(pixels.map((at) => Math.hypot(...median.map((value, c) => data[at + c] - value))));
    return { median, spread };
  });
  const [inside, outside] = sides;
  const step = Math.hypot(...inside.median.map((value, c) => value - outside.median[c]));
  return { step, inner: inside.spread, outer: outside.spread };
}

const middleOf = (values: number[]): number => values.sort((p, q) => p - q)[values.length >> 1] ?? 0;
