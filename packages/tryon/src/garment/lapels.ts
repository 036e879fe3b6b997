import type { Point } from '@drape/imaging';
import { lerp } from './chain';
import { signedSteps } from './neck-edges';
import type { View } from './neck-edges';
import type { Pair } from './types';

/** Where lapels meet, as seen from the neck points' middle, in shoulder widths: sideways, and how far down. */
const APEX_ASIDE = 0.1;
const APEX_FROM = 0.3;
const APEX_TO = 1.05;
/** Where their inner edges begin, in shoulder widths beside the middle. */
const TOP_FROM = 0.1;
const TOP_TO = 0.42;
const STEPS = 17;
/** The part of an edge that is looked at: above it lies the collar, below it the button. */
const SEEN: readonly [number, number] = [0.22, 0.94];
const SAMPLES = 22;
/** Those of them below the knee. */
const LOWER = 16;
/** Difference in brightness (0…255) that is as good as it gets. */
const CAP = 24;
/** Share of the weakest samples that decide: an edge is one along its whole length. */
const WEAK = 0.6;
/** Strength of the weaker edge from which the two are lapels: blazers .74–.92, plackets, hoods, zips and prints up to .66. */
const LAPEL_MIN = 0.7;
/** The same on the coarse grid of apexes. */
const LAPEL_MAYBE = 0.3;
/** Steps between apexes, in shoulder widths. */
const COARSE = 0.05;
const FINE = 0.0125;
/** So many apexes of the coarse grid are followed uphill: it may miss a narrow maximum and lie higher elsewhere. */
const STARTS = 5;
/** Tops between two of the search. */
const SHARPER = 4;
const AROUND = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const))
  .filter(([dx, dy]) => dx !== 0 || dy !== 0);

/** Above this share of the way down from its top an edge may rise upright: there the collar stands around the neck. */
const KNEE = 0.4;

/** One edge: straight from the apex to the knee, and on to the top. */
export interface LapelEdge {
  readonly top: Point;
  readonly knee: Point;
}

export interface Lapels {
  readonly edges: readonly [LapelEdge, LapelEdge];
  readonly apex: Point;
  /** 0…1 */
  readonly strength: number;
}

export interface LapelInput {
  readonly view: View;
  /** Middle between the neck points. */
  readonly middle: Point;
  /** Shoulder width. */
  readonly shoulder: number;
  /** First row of the garment in a column. */
  readonly top: (x: number) => number;
}

/**
 * Finds the V between the lapels of an open collar: two edges, straight or upright above a knee, the lapels brighter than the lining
 * in their shadow.
 *
 * Space: the silhouette's upright frame. Returns null where no V stands out.
 * Cost: some 10 ms. Tuned by eye on 26 jackets of the development products and of phones.
 */
export function findLapels(input: LapelInput): Lapels | null {
  const { view, middle, shoulder, top } = input;
  const tops = [-1, 1].map((side) =>
    Array.from({ length: STEPS }, (_, i) => {
      const x = middle.x + side * shoulder * (TOP_FROM + ((TOP_TO - TOP_FROM) * i) / (STEPS - 1));
      return { x, y: top(x) };
    }),
  );
  const at = (aside: number, down: number): Found => {
    const apex = { x: middle.x + aside * shoulder, y: middle.y + down * shoulder };
    const left = strongest(view, tops[0], apex, -1);
    if (left.strength < LAPEL_MAYBE) return { aside, down, lapels: null, strength: 0 };
    const right = strongest(view, tops[1], apex, 1);
    const strength = Math.min(left.strength, right.strength);
    return { aside, down, lapels: { edges: [left.edge, right.edge], apex, strength }, strength };
  };
  const starts: Found[] = [];
  for (let down = APEX_FROM; down <= APEX_TO; down += COARSE) {
    for (let aside = -APEX_ASIDE; aside <= APEX_ASIDE; aside += COARSE) starts.push(at(aside, down));
  }
  starts.sort((p, q) => q.strength - p.strength);
  const climbed = starts
    .slice(0, STARTS)
    .filter((start) => start.strength >= LAPEL_MAYBE)
    .map((start) => climb(start, at));
  if (climbed.length === 0) return null;
  const best = climbed.reduce((p, q) => (q.strength > p.strength ? q : p));
  return best.lapels !== null && best.strength >= LAPEL_MIN ? sharpened(best.lapels, input) : null;
}

/** Each edge's top once more in small steps: an edge of two pixels lies between the tops of the search. */
function sharpened({ edges, apex, strength }: Lapels, { view, shoulder, top }: LapelInput): Lapels {
  const step = (shoulder * (TOP_TO - TOP_FROM)) / (STEPS - 1) / SHARPER;
  const sharp = (edge: LapelEdge, side: -1 | 1): LapelEdge => {
    const middle = apex.x + (edge.knee.x - apex.x) / (1 - KNEE);
    const found = Array.from({ length: 4 * SHARPER + 1 }, (_, i) => {
      const x = middle + (i - 2 * SHARPER) * step;
      return edgeAt(view, { x, y: top(x) }, apex, side);
    });
    return found.reduce((p, q) => (q.strength > p.strength ? q : p)).edge;
  };
  return { edges: [sharp(edges[0], -1), sharp(edges[1], 1)], apex, strength };
}

interface Found {
  /** Apex, in shoulder widths from the middle. */
  readonly aside: number;
  readonly down: number;
  readonly lapels: Lapels | null;
  readonly strength: number;
}

/** From a start uphill to the strongest apex nearby, in steps that grow finer. */
function climb(start: Found, at: (aside: number, down: number) => Found): Found {
  let best = start;
  for (let step = COARSE / 2; step >= FINE; step /= 2) {
    for (let from: Found | null = null; from !== best;) {
      from = best;
      for (const [dx, dy] of AROUND) {
        const next = at(from.aside + dx * step, from.down + dy * step);
        if (next.strength > best.strength) best = next;
      }
    }
  }
  return best;
}

/** Share of the neck that the opening spans at least, and how deep it is beside the V, in neck widths. */
const THROAT = 0.72;
const THROAT_DEPTH = 0.25;

/**
 * Top, apex, top as a curve of about `points` points; where collars leave less than a neck between them, a shallow bowl from neck
 * point to neck point besides.
 */
export function lapelCurve({ edges, apex }: Lapels, neck: Pair<Point>, points: number): Point[] {
  const middle = lerp(neck[0], neck[1], 0.5);
  const [a, b] = [lerp(middle, neck[0], THROAT), lerp(middle, neck[1], THROAT)];
  const left = { x: Math.min(a.x, edges[0].top.x), y: edges[0].top.y };
  const right = { x: Math.max(b.x, edges[1].top.x), y: edges[1].top.y };
  const bowl = (x: number): number => {
    const u = Math.abs((2 * (x - a.x)) / (b.x - a.x) - 1);
    return u >= 1 ? -Infinity : lerp(a, b, (x - a.x) / (b.x - a.x)).y + THROAT_DEPTH * (b.x - a.x) * (1 - u ** 2);
  };
  const edge = (x: number): number => {
    const { top, knee } = x < apex.x ? edges[0] : edges[1];
    const beyond = (x - knee.x) / (top.x - knee.x);
    if (beyond > 0) return knee.y + (top.y - knee.y) * Math.min(1, beyond);
    return apex.y + ((knee.y - apex.y) * (x - apex.x)) / (knee.x - apex.x);
  };
  return Array.from({ length: points }, (_, i) => {
    const x = left.x + ((right.x - left.x) * i) / (points - 1);
    return { x, y: Math.max(edge(x), bowl(x)) };
  });
}

/** An edge farther out wins from this share of the strongest on: seams and tapes of the lining lie farther in. */
const OUTER = 0.6;

interface FoundEdge {
  readonly edge: LapelEdge;
  readonly strength: number;
}

/** The best around the outermost of the strong edges that lead from the tops, given from the middle outwards, to the apex. */
function strongest(view: View, tops: readonly Point[], apex: Point, side: -1 | 1): FoundEdge {
  const found = tops.map((top) => edgeAt(view, top, apex, side));
  const most = Math.max(...found.map(({ strength }) => strength));
  let outer = found.length - 1;
  while (found[outer].strength < OUTER * most) outer--;
  while (outer > 0 && found[outer - 1].strength > found[outer].strength) outer--;
  return { edge: found[outer].edge, strength: most };
}

/** The edge to a top as it is stronger, straight or upright above its knee. */
function edgeAt(view: View, top: Point, apex: Point, side: -1 | 1): FoundEdge {
  const knee = lerp(top, apex, KNEE);
  const below = signedSteps(view, samplesOf(knee, apex, (SEEN[1] - KNEE) / (1 - KNEE), 0), side);
  const above = (end: Point): number[] => signedSteps(view, samplesOf(knee, end, 1 - SEEN[0] / KNEE, 1), side);
  const straight = strengthOf([...below, ...above(top)]);
  if (straight === 0) return { edge: { top, knee }, strength: 0 };
  const upright = { x: knee.x + side, y: top.y };
  const bent = strengthOf([...below, ...above(upright)]);
  return { edge: { top: bent > straight ? upright : top, knee }, strength: Math.max(bent, straight) };
}

/** Samples of an edge on one side of its knee: from `first` steps off the knee to the share `until` of the way to an end. */
function samplesOf(knee: Point, end: Point, until: number, first: 0 | 1): Point[] {
  const count = first === 0 ? LOWER : SAMPLES - LOWER;
  return Array.from({ length: count }, (_, i) => lerp(knee, end, (until * (i + first)) / (count - 1 + first)));
}

function strengthOf(steps: number[]): number {
  if (steps.length < SAMPLES * 0.8) return 0;
  const weaker = steps.sort((p, q) => p - q).slice(0, Math.ceil(WEAK * steps.length));
  return weaker.reduce((sum, step) => sum + Math.max(0, Math.min(CAP, step)), 0) / weaker.length / CAP;
}
