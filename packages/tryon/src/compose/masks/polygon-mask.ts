import { createPlane, fillPolygon, type PlaneF32, type Point } from '@drape/imaging';
import type { Scene } from '../../model/scene';
import { scalePolygon } from '../../geometry/vector';

/** Fills a closed polygon given in photo pixels into a new work plane. */
export function polygonMask(scene: Pick<Scene, 'garment' | 'k'>, polygon: readonly Point[]): PlaneF32 {
  const mask = createPlane(scene.garment.width, scene.garment.height);
  fillPolygon(mask, scalePolygon(polygon, scene.k));
  return mask;
}
