import { createPlane, cropPlane, cropRaster, resizeRaster, type PlaneF32, type RasterU8 } from '@drape/imaging';
import type { MeasuredPicture } from '../picture';

/** A picture's layers at work size, over the part of the photo that changes. */
export interface WorkView {
  readonly width: number;
  readonly height: number;
  /** Photo and result, RGB. */
  readonly before: RasterU8;
  readonly after: RasterU8;
  /** The photo's ground, 1 − person. */
  readonly person: PlaneF32;
  readonly skin: PlaneF32;
  readonly shoes: PlaneF32;
  /** What of the garment is seen, 0…1. */
  readonly seen: Float32Array;
  /** Where the photo went and no garment lies, 0…1. */
  readonly bared: Float32Array;
  /** Work pixels a shoulder width. */
  readonly sw: number;
  /** Row of the shoulders and of the hips. */
  readonly shoulderRow: number;
  readonly hipRow: number;
}

/** Cost: one reduction of the result, and a pass over the planes. */
export function workView({ image, person, layers }: MeasuredPicture): WorkView {
  const { box, workScale: k, garment, front, limbs, removal } = layers;
  const { width, height } = garment;
  const at = { x: Math.round(box.x * k), y: Math.round(box.y * k), width, height };
  const seen = createPlane(width, height).data;
  const bared = createPlane(width, height).data;
  for (let i = 0; i < seen.length; i++) {
    const shown = garment.data[i] * (1 - front.data[i]) * (1 - limbs.data[i]);
    seen[i] = shown;
    bared[i] = removal.data[i] * (1 - front.data[i]) * (1 - shown);
  }
  const { planes, body } = person;
  return {
    width,
    height,
    before: cropRaster(person.guide, at),
    after: resizeRaster(cropRaster(image, box), width, height),
    person: cropPlane(planes.person, at),
    skin: cropPlane(planes.skin, at),
    shoes: cropPlane(planes.shoes, at),
    seen,
    bared,
    sw: body.shoulderWidth * k,
    shoulderRow: (body.shoulderMid.y - box.y) * k,
    hipRow: (body.hipMid.y - box.y) * k,
  };
}
