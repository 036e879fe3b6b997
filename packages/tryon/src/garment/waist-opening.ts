import type { Point } from '@drape/imaging';
import { distance } from './chain';
import { curveOf, outlineTop } from './neckline';
import type { Silhouette } from './silhouette';
import type { Pair } from './types';

/** The form of a front's edge that hangs between the corners of the waist: a shallow bowl. */
const SHAPE = { power: 2.2, root: 1 } as const;
/** Outlines that hang through by more than this, in waist widths, are the front's edge themselves. */
const SAGS = 0.03;
/** How much the garment reader must believe, 0…1 in the mean, that what lies above the edge is the inside of the back. */
const INSIDE = 0.5;

/** What the garment reader found at a waist. Space: the silhouette's upright frame. */
export interface WaistGuide {
  /** Middle of the front's edge. */
  readonly middle: Point;
  /** How much it believes that a point shows the inside of the back, 0…1. */
  readonly insideAt: (p: Point) => number;
}

/**
 * The front edge of trousers or a skirt laid flat, where the inside of the back shows above it: a bowl between the corners of the waist
 * through the middle that the garment reader found. Null where the outline itself is the front's edge.
 *
 * Space: the silhouette's upright frame, image left to right.
 */
export function findWaistOpening(
  silhouette: Silhouette,
  [left, right]: Pair<Point>,
  { middle, insideAt }: WaistGuide,
): Point[] | null {
  const top = (x: number): number => outlineTop(silhouette, x);
  const depth = middle.y - lineAt(left, right, middle.x);
  if (depth <= 0 || middle.y - top(middle.x) <= SAGS * distance(left, right)) return null;
  const curve = curveOf(left, right, depth, SHAPE);
  const above = curve.map(({ x, y }) => insideAt({ x, y: (y + top(x)) / 2 }));
  const isInside = above.reduce((sum, belief) => sum + belief, 0) >= INSIDE * above.length;
  return isInside ? curve : null;
}

const lineAt = (a: Point, b: Point, x: number): number => a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x);
