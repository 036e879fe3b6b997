import type { Point } from '@drape/imaging';
import type { FaceMesh } from '../ports';
import { add, distance, mix, scale, sub, unit } from './geometry';
import type { Joints } from './joints';

/** Points of the face mesh along the outline of the face, in order. Source: MediaPipe FACEMESH_FACE_OVAL. */
const OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;

/** Below this the mesh was fitted to something that is no face. */
const FACE_SCORE_MIN = 0.5;

/**
 * The outline of the face as a closed polygon in photo pixels: from the mesh, else an ellipse through the pose's head points.
 * The pose's ellipse spans the ears and twice the way from nose to mouth, so it errs to the small side.
 */
export function faceOval(mesh: FaceMesh | null, joints: Joints): Point[] {
  if (mesh !== null && mesh.score >= FACE_SCORE_MIN)
    return OVAL.map((i) => ({ x: mesh.points[i].x, y: mesh.points[i].y }));
  const across = sub(joints.ears[1], joints.ears[0]);
  const right = unit(across);
  const downwards = unit(sub(joints.mouth, joints.nose));
  const halfWidth = Math.max(distance(joints.ears[0], joints.ears[1]) * 0.46, distance(joints.nose, joints.mouth));
  const halfHeight = halfWidth * 1.25;
  const middle = add(mix(joints.ears[0], joints.ears[1], 0.5), downwards, halfHeight * 0.15);
  const points: Point[] = [];
  for (let i = 0; i < 36; i++) {
    const angle = (i / 36) * 2 * Math.PI;
    points.push(add(add(middle, scale(right, Math.sin(angle) * halfWidth)), downwards, -Math.cos(angle) * halfHeight));
  }
  return points;
}
