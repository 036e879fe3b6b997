import type { Mesh } from '@drape/imaging';
import { isSpread } from '../../garment/mesh/slit';
import type { UpperLandmarks } from '../../model/garment';
import type { LimbOrder } from '../../model/limbs';
import { SHEETS } from '../../garment/mesh/sheets';
import { distance } from '../../geometry/vector';

/** All triangles of the named sheets, sheet by sheet, back to front. */
export function sheetsInOrder(mesh: Mesh, sheets: readonly number[]): Uint32Array {
  return Uint32Array.from(sheets.flatMap((sheet) => trianglesOf(mesh, sheet)));
}

/**
 * Body, then sleeves over it; in front of both the sleeve of an arm that the body hides, `far`. A sleeve that was cut loose turns under the
 * body at the armhole: its upper part is drawn before the part of the body beside it, the remainder, which may cross the chest, after it.
 */
export function upperOrder(mesh: Mesh, landmarks: UpperLandmarks, far: LimbOrder['farArm'] = null): Uint32Array {
  const first: number[] = [];
  const behind: number[] = [];
  const before: number[] = [];
  for (const i of [0, 1] as const) {
    const list = trianglesOf(mesh, i === 0 ? SHEETS.sleeve0 : SHEETS.sleeve1);
    if (i === far) {
      first.push(...list);
      continue;
    }
    const limit = isSpread(landmarks, i) ? 1.1 * distance(landmarks.shoulder[i], landmarks.armpit[i]) : -1;
    for (const t of list) (toArmhole(mesh, t, landmarks, i) < limit ? behind : before).push(t);
  }
  return Uint32Array.from([
    ...first,
    ...trianglesOf(mesh, SHEETS.body),
    ...behind,
    ...trianglesOf(mesh, SHEETS.beside),
    ...before,
  ]);
}

function trianglesOf(mesh: Mesh, sheet: number): number[] {
  const list: number[] = [];
  for (let t = 0; t < mesh.sheets.length; t++) if (mesh.sheets[t] === sheet) list.push(t);
  return list;
}

function toArmhole(mesh: Mesh, triangle: number, landmarks: UpperLandmarks, i: 0 | 1): number {
  let x = 0;
  let y = 0;
  for (let k = 0; k < 3; k++) {
    const v = mesh.triangles[triangle * 3 + k] * 2;
    x += mesh.vertices[v] / 3;
    y += mesh.vertices[v + 1] / 3;
  }
  return distance({ x, y }, landmarks.armpit[i]);
}
