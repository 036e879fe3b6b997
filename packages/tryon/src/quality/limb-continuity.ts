import type { Point } from '@drape/imaging';
import type { Limb } from '../model/body';
import { layerAt, visibleAt, type MeasuredPicture } from './picture';
import { distance, lerp } from '../geometry/vector';

/** Least visibility of a joint to be the end of a bone. */
const VISIBILITY_MIN = 0.5;
/** Share of the distance from ankle to toes that a foot certainly fills. */
const FOOT_BONE_SHARE = 0.8;
/** Distance between two samples along a bone, in shoulder widths. */
const SAMPLE_STEP = 0.02;
/** Layer value at and above which the layer counts as present. */
const LAYER_PRESENT_MIN = 0.5;

/**
 * L1: the share of the visible limbs' bone lines that the result breaks: there the photo was removed, and filled background shows instead
 * of garment, skin or continued trousers. Range: 0…1, ≤ .02 wanted; null if no limb is visible.
 *
 * Bones are shoulder – elbow – wrist, hip – knee – ankle – toes between joints within the photo that the pose sees (visibility ≥ .5). Kept
 * pixels of the photo never break a bone, so a pose that errs beside a limb costs nothing. Width does not count: a thin leg is no break.
 * Source: our own, after a review that found legs starting in mid-air (docs/picture/log.md).
 */
export function brokenLimbShare(picture: MeasuredPicture): number | null {
  const { person } = picture;
  const step = Math.max(1, SAMPLE_STEP * person.body.shoulderWidth);
  let [broken, all] = [0, 0];
  for (const [a, b] of visibleBones(picture)) {
    const looks = Math.max(1, Math.ceil(distance(a, b) / step));
    for (let i = 0; i < looks; i++) {
      const p = lerp(a, b, (i + 0.5) / looks);
      all++;
      if (isBroken(picture, Math.floor(p.x), Math.floor(p.y))) broken++;
    }
  }
  return all === 0 ? null : broken / all;
}

type Bone = readonly [Point, Point];

function visibleBones({ person, photo }: MeasuredPicture): Bone[] {
  const inPhoto = (p: Point): boolean => p.x >= 0 && p.y >= 0 && p.x < photo.width && p.y < photo.height;
  const bones = ({ joints, visibility }: Limb): Bone[] =>
    [0, 1].flatMap((i): Bone[] => {
      const [a, b] = [joints[i], joints[i + 1]];
      const seen = visibility[i] >= VISIBILITY_MIN && visibility[i + 1] >= VISIBILITY_MIN;
      return seen && inPhoto(a) && inPhoto(b) ? [[a, b]] : [];
    });
  const feet = ([0, 1] as const).flatMap((i): Bone[] => {
    const ankle = person.legs[i].joints[2];
    const end = lerp(ankle, person.toes[i], FOOT_BONE_SHARE);
    return person.legs[i].visibility[2] >= VISIBILITY_MIN && inPhoto(ankle) && inPhoto(end) ? [[ankle, end]] : [];
  });
  return [...[...person.arms, ...person.legs].flatMap(bones), ...feet];
}

function isBroken(picture: MeasuredPicture, x: number, y: number): boolean {
  const { layers } = picture;
  const at = (plane: typeof layers.removal): number => layerAt(layers, plane, layers.workScale, x, y);
  if (at(layers.removal) * (1 - at(layers.front)) < LAYER_PRESENT_MIN) return false;
  const body = Math.max(at(layers.body), at(layers.limbs), at(layers.snap));
  return Math.max(body, visibleAt(picture, x, y)) < LAYER_PRESENT_MIN;
}
