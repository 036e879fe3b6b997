import { resizeRaster } from '@drape/imaging';
import type { Point, RasterU8 } from '@drape/imaging';
import { distance, lerp } from './chain';
import type { Silhouette } from './silhouette';
import type { NecklineKind, Pair } from './types';

export interface Neckline {
  /** Neck point 0 → neck point 1, in the silhouette's upright frame. */
  readonly curve: readonly Point[];
  readonly kind: NecklineKind;
  readonly confidence: number;
  /** The outline itself is the front neckline: nothing has to be cut. */
  readonly open: boolean;
}

export interface NecklineInput {
  readonly neck: Pair<Point>;
  readonly shoulder: Pair<Point>;
  /** Height of the outline above the neck points: a collar or hood. */
  readonly rise: number;
}

const POINTS = 25;
/** Exponent of the curve's fall: 2 is round, 1.15 a V, 3.4 a square scoop. */
const ROUND = [1.15, 1.6, 2.1, 2.8];
/** RGB distance (0…441) that is as good as it gets: a label or a dark inside must not outshine a soft front edge. */
const CONTRAST_CAP = 24;
/** The back of the collar shows its own seams above this depth (in shoulder widths); front edges lie below it. */
const FRONT_FROM = 0.1;
/** Deeper edges than this are prints and zips. */
const FRONT_TO = 0.38;
/** V necks are rare and fit any two crossing folds. */
const V_PENALTY = 0.12;
/** The rib of a crew neck: its seam lies this far below its upper edge. */
const RIB: readonly [number, number] = [0.03, 0.075];

/**
 * Finds the front edge of the neck opening, so that the inside of the collar's back can be cut away.
 *
 * A family of curves y = depth·(1 − |u|^p) between the neck points is scored by the mean colour step across the curve,
 * plus a weak prior for usual depths. Tuned by eye on the development products; the prior decides only on plain fabric.
 */
export function fitNeckline(silhouette: Silhouette, rgba: RasterU8, input: NecklineInput): Neckline {
  const [a, b] = endpoints(silhouette, input);
  const shoulder = Math.max(8, distance(input.shoulder[0], input.shoulder[1]));
  const collar = input.rise > shoulder * 0.045;
  const middle = lerp(a, b, 0.5);
  const dip = Math.max(0, outlineTop(silhouette, (a.x + b.x) / 2) - middle.y);
  const view = viewOf(silhouette, rgba);
  const depthMin = Math.max(dip + shoulder * 0.02, shoulder * FRONT_FROM);
  const depthMax = shoulder * (collar ? 0.95 : 0.62);
  const edgeAt: EdgeAt = (depth, power) => edgeScore(view, curveOf(a, b, depth, power));
  const found: Candidate[] = [];
  const edges: number[] = [];
  for (let depth = depthMin; depth <= depthMax; depth += Math.max(1, shoulder * 0.012)) {
    let top: Candidate = { depth, power: 2, edge: 0, score: Number.NEGATIVE_INFINITY };
    for (const power of collar ? [1.05, 1.3] : ROUND) {
      const edge = edgeAt(depth, power);
      edges.push(edge);
      const score = edge + depthPrior(depth / shoulder, collar) - (collar || power > 1.5 ? 0 : V_PENALTY);
      if (score > top.score) top = { depth, power, edge, score };
    }
    found.push(top);
  }
  const best = frontEdge(found, shoulder, edgeAt);
  const usual = edges.sort((p, q) => p - q)[edges.length >> 1];
  const stands = best.edge - usual;
  if (dip > shoulder * 0.2 || (dip > shoulder * 0.09 && stands < 0.12)) {
    return {
      curve: outlineBetween(silhouette, a, b),
      kind: kindOf(dip / shoulder, 2, false),
      confidence: 0.9,
      open: true,
    };
  }
  const sure = stands > 0.09;
  const depth = sure ? best.depth : Math.max(depthMin, shoulder * (collar ? 0.22 : 0.14));
  const power = sure ? best.power : 2.1;
  return {
    curve: curveOf(a, b, depth, power),
    kind: kindOf(depth / shoulder, power, collar),
    confidence: sure ? Math.min(1, 0.8 + stands) : 0.65,
    open: false,
  };
}

type EdgeAt = (depth: number, power: number) => number;

interface Candidate {
  readonly depth: number;
  readonly power: number;
  readonly edge: number;
  readonly score: number;
}

/**
 * The deepest edge that stands out from the depths around it, or the upper edge of the rib above it; else the best score.
 * The back's seam, the label and the lining lie higher than the front edge, and are often stronger.
 */
function frontEdge(found: readonly Candidate[], shoulder: number, edgeAt: EdgeAt): Candidate {
  let best: Candidate = { depth: 0, power: 2, edge: 0, score: Number.NEGATIVE_INFINITY };
  let deepest: Candidate | null = null;
  const strongest = Math.max(...found.map((c) => (c.depth > FRONT_TO * shoulder ? 0 : c.edge)));
  for (let i = 0; i < found.length; i++) {
    const here = found[i];
    if (here.depth > FRONT_TO * shoulder) break;
    if (here.score > best.score) best = here;
    const clear = here.edge > 0.4 * strongest && prominence(found, i, shoulder) > Math.max(0.12, 0.35 * here.edge);
    if (clear) deepest = here;
  }
  if (deepest === null) return best;
  return ribAbove(deepest, shoulder, edgeAt) ?? deepest;
}

/** The upper edge of a rib whose seam was found: a parallel edge shortly above it; null where there is none. */
function ribAbove(seam: Candidate, shoulder: number, edgeAt: EdgeAt): Candidate | null {
  const near: Candidate[] = [];
  for (let above = RIB[1] + 0.03; above > 0.012; above -= 0.006) {
    const depth = seam.depth - above * shoulder;
    near.push({ depth, power: seam.power, edge: edgeAt(depth, seam.power), score: 0 });
  }
  let best: Candidate | null = null;
  near.forEach((c, i) => {
    const above = (seam.depth - c.depth) / shoulder;
    if (above < RIB[0] || above > RIB[1] || c.edge < 0.1 || prominence(near, i, shoulder) < 0.04) return;
    if (best === null || c.edge > best.edge) best = c;
  });
  return best;
}

/** By how much a local maximum exceeds the median of the depths within .06 shoulder widths; 0 elsewhere. */
function prominence(found: readonly Candidate[], i: number, shoulder: number): number {
  const here = found[i];
  const before = i > 0 ? found[i - 1].edge : 0;
  const after = i + 1 < found.length ? found[i + 1].edge : 0;
  if (here.edge < before || here.edge < after) return 0;
  const around = found
    .filter((c, k) => Math.abs(k - i) > 1 && Math.abs(c.depth - here.depth) < 0.06 * shoulder)
    .map((c) => c.edge);
  around.sort((p, q) => p - q);
  return around.length === 0 ? 0 : here.edge - around[around.length >> 1];
}

/** For collars the opening starts at the collar's own upper corners, not where it meets the shoulder. */
function endpoints(silhouette: Silhouette, input: NecklineInput): Pair<Point> {
  const shoulder = distance(input.shoulder[0], input.shoulder[1]);
  if (input.rise <= shoulder * 0.045) return input.neck;
  const half = (input.neck[1].x - input.neck[0].x) / 2;
  const middle = (input.neck[1].x + input.neck[0].x) / 2;
  const corner = (sign: number): Point => {
    let best: Point = { x: middle + sign * half, y: outlineTop(silhouette, middle + sign * half) };
    for (let t = 0.35; t <= 1; t += 0.05) {
      const x = middle + sign * half * t;
      const y = outlineTop(silhouette, x);
      if (y - 0.35 * half * t < best.y - 0.35 * Math.abs(best.x - middle)) best = { x, y };
    }
    return best;
  };
  return [corner(-1), corner(1)];
}

/** First garment row of a column in the upright frame. */
function outlineTop(silhouette: Silhouette, x: number): number {
  const { mask } = silhouette;
  const column = Math.max(0, Math.min(mask.width - 1, Math.floor(x)));
  for (let y = 0; y < mask.height; y++) if (mask.data[y * mask.width + column] > 0.5) return y;
  return mask.height;
}

function outlineBetween(silhouette: Silhouette, a: Point, b: Point): Point[] {
  return Array.from({ length: POINTS }, (_, i) => {
    const p = lerp(a, b, i / (POINTS - 1));
    return i === 0 || i === POINTS - 1 ? p : { x: p.x, y: Math.max(p.y, outlineTop(silhouette, p.x)) };
  });
}

export function curveOf(a: Point, b: Point, depth: number, power: number): Point[] {
  return Array.from({ length: POINTS }, (_, i) => {
    const t = i / (POINTS - 1);
    const u = Math.abs(2 * t - 1);
    const base = lerp(a, b, t);
    return { x: base.x, y: base.y + depth * (1 - u ** power) };
  });
}

interface View {
  readonly raster: RasterU8;
  readonly toView: (p: Point) => Point;
  readonly step: number;
}

function viewOf(silhouette: Silhouette, rgba: RasterU8): View {
  const height = Math.min(rgba.height, 512);
  const scale = height / rgba.height;
  const raster = resizeRaster(rgba, Math.max(8, Math.round(rgba.width * scale)), height);
  return {
    raster,
    toView: (p) => {
      const q = silhouette.toGarment(p);
      return { x: q.x * scale, y: q.y * scale };
    },
    step: 2,
  };
}

/**
 * Mean of the weaker 60 % of the clipped colour steps (or thin lines) across the curve, 0…1: a neckline is an edge along its whole
 * length, a print or a zip only here and there. The ends, where every curve lies on the outline, do not count.
 */
function edgeScore(view: View, curve: readonly Point[]): number {
  const steps: number[] = [];
  for (let i = 3; i < curve.length - 3; i++) {
    const before = view.toView(curve[i - 1]);
    const after = view.toView(curve[i + 1]);
    const here = view.toView(curve[i]);
    const length = Math.max(1e-6, distance(before, after));
    const nx = (-(after.y - before.y) / length) * view.step;
    const ny = ((after.x - before.x) / length) * view.step;
    const across = colourStep(view.raster, here.x + nx, here.y + ny, here.x - nx, here.y - ny);
    if (across < 0) continue;
    const above = colourStep(view.raster, here.x, here.y, here.x - nx * 1.5, here.y - ny * 1.5);
    const below = colourStep(view.raster, here.x, here.y, here.x + nx * 1.5, here.y + ny * 1.5);
    const step = Math.max(across, Math.min(above, below) * 1.2);
    steps.push(Math.min(CONTRAST_CAP, step) / CONTRAST_CAP);
  }
  if (steps.length < (curve.length - 6) * 0.6) return 0;
  const weaker = steps.sort((p, q) => p - q).slice(0, Math.ceil(steps.length * 0.6));
  return weaker.reduce((sum, step) => sum + step, 0) / weaker.length;
}

/** RGB distance between two pixels, −1 where one of them is not garment. */
function colourStep(raster: RasterU8, x0: number, y0: number, x1: number, y1: number): number {
  const i = pixelIndex(raster, x0, y0);
  const j = pixelIndex(raster, x1, y1);
  if (i < 0 || j < 0 || raster.data[i + 3] < 128 || raster.data[j + 3] < 128) return -1;
  const dr = raster.data[i] - raster.data[j];
  const dg = raster.data[i + 1] - raster.data[j + 1];
  const db = raster.data[i + 2] - raster.data[j + 2];
  return Math.sqrt(dr * dr + dg * dg + db * db);
}

function pixelIndex(raster: RasterU8, x: number, y: number): number {
  const px = Math.floor(x);
  const py = Math.floor(y);
  if (px < 0 || py < 0 || px >= raster.width || py >= raster.height) return -1;
  return (py * raster.width + px) * 4;
}

/** Front necklines are usually .1–.3 shoulder widths deep; open collars deeper. Weak against any real edge. */
function depthPrior(depth: number, collar: boolean): number {
  const middle = collar ? 0.24 : 0.16;
  const spread = collar ? 0.18 : 0.16;
  const off = (depth - middle) / spread;
  return -0.06 * off * off;
}

function kindOf(depth: number, power: number, collar: boolean): NecklineKind {
  if (collar) return 'collar';
  if (power < 1.4) return 'v';
  return depth > 0.27 ? 'scoop' : 'crew';
}
