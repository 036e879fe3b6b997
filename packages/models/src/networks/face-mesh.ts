import { releaseBuffers, type Pyramid, type Point } from '@drape/imaging';
import type { DetectedPerson, FaceMesh } from '../types';
import { sigmoid, type Network } from './network';
import { squareAround, toPhoto, type Region } from './region';
import { sampleRegion } from './sample-region';

const SIZE = 192;
const POINTS = 468;
const SCORE_MIN = 0.5;
const MARGIN = 1.5;
/** Outer corners of the eyes in the mesh, at the left and right of the picture. */
const [EYE_LEFT, EYE_RIGHT] = [33, 263];
/** Landmarks of the pose: pupils (the person's right eye is at the left of the picture) and corners of the mouth. */
const POSE = { eyeLeft: 5, eyeRight: 2, mouthLeft: 10, mouthRight: 9 } as const;
const PRESENCE_MIN = 0.5;
/**
 * Side of the first region relative to the larger of the distance between the eyes and from eyes to mouth. 4.2 gives the size of the second
 * region on twenty front and half-side faces; 3.5 to 5 find the same mesh after the second pass.
 */
const SIDE_BY_EYES = 4.2;

/**
 * Fits the face mesh: first in a region estimated from the pose, then in the region that the first mesh suggests.
 *
 * Layout: input [1, 3, 192, 192] RGB in 0…1; outputs [1, 1404, 1, 1] (x, y, z in pixels of 192) and [1, 1, 1, 1] logit.
 * Returns null if the pose has no face in the photo or the network sees none (score below 0.5).
 * Source: mediapipe/modules/face_landmark/face_landmark_cpu.pbtxt, face_landmark_landmarks_to_roi.pbtxt.
 */
export async function meshFace(network: Network, pyramid: Pyramid, person: DetectedPerson): Promise<FaceMesh | null> {
  const first = regionOfPose(person);
  if (first === null) return null;
  const rough = await readFace(network, pyramid, first);
  const mesh = await readFace(network, pyramid, regionOfMesh(rough));
  return mesh.score < SCORE_MIN ? null : mesh;
}

async function readFace(network: Network, pyramid: Pyramid, region: Region): Promise<FaceMesh> {
  const data = sampleRegion(pyramid, region, {
    width: SIZE,
    height: SIZE,
    border: 'replicate',
    scale: [1 / 255, 1 / 255, 1 / 255],
    offset: [0, 0, 0],
  });
  const result = await network.run({ input_1: { data, shape: [1, 3, SIZE, SIZE] } }, ['conv2d_21', 'conv2d_31']);
  releaseBuffers(data);
  const values = result.conv2d_21.data;
  return { score: sigmoid(result.conv2d_31.data[0]), points: pointsOf(values, region) };
}

function pointsOf(values: Float32Array, region: Region): FaceMesh['points'] {
  const points: FaceMesh['points'][number][] = [];
  for (let i = 0; i < 3 * POINTS; i += 3) {
    const { x, y } = toPhoto(region, values[i] / SIZE, values[i + 1] / SIZE);
    points.push({ x, y, z: (values[i + 2] / SIZE) * region.width });
  }
  return points;
}

/** The square around the head estimated from the pose's eyes and mouth; null if they are not in the photo. */
export function regionOfPose({ landmarks }: DetectedPerson): Region | null {
  const [eyeLeft, eyeRight] = [landmarks[POSE.eyeLeft], landmarks[POSE.eyeRight]];
  const [mouthLeft, mouthRight] = [landmarks[POSE.mouthLeft], landmarks[POSE.mouthRight]];
  if ([eyeLeft, eyeRight, mouthLeft, mouthRight].some((p) => p.presence < PRESENCE_MIN)) return null;
  const eyes = middle(eyeLeft, eyeRight);
  const mouth = middle(mouthLeft, mouthRight);
  const size = Math.max(Math.hypot(eyeRight.x - eyeLeft.x, eyeRight.y - eyeLeft.y), distance(eyes, mouth));
  return squareAround(middle(eyes, mouth), size * SIDE_BY_EYES, mouth, eyes, 'up');
}

/** The square that MediaPipe crops for the next frame of a video: the mesh's box in the axes of the eyes × 1.5. */
function regionOfMesh({ points }: FaceMesh): Region {
  const angle = Math.atan2(points[EYE_RIGHT].y - points[EYE_LEFT].y, points[EYE_RIGHT].x - points[EYE_LEFT].x);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [left, right] = rangeAlong(points, cos, sin);
  const [top, bottom] = rangeAlong(points, -sin, cos);
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  const side = Math.max(right - left, bottom - top) * MARGIN;
  return { centre: { x: u * cos - v * sin, y: u * sin + v * cos }, width: side, height: side, angleRad: angle };
}

/** Least and largest x·`kx` + y·`ky`. */
function rangeAlong(points: FaceMesh['points'], kx: number, ky: number): [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const p of points) {
    const v = p.x * kx + p.y * ky;
    if (v < min) min = v;
    if (v > max) max = v;
  }
  return [min, max];
}

function middle(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}
