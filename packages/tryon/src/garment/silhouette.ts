import {
  createPlane,
  fillHoles,
  largestComponent,
  NO_PIXELS,
  PLANE,
  resizePlane,
  shrinkAlpha,
  traceContour,
  turnPlane,
  type Leaving,
} from '@drape/imaging';
import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';

/** Height at which outlines are read. */
const READ_HEIGHT = 512;
const TILT_MAX_DEG = 24;

/**
 * A garment's outline, turned upright.
 *
 * Space: `mask`, `contour` and `axisX` live in the upright frame; {@link toGarment} leads back to the cut-out's pixels.
 */
export interface Silhouette {
  readonly mask: PlaneF32;
  /** Closed outer contour, visually clockwise (y points down), about one point a pixel. */
  readonly contour: readonly Point[];
  /** Mirror axis: x of the best left/right symmetry. */
  readonly axisX: number;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** 0…1: overlap of the mask with its own mirror image. */
  readonly symmetry: number;
  readonly toGarment: (point: Point) => Point;
  readonly fromGarment: (point: Point) => Point;
}

/** Its arrays. */
export const SILHOUETTE: Leaving<Silhouette> = {
  mask: PLANE,
  toGarment: NO_PIXELS,
  fromGarment: NO_PIXELS,
};

/** Reads the outline of a cut-out. `tilted: false` skips the search for the garment's tilt. */
export function readSilhouette(rgba: RasterU8, options: { tilted?: boolean } = {}): Silhouette {
  const scale = READ_HEIGHT / rgba.height;
  const width = Math.max(8, Math.round(rgba.width * scale));
  const flat = fillHoles(largestComponent(alphaAt(rgba, width, READ_HEIGHT)));
  const tiltRad = options.tilted === false ? 0 : findTilt(flat);
  const frame = rotateMask(flat, tiltRad);
  const contour = clockwise(traceContour(frame.mask, 0.5));
  const bounds = boundsOf(contour);
  const mirror = findAxis(frame.mask, bounds);
  const toX = rgba.width / width;
  const toY = rgba.height / READ_HEIGHT;
  return {
    mask: frame.mask,
    contour,
    ...bounds,
    axisX: mirror.axisX,
    symmetry: mirror.overlap,
    toGarment: stretchedBy.bind(null, frame.back, toX, toY),
    fromGarment: (p) => frame.forth({ x: p.x / toX, y: p.y / toY }),
  };
}

function stretchedBy(place: (p: Point) => Point, kx: number, ky: number, p: Point): Point {
  const q = place(p);
  return { x: q.x * kx, y: q.y * ky };
}

/** The alpha at another size, 0…1. */
function alphaAt(rgba: RasterU8, width: number, height: number): PlaneF32 {
  if (rgba.height <= height || rgba.width <= width) return resizePlane(alphaPlane(rgba), width, height);
  return shrinkAlpha(rgba, width, height);
}

export function alphaPlane(rgba: RasterU8): PlaneF32 {
  const plane = createPlane(rgba.width, rgba.height);
  for (let y = 0; y < rgba.height; y++) alphaRow(rgba.data, plane.data, y * rgba.width, rgba.width);
  return plane;
}

/** Alpha 0…1 of each byte. */
const SHARES = Float32Array.from({ length: 256 }, (_, byte) => byte / 255);

function alphaRow(rgba: Uint8Array, out: Float32Array, from: number, n: number): void {
  for (let i = from, a = 4 * from + 3; i < from + n; i++, a += 4) out[i] = SHARES[rgba[a]];
}

/** The tilt, in radians, that makes the mask most mirror-symmetric; 0 unless it clearly helps. */
function findTilt(mask: PlaneF32): number {
  const height = 96;
  const small = resizePlane(mask, Math.max(8, Math.round((mask.width * height) / mask.height)), height);
  let best = 0;
  const upright = symmetryAt(small, 0);
  let bestScore = upright + 0.012;
  const consider = (deg: number): void => {
    const score = symmetryAt(small, (deg * Math.PI) / 180) - 0.0006 * Math.abs(deg);
    if (score <= bestScore) return;
    bestScore = score;
    best = deg;
  };
  for (let deg = -TILT_MAX_DEG; deg <= TILT_MAX_DEG; deg += 4) if (deg !== 0) consider(deg);
  const coarse = best;
  for (const deg of [coarse - 2, coarse + 2]) if (deg !== 0) consider(deg);
  return (best * Math.PI) / 180;
}

function symmetryAt(mask: PlaneF32, tiltRad: number): number {
  const frame = rotateMask(mask, tiltRad);
  return findAxis(frame.mask, boundsOfMask(frame.mask), 5).overlap;
}

interface Frame {
  readonly mask: PlaneF32;
  readonly back: (p: Point) => Point;
  readonly forth: (p: Point) => Point;
}

/** Turns the mask by −tilt about its centre into a frame that holds all of it. */
function rotateMask(mask: PlaneF32, tiltRad: number): Frame {
  if (tiltRad === 0) return { mask, back: (p) => p, forth: (p) => p };
  const cos = Math.cos(tiltRad);
  const sin = Math.sin(tiltRad);
  const width = Math.ceil(Math.abs(mask.width * cos) + Math.abs(mask.height * sin)) + 2;
  const height = Math.ceil(Math.abs(mask.width * sin) + Math.abs(mask.height * cos)) + 2;
  // not the mask itself: these functions outlive its pixels
  const [middleX, middleY] = [mask.width / 2, mask.height / 2];
  const back = (p: Point): Point => {
    const dx = p.x - width / 2;
    const dy = p.y - height / 2;
    return { x: middleX + dx * cos - dy * sin, y: middleY + dx * sin + dy * cos };
  };
  const forth = (p: Point): Point => {
    const dx = p.x - middleX;
    const dy = p.y - middleY;
    return { x: width / 2 + dx * cos + dy * sin, y: height / 2 - dx * sin + dy * cos };
  };
  return { mask: turnPlane(mask, { width, height, cos, sin }), back, forth };
}

interface Bounds {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

function boundsOfMask(mask: PlaneF32): Bounds {
  let left = mask.width;
  let right = 0;
  let top = mask.height;
  let bottom = 0;
  for (let y = 0; y < mask.height; y++) {
    for (let x = 0; x < mask.width; x++) {
      if (mask.data[y * mask.width + x] < 0.5) continue;
      if (x < left) left = x;
      if (x + 1 > right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  return { left, right, top, bottom };
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

/** The vertical axis with the largest overlap of the mask and its mirror image. */
function findAxis(mask: PlaneF32, bounds: Bounds, steps = 16): { axisX: number; overlap: number } {
  const middle = (bounds.left + bounds.right) / 2;
  const reach = (bounds.right - bounds.left) * 0.14;
  let best = { axisX: middle, overlap: -1 };
  const lines = linesOf(mask, bounds);
  const step = Math.max(0.5, reach / steps);
  for (let axisX = middle - reach; axisX <= middle + reach; axisX += step) {
    const overlap = mirrorOverlap(lines, bounds, axisX);
    if (overlap > best.overlap) best = { axisX, overlap };
  }
  return best;
}

/** Some rows of a mask as 0 and 1, and the steps between the columns that are compared. */
interface Lines {
  readonly width: number;
  readonly count: number;
  readonly bits: Uint8Array;
  readonly step: number;
  /** Where every column is compared: first column of each run of a row, and the one after its last; empty elsewhere. */
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

/** {@link compareRow} from the runs of a row. */
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

/** Counts the columns of a row that are set here and at `sum` minus here, and those that are set at one of the two. */
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
