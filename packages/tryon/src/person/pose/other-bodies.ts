import type { PlaneF32, Point } from '@drape/imaging';
import { TryOnRefusal } from '../../refusal';
import type { BodyFrame } from '../../model/body';
import type { Joints } from './joints';
import { segmentDistance } from '../../geometry/polyline';
import { scale } from '../../geometry/vector';

/** Every nth pixel of a plane is read, along both axes. */
const SAMPLE_STEP = 4;
/** Distance from all bones beyond which skin is somebody else's. Its unit is the larger of the shoulder width and .6 torso lengths. */
const BONE_DISTANCE_MAX = 0.4;
const TORSO_UNIT_SHARE = 0.6;
/**
 * Area of such skin, in the same unit squared, above which there is another body that the parse takes for the shopper's own: a couple arm
 * in arm measured 1.0; of 277 other street and studio photos one with a passer-by behind .37, one with a stranger's arm .16, all others up
 * to .12.
 */
const FOREIGN_SKIN_MIN = 0.5;

/**
 * Refuses two people who touch: the detector finds one of them, the parser both, and the clothes of both would be removed.
 *
 * Space: `skin` covers the photo at `workScale`. Cost: .4 ms. Throws: {@link TryOnRefusal} `multiple_people`.
 */
export function requireAlone(skin: PlaneF32, joints: Joints, frame: BodyFrame, workScale: number): void {
  const unit = Math.max(frame.shoulderWidth, TORSO_UNIT_SHARE * frame.torsoLength) * workScale;
  const bones = bonesOf(joints, frame).map(([a, b]) => [scale(a, workScale), scale(b, workScale)] as const);
  if (farSkin(skin, bones, BONE_DISTANCE_MAX * unit) < FOREIGN_SKIN_MIN * unit * unit) return;
  throw new TryOnRefusal(
    'multiple_people',
    'Another person stands close by or touches the one in front; send a photo with one person.',
  );
}

type Bone = readonly [Point, Point];

function bonesOf(joints: Joints, { shoulderMid, hipMid }: BodyFrame): Bone[] {
  const { shoulders, elbows, wrists, hands, hips, knees, ankles, heels, toes, nose } = joints;
  const sides = ([0, 1] as const).flatMap((i): Bone[] => [
    [shoulders[i], elbows[i]],
    [elbows[i], wrists[i]],
    [wrists[i], hands[i]],
    [shoulders[i], hips[i]],
    [hips[i], knees[i]],
    [knees[i], ankles[i]],
    [ankles[i], toes[i]],
    [ankles[i], heels[i]],
  ]);
  return [[nose, shoulderMid], [shoulderMid, hipMid], ...sides];
}

/** Number of skin pixels farther from all bones than `far`. */
function farSkin({ width, height, data }: PlaneF32, bones: readonly Bone[], far: number): number {
  let sum = 0;
  for (let y = SAMPLE_STEP >> 1; y < height; y += SAMPLE_STEP) {
    for (let x = SAMPLE_STEP >> 1; x < width; x += SAMPLE_STEP) {
      const belief = data[y * width + x];
      if (belief > 0.5 && bones.every(([a, b]) => segmentDistance({ x, y }, a, b).d > far)) sum += belief;
    }
  }
  return sum * SAMPLE_STEP * SAMPLE_STEP;
}
