import {
  alphaPlane,
  fillHoles,
  type Kept,
  largestComponent,
  NO_PIXELS,
  PLANE,
  type PlaneF32,
  type Point,
  type RasterU8,
  resizePlane,
  shrinkAlpha,
  traceContour,
} from '@drape/imaging';

/** Height at which outlines are read, pixels. */
const READ_HEIGHT = 512;

/**
 * A garment's outline.
 *
 * Space: `mask` and `contour` are in a frame of READ_HEIGHT rows; {@link toGarment} converts to the cut-out's pixels.
 */
export interface Silhouette {
  readonly mask: PlaneF32;
  /** Closed outer contour, visually clockwise (y points down), about one point per pixel. */
  readonly contour: readonly Point[];
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** 0…1: overlap of the mask with its own mirror image. */
  readonly symmetry: number;
  readonly toGarment: (point: Point) => Point;
  readonly fromGarment: (point: Point) => Point;
}

/** What of it is kept. */
export const SILHOUETTE: Kept<Silhouette> = {
  mask: PLANE,
  toGarment: NO_PIXELS,
  fromGarment: NO_PIXELS,
};

/** Reads the outline of a cut-out. */
export function readSilhouette(rgba: RasterU8): Silhouette {
  const scale = READ_HEIGHT / rgba.height;
  const width = Math.max(8, Math.round(rgba.width * scale));
  const mask = fillHoles(largestComponent(alphaAt(rgba, width, READ_HEIGHT)));
  const contour = clockwise(traceContour(mask, 0.5));
  const bounds = boundsOf(contour);
  const toX = rgba.width / width;
  const toY = rgba.height / READ_HEIGHT;
  return {
    mask,
    contour,
    ...bounds,
    symmetry: overlapOf(mask, bounds),
    toGarment: ({ x, y }) => ({ x: x * toX, y: y * toY }),
    fromGarment: ({ x, y }) => ({ x: x / toX, y: y / toY }),
  };
}

/** The alpha at another size, 0…1. */
function alphaAt(rgba: RasterU8, width: number, height: number): PlaneF32 {
  if (rgba.height <= height || rgba.width <= width) return resizePlane(alphaPlane(rgba), width, height);
  return shrinkAlpha(rgba, width, height);
}

interface Bounds {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

function boundsOf(contour: readonly Point[]): Bounds {
  let left = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const p of contour) {
    left = Math.min(left, p.x);
    right = Math.max(right, p.x);
    top = Math.min(top, p.y);
    bottom = Math.max(bottom, p.y);
  }
  return { left, right, top, bottom };
}

/** Number of axes that are tried on either side of the middle. */
const AXES = 16;

/** The largest overlap, 0…1, of the mask and its mirror image at a vertical axis. */
function overlapOf(mask: PlaneF32, bounds: Bounds): number {
  const middle = (bounds.left + bounds.right) / 2;
  const reach = (bounds.right - bounds.left) * 0.14;
  let best = 0;
  const lines = linesOf(mask, bounds);
  const step = Math.max(0.5, reach / AXES);
  for (let axisX = middle - reach; axisX <= middle + reach; axisX += step) {
    best = Math.max(best, mirrorOverlap(lines, bounds, axisX));
  }
  return best;
}

/** Some rows of a mask as 0 and 1, and the step between the columns that are compared. */
interface Lines {
  readonly width: number;
  readonly count: number;
  readonly bits: Uint8Array;
  readonly step: number;
  /** Where every column is compared: first column of each run of a row, and the column after its last; empty elsewhere. */
  readonly runs: readonly (readonly number[])[];
}

function linesOf({ width, height, data }: PlaneF32, bounds: Bounds): Lines {
  const rowStep = Math.max(1, Math.floor((bounds.bottom - bounds.top) / 96));
  const step = Math.max(1, Math.floor((bounds.right - bounds.left) / 96));
  const top = Math.floor(bounds.top);
  const count = Math.max(0, Math.ceil((Math.min(bounds.bottom, height) - top) / rowStep));
  const bits = new Uint8Array(count * width);
  for (let n = 0; n < count; n++) solidRow(data, (top + n * rowStep) * width, bits, n * width, width);
  const runs = Array.from({ length: step === 1 ? count : 0 }, (_, n) =>
    runsOf(bits, n * width, Math.floor(bounds.left), Math.min(Math.ceil(bounds.right), width)),
  );
  return { width, count, bits, step, runs };
}

function solidRow(data: Float32Array, from: number, bits: Uint8Array, to: number, n: number): void {
  for (let x = 0; x < n; x++) bits[to + x] = data[from + x] > 0.5 ? 1 : 0;
}

function runsOf(bits: Uint8Array, row: number, left: number, right: number): number[] {
  const runs: number[] = [];
  for (let x = left; x < right; x++) {
    if (bits[row + x] === 0) continue;
    runs.push(x);
    while (x < right && bits[row + x] === 1) x++;
    runs.push(x);
  }
  return runs;
}

function mirrorOverlap(lines: Lines, bounds: Bounds, axisX: number): number {
  const right = Math.min(bounds.right, lines.width);
  const sum = Math.round(2 * axisX - 1);
  const counts = { both: 0, either: 0 };
  const left = Math.floor(bounds.left);
  if (lines.step === 1) for (const runs of lines.runs) compareRuns(runs, left, Math.ceil(right), sum, counts);
  else for (let n = 0; n < lines.count; n++) compareRow(lines, n * lines.width, left, right, sum, counts);
  return counts.either === 0 ? 0 : counts.both / counts.either;
}

/** {@link compareRow}, computed from the runs of a row. */
function compareRuns(
  runs: readonly number[],
  left: number,
  right: number,
  sum: number,
  counts: { both: number; either: number },
): void {
  for (let j = 0; j < runs.length; j += 2) {
    const from = Math.max(left, sum + 1 - runs[j + 1]);
    const to = Math.min(right, sum + 1 - runs[j]);
    counts.either += runs[j + 1] - runs[j] + Math.max(0, to - from);
    for (let k = 0; k < runs.length; k += 2) {
      const shared = Math.min(to, runs[k + 1]) - Math.max(from, runs[k]);
      if (shared <= 0) continue;
      counts.both += shared;
      counts.either -= shared;
    }
  }
}

/** Counts the columns that are set here and at `sum` minus here, and those that are set at one of the two. */
function compareRow(
  { bits, width, step }: Lines,
  row: number,
  left: number,
  right: number,
  sum: number,
  counts: { both: number; either: number },
): void {
  let both = 0;
  let either = 0;
  for (let x = left; x < right; x += step) {
    const mx = sum - x;
    const here = bits[row + x];
    const there = mx >= 0 && mx < width ? bits[row + mx] : 0;
    both += here & there;
    either += here | there;
  }
  counts.both += both;
  counts.either += either;
}

/** Visually clockwise with y down means a positive shoelace sum. */
function clockwise(contour: readonly Point[]): readonly Point[] {
  let sum = 0;
  for (let i = 0; i < contour.length; i++) {
    const p = contour[i];
    const q = contour[(i + 1) % contour.length];
    sum += p.x * q.y - q.x * p.y;
  }
  return sum >= 0 ? contour : [...contour].reverse();
}
