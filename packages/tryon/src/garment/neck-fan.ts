import type { Point } from '@drape/imaging';
import { distance, lerp } from './chain';
import type { View } from './neck-edges';
import type { Pair } from './types';

/** Rays of the fan, from neck point to neck point through below, and radii on each, in distances of the neck points. */
export const RAYS = 61;
export const RADII = 56;
const NEAREST = 0.1;
const RADIUS_STEP = 0.025;
/** The two sides of an edge are read this far from it, in the same distances, and no nearer than so many view pixels; those of a line farther. */
const BESIDE = 0.022;
const BESIDE_LEAST = 2;
const BESIDE_LINE = 1.6;
/** A line counts so much more than an edge of the same difference; a difference (0…255) that is as good as it gets. */
const LINE_WEIGHT = 1.3;
const CAP = 14;
/** An edge begins and ends on the neck's level, between these radii. */
const ENDS = [0.3, 0.58] as const;
/** What a ray costs on which no garment is seen; what a turn costs, by the square of the radii's steps, of which at most so many. */
const UNSEEN = 0.9;
const TURN = 0.06;
const TURN_MOST = 4;
/** An edge below another lies this much farther out in its middle. */
const APART = 0.12;
const NEVER = 1e9;
/** Half of what an edge is smoothed over, in rays, as exp(−n² / 4). */
const SMOOTH = 3;

/** What the rays from the middle between the neck points see, ray by ray, −1…1; NaN where no garment is. */
export interface NeckFan {
  readonly pointAt: (ray: number, radius: number) => Point;
  /** From the radius outwards it gets brighter (edges); it is brighter than both sides (lines). */
  readonly edges: Float32Array;
  readonly lines: Float32Array;
}

/** An edge of the fan: a smooth radius for each ray. */
export interface NeckTrace {
  readonly radii: readonly number[];
  /** Its responses, NaN where no garment is. */
  readonly strengths: readonly number[];
}

/** Space: the neck points lie in the silhouette's upright frame, image left to right. */
export function neckFan(view: View, neck: Pair<Point>): NeckFan {
  const pointAt = placeOn.bind(null, neck);
  const wide = distance(view.toView(neck[0]), view.toView(neck[1]));
  const aside = Math.max(BESIDE_LEAST, BESIDE * wide) / (wide * RADIUS_STEP);
  const edges = new Float32Array(RAYS * RADII);
  const lines = new Float32Array(RAYS * RADII);
  for (let ray = 0, i = 0; ray < RAYS; ray++) {
    for (let k = 0; k < RADII; k++, i++) {
      const here = lightAt(view, pointAt(ray, k));
      const across = lightAt(view, pointAt(ray, k + aside)) - lightAt(view, pointAt(ray, k - aside));
      edges[i] = Number.isNaN(here) ? here : capped(across);
      const off = BESIDE_LINE * aside;
      const sides = lightAt(view, pointAt(ray, k + off)) + lightAt(view, pointAt(ray, k - off));
      lines[i] = capped(LINE_WEIGHT * (here - sides / 2));
    }
  }
  return { pointAt, edges, lines };
}

/** How far out a radius lies, in distances of the neck points. */
export const reachOf = (radius: number): number => NEAREST + RADIUS_STEP * radius;

function placeOn([a, b]: Pair<Point>, ray: number, radius: number): Point {
  const middle = lerp(a, b, 0.5);
  const angle = (Math.PI * ray) / (RAYS - 1);
  const [along, down] = [-reachOf(radius) * Math.cos(angle), reachOf(radius) * Math.sin(angle)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  return { x: middle.x + along * dx - down * dy, y: middle.y + along * dy + down * dx };
}

/** −1…1; NaN stays. */
const capped = (difference: number): number => Math.max(-1, Math.min(1, difference / CAP));

/** Mean of the channels; NaN where no garment is. */
function lightAt(view: View, p: Point): number {
  const at = pixelOf(view, p);
  const { data } = view.raster;
  return at < 0 ? Number.NaN : (data[at] + data[at + 1] + data[at + 2]) / 3;
}

/** Byte offset of the view's pixel at a point of the upright frame; −1 where no garment is. */
export function pixelOf({ raster, toView }: View, p: Point): number {
  const q = toView(p);
  const [x, y] = [Math.floor(q.x), Math.floor(q.y)];
  if (x < 0 || y < 0 || x >= raster.width || y >= raster.height) return -1;
  const at = 4 * (y * raster.width + x);
  return raster.data[at + 3] < 128 ? -1 : at;
}

/**
 * The edges of one sign that go all around the neck, each below the last, at most `most`: cheapest paths through the fan.
 *
 * `responses` are a fan's edges or lines; `sign` −1 looks for those that get darker.
 */
export function traceNeck(responses: Float32Array, sign: 1 | -1, most: number): NeckTrace[] {
  const found: NeckTrace[] = [];
  let nearest: readonly number[] | null = null;
  for (let n = 0; n < most; n++) {
    const path = cheapest(responses, sign, nearest);
    if (path === null) break;
    const radii = smoothed(path);
    found.push({ radii, strengths: radii.map((radius, ray) => sign * responses[ray * RADII + Math.round(radius)]) });
    nearest = path.map((radius, ray) => radius + (APART / RADIUS_STEP) * Math.sin((Math.PI * ray) / (RAYS - 1)) ** 2);
  }
  return found;
}

function cheapest(responses: Float32Array, sign: 1 | -1, nearest: readonly number[] | null): number[] | null {
  const from = new Int8Array(RAYS * RADII);
  let costs = new Float64Array(RADII);
  for (let ray = 0; ray < RAYS; ray++) {
    const next = new Float64Array(RADII).fill(NEVER);
    const isEnd = ray === 0 || ray === RAYS - 1;
    for (let k = 0; k < RADII; k++) {
      if (nearest !== null && k < nearest[ray]) continue;
      if (isEnd && (reachOf(k) < ENDS[0] || reachOf(k) > ENDS[1])) continue;
      const response = sign * responses[ray * RADII + k];
      const own = Number.isNaN(response) ? UNSEEN : 1 - Math.max(0, response);
      if (ray === 0) next[k] = own;
      else next[k] = own + cheapestStep(costs, k, from, ray);
    }
    costs = next;
  }
  let last = 0;
  for (let k = 1; k < RADII; k++) if (costs[k] < costs[last]) last = k;
  if (costs[last] >= NEVER) return null;
  const path = Array.from({ length: RAYS }, () => last);
  for (let ray = RAYS - 1; ray > 0; ray--) path[ray - 1] = path[ray] + from[ray * RADII + path[ray]];
  return path;
}

/** Cost of the cheapest way from the last ray to radius `k`, which is noted in `from`. */
function cheapestStep(costs: Float64Array, k: number, from: Int8Array, ray: number): number {
  let best = NEVER;
  for (let turn = -TURN_MOST; turn <= TURN_MOST; turn++) {
    if (k + turn < 0 || k + turn >= RADII) continue;
    const cost = costs[k + turn] + TURN * turn * turn;
    if (cost >= best) continue;
    best = cost;
    from[ray * RADII + k] = turn;
  }
  return best;
}

function smoothed(path: readonly number[]): number[] {
  return path.map((_, ray) => {
    let [sum, weights] = [0, 0];
    for (let n = -SMOOTH; n <= SMOOTH; n++) {
      const weight = Math.exp((-n * n) / 4);
      sum += weight * path[Math.max(0, Math.min(path.length - 1, ray + n))];
      weights += weight;
    }
    return sum / weights;
  });
}
