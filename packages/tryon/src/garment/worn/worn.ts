import type { ProductCategory } from '@drape/contracts';
import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { bodyCoordinates, bodyFrame, type Joints, moveJoints } from '../../person/pose/joints';
import type { GarmentRead } from '../../ports';
import { isFromBehind } from '../../person/pose/checks';
import { findLandmarks } from '../landmarks/find-landmarks';
import { cutAboveNeckline } from '../neckline/neck-cut';
import { noGarment } from '../no-garment';
import { readSilhouette } from '../landmarks/silhouette';
import type { GarmentLandmarks, Place } from '../../model/garment';
import type { Wearer } from './wearer';
import { wornView } from './worn-body';
import { cutOutWorn, type WornCut } from './worn-cut-out';
import { upperEdge, wornBareTop } from './worn-bare-top';
import { findWornUpper } from './worn-upper';

/** Shoulder width ÷ torso length below which the model is turned away; frontal bodies measured .55–.85. */
const FRONTAL_WIDTH_MIN = 0.42;
/** Bend of the elbow, in degrees from straight, above which a long sleeve cannot be laid out correctly. */
const ELBOW_BEND_MAX_DEG = 105;
/** Least share of the chest and belly that a wearable garment covers: 19 good products .88 to 1, a half hidden blouse .82. */
const TORSO_COVERAGE_MIN = 0.85;
/** Bend of both elbows in degrees, with the wrists in front of the body, above which the arms are folded. */
const FOLDED_ARMS_MIN_DEG = 60;
/** Highest quality of a worn product, and of one that the picture cuts off: folds, shadows and the model's own shape are in it. */
const WORN_QUALITY_MAX = 0.85;
const CROPPED_QUALITY_MAX = 0.45;

export interface WornGarment {
  readonly category: ProductCategory;
  readonly rgba: RasterU8;
  readonly place: Place;
  readonly landmarks: GarmentLandmarks;
  readonly support: PlaneF32 | null;
  readonly quality: number;
  readonly notes: readonly string[];
}

/** What is known of a worn garment. */
export interface WornHints {
  /** The category that the shop named. */
  readonly asked: ProductCategory | undefined;
  /** Shows where the garment's parts are where the wearer's joints do not. */
  readonly read: GarmentRead;
}

/**
 * A garment taken off the model who wears it in the product picture.
 *
 * Space: `salient` covers `rgb` at any size. Throws: TryOnRefusal(garment_not_detected) where the category is not worn, the pose hides or
 * distorts it, or the picture cuts it off.
 */
export function takeOffWearer(
  rgb: RasterU8,
  salient: PlaneF32,
  wearer: Wearer,
  { asked, read }: WornHints,
): WornGarment {
  const cut = cutOutWorn(rgb, salient, wearer, asked);
  const upper = cut.category !== 'pants' && cut.category !== 'skirt';
  if (upper && wearer.joints !== null) requireOpenPose(wearer.joints);
  const joints = wearer.joints === null ? null : moveJoints(wearer.joints, cut.place.origin, cut.place.scale);
  const bare = upper && joints !== null && !cut.cropped.top ? wornBareTop(cut, joints, wearer.parse) : null;
  const byBody = bare ?? (upper && joints !== null ? findWornUpper(cut.rgba, joints, cut.support, cut.filled) : null);
  const landmarks =
    byBody ??
    findLandmarks(readSilhouette(cut.rgba), cut.category, {
      read,
      place: cut.place,
    });
  if (wearer.joints !== null) requireStraightSleeves(landmarks, wearer.joints);
  if (joints !== null && upper && torsoShare(cut, landmarks, joints) < TORSO_COVERAGE_MIN)
    throw noGarment('Too much of the worn garment is hidden behind arms, hair or other things.');
  const cropped = upper ? cut.cropped.bottom || cut.cropped.side : cut.cropped.top || cut.cropped.bottom;
  if (cropped && joints !== null && upper && !isWhole(landmarks, joints, cut.category))
    throw noGarment('The picture cuts off the garment that the model wears.');
  const notes = ['worn by a model'];
  if (cropped) notes.push('cut off by the edge of the picture');
  if (cut.seen < 0.97) notes.push(`${Math.round((1 - cut.seen) * 100)} % hidden and filled in`);
  const trust = (cropped ? CROPPED_QUALITY_MAX : WORN_QUALITY_MAX) * cut.seen;
  const quality = Math.min(trust, 0.25 + 0.75 * landmarks.confidence);
  const rgba = bare === null ? cut.rgba : cutAboveNeckline(cut.rgba, upperEdge(bare));
  return { category: cut.category, rgba, place: cut.place, support: cut.support, landmarks, quality, notes };
}

/** Throws where the model is turned away or folds the arms in front of the garment. */
function requireOpenPose(joints: Joints): void {
  const frame = bodyFrame(joints);
  if (isFromBehind(joints, null)) throw noGarment('The model in the product image is seen from behind.');
  if (frame.shoulderWidth < FRONTAL_WIDTH_MIN * frame.torsoLength)
    throw noGarment('The model in the product image is turned to the side.');
  const folded = ([0, 1] as const).filter((side) => {
    const wrist = bodyCoordinates(frame, joints.wrists[side]);
    const outward = side === 0 ? -wrist.u : wrist.u;
    return outward < 0.2 && wrist.v > 0.05 && wrist.v < 0.95 && elbowBendDeg(joints, side) > FOLDED_ARMS_MIN_DEG;
  });
  if (folded.length === 2) throw noGarment('The model in the product image holds the arms before the garment.');
}

/** Share of the chest and belly, down to the hem, that the cut-out covers. */
function torsoShare(cut: WornCut, landmarks: GarmentLandmarks, joints: Joints): number {
  if (landmarks.kind !== 'upper') return 1;
  const view = wornView(cut.rgba, joints, cut.support);
  const hem = Math.max(...landmarks.hem.map((p) => view.coordinates(p).v));
  let covered = 0;
  let all = 0;
  for (let v = 0.3; v < Math.min(0.9, hem - 0.08); v += 0.06) {
    for (const u of [-0.28, -0.14, 0, 0.14, 0.28]) {
      all++;
      if (view.inside(view.at(u, v))) covered++;
    }
  }
  return all === 0 ? 1 : covered / all;
}

/** Throws where a long sleeve is folded at the elbow: it cannot be laid out correctly. */
function requireStraightSleeves(landmarks: GarmentLandmarks, joints: Joints): void {
  if (landmarks.kind !== 'upper') return;
  const bent = ([0, 1] as const).some(
    (side) => landmarks.sleeves[side].length === 'long' && elbowBendDeg(joints, side) > ELBOW_BEND_MAX_DEG,
  );
  if (bent) throw noGarment('The arms of the model in the product image are bent too far.');
}

function elbowBendDeg(joints: Joints, side: 0 | 1): number {
  const [s, e, w] = [joints.shoulders[side], joints.elbows[side], joints.wrists[side]];
  const angle = Math.abs(Math.atan2(w.y - e.y, w.x - e.x) - Math.atan2(e.y - s.y, e.x - s.x));
  return ((angle > Math.PI ? 2 * Math.PI - angle : angle) * 180) / Math.PI;
}

/** Least length below the shoulders, in torso lengths, of a garment that the picture's lower edge cuts off and that can still be worn. */
const CUT_LENGTH_MIN = { top: 0.85, jacket: 0.9, dress: 1.5 } as const;

function isWhole(landmarks: GarmentLandmarks, joints: Joints, category: ProductCategory): boolean {
  if (landmarks.kind !== 'upper' || category === 'pants' || category === 'skirt') return true;
  const frame = bodyFrame(joints);
  return Math.max(...landmarks.hem.map((p) => bodyCoordinates(frame, p).v)) > CUT_LENGTH_MIN[category];
}
