import type { LimbField, Scene } from '../../model/scene';

/** Calls `visit` with the index in the work planes and in the field, for each pixel that the field covers. */
export function forEachFieldPixel(
  scene: Pick<Scene, 'garment'>,
  field: LimbField,
  visit: (i: number, j: number) => void,
): void {
  const { box } = field;
  for (let y = 0, j = 0; y < box.height; y++) {
    for (let x = 0, i = (box.y + y) * scene.garment.width + box.x; x < box.width; x++, i++, j++) {
      if (field.u[j] < 8) visit(i, j);
    }
  }
}
