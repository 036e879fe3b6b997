import type { Mesh } from './mesh';
import type { Point } from '../core/raster';

/** A point of a mesh: a triangle and the weights of its three corners, which sum to 1. */
export interface MeshPoint {
  readonly triangle: number;
  readonly bary: readonly [number, number, number];
}

/**
 * Finds the triangle that contains a point, or the nearest triangle and its nearest point.
 *
 * With `sheet`, only triangles of that sheet or of sheet 0 count. `distance` is 0 inside. Cost: a few ns per triangle.
 * Throws: RangeError if there is no triangle to choose from.
 */
export function locate(mesh: Mesh, point: Point, sheet?: number): MeshPoint & { readonly distance: number } {
  let triangle = -1;
  let best = Infinity;
  const boxes = boxesOf(mesh);
  for (let t = 0; t < mesh.sheets.length && best > 0; t++) {
    if (isBeyond(boxes, 4 * t, point, best)) continue;
    if (sheet !== undefined && mesh.sheets[t] !== sheet && mesh.sheets[t] !== 0) continue;
    const d = distanceSquared(mesh, t, point);
    if (d < best) {
      best = d;
      triangle = t;
    }
  }
  if (triangle < 0) throw new RangeError('the mesh has no triangle to locate a point in');
  return { triangle, bary: nearestBary(mesh, triangle, point), distance: Math.sqrt(best) };
}

/** Where a point of the mesh is after a deformation. `deformed` has the layout of `mesh.vertices`. */
export function mapPoint(mesh: Mesh, deformed: ArrayLike<number>, at: MeshPoint): Point {
  let x = 0;
  let y = 0;
  for (let k = 0; k < 3; k++) {
    const v = mesh.triangles[at.triangle * 3 + k] * 2;
    x += at.bary[k] * deformed[v];
    y += at.bary[k] * deformed[v + 1];
  }
  return { x, y };
}

/** Number of triangles that are flipped or have no area (determinant ≤ 0). */
export function countFlips(mesh: Mesh, deformed: ArrayLike<number>): number {
  const { triangles } = mesh;
  let flips = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = triangles[i] * 2;
    const b = triangles[i + 1] * 2;
    const c = triangles[i + 2] * 2;
    const det =
      (deformed[b] - deformed[a]) * (deformed[c + 1] - deformed[a + 1]) -
      (deformed[c] - deformed[a]) * (deformed[b + 1] - deformed[a + 1]);
    if (!(det > 0)) flips++;
  }
  return flips;
}

/** The linear part of a triangle's map from `rest` to `deformed`: [∂x/∂u, ∂x/∂v, ∂y/∂u, ∂y/∂v], written to `out`. */
export function triangleJacobian(
  mesh: Mesh,
  triangle: number,
  rest: ArrayLike<number>,
  deformed: ArrayLike<number>,
  out: Float64Array,
): void {
  const a = mesh.triangles[triangle * 3] * 2;
  const b = mesh.triangles[triangle * 3 + 1] * 2;
  const c = mesh.triangles[triangle * 3 + 2] * 2;
  const ux = rest[b] - rest[a];
  const uy = rest[b + 1] - rest[a + 1];
  const vx = rest[c] - rest[a];
  const vy = rest[c + 1] - rest[a + 1];
  const k = 1 / (ux * vy - vx * uy);
  const px = deformed[b] - deformed[a];
  const py = deformed[b + 1] - deformed[a + 1];
  const qx = deformed[c] - deformed[a];
  const qy = deformed[c + 1] - deformed[a + 1];
  out[0] = (px * vy - qx * uy) * k;
  out[1] = (qx * ux - px * vx) * k;
  out[2] = (py * vy - qy * uy) * k;
  out[3] = (qy * ux - py * vx) * k;
}

/**
 * The 95th percentile of local stretch: per triangle, the larger of σ₁/g and g/σ₂, with g the median scale √|det| of all.
 *
 * Range: ≥ 1; 1 for any similarity; Infinity if a triangle has collapsed. `rest` replaces mesh.vertices, for a garment scaled on purpose.
 */
export function stretchP95(mesh: Mesh, deformed: ArrayLike<number>, rest: ArrayLike<number> = mesh.vertices): number {
  const count = mesh.sheets.length;
  if (count === 0) return 1;
  const large = new Float64Array(count);
  const small = new Float64Array(count);
  const scale = new Float64Array(count);
  const j = new Float64Array(4);
  for (let t = 0; t < count; t++) {
    triangleJacobian(mesh, t, rest, deformed, j);
    const sum = Math.hypot(j[0] + j[3], j[2] - j[1]);
    const difference = Math.hypot(j[0] - j[3], j[2] + j[1]);
    large[t] = (sum + difference) / 2;
    small[t] = Math.abs(sum - difference) / 2;
    scale[t] = Math.sqrt(large[t] * small[t]);
  }
  const g = Float64Array.from(scale).sort()[count >> 1];
  const stretch = scale;
  for (let t = 0; t < count; t++) stretch[t] = Math.max(large[t] / g, g / small[t]);
  stretch.sort();
  return stretch[Math.min(count - 1, Math.floor(0.95 * count))];
}

/** Per triangle, the left, right, upper and lower edge of its box, computed once per mesh: its vertices do not move. */
const boxesByMesh = new WeakMap<Mesh, Float64Array>();

function boxesOf(mesh: Mesh): Float64Array {
  const known = boxesByMesh.get(mesh);
  if (known !== undefined) return known;
  const boxes = new Float64Array(4 * mesh.sheets.length);
  for (let t = 0; t < mesh.sheets.length; t++) {
    const corners = [0, 1, 2].map((k) => 2 * mesh.triangles[3 * t + k]);
    const [xs, ys] = [0, 1].map((axis) => corners.map((v) => mesh.vertices[v + axis]));
    boxes.set([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)], 4 * t);
  }
  boxesByMesh.set(mesh, boxes);
  return boxes;
}

/** True if the triangle's box is certainly farther from the point than the root of `best`: most triangles need no closer check. */
function isBeyond(boxes: Float64Array, o: number, { x, y }: Point, best: number): boolean {
  const dx = Math.max(0, x - boxes[o + 1], boxes[o] - x);
  const dy = Math.max(0, y - boxes[o + 3], boxes[o + 2] - y);
  return dx * dx + dy * dy > best * 1.001 + 1e-6;
}

function distanceSquared(mesh: Mesh, triangle: number, point: Point): number {
  const [i, j, k] = nearestBary(mesh, triangle, point);
  const v = mesh.vertices;
  const a = mesh.triangles[triangle * 3] * 2;
  const b = mesh.triangles[triangle * 3 + 1] * 2;
  const c = mesh.triangles[triangle * 3 + 2] * 2;
  const dx = i * v[a] + j * v[b] + k * v[c] - point.x;
  const dy = i * v[a + 1] + j * v[b + 1] + k * v[c + 1] - point.y;
  const d = dx * dx + dy * dy;
  return d < 1e-18 ? 0 : d;
}

/** Barycentric weights of the point of a triangle that is nearest to `point`. */
function nearestBary(mesh: Mesh, triangle: number, point: Point): [number, number, number] {
  const v = mesh.vertices;
  const a = mesh.triangles[triangle * 3] * 2;
  const b = mesh.triangles[triangle * 3 + 1] * 2;
  const c = mesh.triangles[triangle * 3 + 2] * 2;
  const ux = v[b] - v[a];
  const uy = v[b + 1] - v[a + 1];
  const wx = v[c] - v[a];
  const wy = v[c + 1] - v[a + 1];
  const px = point.x - v[a];
  const py = point.y - v[a + 1];
  const det = ux * wy - wx * uy;
  const s = (px * wy - wx * py) / det;
  const t = (ux * py - px * uy) / det;
  if (s >= 0 && t >= 0 && s + t <= 1) return [1 - s - t, s, t];
  const onU = footOn(px, py, ux, uy);
  const onW = footOn(px, py, wx, wy);
  const onBC = footOn(px - ux, py - uy, wx - ux, wy - uy);
  const farU = awayFrom(px, py, ux, uy, onU);
  const farW = awayFrom(px, py, wx, wy, onW);
  const farBC = awayFrom(px - ux, py - uy, wx - ux, wy - uy, onBC);
  if (farU <= farW && farU <= farBC) return [1 - onU, onU, 0];
  if (farW <= farBC) return [1 - onW, 0, onW];
  return [0, 1 - onBC, onBC];
}

/** The share of the segment (dx, dy), 0…1, that is nearest to (px, py). */
function footOn(px: number, py: number, dx: number, dy: number): number {
  return Math.min(1, Math.max(0, (px * dx + py * dy) / (dx * dx + dy * dy)));
}

/** Squared distance to the point at share t of a segment. */
function awayFrom(px: number, py: number, dx: number, dy: number, t: number): number {
  return (px - t * dx) ** 2 + (py - t * dy) ** 2;
}
