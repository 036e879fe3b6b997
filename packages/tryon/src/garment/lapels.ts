import type { Point } from '@drape/imaging';
import { edgeAt, edgeSearch, KNEE } from './lapel-edge';
import type { EdgeSearch, FoundEdge, LapelEdge } from './lapel-edge';
import type { View } from './neck-edges';

/** Steps between apexes, in shoulder widths; those of the first search are so many times as large. */
const FINE = 0.0125;
const COARSE = 4;
/** Where lapels meet, as seen from the neck points' middle, in fine steps: sideways, and how far down. */
const APEX_ASIDE = 8;
const APEX_FROM = 24;
const APEX_TO = 84;
/** Where their inner edges begin, in shoulder widths beside the middle. */
const TOP_FROM = 0.1;
const TOP_TO = 0.42;
const STEPS = 17;
/** Strength of the weaker edge from which the two are lapels: blazers .74–.92, plackets, hoods, zips and prints up to .66. */
const LAPEL_MIN = 0.7;
/** The same on the coarse grid of apexes. */
const LAPEL_MAYBE = 0.3;
/** So many apexes of the coarse grid are followed uphill: it may miss a narrow maximum and lie higher elsewhere. */
const STARTS = 5;
/** Tops between two of the search. */
const SHARPER = 4;
const AROUND = [-1, 0, 1]
  .flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const))
  .filter(([dx, dy]) => dx !== 0 || dy !== 0);

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
 * Cost: 2 to 5 ms. Tuned by eye on 26 jackets of the development products and of phones.
 */
export function findLapels(input: LapelInput): Lapels | null {
  const { view, middle, shoulder, top } = input;
  const search = edgeSearch(view);
  const tops = [-1, 1].map((side) =>
    Array.from({ length: STEPS }, (_, i) => {
      const x = middle.x + side * shoulder * (TOP_FROM + ((TOP_TO - TOP_FROM) * i) / (STEPS - 1));
      return { x, y: top(x) };
    }),
  );
  const seen = new Map<string, Found>();
  const at = (aside: number, down: number): Found => {
    const key = `${aside} ${down}`;
    let found = seen.get(key);
    if (found === undefined) seen.set(key, (found = look(aside, down)));
    return found;
  };
  const look = (aside: number, down: number): Found => {
    const apex = { x: middle.x + aside * FINE * shoulder, y: middle.y + down * FINE * shoulder };
    const left = strongest(search, tops[0], apex, -1);
    if (left.strength < LAPEL_MAYBE) return { aside, down, lapels: null, strength: 0 };
    const right = strongest(search, tops[1], apex, 1);
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
  return best.lapels !== null && best.strength >= LAPEL_MIN ? sharpened(best.lapels, search, input) : null;
}

/** Each edge's top once more in small steps: an edge of two pixels lies between the tops of the search. */
function sharpened({ edges, apex, strength }: Lapels, search: EdgeSearch, { shoulder, top }: LapelInput): Lapels {
  const step = (shoulder * (TOP_TO - TOP_FROM)) / (STEPS - 1) / SHARPER;
  const sharp = (edge: LapelEdge, side: -1 | 1): LapelEdge => {
    const middle = apex.x + (edge.knee.x - apex.x) / (1 - KNEE);
    const found = Array.from({ length: 4 * SHARPER + 1 }, (_, i) => {
      const x = middle + (i - 2 * SHARPER) * step;
      return edgeAt(search, { x, y: top(x) }, apex, side);
    });
    return found.reduce((p, q) => (q.strength > p.strength ? q : p)).edge;
  };
  return { edges: [sharp(edges[0], -1), sharp(edges[1], 1)], apex, strength };
}

interface Found {
  /** Apex, in fine steps from the middle. */
  readonly aside: number;
  readonly down: number;
  readonly lapels: Lapels | null;
  readonly strength: number;
}

/** From a start uphill to the strongest apex nearby, in steps that grow finer. */
function climb(start: Found, at: (aside: number, down: number) => Found): Found {
  let best = start;
  for (let step = COARSE / 2; step >= 1; step /= 2) {
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

/** Top, apex, top as a curve of `points` points. */
export function lapelCurve({ edges, apex }: Lapels, points: number): Point[] {
  const [left, right] = [edges[0].top, edges[1].top];
  const edge = (x: number): number => {
    const { top, knee } = x < apex.x ? edges[0] : edges[1];
    const beyond = (x - knee.x) / (top.x - knee.x);
    if (beyond > 0) return knee.y + (top.y - knee.y) * Math.min(1, beyond);
    return apex.y + ((knee.y - apex.y) * (x - apex.x)) / (knee.x - apex.x);
  };
  return Array.from({ length: points }, (_, i) => {
    const x = left.x + ((right.x - left.x) * i) / (points - 1);
    return { x, y: edge(x) };
  });
}

/** An edge farther out wins from this share of the strongest on: seams and tapes of the lining lie farther in. */
const OUTER = 0.6;

/** The best around the outermost of the strong edges that lead from the tops, given from the middle outwards, to the apex. */
function strongest(search: EdgeSearch, tops: readonly Point[], apex: Point, side: -1 | 1): FoundEdge {
  const found = tops.map((top) => edgeAt(search, top, apex, side));
  const most = Math.max(...found.map(({ strength }) => strength));
  let outer = found.length - 1;
  while (found[outer].strength < OUTER * most) outer--;
  while (outer > 0 && found[outer - 1].strength > found[outer].strength) outer--;
  return { edge: found[outer].edge, strength: most };
}
