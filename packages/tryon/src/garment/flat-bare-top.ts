import type { Point, RasterU8 } from '@drape/imaging';
import { distance, lerp, pointAlong } from './chain';
import type { UpperLandmarks } from './types';

/**
 * A strapless dress laid flat: its upper edge is about as wide as its chest and hardly falls to its ends, and its waist lies near below it, all in
 * widths of the chest or the edge. Source: of 252 phone pictures of dresses the two strapless ones with a waist have .89 and .95, .04 and .08, .54
 * and .56.
 */
const EDGE = { least: 0.88, most: 0.98 } as const;
const FALL = { least: 0, most: 0.1 } as const;
const WAIST_MOST = 0.6;
/** Its armpits lie so near below the ends of its edge, in widths of the chest: .02 to .17; real arm holes reach .26 and deeper. */
const SHALLOW = 0.22;
/** The waist is at most so wide, and what lies below it at least, in widths of the chest and the waist. */
const WAIST_WIDE = 0.97;
const FLARE = 1.1;
/** Where such an edge lies on a body, torso lengths below the shoulder joints: just above the armpits. By eye. */
const EDGE_AT = 0.18;
const POINTS = 41;
/** The middle share of the edge that counts as neckline. */
const NECK_SHARE = 0.6;

/** The landmarks of a dress that nothing holds on the shoulders; null for all others. Space: those of `rgba`. */
export function flatBareTop(rgba: RasterU8, marks: UpperLandmarks): UpperLandmarks | null {
  if (marks.sleeves.some(({ length }) => length !== 'none')) return null;
  const { shoulder, neck, armpit } = marks;
  const width = distance(shoulder[0], shoulder[1]);
  const chest = distance(armpit[0], armpit[1]);
  if (armpit.some((pit, i) => pit.y - shoulder[i].y > SHALLOW * chest)) return null;
  const fall = lerp(shoulder[0], shoulder[1], 0.5).y - lerp(neck[0], neck[1], 0.5).y;
  const fits = within(width / chest, EDGE) && within(fall / width, FALL) && hasWaist(marks, chest);
  if (!fits) return null;
  const edge = upperEdge(rgba, shoulder[0], shoulder[1]);
  const first = Math.round(((1 - NECK_SHARE) / 2) * (POINTS - 1));
  const last = POINTS - 1 - first;
  return {
    ...marks,
    neck: [edge[first], edge[last]],
    shoulderEdges: [edge.slice(0, first + 1).reverse(), edge.slice(last)],
    neckline: edge.slice(first, last + 1),
    necklineKind: 'bandeau',
    bareTop: { edge: EDGE_AT, wearer: null, reach: [0, 0] },
    confidence: Math.max(marks.confidence, SURE),
  };
}

const within = (value: number, { least, most }: typeof EDGE | typeof FALL): boolean => value >= least && value <= most;

/** How far such an outline is trusted: its armpits are a guess that hardly counts. */
const SURE = 0.6;

/** Whether a waist lies so near below the edge as no dress with shoulders has it. */
function hasWaist({ shoulder, sides }: UpperLandmarks, chest: number): boolean {
  const rows = Array.from({ length: 23 }, (_, i) => [0, 1].map((k) => pointAlong(sides[k], (i + 1) / 24)));
  const widths = rows.map(([a, b]) => distance(a, b));
  const upper = widths.slice(0, widths.length >> 1);
  const at = upper.indexOf(Math.min(...upper));
  const [a, b] = rows[at];
  const deep = lerp(a, b, 0.5).y - lerp(shoulder[0], shoulder[1], 0.5).y;
  return deep < WAIST_MOST * chest && widths[at] < WAIST_WIDE * chest && Math.max(...widths) > FLARE * widths[at];
}

/** The first opaque pixel of columns between two points of the outline, image left to right. */
function upperEdge({ width, height, data }: RasterU8, from: Point, to: Point): Point[] {
  return Array.from({ length: POINTS }, (_, i) => {
    const p = lerp(from, to, i / (POINTS - 1));
    const x = Math.max(0, Math.min(width - 1, Math.round(p.x)));
    let y = 0;
    while (y < height && data[4 * (y * width + x) + 3] < 128) y++;
    return i === 0 || i === POINTS - 1 || y === height ? p : { x: p.x, y };
  });
}
