import type { PlaneF32 } from '@drape/imaging';
import { lowerPlate } from '../skin/body-plates';
import { continuedGarments, hidesThigh } from './continued-garments';
import { CONTINUED_SHARE_MIN, showsLower } from '../../masks/shows-lower';
import type { Scene } from '../../../model/scene';
import type { ContinuedLower } from '../../../model/layers';

export const hidesThighs = (scene: Pick<Scene, 'person' | 'k'>, old: PlaneF32): boolean =>
  scene.person.legTubes.some((tube) => hidesThigh(scene, tube, old));

/**
 * The lower clothes that can be continued to where `old` upper clothes hid them. Null where too little of them is seen: then what hid them
 * stays below the new hem, because no skin is invented under a top.
 */
export function continuedLower(scene: Scene, old: PlaneF32): ContinuedLower | null {
  if (!showsLower(scene.person)) return null;
  const plate = lowerPlate(scene);
  if (!hidesThighs(scene, old)) return { plate, garments: [] };
  if (plate === null || !showsLower(scene.person, CONTINUED_SHARE_MIN)) return null;
  const garments = continuedGarments(scene, { seen: old });
  return garments.length === 0 ? null : { plate, garments };
}
