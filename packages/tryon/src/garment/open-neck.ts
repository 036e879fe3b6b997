import { connectedComponents, createPlane, open } from '@drape/imaging';
import type { Box, PlaneF32 } from '@drape/imaging';
import { colourEvidence } from './colour-split';
import type { ColourSplit } from './colour-split';
import { boundsOf, keepLargest } from './matte-shape';
import { medianColour } from './median-colour';
import { beyond, closed, filled, longestRun } from './row-profile';

/** Where necks are: rows from the top as a share of the shape's height, columns as shares of its width. */
const ROWS = 0.3;
const COLUMNS = [0.2, 0.8] as const;
/** Log-likelihood from which a colour is the ground's and not the garment's. */
const GROUND = -0.8;
/** Smallest spot of ground that counts, as a share of the shape's box. */
const SPOT = 0.0006;
/** What lies above the ground that is seen through a neck, hanger and straps, is in all at most so thick, in widths of the shape … */
const COVER = 0.1;
/** … and what is seen spans at least so many of its columns, with gaps of at most the second, and fills this share of them: keyholes do not. */
const SPAN = 0.1;
const GAP = 0.14;
const FILLED = 0.6;
/** The edge goes on beyond the ends of what is seen as steeply as it ends, no flatter than this, over at most so many widths. */
const STEEP = 0.8;
const ENDS = 0.06;
const BEYOND = 0.1;
/** It lies around the middle, off it by at most so many widths, and its two ends as high but for so many. */
const ASIDE = 0.1;
const UNEVEN = 0.06;
/** Lab distance, light at half weight, up to which what is seen through a neck is the ground above it; rows and coverage that tell that. */
const SAME = 14;
const ABOVE = [3, 8] as const;
const CLEAR = 0.1;

/**
 * The shape without the ground that is seen through its neck, under a hanger or where the back is open, and without what lies above that:
 * hanger, straps, knots. The cloth begins where the ground ends.
 *
 * Space: `lab` three numbers a pixel of the shape. Returns the shape itself where no ground is seen.
 */
export function openNeck(lab: Float32Array, shape: PlaneF32, split: ColourSplit): PlaneF32 {
  const box = boundsOf(shape);
  if (box.width < 48 || box.height < 48) return shape;
  const ground = groundAtNeck(lab, shape, split, box);
  const edge = edgeOf(lab, shape, ground, box);
  if (edge === null) return shape;
  const out = { ...shape, data: shape.data.slice() };
  edge.rows.forEach((row, i) => {
    const x = edge.from + i;
    if (x < 0 || x >= shape.width) return;
    for (let y = box.y; y < Math.round(row); y++) out.data[y * shape.width + x] = 0;
  });
  return keepLargest(out);
}

/** Spots in the ground's colours, 0 or 1, where necks are. */
function groundAtNeck(lab: Float32Array, shape: PlaneF32, { garment, background }: ColourSplit, box: Box): PlaneF32 {
  const { width } = shape;
  const like = createPlane(width, shape.height);
  const until = Math.round(box.y + ROWS * box.height);
  const [from, to] = COLUMNS.map((share) => Math.round(box.x + share * box.width));
  for (let y = box.y; y < until; y++) {
    for (let i = y * width + from, end = y * width + to; i < end; i++)
      if (colourEvidence(lab, 3 * i, garment, background) < GROUND) like.data[i] = 1;
  }
  const spots = open(like, 1);
  const { labels, areas } = connectedComponents(spots);
  const least = SPOT * box.width * box.height;
  for (let i = 0; i < labels.length; i++) if (labels[i] > 0 && areas[labels[i] - 1] < least) spots.data[i] = 0;
  return spots;
}

interface NeckEdge {
  /** First column, and the first row of the garment's front in it and those that follow. */
  readonly from: number;
  readonly rows: readonly number[];
}

function edgeOf(lab: Float32Array, shape: PlaneF32, ground: PlaneF32, box: Box): NeckEdge | null {
  const lows = Array.from({ length: box.width }, (_, i) => lowestGround(shape, ground, box, box.x + i));
  const [first, last] = longestRun(lows, GAP * box.width);
  const seen = lows.slice(first, last + 1).filter((low) => low !== null).length;
  const aside = Math.abs((first + last) / 2 - box.width / 2);
  const isWide = seen > SPAN * box.width && seen > FILLED * (last + 1 - first);
  if (!isWide || aside > ASIDE * box.width) return null;
  const columns = { from: box.x + first, to: box.x + last + 1 };
  if (!isGroundAbove(lab, shape, ground, box, columns)) return null;
  // knots of straps stand before the ground
  const rows = closed(filled(lows.slice(first, last + 1)), Math.round((GAP * box.width) / 2));
  if (Math.abs(rows[0] - rows[rows.length - 1]) > UNEVEN * box.width) return null;
  const reach = Math.max(2, Math.round(ENDS * box.width));
  const most = Math.round(BEYOND * box.width);
  const left = beyond(rows, reach, most, STEEP).reverse();
  const right = beyond([...rows].reverse(), reach, most, STEEP);
  return { from: box.x + first - left.length, rows: [...left, ...rows, ...right] };
}

interface Columns {
  readonly from: number;
  readonly to: number;
}

/** Whether what is seen has the colour of the ground that lies above the garment in the same columns. */
function isGroundAbove(lab: Float32Array, shape: PlaneF32, ground: PlaneF32, box: Box, { from, to }: Columns): boolean {
  const [inside, above]: [number[], number[]] = [[], []];
  for (let x = from; x < to; x++) {
    let top = box.y;
    while (top < box.y + box.height && shape.data[top * shape.width + x] < 0.5) top++;
    for (let y = Math.max(0, top - ABOVE[1]); y < top - ABOVE[0]; y++)
      if (shape.data[y * shape.width + x] < CLEAR) above.push(y * shape.width + x);
    for (let y = top; y < box.y + ROWS * box.height; y++)
      if (ground.data[y * shape.width + x] > 0.5) inside.push(y * shape.width + x);
  }
  if (inside.length === 0 || above.length === 0) return false;
  const [p, q] = [medianColour(lab, inside), medianColour(lab, above)];
  return Math.hypot((p[0] - q[0]) / 2, p[1] - q[1], p[2] - q[2]) < SAME;
}

/** The row below the lowest ground that is seen in a column, under no more than a hanger and straps; null without any. */
function lowestGround(shape: PlaneF32, ground: PlaneF32, box: Box, x: number): number | null {
  const until = box.y + ROWS * box.height;
  let [covered, low] = [0, 0];
  for (let y = box.y; y < until && covered <= COVER * box.width; y++) {
    const i = y * shape.width + x;
    if (ground.data[i] > 0.5 && covered > 0) low = y + 1;
    else if (shape.data[i] >= 0.5 && ground.data[i] <= 0.5) covered++;
  }
  return low === 0 ? null : low;
}
