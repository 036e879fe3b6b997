import { releaseBuffers, type Pyramid, type Point } from '@drape/imaging';
import { sigmoid, type Network } from './network';
import { sampleRegion } from './sample-region';

/** A person as found by the BlazePose detector. */
export interface PersonCandidate {
  /** 0…1 */
  readonly score: number;
  /** Box of the head in photo pixels: left, top, right, bottom. */
  readonly head: readonly [number, number, number, number];
  /** Middle of the hips, photo pixels. */
  readonly hips: Point;
  /** A point on the circle around the hips that contains the whole body; the body's axis points there. */
  readonly crown: Point;
}

const SIZE = 224;
const SCORE_MIN = 0.5;
/** Overlap above which two heads are one person. */
const OVERLAP_MAX = 0.3;
const LOGIT_MAX = 100;
/** Values per candidate: box 4, then four points of two numbers. */
const VALUES = 12;

/**
 * Finds people in a photo with the BlazePose detector, most confident first.
 *
 * Layout: input [1, 3, 224, 224] RGB in −1…1, letterboxed with black; outputs [1, 2254, 12] offsets in pixels of 224 and
 * [1, 2254, 1] logits.
 * Source: mediapipe/modules/pose_detection/pose_detection_cpu.pbtxt.
 */
export async function detectPeople(network: Network, pyramid: Pyramid): Promise<PersonCandidate[]> {
  const { width, height } = pyramid.photo;
  const side = Math.max(width, height);
  const region = { centre: { x: width / 2, y: height / 2 }, width: side, height: side, angleRad: 0 };
  const data = sampleRegion(pyramid, region, {
    width: SIZE,
    height: SIZE,
    border: 'zero',
    scale: [2 / 255, 2 / 255, 2 / 255],
    offset: [-1, -1, -1],
  });
  const result = await network.run({ input_1: { data, shape: [1, 3, SIZE, SIZE] } }, ['Identity', 'Identity_1']);
  releaseBuffers(data);
  const candidates = decodeCandidates(result.Identity.data, result.Identity_1.data);
  const scale = side / SIZE;
  const [left, top] = [(width - side) / 2, (height - side) / 2];
  return mergeCandidates(candidates).map(({ score, values: v }) => ({
    score,
    head: [left + v[0] * scale, top + v[1] * scale, left + v[2] * scale, top + v[3] * scale],
    hips: { x: left + v[4] * scale, y: top + v[5] * scale },
    crown: { x: left + v[6] * scale, y: top + v[7] * scale },
  }));
}

/** A candidate in pixels of 224: left, top, right, bottom, then x, y of four points. */
interface RawCandidate {
  readonly score: number;
  readonly values: readonly number[];
}

/** Adds the anchors' centres to the offsets of every cell that is confident enough. */
export function decodeCandidates(offsets: Float32Array, logits: Float32Array): RawCandidate[] {
  const candidates: RawCandidate[] = [];
  for (let i = 0; i < ANCHORS.length; i++) {
    const score = sigmoid(Math.max(-LOGIT_MAX, Math.min(LOGIT_MAX, logits[i])));
    if (score < SCORE_MIN) continue;
    const anchor = ANCHORS[i];
    const at = i * VALUES;
    const [x, y] = [offsets[at] + anchor.x, offsets[at + 1] + anchor.y];
    const [w, h] = [offsets[at + 2], offsets[at + 3]];
    const values = [x - w / 2, y - h / 2, x + w / 2, y + h / 2];
    for (let p = 4; p < VALUES; p += 2) values.push(offsets[at + p] + anchor.x, offsets[at + p + 1] + anchor.y);
    candidates.push({ score, values });
  }
  return candidates;
}

/**
 * Weighted non-maximum suppression: the candidates that overlap the best one are averaged by score.
 *
 * Source: mediapipe/calculators/util/non_max_suppression_calculator.cc (WeightedNonMaxSuppression).
 */
export function mergeCandidates(candidates: readonly RawCandidate[]): RawCandidate[] {
  let rest = [...candidates].sort((a, b) => b.score - a.score);
  const merged: RawCandidate[] = [];
  for (let best = rest[0]; best !== undefined; best = rest[0]) {
    const reference = best;
    const same = rest.filter((c) => c === reference || overlap(c.values, reference.values) > OVERLAP_MAX);
    rest = rest.filter((c) => !same.includes(c));
    const total = same.reduce((sum, c) => sum + c.score, 0);
    const values = reference.values.map((_, k) => same.reduce((sum, c) => sum + c.values[k] * c.score, 0) / total);
    merged.push({ score: reference.score, values });
  }
  return merged;
}

function overlap(a: readonly number[], b: readonly number[]): number {
  const w = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const h = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (w <= 0 || h <= 0) return 0;
  return (w * h) / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - w * h);
}

/**
 * Centres of the detector's 2,254 anchors in pixels of 224, in the order of its outputs: two per cell at strides 8 and 16, six at stride 32
 * (three layers share it).
 *
 * Source: mediapipe/calculators/tflite/ssd_anchors_calculator.cc with strides 8, 16, 32, 32, 32 and fixed anchor size.
 */
function makeAnchors(): Point[] {
  const anchors: Point[] = [];
  for (const [stride, perCell] of [
    [8, 2],
    [16, 2],
    [32, 6],
  ]) {
    const cells = SIZE / stride;
    for (let i = 0; i < cells * cells; i++) {
      const centre = { x: ((i % cells) + 0.5) * stride, y: (Math.floor(i / cells) + 0.5) * stride };
      for (let k = 0; k < perCell; k++) anchors.push(centre);
    }
  }
  return anchors;
}

export const ANCHORS: readonly Point[] = makeAnchors();
