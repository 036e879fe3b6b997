import type { ProductCategory } from '@drape/contracts';
import { isSeated, type LegJoints, type PoseDetection, type PoseLandmark } from '@drape/tryon';

/** BlazePose landmarks. */
const SHOULDER_POINTS = [11, 12];
const HIP_POINTS = [23, 24];
const KNEE_POINTS = [25, 26];
const ANKLE_POINTS = [27, 28];
/** Share of the distance from shoulders to hips to which a photo has to extend so that an eighth of a top, or of a dress, is in it. */
const CHEST_SHARE = 0.14;
const VISIBILITY_MIN = 0.5;

interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Whether the pose alone shows that a refusal is right: the joints that carry the garment (shoulders; hips for trousers and skirts) are
 * outside the photo, or trousers, a skirt or a dress would have to be fitted to a seated person. The lower end of the garment is no reason:
 * the photo's edge cuts it off.
 *
 * Only `body_not_visible` can be justified this way, and only by where the joints are, not by the network's confidence in them: trousers on
 * a bust photo. Every other refusal of a picture of a person and a picture of a garment counts as wrong, and so does this one for a back
 * view, a hidden face or legs under a long skirt.
 */
export function isRefusalJustified(
  code: string,
  category: ProductCategory,
  detection: PoseDetection | null,
  photo: PhotoSize,
): boolean {
  const person = detection?.person ?? null;
  if (code !== 'body_not_visible' || person === null || person.score < VISIBILITY_MIN) return false;
  const joints = (indices: readonly number[]): PoseLandmark[] => indices.map((i) => person.landmarks[i]);
  const outside = (p: { x: number; y: number }): boolean =>
    p.x < 0 || p.y < 0 || p.x >= photo.width || p.y >= photo.height;
  const [shoulders, hips] = [joints(SHOULDER_POINTS), joints(HIP_POINTS)];
  if (category !== 'top' && category !== 'jacket') {
    const legs = HIP_POINTS.map((hip, i): LegJoints => {
      const [a, b, c] = joints([hip, KNEE_POINTS[i], ANKLE_POINTS[i]]);
      return [a, b, c];
    });
    if (isSeated(legs)) return true;
    if (category !== 'dress') return hips.every(outside);
  }
  const chest = shoulders.map((p, i) => ({
    x: p.x + CHEST_SHARE * (hips[i].x - p.x),
    y: p.y + CHEST_SHARE * (hips[i].y - p.y),
  }));
  return shoulders.some(outside) || chest.every(outside);
}
