import type { Point } from '@drape/imaging';
import type { GarmentRead } from '../../ports';
import type { GuideMark } from '../read/guide-mark';
import type { Silhouette } from '../landmarks/silhouette';
import type { NecklineKind } from '../../model/garment';
import type { Pair } from '../../model/pair';
import { distance, lerp } from '../../geometry/vector';
import { mean } from '../../geometry/numbers';

export interface Neckline {
  /** Neck point 0 → neck point 1, in the silhouette's frame. */
  readonly curve: readonly Point[];
  readonly kind: NecklineKind;
  readonly confidence: number;
}

export interface NecklineInput {
  readonly neck: Pair<Point>;
  readonly shoulder: Pair<Point>;
  /** Lowest point of the front edge that the garment reader found; null where it sees none. */
  readonly front: GuideMark | null;
  readonly collar: GarmentRead['answers']['collar']['value'];
  /** How much the garment reader believes that a point shows the inside of the back, 0…1. */
  readonly insideAt: (p: Point) => number;
}

/**
 * How a curve falls between its ends: depth · (1 − |u|^power)^(1 / root), where u runs from −1 to 1. A greater power makes its bottom
 * rounder, a root above 1 its ends steeper. Necklines have root 1; only an opening at the waist may have more (`waist-opening.ts`).
 */
export interface NeckShape {
  readonly power: number;
  readonly root: number;
}
const V_SHAPE: NeckShape = { power: 1.15, root: 1 };
const ROUND_SHAPE: NeckShape = { power: 2.1, root: 1 };
const COLLAR_SHAPE: NeckShape = { power: 1.3, root: 1 };
const CURVE_POINTS = 25;
const FINE_CURVE_POINTS = 49;
/** A front edge no farther below the outline than this, in shoulder widths, is the outline itself. */
const OPEN_DEPTH_MAX = 0.02;
/** An outline that falls by more than this between the neck points, in shoulder widths, is a neckline though the reader found none. */
const OUTLINE_FALL_MIN = 0.2;
/** Least confidence of a neckline that is known only from its outline's fall ({@link OUTLINE_FALL_MIN}). */
const OUTLINE_CONFIDENCE_MIN = 0.9;
/** Confidence of any other neckline whose front edge the reader did not find. */
const UNSEEN_EDGE_CONFIDENCE = 0.65;
/** A round neck deeper than this, in shoulder widths, is a scoop. */
const SCOOP_DEPTH_MIN = 0.27;

/**
 * The front edge of the neck opening: a curve through the lowest point that the garment reader found, or the outline where there is none.
 * What is above it is cut away (`neck-cut.ts`), after `deepenNeckline` has lowered it to where the reader no longer sees the inside.
 *
 * Space: the silhouette's frame. Source: of 172 strangers' tops, jackets and dresses no search for the edge in the picture did better (20
 * looked at blind: 4 better with the search, 4 worse; points within 5 % and the outline alike).
 */
export function findNeckline(silhouette: Silhouette, input: NecklineInput): Neckline {
  const { neck, front, collar, insideAt } = input;
  const shoulder = Math.max(8, distance(...input.shoulder));
  const hasCollar = collar !== 'none' && collar !== 'other';
  const [a, b] = hasCollar ? collarEnds(silhouette, neck) : neck;
  const depth = front === null ? 0 : front.y - lerp(a, b, (front.x - a.x) / Math.max(1, b.x - a.x)).y;
  const trust = front === null ? UNSEEN_EDGE_CONFIDENCE : Math.min(1, 0.6 + front.confidence);
  if (front === null || depth < OPEN_DEPTH_MAX * shoulder) {
    const curve = outlineBetween(silhouette, a, b);
    const fall = (curve[curve.length >> 1].y - lerp(a, b, 0.5).y) / shoulder;
    return {
      curve,
      kind: kindOf(fall, ROUND_SHAPE, hasCollar),
      confidence: fall > OUTLINE_FALL_MIN ? Math.max(OUTLINE_CONFIDENCE_MIN, trust) : trust,
    };
  }
  const shape = isTurnedDown(collar) ? COLLAR_SHAPE : isPointed(a, b, depth, insideAt) ? V_SHAPE : ROUND_SHAPE;
  return {
    curve: curveOf(a, b, depth, shape, FINE_CURVE_POINTS),
    kind: kindOf(depth / shoulder, shape, hasCollar),
    confidence: trust,
  };
}

/** Whether a collar is folded down over itself, so that its front edges meet in a point: hoods and standing collars are not. */
const isTurnedDown = (collar: NecklineInput['collar']): boolean => collar === 'shirt' || collar === 'lapel';

/** Shares of the way from end to end at which a V and a round neck are farthest apart. */
const PROBED_SHARES = [0.14, 0.2, 0.26, 0.74, 0.8, 0.86] as const;
/** Share of a V's fall at which the inside is looked for: just above the edge that a V would have. */
const V_PROBE_SHARE = 0.9;
/** The same for a round neck: beside a V, just above the edge that a round neck would have. */
const ROUND_PROBE_SHARE = 0.97;
/**
 * A neckline is a V where the belief in the inside at {@link ROUND_PROBE_SHARE} is less than this share of the belief at {@link
 * V_PROBE_SHARE}. The share was .46 to .57 at three Vs, .44 at one of 15 round necks and .72 or more at the others.
 */
const V_BELIEF_RATIO_MAX = 0.6;

/** Whether the reader sees the inside of the back down to a V, but not beside it. */
function isPointed(a: Point, b: Point, depth: number, insideAt: NecklineInput['insideAt']): boolean {
  const inside = (share: number, shape: NeckShape): number => {
    const seen = PROBED_SHARES.map((t) => {
      const p = lerp(a, b, t);
      return insideAt({ x: p.x, y: p.y + depth * share * fallAt(t, shape) });
    });
    return mean(seen);
  };
  const within = inside(V_PROBE_SHARE, V_SHAPE);
  return within > 0.5 && inside(ROUND_PROBE_SHARE, ROUND_SHAPE) < V_BELIEF_RATIO_MAX * within;
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

/** First garment row of a column in the silhouette's frame. */
export function outlineTop({ mask }: Silhouette, x: number): number {
  const column = Math.max(0, Math.min(mask.width - 1, Math.floor(x)));
  for (let y = 0; y < mask.height; y++) if (mask.data[y * mask.width + column] > 0.5) return y;
  return mask.height;
}

function outlineBetween(silhouette: Silhouette, a: Point, b: Point): Point[] {
  return Array.from({ length: CURVE_POINTS }, (_, i) => {
    const p = lerp(a, b, i / (CURVE_POINTS - 1));
    return i === 0 || i === CURVE_POINTS - 1 ? p : { x: p.x, y: Math.max(p.y, outlineTop(silhouette, p.x)) };
  });
}

/** The curve between two points, image left to right. */
export function curveOf(a: Point, b: Point, depth: number, shape: NeckShape, points = CURVE_POINTS): Point[] {
  return Array.from({ length: points }, (_, i) => {
    const t = i / (points - 1);
    const base = lerp(a, b, t);
    return { x: base.x, y: base.y + depth * fallAt(t, shape) };
  });
}

/** How far a curve of depth 1 is below the line between its ends, at a share of that line. */
const fallAt = (t: number, { power, root }: NeckShape): number => (1 - Math.abs(2 * t - 1) ** power) ** (1 / root);

function kindOf(depth: number, shape: NeckShape, hasCollar: boolean): NecklineKind {
  if (hasCollar) return 'collar';
  if (shape === V_SHAPE) return 'v';
  return depth > SCOOP_DEPTH_MIN ? 'scoop' : 'crew';
}
