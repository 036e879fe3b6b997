import type { Point } from '@drape/imaging';
import type { FaceMesh } from '../../ports';
import type { Joints } from './joints';
import { add, distance, dot, lerp, scale, sub, unit } from '../../geometry/vector';

/** Points of the face mesh along the outline of the face, in order. Source: MediaPipe FACEMESH_FACE_OVAL. */
const OVAL_POINTS = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136,
  172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;

/** Score below which the mesh was fitted to something that is not a face. */
const FACE_SCORE_MIN = 0.5;

/**
 * The outline of the face as a closed polygon in photo pixels: from the mesh, else an ellipse through the pose's head points. The pose's
 * ellipse spans the ears and twice the way from nose to mouth, so it is rather too small than too large.
 */
export function faceOval(mesh: FaceMesh | null, joints: Joints): Point[] {
  if (mesh !== null && mesh.score >= FACE_SCORE_MIN)
    return OVAL_POINTS.map((i) => ({ x: mesh.points[i].x, y: mesh.points[i].y }));
  const { middle, right, downwards, halfWidth } = headEllipse(joints);
  const halfHeight = halfWidth * FACE_HEIGHT_RATIO;
  const points: Point[] = [];
  for (let i = 0; i < 36; i++) {
    const angle = (i / 36) * 2 * Math.PI;
    points.push(add(add(middle, scale(right, Math.sin(angle) * halfWidth)), downwards, -Math.cos(angle) * halfHeight));
  }
  return points;
}

interface HeadEllipse {
  readonly middle: Point;
  /** Its axes as unit vectors. */
  readonly right: Point;
  readonly downwards: Point;
  readonly halfWidth: number;
}

/** Height ÷ width of a face. */
const FACE_HEIGHT_RATIO = 1.25;

/** Around the ears. For a head turned aside, whose nose is beyond them, between ears and nose: at the ears such a head shows hair. */
function headEllipse({ ears, nose, mouth }: Joints): HeadEllipse {
  const downwards = unit(sub(mouth, nose));
  const between = lerp(ears[0], ears[1], 0.5);
  const chin = distance(nose, mouth);
  const halfWidth = Math.max(distance(ears[0], ears[1]) * 0.46, chin);
  const across = { x: downwards.y, y: -downwards.x };
  const aside = dot(sub(nose, between), across);
  if (Math.abs(aside) > halfWidth) {
    const middle = add(between, across, aside / 2);
    return { middle, right: across, downwards, halfWidth: Math.max(Math.abs(aside) / 2, chin) };
  }
  const middle = add(between, downwards, halfWidth * FACE_HEIGHT_RATIO * 0.15);
  return { middle, right: unit(sub(ears[1], ears[0])), downwards, halfWidth };
}
