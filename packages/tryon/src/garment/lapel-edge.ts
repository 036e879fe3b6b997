import type { Point } from '@drape/imaging';
import { lerp } from './chain';
import type { View } from './neck-edges';

/** The part of an edge that is looked at: above it lies the collar, below it the button. */
const SEEN: readonly [number, number] = [0.22, 0.94];
/** Above this share of the way down from its top an edge may rise upright: there the collar stands around the neck. */
export const KNEE = 0.4;
/** Samples of an edge below its knee, and above it. */
const LOWER = 16;
const UPPER = 6;
/** At least so many of them must lie on the garment. */
const LEAST = 0.8 * (LOWER + UPPER);
/** Difference in brightness (0…255) that is as good as it gets. */
const CAP = 24;
/** Share of the weakest samples that decide: an edge is one along its whole length. */
const WEAK = 0.6;
/** What cannot become stronger than this is not looked at above its knee. */
const HOPELESS = 0.18;

/** One edge: straight from the apex to the knee, and on to the top. */
export interface LapelEdge {
  readonly top: Point;
  readonly knee: Point;
}

export interface FoundEdge {
  readonly edge: LapelEdge;
  /** 0…1 */
  readonly strength: number;
}

/** What a search of edges reads and writes. */
export interface EdgeSearch {
  /** Brightness of the view's pixels, three times 0…255; −1 beside the garment. */
  readonly light: Int16Array;
  readonly width: number;
  readonly height: number;
  readonly view: View;
  /** Differences in brightness along one edge, the weakest first. */
  readonly steps: Float64Array;
}

export function edgeSearch(view: View): EdgeSearch {
  const { data, width, height } = view.raster;
  const light = new Int16Array(width * height);
  for (let i = 0, at = 0; i < light.length; i++, at += 4) {
    light[i] = data[at + 3] < 128 ? -1 : data[at] + data[at + 1] + data[at + 2];
  }
  return { light, width, height, view, steps: new Float64Array(LOWER + UPPER) };
}

/**
 * The edge from a top to an apex as it is stronger, straight or upright above its knee: how much brighter the cloth is on its outer
 * side (−1 image left, 1 right) than inside.
 *
 * Space: the silhouette's upright frame. Strength 0 where it runs beside the garment; edges that are too weak to count may have less
 * than they are worth.
 */
export function edgeAt(search: EdgeSearch, top: Point, apex: Point, side: -1 | 1): FoundEdge {
  const knee = lerp(top, apex, KNEE);
  const { toView } = search.view;
  const from = toView(knee);
  const lower = addSteps(search, 0, from, toView(apex), { first: 0, last: (SEEN[1] - KNEE) / (1 - KNEE), side });
  if (lower + UPPER < LEAST || strengthOf(search.steps, lower, UPPER) < HOPELESS)
    return { edge: { top, knee }, strength: 0 };
  const kept = search.steps.slice(0, lower);
  const to = (end: Point): number => {
    search.steps.set(kept);
    const last = 1 - SEEN[0] / KNEE;
    const count = addSteps(search, lower, from, toView(end), { first: last / UPPER, last, side });
    return count < LEAST ? 0 : strengthOf(search.steps, count, 0);
  };
  const straight = to(top);
  if (straight === 0) return { edge: { top, knee }, strength: 0 };
  const upright = { x: knee.x + side, y: top.y };
  const bent = to(upright);
  return { edge: { top: bent > straight ? upright : top, knee }, strength: Math.max(bent, straight) };
}

interface Stretch {
  /** The samples' first and last place, as shares of the way. */
  readonly first: number;
  readonly last: number;
  readonly side: -1 | 1;
}

/** Inserts the steps across a line of the view into the `count` sorted ones; returns how many they are then. */
function addSteps(search: EdgeSearch, count: number, from: Point, to: Point, { first, last, side }: Stretch): number {
  const { light, width, height, view, steps } = search;
  const samples = first === 0 ? LOWER : UPPER;
  const aside = side * view.step;
  for (let i = 0; i < samples; i++) {
    const t = first + ((last - first) * i) / (samples - 1);
    const x = from.x + (to.x - from.x) * t;
    const y = Math.floor(from.y + (to.y - from.y) * t);
    const outer = Math.floor(x + aside);
    const inner = Math.floor(x - aside);
    if (y < 0 || y >= height || outer < 0 || outer >= width || inner < 0 || inner >= width) continue;
    const [a, b] = [light[y * width + outer], light[y * width + inner]];
    if (a < 0 || b < 0) continue;
    const step = Math.max(0, Math.min(CAP, (a - b) / 3));
    let at = count++;
    for (; at > 0 && steps[at - 1] > step; at--) steps[at] = steps[at - 1];
    steps[at] = step;
  }
  return count;
}

/** Mean of the weaker ones of `count` sorted steps, 0…1, as it would be with `more` of the best. */
function strengthOf(steps: Float64Array, count: number, more: number): number {
  const weaker = Math.ceil(WEAK * (count + more));
  let sum = 0;
  for (let i = 0; i < weaker; i++) sum += i < count ? steps[i] : CAP;
  return sum / weaker / CAP;
}
