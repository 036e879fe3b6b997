import type { PlaneF32 } from '@drape/imaging';
import { lowerPlate } from '../skin/body-plates';
import { carriedCloth, hidesThigh } from './carried-cloth';
import { CARRIED_LEAST, showsLower } from '../../masks/shows-lower';
import type { Scene } from '../../../model/scene';
import type { CarriedLower } from '../../../model/layers';

export const hidesThighs = (scene: Pick<Scene, 'person' | 'k'>, old: PlaneF32): boolean =>
  scene.person.legTubes.some((tube) => hidesThigh(scene, tube, old));

/**
 * The lower clothes that can be continued to where `old` upper clothes hid them. Null where too little of them is seen: then what hid them
 * stays below the new hem, because no skin is invented under a top.
 */
export function carriedLower(scene: Scene, old: PlaneF32): CarriedLower | null {
  if (!showsLower(scene.person)) return null;
  const plate = lowerPlate(scene);
  if (!hidesThighs(scene, old)) return { plate, cloths: [] };
  if (plate === null || !showsLower(scene.person, CARRIED_LEAST)) return null;
  const cloths = carriedCloth(scene, { seen: old });
  return cloths.length === 0 ? null : { plate, cloths };
}
