import { countFlips, locate, mapPoint, type Mesh } from '@drape/imaging';
import type { Placement, PlacementTarget } from '@drape/tryon';

/** G1: flipped triangles of the solved mesh. Range: 0 … triangles; 0 is wanted. Counted anew, not taken from the placement. */
export function foldOvers(mesh: Mesh, deformed: ArrayLike<number>): number {
  return countFlips(mesh, deformed);
}

/** Largest distances between targets and mesh, in shoulder widths; null if the placement has no such target. */
export interface LandmarkErrors {
  readonly neck: number | null;
  readonly shoulder: number | null;
  readonly hem: number | null;
}

/** Prefixes of the targets' names: upper garments have necks and shoulder tips, lower ones a waist. */
const NECK_TARGETS = /^(neck\d|waist)/;
const SHOULDER_TARGETS = /^tip\d/;
const HEM_TARGETS = /^hem/;

/**
 * G2: how far the mesh missed its targets. Range: 0 … ; neck and shoulder ≤ .03 and hem ≤ .06 are wanted.
 *
 * Source: docs/picture/details.md, "Quality gates". It judges the solve, not the plan: whether the targets are right is C1's question.
 */
export function landmarkErrors(mesh: Mesh, placement: Placement, shoulderWidth: number): LandmarkErrors {
  const worst = (names: RegExp): number | null => {
    const errors = placement.targets
      .filter(({ name }) => names.test(name))
      .map((target) => targetError(mesh, placement.deformed, target) / shoulderWidth);
    return errors.length === 0 ? null : Math.max(...errors);
  };
  return { neck: worst(NECK_TARGETS), shoulder: worst(SHOULDER_TARGETS), hem: worst(HEM_TARGETS) };
}

/** Distance between a target and the position to which the mesh moves its garment point, photo pixels. */
function targetError(mesh: Mesh, deformed: ArrayLike<number>, target: PlacementTarget): number {
  const lies = mapPoint(mesh, deformed, locate(mesh, target.from, target.sheet));
  return Math.hypot(lies.x - target.to.x, lies.y - target.to.y);
}
