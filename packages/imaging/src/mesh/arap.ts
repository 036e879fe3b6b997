import { similarityFromPoints } from '../core/affine';
import { createArapSystem, type ArapSystem, type MeshConstraint } from './arap-system';
import type { Mesh } from './mesh';
import { countFlips, mapPoint } from './mesh-measure';
import type { Point } from '../core/raster';
import { flipFreeShare } from './flip-free-share';

export type { MeshConstraint } from './arap-system';

export interface ArapOptions {
  /** Local/global iterations. Default 10. */
  readonly iterations?: number;
  /** Target pixels per mesh pixel, for each axis of the mesh. Default: the scale of the similarity through the constraints. */
  readonly restScale?: { readonly x: number; readonly y: number };
  /** Initial weight of the Laplacian term. Default 0. */
  readonly smoothness?: number;
  /**
   * How many times a result with flipped triangles is solved again, each time with four times the smoothness (0.05 at first). Default 4.
   */
  readonly repairRounds?: number;
}

export interface ArapSolution {
  /** Layout of `mesh.vertices`. */
  readonly deformed: Float64Array;
  readonly flips: number;
  /** Distance of each constraint's point from its target, in pixels. */
  readonly residuals: Float64Array;
  readonly meanResidual: number;
  readonly maxResidual: number;
  /** Rounds of re-weighting. */
  readonly rounds: number;
}

export interface ArapRobustOptions extends ArapOptions {
  /** Residual in pixels around which a constraint's weight changes from being kept to being doubled. Default 5. */
  readonly tolerancePx?: number;
  /** Maximum rounds of doubling. Default 3. */
  readonly rounds?: number;
}

/**
 * Deforms a mesh as rigidly as possible so that its constraints reach their targets. Then, up to `rounds` times, doubles the weight of each
 * constraint that is farther than the tolerance from its target and solves again (6 iterations from the last shape). Stops when all are
 * near. Each round moves towards its solution only as far as no additional triangle flips.
 *
 * No hard limit decides anything: weights grow over a ramp around the tolerance, and a solution that flips is approached, not dropped. So
 * targets that move by a rounding error move the result by no more than a few of them.
 *
 * Space: the mesh's pixels to target pixels. Start: the rest shape scaled, rotated and shifted by the best similarity. Without constraints
 * the mesh stays as it is. Cost: about 5 ms for 500 vertices and 10 iterations; each repair costs as much again.
 * Aliasing: new memory. Source: see {@link createArapSystem}; the rules were found on prototypes: 3 rounds took jeans from 5.4/18 px
 * (mean/max) to 3.2/7, a jacket from 16.4/56 to 7.6/32.
 */
export function solveArapRobust(
  mesh: Mesh,
  constraints: readonly MeshConstraint[],
  options: ArapRobustOptions = {},
): ArapSolution {
  const tolerance = options.tolerancePx ?? 5;
  const problem = createProblem(mesh, constraints, options);
  const weights = baseWeights(constraints);
  let best = solveRepaired(problem, weights, options.iterations ?? 10, problem.start);
  const first = best.deformed;
  let residuals = residualsOf(mesh, constraints, best.deformed);
  let rounds = 0;
  for (; rounds < (options.rounds ?? 3); rounds++) {
    const strength = raiseFarWeights(residuals, tolerance, weights);
    if (strength === 0) break;
    const next = solveOnce(best.problem, weights, 6, best.deformed);
    const isTrade = best.flips > 0 && next.flips <= best.flips;
    const share = isTrade
      ? 1
      : flipFreeShare(mesh, best.deformed, next.deformed, first, AREA_SHARE_MIN * 0.5 ** rounds);
    best = mixSolutions(best, next, strength * share);
    residuals = residualsOf(mesh, constraints, best.deformed);
  }
  let [sum, maxResidual] = [0, 0];
  for (let c = 0; c < residuals.length; c++) {
    sum += residuals[c];
    maxResidual = Math.max(maxResidual, residuals[c]);
  }
  const meanResidual = residuals.length === 0 ? 0 : sum / residuals.length;
  return { deformed: best.deformed, flips: best.flips, residuals, meanResidual, maxResidual, rounds };
}

/**
 * Share of its original area that a triangle keeps in the first round. Each later round allows half of that, or triangles already at the
 * limit would stop all others.
 */
const AREA_SHARE_MIN = 0.1;

/** Residuals between which a weight changes from being kept to being doubled, in tolerances. */
const WEIGHT_RAMP = { from: 0.8, to: 1.25 } as const;

/** Raises the weights of constraints that are too far from their targets; returns 0 if there are none, 1 if one is doubled. */
function raiseFarWeights(residuals: Float64Array, tolerance: number, weights: Float64Array): number {
  let strength = 0;
  for (let c = 0; c < residuals.length; c++) {
    const far = Math.min(1, (residuals[c] / tolerance - WEIGHT_RAMP.from) / (WEIGHT_RAMP.to - WEIGHT_RAMP.from));
    if (!(far > 0)) continue;
    weights[c] *= 2 ** far;
    strength = Math.max(strength, far);
  }
  return strength;
}

/** The shape part of the way from one solution to the next of the same problem. */
function mixSolutions(from: Solved, to: Solved, share: number): Solved {
  if (share === 1) return to;
  const deformed = from.deformed.map((value, i) => value + share * (to.deformed[i] - value));
  return { deformed, flips: countFlips(from.problem.mesh, deformed), problem: from.problem };
}

interface Problem {
  readonly mesh: Mesh;
  readonly constraints: readonly MeshConstraint[];
  readonly rest: Float64Array;
  readonly start: Float64Array;
  readonly smoothness: number;
  readonly repairRounds: number;
  /** Null if there is nothing to move. */
  readonly system: ArapSystem | null;
}

interface Solved {
  readonly deformed: Float64Array;
  readonly flips: number;
  /** The problem that was solved: repairs change its smoothness. */
  readonly problem: Problem;
}

function createProblem(mesh: Mesh, constraints: readonly MeshConstraint[], options: ArapOptions): Problem {
  const rest = mesh.vertices.slice();
  const start = rest.slice();
  const used = constraints.filter((c) => c.weight > 0);
  const targets = used.map((c) => c.target);
  const weights = used.map((c) => c.weight);
  if (used.length > 0) {
    const points = used.map((c) => mapPoint(mesh, mesh.vertices, c));
    const similarity = similarityFromPoints(points, targets, weights);
    const uniform = Math.hypot(similarity[0], similarity[3]);
    const sx = options.restScale?.x ?? (uniform > 0 ? uniform : 1);
    const sy = options.restScale?.y ?? (uniform > 0 ? uniform : 1);
    if (!(sx > 0) || !(sy > 0)) throw new RangeError('restScale must be positive');
    for (let i = 0; i < rest.length; i += 2) {
      rest[i] *= sx;
      rest[i + 1] *= sy;
    }
    placeRigidly(
      rest,
      points.map((p) => ({ x: p.x * sx, y: p.y * sy })),
      targets,
      weights,
      start,
    );
  }
  const repairRounds = options.repairRounds ?? 4;
  return withSystem({ mesh, constraints, rest, start, smoothness: options.smoothness ?? 0, repairRounds });
}

function withSystem(problem: Omit<Problem, 'system'>): Problem {
  const { mesh, constraints, rest, start, smoothness } = problem;
  const isEmpty = constraints.length === 0 || rest.length === 0;
  return { ...problem, system: isEmpty ? null : createArapSystem(mesh, rest, constraints, start, smoothness) };
}

/** Rotates and shifts `rest` so that `from` comes nearest to `to`; writes `start`. */
function placeRigidly(
  rest: Float64Array,
  from: readonly Point[],
  to: readonly Point[],
  weights: readonly number[],
  start: Float64Array,
): void {
  const m = similarityFromPoints(from, to, weights);
  const scale = Math.hypot(m[0], m[3]) || 1;
  const cos = scale === 0 ? 1 : m[0] / scale;
  const sin = scale === 0 ? 0 : m[3] / scale;
  let dx = 0;
  let dy = 0;
  let sum = 0;
  for (let i = 0; i < from.length; i++) {
    const p = from[i];
    dx += weights[i] * (to[i].x - cos * p.x + sin * p.y);
    dy += weights[i] * (to[i].y - sin * p.x - cos * p.y);
    sum += weights[i];
  }
  for (let i = 0; i < rest.length; i += 2) {
    start[i] = cos * rest[i] - sin * rest[i + 1] + dx / sum;
    start[i + 1] = sin * rest[i] + cos * rest[i + 1] + dy / sum;
  }
}

function solveOnce(problem: Problem, weights: Float64Array, iterations: number, from: Float64Array): Solved {
  const deformed = from.slice();
  problem.system?.settle(weights, deformed, iterations);
  return { deformed, flips: countFlips(problem.mesh, deformed), problem };
}

/** A quarter of the smoothness that the first repair uses for a problem that has none. */
const SMOOTHNESS_MIN = 0.0125;

/**
 * Solves; while triangles flip, solves again with more smoothness. The first result without flips is moved back towards the one before it
 * as far as none flips; if all results have flips, the one with the fewest is returned.
 */
function solveRepaired(problem: Problem, weights: Float64Array, iterations: number, from: Float64Array): Solved {
  let last = solveOnce(problem, weights, iterations, from);
  let best = last;
  let smoothness = Math.max(SMOOTHNESS_MIN, problem.smoothness);
  for (let round = 0; round < problem.repairRounds && best.flips > 0; round++) {
    smoothness *= 4;
    const next = solveOnce(withSystem({ ...problem, smoothness }), weights, iterations, from);
    if (next.flips < best.flips) best = next.flips > 0 ? next : roughenUntilFlip(next, last);
    last = next;
  }
  return best;
}

/** Mixes a solution without flips and a flipped one of a less smooth problem: as much of the latter as causes no flip. */
function roughenUntilFlip(smooth: Solved, rough: Solved): Solved {
  const share = flipFreeShare(smooth.problem.mesh, smooth.deformed, rough.deformed);
  const min = Math.max(SMOOTHNESS_MIN, rough.problem.smoothness);
  const smoothness = smooth.problem.smoothness * (min / smooth.problem.smoothness) ** share;
  return { ...mixSolutions(smooth, rough, share), problem: withSystem({ ...smooth.problem, smoothness }) };
}

function baseWeights(constraints: readonly MeshConstraint[]): Float64Array {
  const weights = new Float64Array(constraints.length);
  for (let c = 0; c < weights.length; c++) weights[c] = Math.max(0, constraints[c].weight);
  return weights;
}

function residualsOf(mesh: Mesh, constraints: readonly MeshConstraint[], deformed: Float64Array): Float64Array {
  const residuals = new Float64Array(constraints.length);
  for (let i = 0; i < residuals.length; i++) {
    const p = mapPoint(mesh, deformed, constraints[i]);
    residuals[i] = Math.hypot(p.x - constraints[i].target.x, p.y - constraints[i].target.y);
  }
  return residuals;
}
