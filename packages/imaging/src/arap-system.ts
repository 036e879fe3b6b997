import { envelopeOf, factorise, type CholeskyFactor, type EntryVisitor, type Envelope } from './cholesky';
import type { Mesh } from './mesh';
import type { MeshPoint } from './mesh-measure';
import type { Point } from './raster';

/** A wish: that a point of the mesh comes to lie at `target`. A weight of 1 pulls as hard as one edge of the mesh. */
export interface MeshConstraint extends MeshPoint {
  readonly target: Point;
  readonly weight: number;
}

/** Ties every vertex weakly to its start, so that a part of the mesh without constraint has a place too. */
const ANCHOR = 1e-5;

/**
 * The as-rigid-as-possible energy of a mesh with fixed rest shape and constraints, prefactored.
 *
 * Energy: Σ triangles Σ edges ½cot·|u_i − u_j − R·(x_i − x_j)|² + Σ weight·|Σ bary·u − target|² + smoothness·Σ|Δu − R·Δx|², Δ the
 * difference of a vertex and the mean of its neighbours.
 * Source: Liu et al. 2008 (local/global for triangles); Sorkine, Alexa 2007. The Laplacian term is an addition against folds.
 */
export interface ArapSystem {
  /** One local and one global step. Aliasing: moves `positions` in place. */
  step(positions: Float64Array): void;
}

export function createArapSystem(
  mesh: Mesh,
  rest: Float64Array,
  constraints: readonly MeshConstraint[],
  weights: Float64Array,
  start: Float64Array,
  smoothness: number,
): ArapSystem {
  const size = rest.length / 2;
  const cot = cotangents(mesh, rest);
  const { rings, envelope } = structureOf(mesh, size, smoothness > 0);
  const factor = factorise(envelope, (emit) => {
    emitAnchors(size, emit);
    emitEdges(mesh, cot, emit);
    constraints.forEach((constraint, c) => emitConstraint(mesh, constraint, weights[c], emit));
    emitLaplacians(rings, smoothness, emit);
  });
  const fixedX = new Float64Array(size);
  const fixedY = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    fixedX[i] = ANCHOR * start[2 * i];
    fixedY[i] = ANCHOR * start[2 * i + 1];
  }
  for (let c = 0; c < constraints.length; c++) pull(mesh, constraints[c], weights[c], fixedX, fixedY);
  return createStepper(mesh, rest, cot, rings, smoothness, factor, fixedX, fixedY);
}

/** A constraint's part of the right-hand side. */
function pull(
  mesh: Mesh,
  { triangle, bary, target }: MeshConstraint,
  w: number,
  x: Float64Array,
  y: Float64Array,
): void {
  for (let k = 0; k < 3; k++) {
    const v = mesh.triangles[triangle * 3 + k];
    x[v] += w * bary[k] * target.x;
    y[v] += w * bary[k] * target.y;
  }
}

function createStepper(
  mesh: Mesh,
  rest: Float64Array,
  cot: Float64Array,
  rings: readonly Int32Array[],
  smoothness: number,
  factor: CholeskyFactor,
  fixedX: Float64Array,
  fixedY: Float64Array,
): ArapSystem {
  const size = fixedX.length;
  const bx = new Float64Array(size);
  const by = new Float64Array(size);
  const cosine = new Float64Array(size);
  const sine = new Float64Array(size);
  return {
    step(positions) {
      bx.set(fixedX);
      by.set(fixedY);
      cosine.fill(0);
      sine.fill(0);
      addTriangles(mesh, rest, cot, positions, bx, by, cosine, sine);
      addLaplacians(rings, smoothness, rest, cosine, sine, bx, by);
      factor.solve(bx);
      factor.solve(by);
      interleave(bx, by, positions);
    },
  };
}

function interleave(x: Float64Array, y: Float64Array, into: Float64Array): void {
  for (let i = 0; i < x.length; i++) {
    into[2 * i] = x[i];
    into[2 * i + 1] = y[i];
  }
}

function addTriangles(
  mesh: Mesh,
  rest: Float64Array,
  cot: Float64Array,
  positions: Float64Array,
  bx: Float64Array,
  by: Float64Array,
  cosine: Float64Array,
  sine: Float64Array,
): void {
  for (let t = 0; t < mesh.sheets.length; t++) addTriangle(mesh, t, rest, cot, positions, bx, by, cosine, sine);
}

function addLaplacians(
  rings: readonly Int32Array[],
  smoothness: number,
  rest: Float64Array,
  cosine: Float64Array,
  sine: Float64Array,
  bx: Float64Array,
  by: Float64Array,
): void {
  for (let v = 0; v < rings.length; v++) addLaplacian(v, rings[v], smoothness, rest, cosine[v], sine[v], bx, by);
}

/** The local step of one triangle: its best rotation, and that rotation's part of the right-hand side. */
function addTriangle(
  mesh: Mesh,
  triangle: number,
  rest: Float64Array,
  cot: Float64Array,
  positions: Float64Array,
  bx: Float64Array,
  by: Float64Array,
  cosine: Float64Array,
  sine: Float64Array,
): void {
  const o = triangle * 3;
  let dot = 0;
  let cross = 0;
  for (let k = 0; k < 3; k++) {
    const i = mesh.triangles[o + k] * 2;
    const j = mesh.triangles[o + ((k + 1) % 3)] * 2;
    const x = rest[i] - rest[j];
    const y = rest[i + 1] - rest[j + 1];
    const u = positions[i] - positions[j];
    const v = positions[i + 1] - positions[j + 1];
    dot += cot[o + k] * (x * u + y * v);
    cross += cot[o + k] * (x * v - y * u);
  }
  const norm = Math.sqrt(dot * dot + cross * cross);
  const c = norm > 0 ? dot / norm : 1;
  const s = norm > 0 ? cross / norm : 0;
  for (let k = 0; k < 3; k++) {
    const i = mesh.triangles[o + k];
    const j = mesh.triangles[o + ((k + 1) % 3)];
    const x = rest[2 * i] - rest[2 * j];
    const y = rest[2 * i + 1] - rest[2 * j + 1];
    const w = cot[o + k];
    bx[i] += w * (c * x - s * y);
    by[i] += w * (s * x + c * y);
    bx[j] -= w * (c * x - s * y);
    by[j] -= w * (s * x + c * y);
    cosine[i] += c;
    sine[i] += s;
  }
}

function addLaplacian(
  v: number,
  ring: Int32Array,
  smoothness: number,
  rest: Float64Array,
  cosine: number,
  sine: number,
  bx: Float64Array,
  by: Float64Array,
): void {
  const share = 1 / ring.length;
  let x = rest[2 * v];
  let y = rest[2 * v + 1];
  for (const j of ring) {
    x -= share * rest[2 * j];
    y -= share * rest[2 * j + 1];
  }
  const norm = Math.sqrt(cosine * cosine + sine * sine) || 1;
  const tx = (smoothness * (cosine * x - sine * y)) / norm;
  const ty = (smoothness * (sine * x + cosine * y)) / norm;
  bx[v] += tx;
  by[v] += ty;
  for (const j of ring) {
    bx[j] -= share * tx;
    by[j] -= share * ty;
  }
}

/** Half the cotangent of the angle opposite to each triangle edge (k, k+1), not below 0. */
function cotangents(mesh: Mesh, rest: Float64Array): Float64Array {
  const cot = new Float64Array(mesh.triangles.length);
  for (let o = 0; o < cot.length; o += 3) {
    for (let k = 0; k < 3; k++) {
      const i = mesh.triangles[o + k] * 2;
      const j = mesh.triangles[o + ((k + 1) % 3)] * 2;
      const apex = mesh.triangles[o + ((k + 2) % 3)] * 2;
      const ux = rest[i] - rest[apex];
      const uy = rest[i + 1] - rest[apex + 1];
      const vx = rest[j] - rest[apex];
      const vy = rest[j + 1] - rest[apex + 1];
      cot[o + k] = Math.max(0, (0.5 * (ux * vx + uy * vy)) / Math.abs(ux * vy - uy * vx));
    }
  }
  return cot;
}

function emitAnchors(size: number, emit: EntryVisitor): void {
  for (let i = 0; i < size; i++) emit(i, i, ANCHOR);
}

function emitLaplacians(rings: readonly Int32Array[], smoothness: number, emit: EntryVisitor): void {
  for (let v = 0; v < rings.length; v++) emitLaplacian(v, rings[v], smoothness, emit);
}

function emitEdges(mesh: Mesh, cot: Float64Array, emit: EntryVisitor): void {
  for (let o = 0; o < cot.length; o += 3) {
    for (let k = 0; k < 3; k++) {
      const i = mesh.triangles[o + k];
      const j = mesh.triangles[o + ((k + 1) % 3)];
      emit(i, i, cot[o + k]);
      emit(j, j, cot[o + k]);
      emit(i, j, -cot[o + k]);
    }
  }
}

function emitConstraint(mesh: Mesh, constraint: MeshConstraint, weight: number, emit: EntryVisitor): void {
  const o = constraint.triangle * 3;
  for (let k = 0; k < 3; k++) {
    for (let l = k; l < 3; l++) {
      emit(mesh.triangles[o + k], mesh.triangles[o + l], weight * constraint.bary[k] * constraint.bary[l]);
    }
  }
}

function emitLaplacian(v: number, ring: Int32Array, smoothness: number, emit: EntryVisitor): void {
  const share = 1 / ring.length;
  emit(v, v, smoothness);
  for (let k = 0; k < ring.length; k++) {
    emit(v, ring[k], -smoothness * share);
    for (let l = k; l < ring.length; l++) emit(ring[k], ring[l], smoothness * share * share);
  }
}

/** What depends on the mesh's triangles alone. A constraint couples the corners of one triangle, which are neighbours anyway. */
interface Structure {
  readonly rings: readonly Int32Array[];
  readonly envelope: Envelope;
}

const rigidStructures = new WeakMap<Uint32Array, Structure>();
const smoothStructures = new WeakMap<Uint32Array, Structure>();

/** Rings (none where nothing is smoothed) and envelope of a mesh, found once for all solves of it. */
function structureOf(mesh: Mesh, size: number, smooth: boolean): Structure {
  const structures = smooth ? smoothStructures : rigidStructures;
  const known = structures.get(mesh.triangles);
  if (known?.envelope.order.length === size) return known;
  const rings = neighbourRings(mesh, size);
  const envelope = envelopeOf(size, (emit) => (smooth ? emitLaplacians(rings, 1, emit) : emitRings(rings, emit)));
  const structure = { rings: smooth ? rings : [], envelope };
  structures.set(mesh.triangles, structure);
  return structure;
}

function emitRings(rings: readonly Int32Array[], emit: EntryVisitor): void {
  for (let v = 0; v < rings.length; v++) for (const w of rings[v]) emit(v, w, 1);
}

function neighbourRings(mesh: Mesh, size: number): Int32Array[] {
  const sets: Set<number>[] = Array.from({ length: size }, () => new Set());
  for (let o = 0; o < mesh.triangles.length; o += 3) {
    for (let k = 0; k < 3; k++) {
      const i = mesh.triangles[o + k];
      const j = mesh.triangles[o + ((k + 1) % 3)];
      sets[i].add(j);
      sets[j].add(i);
    }
  }
  return sets.map((set) => Int32Array.from(set));
}
