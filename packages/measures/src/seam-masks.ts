import { createPlane, cropRaster, type PlaneF32, type RasterU8, grownBox } from '@drape/imaging';
import { layerAt, visibleAt, type MeasuredPicture, type Person } from '@drape/tryon';
import { PROFILE_REACH, seamRatio, seamSharpness, type SeamSharpness } from './seam';

export interface SeamMeasure {
  /** {@link seamRatio}. */
  readonly ratio: number;
  /** Share of fringed border points minus the share on the natural silhouettes, 0…1. */
  readonly halo: number;
}

/** Hair, 0…1, above which a silhouette is not used for comparison: work planes are soft at their edges. */
const HAIR_MAX = 0.05;
/** Coverage by the photo above which a border is not the garment's own. */
const HIDDEN_MIN = 0.02;

/** S1 of a picture; null if the garment's border or the photo's silhouettes are hidden. */
export function measureSeam(picture: MeasuredPicture, natural: SeamSharpness | null): SeamMeasure | null {
  const seam = garmentBorder(picture);
  if (natural === null || seam === null) return null;
  return { ratio: seamRatio(seam, natural), halo: Math.max(0, seam.halo - natural.halo) };
}

/** The visible garment's border in the result. */
function garmentBorder(picture: MeasuredPicture): SeamSharpness | null {
  const { image, placement, layers } = picture;
  const box = grownBox(placement.box, PROFILE_REACH + 2, image);
  const [matte, use] = [createPlane(box.width, box.height), createPlane(box.width, box.height)];
  for (let y = 0, i = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++, i++) {
      matte.data[i] = visibleAt(picture, box.x + x, box.y + y);
      use.data[i] = layerAt(layers, layers.front, layers.workScale, box.x + x, box.y + y) < HIDDEN_MIN ? 1 : 0;
    }
  }
  return seamSharpness(cropRaster(image, box), matte, use);
}

/** The person's outline against the background in the untouched photo, without hair, which is soft by nature. The same for all garments. */
export function naturalSilhouette(photo: RasterU8, person: Person): SeamSharpness | null {
  const { person: body, hair } = person.planes;
  const k = person.workScale;
  const [matte, use] = [createPlane(photo.width, photo.height), createPlane(photo.width, photo.height)];
  const whole = { box: { x: 0, y: 0, width: photo.width, height: photo.height } };
  for (let y = 0, i = 0; y < photo.height; y++) {
    for (let x = 0; x < photo.width; x++, i++) {
      if (nearest(body, k, x, y) === 0) continue;
      matte.data[i] = layerAt(whole, body, k, x, y);
      use.data[i] = nearest(hair, k, x, y) < HAIR_MAX ? 1 : 0;
    }
  }
  return seamSharpness(photo, matte, use);
}

const nearest = (plane: PlaneF32, k: number, x: number, y: number): number => {
  const u = Math.min(plane.width - 1, Math.floor((x + 0.5) * k));
  const v = Math.min(plane.height - 1, Math.floor((y + 0.5) * k));
  return plane.data[v * plane.width + u];
};
