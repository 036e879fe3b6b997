import { createPlane, type PlaneF32, type Point } from '@drape/imaging';
import type { Scene } from '../../model/scene';
import { fillPolygon, scalePolygon } from '../../geometry/polygon';

/** Fills a closed polygon given in photo pixels into a new work plane. */
export function polygonMask(scene: Scene, polygon: readonly Point[]): PlaneF32 {
  const mask = createPlane(scene.garment.width, scene.garment.height);
  fillPolygon(mask, scalePolygon(polygon, scene.k));
  return mask;
}
