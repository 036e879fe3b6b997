import { close, connectedComponents, createPlane, cropPlane, dilate, fillHoles, open } from '@drape/imaging';
import type { PlaneF32 } from '@drape/imaging';
import type { BackgroundField } from './background-field';
import { boundsOf } from './matte-shape';

/** More parts than this in the mean column of the shape mean that it is broken: sleeves and legs make at most two. */
const RUNS_MAX = 1.7;
/** Spread of the background (Lab) up to which its colour alone draws a garment's outline. */
const EVEN_SIGMA = 2.5;
/** … unless more than this share of it shows lines, as the joints between tiles do. */
const DRAWN_MAX = 0.005;

/** Pieces smaller than this share of all are no strips. */
const PIECE_MIN = 0.02;
/** Strips farther apart than this share of the picture's longer side belong to different things. */
const GAP_MAX = 0.12;
/** Of the gaps between strips this share is closed. */
const CLOSED = 0.9;

/** Whether the shape fell into strips, as a striped garment does whose one colour is the background's. */
export function isShattered(matte: PlaneF32): boolean {
  const pieces = largePieces(matte);
  const box = boundsOf(pieces);
  return gapsOf(pieces).length > (RUNS_MAX - 1) * box.width;
}

/** The matte without its small pieces, 0 or 1. */
function largePieces(matte: PlaneF32): PlaneF32 {
  const { labels, areas } = connectedComponents(matte);
  const all = areas.reduce((sum, area) => sum + area, 0);
  const out = createPlane(matte.width, matte.height);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] > 0 && areas[labels[i] - 1] >= PIECE_MIN * all) out.data[i] = 1;
  }
  return out;
}

/** Heights of what lies open between two parts of one column. */
function gapsOf({ width, height, data }: PlaneF32): number[] {
  const gaps: number[] = [];
  for (let x = 0; x < width; x++) {
    let last = -1;
    for (let y = 0; y < height; y++) {
      if (data[y * width + x] < 0.5) continue;
      if (last >= 0 && y - last > 1) gaps.push(y - last - 1);
      last = y;
    }
  }
  return gaps;
}

/** Share of thin marks in what lies outside of `reach`; broad ones may be a sleeve that the network missed. */
function linesOutside(marks: PlaneF32, reach: PlaneF32): number {
  const broad = dilate(open(marks, 2), 3);
  let [outside, thin] = [0, 0];
  for (let i = 0; i < marks.data.length; i++) {
    if (reach.data[i] > 0.5) continue;
    outside++;
    if (marks.data[i] > broad.data[i]) thin++;
  }
  return thin / Math.max(1, outside);
}

/** The strips with the gaps between them closed, on a wider canvas: at a picture's border a closing only grows. */
function joinStrips(matte: PlaneF32): PlaneF32 {
  const { width, height } = matte;
  const strips = largePieces(matte);
  const most = GAP_MAX * Math.max(width, height);
  const gaps = gapsOf(strips)
    .filter((gap) => gap <= most)
    .sort((p, q) => p - q);
  const radius = Math.ceil((gaps[Math.floor(CLOSED * gaps.length)] ?? 0) / 2) + 1;
  const wide = cropPlane(strips, { x: -radius, y: -radius, width: width + 2 * radius, height: height + 2 * radius });
  return fillHoles(cropPlane(close(wide, radius), { x: radius, y: radius, width, height }));
}

export interface Mended {
  readonly shape: PlaneF32;
  /** The ground's colour drew the outline; else it is the strips' own. */
  readonly byGround: boolean;
}

/**
 * Puts a shape together again that fell into strips: on an even background everything that cannot be reached from the
 * border through the background's colour, elsewhere the strips closed over their gaps.
 */
export function mendShattered(matte: PlaneF32, field: BackgroundField): Mended {
  const { width, height } = matte;
  const closed = joinStrips(matte);
  if (field.sigma > EVEN_SIGMA) return { shape: closed, byGround: false };
  const limit = Math.max(2, 3 * field.sigma);
  const other = createPlane(width, height);
  for (let i = 0; i < other.data.length; i++) other.data[i] = field.distance.data[i] > limit ? 1 : 0;
  const reach = dilate(closed, Math.round(width * 0.1));
  if (linesOutside(other, reach) > DRAWN_MAX) return { shape: closed, byGround: false };
  const solid = fillHoles(close(other, 1));
  const result = open(solid, 2);
  for (let i = 0; i < result.data.length; i++) result.data[i] = reach.data[i] > 0.5 ? result.data[i] : 0;
  return { shape: result, byGround: true };
}
