import type { Bounds } from '@drape/imaging';
import type { FabricSample } from './fabric-sample';

/** Lab steps across a pixel: a fold in good light, a printed edge, an edge of black on white. */
const SOFT_STEP_MIN = 8;
const EDGE_STEP_MIN = 18;
const STRONG_STEP_MIN = 40;
/**
 * Pixels next to the outline that are left out, as they hold shadows and the background's light. Then: number of directions over 180°, and
 * cells along a side of the grid.
 */
const OUTLINE_MARGIN = 3;
const DIRECTION_BINS = 18;
const CELLS_PER_SIDE = 9;
/** Share of a cell's pixels that are edges, above which it is busy. */
const BUSY_EDGE_SHARE = 0.05;
/** Number of the busiest cells that `gathered` counts: a fifth of all. */
const BUSIEST_CELLS = 16;

/** Edges of a garment, all as shares 0…1. */
export interface Texture {
  /** Share of the garment's pixels with steps above SOFT_STEP_MIN, EDGE_STEP_MIN and STRONG_STEP_MIN. */
  readonly soft: number;
  readonly edges: number;
  readonly strong: number;
  readonly strongOfEdges: number;
  /** Share of the cells of a 9 × 9 grid that have many edges. */
  readonly spread: number;
  /** Share of the edges that are in the busiest fifth of the cells. */
  readonly gathered: number;
  /** Share of the edges' strength within 15° of the main direction, and of the direction across it; 1/6 by chance. */
  readonly along: number;
  readonly across: number;
  /** Share of the edges' strength that is in a and b rather than in lightness. */
  readonly coloured: number;
}

interface EdgeCounts {
  soft: number;
  edges: number;
  strong: number;
  weight: number;
  coloured: number;
  readonly directions: Float64Array;
  readonly cellPixels: Float64Array;
  readonly cellEdges: Float64Array;
}

/**
 * Counts a garment's edges by strength, place and direction.
 *
 * Source: structure tensor of L, a and b at each pixel (Di Zenzo 1986): the largest eigenvalue's root is the step, its vector the
 * direction.
 */
export function readTexture(fabric: FabricSample): Texture {
  const inside = withoutRim(fabric);
  const box = insideBounds(inside, fabric.width);
  const tally: EdgeCounts = {
    soft: 0,
    edges: 0,
    strong: 0,
    weight: 0,
    coloured: 0,
    directions: new Float64Array(DIRECTION_BINS),
    cellPixels: new Float64Array(CELLS_PER_SIDE * CELLS_PER_SIDE),
    cellEdges: new Float64Array(CELLS_PER_SIDE * CELLS_PER_SIDE),
  };
  for (let y = box.top; y <= box.bottom; y++) countRowEdges(fabric, inside, box, y, tally);
  const pixels = tally.cellPixels.reduce((sum, n) => sum + n, 0);
  const whole = (pixels / (CELLS_PER_SIDE * CELLS_PER_SIDE)) * 0.35;
  const cells = [...tally.cellPixels].map((n, k) => ({
    n,
    busy: tally.cellEdges[k] / Math.max(1, n) > BUSY_EDGE_SHARE,
  }));
  const covered = cells.filter((cell) => cell.n > whole);
  const busiest = [...tally.cellEdges].sort((p, q) => q - p).slice(0, BUSIEST_CELLS);
  const { along, across } = directionsOf(tally);
  return {
    soft: tally.soft / Math.max(1, pixels),
    edges: tally.edges / Math.max(1, pixels),
    strong: tally.strong / Math.max(1, pixels),
    strongOfEdges: tally.strong / Math.max(1, tally.edges),
    spread: covered.filter((cell) => cell.busy).length / Math.max(1, covered.length),
    gathered: busiest.reduce((sum, n) => sum + n, 0) / Math.max(1, tally.edges),
    along,
    across,
    coloured: tally.coloured / Math.max(1e-6, tally.weight),
  };
}

function countRowEdges(
  { lab, width }: FabricSample,
  inside: Uint8Array,
  box: Bounds,
  y: number,
  tally: EdgeCounts,
): void {
  const row =
    Math.min(CELLS_PER_SIDE - 1, Math.floor(((y - box.top) * CELLS_PER_SIDE) / (box.bottom - box.top + 1))) *
    CELLS_PER_SIDE;
  const perCell = (box.right - box.left + 1) / CELLS_PER_SIDE;
  for (let x = box.left; x <= box.right; x++) {
    const i = y * width + x;
    if (inside[i] === 0) continue;
    let xx = 0;
    let yy = 0;
    let xy = 0;
    let light = 0;
    for (let c = 0; c < 3; c++) {
      const dx = lab[(i + 1) * 3 + c] - lab[(i - 1) * 3 + c];
      const dy = lab[(i + width) * 3 + c] - lab[(i - width) * 3 + c];
      xx += dx * dx;
      yy += dy * dy;
      xy += dx * dy;
      if (c === 0) light = xx + yy;
    }
    const apart = Math.sqrt((xx - yy) * (xx - yy) + 4 * xy * xy);
    const step = Math.sqrt((xx + yy + apart) / 2);
    const cell = row + Math.min(CELLS_PER_SIDE - 1, Math.floor((x - box.left) / perCell));
    tally.cellPixels[cell]++;
    if (step > SOFT_STEP_MIN) tally.soft++;
    if (step <= EDGE_STEP_MIN) continue;
    tally.edges++;
    tally.cellEdges[cell]++;
    if (step > STRONG_STEP_MIN) tally.strong++;
    const turn = Math.atan2(2 * xy, xx - yy) / (2 * Math.PI); // −½…½ of 180°
    tally.directions[Math.floor((turn + 1) * DIRECTION_BINS + 0.5) % DIRECTION_BINS] += step;
    tally.weight += step;
    tally.coloured += step * Math.sqrt(1 - light / (xx + yy));
  }
}

function directionsOf({ directions, weight }: EdgeCounts): { along: number; across: number } {
  const band = (k: number): number => {
    let sum = 0;
    for (let d = -1; d <= 1; d++) sum += directions[(k + d + DIRECTION_BINS) % DIRECTION_BINS];
    return sum / Math.max(1e-6, weight);
  };
  let main = 0;
  for (let k = 1; k < DIRECTION_BINS; k++) if (band(k) > band(main)) main = k;
  const quarter = DIRECTION_BINS / 2;
  return { along: band(main), across: Math.max(...[-1, 0, 1].map((d) => band(main + quarter + d))) };
}

/** The garment without OUTLINE_MARGIN pixels of its rim. */
function withoutRim({ width, height, inside }: FabricSample): Uint8Array {
  let from = inside;
  for (let round = 0; round < OUTLINE_MARGIN; round++) {
    const to = new Uint8Array(width * height);
    for (let i = width; i < width * (height - 1); i++)
      to[i] = from[i] & from[i - 1] & from[i + 1] & from[i - width] & from[i + width];
    from = to;
  }
  return from;
}

function insideBounds(inside: Uint8Array, width: number): Bounds {
  let [left, right, top, bottom] = [width, 0, inside.length, -1];
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 0) continue;
    const x = i % width;
    const y = (i - x) / width;
    if (x < left) left = x;
    if (x > right) right = x;
    if (top > y) top = y;
    bottom = y;
  }
  return { left, right, top: Math.min(top, bottom + 1), bottom };
}
