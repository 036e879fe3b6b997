import type { ProductCategory } from '@drape/contracts';
import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { bodyCoordinates, bodyFrame, moveJoints } from '../person/joints';
import type { Joints } from '../person/joints';
import { findLandmarks } from './find-landmarks';
import { noGarment } from './no-garment';
import { readSilhouette } from './silhouette';
import type { GarmentLandmarks } from './types';
import type { Wearer } from './wearer';
import { cutOutWorn } from './worn-cut-out';
import { findWornUpper } from './worn-upper';

/** Shoulder width ÷ torso length below which the model is turned away; frontal bodies measured .55–.85. */
const FRONTAL_MIN = 0.42;
/** Cut of the elbow, in degrees from straight, from which a long sleeve cannot be laid out truly. */
const BENT_MAX_DEG = 105;
/** What a worn product is trusted at most: folds, shadows and the model's own shape are in it. */
const WORN_QUALITY = 0.85;
const CROPPED_QUALITY = 0.45;

export interface WornGarment {
  readonly category: ProductCategory;
  readonly rgba: RasterU8;
  readonly landmarks: GarmentLandmarks;
  readonly support: PlaneF32 | null;
  readonly quality: number;
  readonly notes: readonly string[];
}

/**
 * A garment taken off the model who wears it in the product picture.
 *
 * Space: `salient` covers `rgb` at any size. Throws: TryOnRefusal(garment_not_detected) where the category is not worn, the pose
 * hides or distorts it, or the picture cuts it off.
 */
export function takeOff(
  rgb: RasterU8,
  salient: PlaneF32,
  wearer: Wearer,
  asked: ProductCategory | undefined,
): WornGarment {
  const cut = cutOutWorn(rgb, salient, wearer, asked);
  const upper = cut.category !== 'pants' && cut.category !== 'skirt';
  if (upper && wearer.joints !== null) requireOpenPose(wearer.joints);
  const joints = wearer.joints === null ? null : moveJoints(wearer.joints, cut.origin, cut.scale);
  const byBody = upper && joints !== null ? findWornUpper(cut.rgba, joints, cut.support) : null;
  const landmarks = byBody ?? findLandmarks(readSilhouette(cut.rgba, { tilted: false }), cut.rgba, cut.category);
  const cropped = upper ? cut.cropped.bottom || cut.cropped.side : cut.cropped.top || cut.cropped.bottom;
  if (cropped && joints !== null && upper && !isWhole(landmarks, joints, cut.category))
    throw noGarment('The picture cuts off the garment that the model wears.');
  const notes = ['worn by a model'];
  if (cropped) notes.push('cut off by the edge of the picture');
  if (cut.seen < 0.97) notes.push(`${Math.round((1 - cut.seen) * 100)} % hidden and filled in`);
  const trust = (cropped ? CROPPED_QUALITY : WORN_QUALITY) * cut.seen;
  const quality = Math.min(trust, 0.25 + 0.75 * landmarks.confidence);
  return { category: cut.category, rgba: cut.rgba, support: cut.support, landmarks, quality, notes };
}

/** Throws where the model is turned away or folds the arms before the garment. */
function requireOpenPose(joints: Joints): void {
  const frame = bodyFrame(joints);
  if (!joints.facing) throw noGarment('The model in the product image is seen from behind.');
  if (frame.shoulderWidth < FRONTAL_MIN * frame.torsoLength)
    throw noGarment('The model in the product image is turned to the side.');
  const folded = ([0, 1] as const).filter((side) => {
    const wrist = bodyCoordinates(frame, joints.wrists[side]);
    const outward = side === 0 ? -wrist.u : wrist.u;
    return outward < 0.12 && wrist.v > 0.05 && wrist.v < 0.95 && joints.wrists[side].visibility > 0.4;
  });
  if (folded.length === 2) throw noGarment('The model in the product image holds the arms before the garment.');
  const bent = ([0, 1] as const).some((side) => elbowBendDeg(joints, side) > BENT_MAX_DEG);
  if (bent) throw noGarment('The arms of the model in the product image are bent too far.');
}

function elbowBendDeg(joints: Joints, side: 0 | 1): number {
  const [s, e, w] = [joints.shoulders[side], joints.elbows[side], joints.wrists[side]];
  const angle = Math.abs(Math.atan2(w.y - e.y, w.x - e.x) - Math.atan2(e.y - s.y, e.x - s.x));
  return ((angle > Math.PI ? 2 * Math.PI - angle : angle) * 180) / Math.PI;
}

/** Lowest hem, in torso lengths, of a garment that the picture's lower edge cuts off, and that can be worn all the same. */
const CUT_HEM_MIN = { top: 0.85, jacket: 0.9, dress: 1.5 } as const;

function isWhole(landmarks: GarmentLandmarks, joints: Joints, category: ProductCategory): boolean {
  if (landmarks.kind !== 'upper' || category === 'pants' || category === 'skirt') return true;
  const frame = bodyFrame(joints);
  return Math.max(...landmarks.hem.map((p) => bodyCoordinates(frame, p).v)) > CUT_HEM_MIN[category];
}
