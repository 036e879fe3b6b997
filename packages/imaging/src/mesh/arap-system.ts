import { assemble, entryAdder, envelopeOf, notPositive, type EntryVisitor, type Envelope } from './envelope';
import { copyIn, copyOut, kernels, reserve, startKernels } from '../memory/kernels';
import type { Mesh } from './mesh';
import type { MeshPoint } from './mesh-measure';
import type { Point } from '../core/raster';

/** A soft constraint: a point of the mesh should move to `target`. A weight of 1 pulls as hard as one edge of the mesh. */
export interface MeshConstraint extends MeshPoint {
  readonly target: Point;
  readonly weight: number;
}

/** Weight that ties every vertex to its start, so that a part of the mesh without constraints has a position too. */
const ANCHOR = 1e-5;

/**
 * The as-rigid-as-possible energy of a mesh with fixed rest shape and constraints, for any weights of the constraints.
 *
 * Energy: Σ triangles Σ edges ½cot·|u_i − u_j − R·(x_i − x_j)|² + Σ weight·|Σ bary·u − target|² + smoothness·Σ|Δu − R·Δx|², Δ the
 * difference of a vertex and the mean of its neighbours.
 * Source: Liu et al. 2008 (local/global for triangles); Sorkine, Alexa 2007. The Laplacian term is an addition against folds.
 */
export interface ArapSystem {
  /** Factorises, then alternates local and global steps. Aliasing: moves `positions` in place. */
  settle(weights: Float64Array, positions: Float64Array, iterations: number): void;
}

export function createArapSystem(
  mesh: Mesh,
  rest: Float64Array,
  constraints: readonly MeshConstraint[],
  start: Float64Array,
  smoothness: number,
): ArapSystem {
  const size = rest.length / 2;
  const cot = cotangents(mesh, rest);
  const structure = structureOf(mesh, size, smoothness > 0);
  const stiffness = assemble(structure.envelope, (emit) => {
    emitAnchors(size, emit);
    emitEdges(mesh, cot, emit);
    emitLaplacians(structure.rings, smoothness, emit);
  });
  const edges = weightedEdges(mesh, rest, cot);
  const bends = restBends(structure.rings, rest, smoothness);
  return { settle: settle.bind(null, { mesh, constraints, start, structure, stiffness, edges, bends }) };
}

/** Everything except the weights. */
interface Prepared {
  readonly mesh: Mesh;
  readonly constraints: readonly MeshConstraint[];
  readonly start: Float64Array;
  readonly structure: Structure;
  /** The matrix without constraints, stored in the envelope. */
  readonly stiffness: Float64Array;
  readonly edges: Float64Array;
  readonly bends: Float64Array;
}

/** Passes assembly/mesh/arap.ts what it needs; pairs are interleaved. */
function settle(prepared: Prepared, weights: Float64Array, positions: Float64Array, iterations: number): void {
  const { mesh, constraints, start, structure, stiffness, edges, bends } = prepared;
  const { envelope, rings, ringStarts, neighbours } = structure;
  const values = stiffness.slice();
  const add = entryAdder(envelope, values);
  const fixed = new Float64Array(start.length);
  for (let i = 0; i < fixed.length; i++) fixed[i] = ANCHOR * start[i];
  for (let c = 0; c < constraints.length; c++) {
    emitConstraint(mesh, constraints[c], weights[c], add);
    pull(mesh, constraints[c], weights[c], fixed);
  }
  const { factoriseEnvelope, settleMesh } = kernels();
  startKernels();
  const [base, first, factor] = [copyIn(envelope.base), copyIn(envelope.first), copyIn(values)];
  if (!factoriseEnvelope(factor, base, first, envelope.base.length)) throw notPositive();
  const at = copyIn(positions);
  settleMesh({
    positions: at,
    size: positions.length / 2,
    triangles: copyIn(mesh.triangles),
    triangleCount: mesh.sheets.length,
    edges: copyIn(edges),
    ringStarts: copyIn(ringStarts),
    rings: copyIn(neighbours),
    ringCount: rings.length,
    bends: copyIn(bends),
    fixed: copyIn(fixed),
    order: copyIn(envelope.order),
    first,
    base,
    values: factor,
    right: reserve(positions.byteLength),
    turns: reserve(positions.byteLength),
    work: reserve(positions.byteLength),
    iterations,
  });
  copyOut(at, positions);
}

/** A constraint's part of the right-hand side. */
function pull(mesh: Mesh, { triangle, bary, target }: MeshConstraint, w: number, fixed: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const v = 2 * mesh.triangles[triangle * 3 + k];
    fixed[v] += w * bary[k] * target.x;
    fixed[v + 1] += w * bary[k] * target.y;
  }
}

/** Per triangle, its three edges at rest (corner k minus corner k + 1), x and y, times their weights. */
function weightedEdges({ triangles }: Mesh, rest: Float64Array, cot: Float64Array): Float64Array {
  const edges = new Float64Array(2 * cot.length);
  for (let o = 0; o < cot.length; o++) {
    const i = triangles[o] * 2;
    const j = triangles[o % 3 === 2 ? o - 2 : o + 1] * 2;
    edges[2 * o] = cot[o] * (rest[i] - rest[j]);
    edges[2 * o + 1] = cot[o] * (rest[i + 1] - rest[j + 1]);
  }
  return edges;
}

/** Per vertex, the difference from the mean of its neighbours at rest, x and y, times the weight. */
function restBends(rings: readonly Int32Array[], rest: Float64Array, smoothness: number): Float64Array {
  const bends = new Float64Array(2 * rings.length);
  for (let v = 0; v < rings.length; v++) {
    const ring = rings[v];
    let x = rest[2 * v];
    let y = rest[2 * v + 1];
    for (let n = 0; n < ring.length; n++) {
      x -= rest[2 * ring[n]] / ring.length;
      y -= rest[2 * ring[n] + 1] / ring.length;
    }
    bends[2 * v] = smoothness * x;
    bends[2 * v + 1] = smoothness * y;
  }
  return bends;
}

/** Half the cotangent of the angle opposite each triangle edge (k, k+1), not below 0. */
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
  /** The rings one after the other, and where each begins. */
  readonly neighbours: Int32Array;
  readonly ringStarts: Int32Array;
  readonly envelope: Envelope;
}

const rigidStructures = new WeakMap<Uint32Array, Structure>();
const smoothStructures = new WeakMap<Uint32Array, Structure>();

/** Rings (empty if nothing is smoothed) and envelope of a mesh, computed once for all solves of it. */
function structureOf(mesh: Mesh, size: number, smooth: boolean): Structure {
  const structures = smooth ? smoothStructures : rigidStructures;
  const known = structures.get(mesh.triangles);
  if (known?.envelope.order.length === size) return known;
  const rings = neighbourRings(mesh, size);
  const envelope = envelopeOf(size, (emit) => (smooth ? emitLaplacians(rings, 1, emit) : emitRings(rings, emit)));
  const structure = { ...ringLists(smooth ? rings : []), envelope };
  structures.set(mesh.triangles, structure);
  return structure;
}

function ringLists(rings: readonly Int32Array[]): Omit<Structure, 'envelope'> {
  const ringStarts = new Int32Array(rings.length + 1);
  rings.forEach((ring, v) => (ringStarts[v + 1] = ringStarts[v] + ring.length));
  const neighbours = new Int32Array(ringStarts[rings.length]);
  rings.forEach((ring, v) => neighbours.set(ring, ringStarts[v]));
  return { rings, neighbours, ringStarts };
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
