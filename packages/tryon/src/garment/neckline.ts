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
/** Lab-like contrast (0…255 RGB distance) that is as good as it gets; stronger edges win no more. */
const CONTRAST_CAP = 46;

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
  const depthMin = Math.max(dip + shoulder * 0.02, shoulder * (collar ? 0.06 : 0.035));
  const depthMax = shoulder * (collar ? 0.95 : 0.62);
  let best = { depth: 0, power: 2, score: -1, edge: 0 };
  const edges: number[] = [];
  for (const power of collar ? [1.05, 1.3] : ROUND) {
    for (let depth = depthMin; depth <= depthMax; depth += Math.max(1, shoulder * 0.012)) {
      const curve = curveOf(a, b, depth, power);
      const edge = edgeScore(view, curve);
      edges.push(edge);
      const score = edge + depthPrior(depth / shoulder, collar);
      if (score > best.score) best = { depth, power, score, edge };
    }
  }
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
  const depth = sure ? best.depth : Math.max(depthMin, shoulder * (collar ? 0.2 : 0.11));
  const power = sure ? best.power : 2.1;
  return {
    curve: curveOf(a, b, depth, power),
    kind: kindOf(depth / shoulder, power, collar),
    confidence: sure ? Math.min(1, 0.8 + stands) : 0.65,
    open: false,
  };
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
