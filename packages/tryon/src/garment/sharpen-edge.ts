import { boxBlur, createPlane, resizePlane } from '@drape/imaging';
import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { loadRow, spanEnd, stretched } from './stretched';
import type { Stretched } from './stretched';

/** Guided filter of the edge: its window in picture heights, and its ε in squared guide units (0…1). */
const RADIUS = 1 / 220;
const EPS = 3e-4;
/** From this radius in pixels on, its models are computed at half the size. */
const HALVED_FROM = 4;
/** Mean of the matte around a pixel from which it is surely garment, and up to which surely not: only between them is filtered. */
const INSIDE = 0.97;
const OUTSIDE = 0.03;

/**
 * Draws the matte's edge along the picture's: guided filter in the uncertain band only, then a steeper alpha.
 *
 * A `faint` edge is not in the picture, and stays as the matte has it. The guide is the picture along the line between the mean colours of
 * garment and background: one plane instead of three.
 * Space: `small` and `shape` show what `work` shows, at the size at which it was judged. Cost: the models of all of the picture at half
 * its size, the alpha in the band only. Source: He, Sun 2015.
 */
export function sharpenEdge(work: RasterU8, small: RasterU8, shape: PlaneF32, faint: boolean): PlaneF32 {
  const { width, height } = work;
  if (faint) return steepened(resizePlane(shape, width, height));
  const band = boxBlur(shape, 2);
  const direction = contrastOf(small, band);
  const { slope, shift } = modelsOf(work, direction, shape);
  const sure = stretched(band, width);
  const result = createPlane(width, height);
  const across = slope.width / width;
  const edge: Edge = { sure, slope, shift: shift.data, across, picture: work.data, direction, out: result.data };
  for (let y = 0; y < height; y++) {
    loadRow(sure, (y + 0.5) / height);
    edgeRow(edge, y * width, width, (y + 0.5) / height);
  }
  return result;
}

/** The matte itself with a short ramp, for edges that the picture does not show. */
function steepened(matte: PlaneF32): PlaneF32 {
  const result = createPlane(matte.width, matte.height);
  for (let i = 0; i < result.data.length; i++) {
    const t = Math.max(0, Math.min(1, (matte.data[i] - 0.35) / 0.3));
    result.data[i] = t * t * (3 - 2 * t);
  }
  return result;
}

type Direction = readonly [number, number, number];

/** Unit vector of the colour difference between inside and outside; that of lightness where they hardly differ. */
function contrastOf(small: RasterU8, band: PlaneF32): Direction {
  const sums = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < band.data.length; i++) {
    const side = band.data[i] > INSIDE ? 0 : band.data[i] < OUTSIDE ? 4 : -1;
    if (side < 0) continue;
    for (let c = 0; c < 3; c++) sums[side + c] += small.data[i * 3 + c];
    sums[side + 3]++;
  }
  const [r, g, b] = [0, 1, 2].map((c) => sums[c] / Math.max(1, sums[3]) - sums[4 + c] / Math.max(1, sums[7]));
  const length = Math.hypot(r, g, b);
  return length < 8 ? [0.299, 0.587, 0.114] : [r / length, g / length, b / length];
}

/** The grey guided filter's linear models, matte = slope · guide + shift, averaged over the windows that hold a pixel. */
function modelsOf(work: RasterU8, direction: Direction, shape: PlaneF32): { slope: PlaneF32; shift: PlaneF32 } {
  const full = Math.max(2, Math.round(work.height * RADIUS));
  const halved = full >= HALVED_FROM;
  const guide = halved ? halfContrast(work, direction) : contrastPlane(work, direction);
  const matte = halved ? halfOf(shape, work) : resizePlane(shape, guide.width, guide.height);
  const radius = halved ? Math.round(full / 2) : full;
  const meanGuide = boxBlur(guide, radius).data;
  const meanMatte = boxBlur(matte, radius).data;
  const slope = boxBlur(product(guide, matte), radius);
  const shift = boxBlur(product(guide, guide), radius);
  for (let i = 0; i < meanGuide.length; i++) {
    const mean = meanGuide[i];
    const a = (slope.data[i] - mean * meanMatte[i]) / (shift.data[i] - mean * mean + EPS);
    slope.data[i] = a;
    shift.data[i] = meanMatte[i] - a * mean;
  }
  return { slope: boxBlur(slope, radius), shift: boxBlur(shift, radius) };
}

/** The picture projected on a colour difference, about 0…1. */
function contrastPlane({ width, height, data }: RasterU8, [r, g, b]: Direction): PlaneF32 {
  const plane = createPlane(width, height);
  for (let i = 0, at = 0; i < plane.data.length; i++, at += 3) {
    plane.data[i] = (r * data[at] + g * data[at + 1] + b * data[at + 2]) / 255;
  }
  return plane;
}

/** {@link contrastPlane} at half the size, means of 2×2 pixels; the last row or column of an odd side is repeated. */
function halfContrast({ width, height, data }: RasterU8, direction: Direction): PlaneF32 {
  const plane = createPlane((width + 1) >> 1, (height + 1) >> 1);
  for (let y = 0; y < plane.height; y++) {
    const upper = 6 * y * width;
    const lower = Math.min(2 * y + 1, height - 1) * width * 3;
    halfRow(data, upper, lower, width, direction, plane.data, y * plane.width);
  }
  return plane;
}

function halfRow(
  data: Uint8Array,
  upper: number,
  lower: number,
  width: number,
  [r, g, b]: Direction,
  out: Float32Array,
  to: number,
): void {
  const [kr, kg, kb] = [r / 1020, g / 1020, b / 1020];
  for (let x = 0, i = upper, j = lower, o = to; x < width; x += 2, i += 6, j += 6, o++) {
    const next = x + 1 < width ? 3 : 0;
    out[o] =
      kr * (data[i] + data[i + next] + data[j] + data[j + next]) +
      kg * (data[i + 1] + data[i + next + 1] + data[j + 1] + data[j + next + 1]) +
      kb * (data[i + 2] + data[i + next + 2] + data[j + 2] + data[j + next + 2]);
  }
}

/** The matte enlarged to the picture's size and halved again, in one step: the mean of 2×2 points between its pixels. */
function halfOf(shape: PlaneF32, { width, height }: RasterU8): PlaneF32 {
  const half = createPlane((width + 1) >> 1, (height + 1) >> 1);
  const upper = stretched(shape, width);
  const lower = stretched(shape, width);
  for (let y = 0; y < half.height; y++) {
    loadRow(upper, (2 * y + 0.5) / height);
    loadRow(lower, Math.min(1, (2 * y + 1.5) / height));
    for (let x = 0; x < shape.width; x++) upper.line[x] = (upper.line[x] + lower.line[x]) / 2;
    upper.line[shape.width] = upper.line[shape.width - 1];
    halfLine(upper, half.data, y * half.width, half.width);
  }
  return half;
}

function halfLine({ line, ratio }: Stretched, out: Float32Array, to: number, n: number): void {
  const last = line.length - 2;
  for (let x = 0; x < n; x++) {
    const u = Math.max(0, (2 * x + 0.5) * ratio - 0.5);
    const v = Math.min(last, Math.max(0, (2 * x + 1.5) * ratio - 0.5));
    const i = u | 0;
    const j = v | 0;
    out[to + x] = (line[i] + (u - i) * (line[i + 1] - line[i]) + line[j] + (v - j) * (line[j + 1] - line[j])) / 2;
  }
}

function product(p: PlaneF32, q: PlaneF32): PlaneF32 {
  const out = createPlane(p.width, p.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = p.data[i] * q.data[i];
  return out;
}

interface Edge {
  readonly sure: Stretched;
  /** The models, of one size. */
  readonly slope: PlaneF32;
  readonly shift: Float32Array;
  /** Pixels of the models a pixel of the picture. */
  readonly across: number;
  readonly picture: Uint8Array;
  readonly direction: Direction;
  readonly out: Float32Array;
}

/** One row of the alpha, `n` pixels from `at` on, at the share `t` of the height; what is surely garment or ground between two pixels of the band is filled. */
function edgeRow(edge: Edge, at: number, n: number, t: number): void {
  const { line } = edge.sure;
  const { height } = edge.slope;
  const v = Math.max(0, Math.min(height - 1, t * height - 0.5));
  const top = Math.min(Math.max(0, height - 2), Math.floor(v));
  for (let i = 0, from = 0; i + 1 < line.length; i++) {
    const to = spanEnd(edge.sure, i, n);
    if (line[i] > INSIDE && line[i + 1] > INSIDE) edge.out.fill(1, at + from, at + to);
    else if (line[i] >= OUTSIDE || line[i + 1] >= OUTSIDE) edgeSpan(edge, at, from, to, top, v - top);
    from = to;
  }
}

/** Pixels [from, to) of the row; the models are read from row `top` and, by the share `down`, the one below it. */
function edgeSpan(edge: Edge, at: number, from: number, to: number, top: number, down: number): void {
  const { sure, slope, shift, picture, direction, out } = edge;
  const [r, g, b] = direction;
  const { width, height, data } = slope;
  const below = height > 1 ? width : 0;
  for (let x = from; x < to; x++) {
    const u = Math.max(0, (x + 0.5) * sure.ratio - 0.5);
    const i = u | 0;
    const inside = sure.line[i] + (u - i) * (sure.line[i + 1] - sure.line[i]);
    if (inside < OUTSIDE) continue;
    const v = Math.max(0, Math.min(width - 1, (x + 0.5) * edge.across - 0.5));
    const j = top * width + (v | 0);
    const right = v > width - 2 ? 0 : 1;
    const k = 3 * (at + x);
    const guide = (r * picture[k] + g * picture[k + 1] + b * picture[k + 2]) / 255;
    const upper = data[j] * guide + shift[j];
    const upperNext = data[j + right] * guide + shift[j + right];
    const lower = data[j + below] * guide + shift[j + below];
    const lowerNext = data[j + below + right] * guide + shift[j + below + right];
    const part = v - (v | 0);
    const left = upper + down * (lower - upper);
    const value = left + part * (upperNext + down * (lowerNext - upperNext) - left);
    const t = inside > INSIDE ? 1 : Math.max(0, Math.min(1, (value - 0.3) / 0.42));
    out[at + x] = t * t * (3 - 2 * t);
  }
}
