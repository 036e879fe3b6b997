import type { Point, RasterU8 } from '@drape/imaging';
import type { LegOutline, PantsLandmarks } from '../../../model/garment';
import { clamp } from '../../../geometry/numbers';
import { always, type Rule } from '../../../rules/rule';

/** How far above and below its corners a hem is looked for, in hem widths. */
const SEARCH_ABOVE = 0.5;
const SEARCH_BELOW = 0.25;
/** How far the points of a torn hem may be beside its corners, in hem widths. */
const SIDE_TOLERANCE = 0.06;
/** A hem that deviates from a straight line by less than this, in hem widths, is left as it is. */
const DEVIATION_MIN = 0.06;
/** Depth of the deepest notch that is filled, in hem widths. */
const NOTCH_DEPTH_MAX = 0.35;
/** Share of the hem's columns that may end above the line: notches are filled rather than the rest cut. */
const COLUMNS_ABOVE_MAX = 0.6;
/**
 * Steepest slope of the line between the corners, greatest slant of a hem against the leg's own cross-section, and least width of a hem in
 * pixels.
 */
const SLOPE_MAX = 0.7;
const SLANT_MAX = 0.15;
const HEM_WIDTH_MIN = 16;
/** Rows above a torn edge whose colours are not the fabric's own. */
const RIM_ROWS = 2;

interface HemmedCutOut {
  readonly rgba: RasterU8;
  readonly landmarks: PantsLandmarks;
}

export const EVEN_HEMS: Rule<HemmedCutOut, HemmedCutOut> = {
  id: 'even-hems',
  stage: 'garment',
  summary: 'Straightens ragged hems of trouser legs.',
  appliesTo: always,
  apply({ rgba, landmarks }) {
    const copy = { ...rgba, data: rgba.data.slice() };
    const [left, right] = landmarks.legs;
    return { rgba: copy, landmarks: { ...landmarks, legs: [evenHem(copy, left), evenHem(copy, right)] } };
  },
  evidence: [{ set: 'strangers, blind', pairs: 60, fired: 28, better: 6, worse: 2, same: 7, date: '2026-11-29' }],
};

/**
 * Straightens the hem of a trouser leg that a shoe, a shadow or a fold has torn: notches are filled with the fabric above them, mirrored;
 * what hangs out below is cut off.
 *
 * Space: the raster's pixels; `leg` the outlines of the leg down to the hem's corners. Aliasing: writes colours and α of `rgba`.
 * Returns the outlines with corners on the new hem.
 */
export function evenHem(rgba: RasterU8, leg: LegOutline): LegOutline {
  const [outer, inner] = [leg.outer[leg.outer.length - 1], leg.inner[leg.inner.length - 1]];
  const [left, right] = outer.x < inner.x ? [outer, inner] : [inner, outer];
  const wide = right.x - left.x;
  const slope = (right.y - left.y) / Math.max(1, wide);
  if (wide < HEM_WIDTH_MIN || Math.abs(slope) > SLOPE_MAX) return leg;
  const from = Math.max(0, Math.floor(left.x - SIDE_TOLERANCE * wide));
  const to = Math.min(rgba.width, Math.ceil(right.x + SIDE_TOLERANCE * wide));
  const edges: Edge[] = [];
  for (let x = from; x < to; x++) {
    const y = endAt(rgba, x, left.y + slope * (x - left.x), wide);
    if (y !== null) edges.push({ x, y });
  }
  if (edges.length < 0.7 * (to - from)) return leg;
  const line = levelLine(edges, crossSlope(leg));
  const off = edges.map(({ x, y }) => y - line(x)).sort((a, b) => a - b);
  const spread = off[Math.floor(0.92 * off.length)] - off[Math.floor(0.08 * off.length)];
  if (spread < Math.max(2.5, DEVIATION_MIN * wide)) return leg;
  for (const edge of edges) {
    const end = line(edge.x);
    if (edge.y > end) clearBelow(rgba, edge.x, end, edge.y + SEARCH_BELOW * wide);
    else if (end - edge.y <= NOTCH_DEPTH_MAX * wide) fillTo(rgba, edge, end);
  }
  const corner = (side: readonly Point[], p: Point): Point[] => [
    ...side.slice(0, -1),
    Math.abs(line(p.x) - p.y) < NOTCH_DEPTH_MAX * wide ? { x: p.x, y: line(p.x) } : p,
  ];
  return { outer: corner(leg.outer, outer), inner: corner(leg.inner, inner) };
}

interface Edge {
  readonly x: number;
  /** First row below the fabric. */
  readonly y: number;
}

/** Where the fabric ends in a column: at its first gap, as what is below a gap is a shadow or a shoe. */
function endAt({ width, height, data }: RasterU8, x: number, level: number, wide: number): number | null {
  const bottom = Math.min(height, Math.ceil(level + SEARCH_BELOW * wide));
  const isFabric = (y: number): boolean => data[4 * (y * width + x) + 3] > 127;
  let y = Math.max(0, Math.floor(level - SEARCH_ABOVE * wide));
  while (y < bottom && !isFabric(y)) y++;
  if (y === bottom) return null;
  while (y < bottom && isFabric(y)) y++;
  return y;
}

/** A line through the medians of both halves, as far as the leg's cross-section allows, moved down to the level. */
function levelLine(edges: readonly Edge[], across: number): (x: number) => number {
  const half = edges.length >> 1;
  const [a, b] = [edges.slice(0, half), edges.slice(half)].map((part) => ({
    x: part[part.length >> 1].x,
    y: part.map(({ y }) => y).sort((p, q) => p - q)[part.length >> 1],
  }));
  const seen = (b.y - a.y) / Math.max(1, b.x - a.x);
  const slope = clamp(seen, across - SLANT_MAX, across + SLANT_MAX);
  const off = edges.map(({ x, y }) => y - slope * x).sort((p, q) => p - q);
  const level = off[Math.floor(COLUMNS_ABOVE_MAX * off.length)];
  return (x) => level + slope * x;
}

/** Slope of a line across the leg's lower part. */
function crossSlope({ outer, inner }: LegOutline): number {
  const middle = (back: number): Point => {
    const [p, q] = [outer, inner].map((side) => side[Math.max(0, side.length - 1 - Math.round(back * side.length))]);
    return { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  };
  const [above, below] = [middle(0.3), middle(0.05)];
  return clamp(-(below.x - above.x) / Math.max(1, below.y - above.y), -SLOPE_MAX, SLOPE_MAX);
}

function clearBelow({ width, height, data }: RasterU8, x: number, end: number, to: number): void {
  for (let y = Math.floor(end); y < Math.min(height, to); y++) {
    const at = 4 * (y * width + x) + 3;
    data[at] = Math.min(data[at], Math.round(255 * Math.max(0, Math.min(1, end - y))));
  }
}

function fillTo({ width, height, data }: RasterU8, { x, y: edge }: Edge, end: number): void {
  const first = Math.max(0, edge - RIM_ROWS);
  for (let y = first; y < Math.min(height, Math.ceil(end)); y++) {
    const from = 4 * (Math.max(0, 2 * first - y - 1) * width + x);
    const to = 4 * (y * width + x);
    for (let c = 0; c < 3; c++) data[to + c] = data[from + c];
    data[to + 3] = Math.max(data[to + 3], Math.round(255 * Math.max(0, Math.min(1, end - y))));
  }
}
