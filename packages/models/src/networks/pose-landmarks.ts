import { releaseBuffers, sigmoidsOf, type Pyramid, type PlaneF32 } from '@drape/imaging';
import { sigmoid, type Network } from './network';
import { squareAround, toPhoto, type Region } from './region';
import { sampleRegion } from './sample-region';
import type { PersonCandidate } from './pose-detector';
import type { PoseLandmark } from '../types';

const SIZE = 256;
const HEATMAP = 64;
/** 33 landmarks of the body, two that define the next region, four that are unused. */
const POINTS = 39;
const VALUES = 5;
const BODY_POINTS = 33;
const HIPS = 33;
const CROWN = 34;
/** Side of the region relative to the circle around the body. */
const MARGIN = 1.25;
const REFINE_KERNEL = 7;
const REFINE_CONFIDENCE_MIN = 0.5;

/** What a landmark network returns for one region. */
export interface RoughPose {
  readonly region: Region;
  /** 0…1: a person fills the region. */
  readonly score: number;
  readonly landmarks: readonly PoseLandmark[];
  /** The region that this pose suggests, more exact than the one it was found in. */
  readonly nextRegion: Region;
}

/** The same with the person's outline, which is not requested from the light network. */
export interface RegionPose extends RoughPose {
  /** Logits of the person's mask, 256×256 in the axes of the region. */
  readonly maskLogits: Float32Array;
}

/** Probability of the person in the axes of the region. */
export function maskOf({ maskLogits }: RegionPose): PlaneF32 {
  return { width: SIZE, height: SIZE, data: sigmoidsOf(maskLogits) };
}

/** The region around a person that the detector found. */
export function regionOfCandidate({ hips, crown }: PersonCandidate): Region {
  return squareAround(hips, 2 * Math.hypot(crown.x - hips.x, crown.y - hips.y) * MARGIN, hips, crown, 'up');
}

/**
 * Runs BlazePose (lite, full or heavy: their tensors are the same) on one region of a photo.
 *
 * Layout: input [1, 3, 256, 256] RGB in 0…1, the border replicated (zeros double the error); outputs [1, 195] landmarks
 * (x, y, z in pixels of 256, logits of visibility and presence), [1, 1] score, [1, 1, 256, 256] logits of the mask,
 * [1, 39, 64, 64] logits of heatmaps.
 * Source: mediapipe/modules/pose_landmark/pose_landmark_by_roi_cpu.pbtxt, tensors_to_pose_landmarks_and_segmentation.pbtxt.
 */
export async function readPose(network: Network, pyramid: Pyramid, region: Region): Promise<RegionPose> {
  const result = await runOn(network, pyramid, region, ['Identity', 'Identity_1', 'Identity_2', 'Identity_3']);
  return { ...poseOf(result, region), maskLogits: result.Identity_2.data };
}

/** {@link readPose} without the mask, whose layers are half of the light network's work. */
export async function readRoughPose(network: Network, pyramid: Pyramid, region: Region): Promise<RoughPose> {
  return poseOf(await runOn(network, pyramid, region, ['Identity', 'Identity_1', 'Identity_3']), region);
}

async function runOn(network: Network, pyramid: Pyramid, region: Region, outputs: readonly string[]) {
  const data = sampleRegion(pyramid, region, {
    width: SIZE,
    height: SIZE,
    border: 'replicate',
    scale: [1 / 255, 1 / 255, 1 / 255],
    offset: [0, 0, 0],
  });
  const result = await network.run({ input_1: { data, shape: [1, 3, SIZE, SIZE] } }, outputs);
  releaseBuffers(data);
  return result;
}

function poseOf(result: Awaited<ReturnType<Network['run']>>, region: Region): RoughPose {
  const refined = refineByHeatmap(result.Identity.data, result.Identity_3.data);
  const landmarks = Array.from({ length: POINTS }, (_, i) => landmarkInPhoto(refined, i, region));
  const [hips, crown] = [landmarks[HIPS], landmarks[CROWN]];
  return {
    region,
    score: result.Identity_1.data[0],
    landmarks: landmarks.slice(0, BODY_POINTS),
    nextRegion: squareAround(hips, 2 * Math.hypot(crown.x - hips.x, crown.y - hips.y) * MARGIN, hips, crown, 'up'),
  };
}

/**
 * Moves each landmark to the centre of mass of its heatmap within 7×7 cells around it, where the heatmap is confident.
 *
 * Layout: `raw` as the network's 39 × 5 values; returns a modified copy.
 * Source: mediapipe/calculators/util/refine_landmarks_from_heatmap_calculator.cc; there cells are measured from their left edge.
 */
export function refineByHeatmap(raw: Float32Array, heatmaps: Float32Array): Float32Array {
  const refined = raw.slice(0, POINTS * VALUES);
  const reach = (REFINE_KERNEL - 1) / 2;
  for (let i = 0; i < POINTS; i++) {
    const column = Math.floor((raw[i * VALUES] / SIZE) * HEATMAP);
    const row = Math.floor((raw[i * VALUES + 1] / SIZE) * HEATMAP);
    if (column < 0 || row < 0 || column >= HEATMAP || row >= HEATMAP) continue;
    let [sum, sumX, sumY, highest] = [0, 0, 0, 0];
    for (let y = Math.max(0, row - reach); y < Math.min(HEATMAP, row + reach + 1); y++) {
      for (let x = Math.max(0, column - reach); x < Math.min(HEATMAP, column + reach + 1); x++) {
        const confidence = sigmoid(heatmaps[(i * HEATMAP + y) * HEATMAP + x]);
        sum += confidence;
        sumX += confidence * x;
        sumY += confidence * y;
        if (confidence > highest) highest = confidence;
      }
    }
    if (highest < REFINE_CONFIDENCE_MIN || sum <= 0) continue;
    refined[i * VALUES] = (sumX / sum / HEATMAP) * SIZE;
    refined[i * VALUES + 1] = (sumY / sum / HEATMAP) * SIZE;
  }
  return refined;
}

function landmarkInPhoto(values: Float32Array, i: number, region: Region): PoseLandmark {
  const at = i * VALUES;
  const { x, y } = toPhoto(region, values[at] / SIZE, values[at + 1] / SIZE);
  return {
    x,
    y,
    z: (values[at + 2] / SIZE) * region.width,
    visibility: sigmoid(values[at + 3]),
    presence: sigmoid(values[at + 4]),
  };
}
