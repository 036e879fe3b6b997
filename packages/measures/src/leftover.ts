import {
  cropRaster,
  deltaE76,
  erode,
  resizeRaster,
  rgbToLab,
  type Lab,
  type PlaneF32,
  type RasterU8,
} from '@drape/imaging';
import type { MeasuredPicture } from '@drape/tryon';

/** Colour difference below which two patches side by side look the same. Source: Mahy et al. 1994, the usual 2.3 of CIELAB. */
const JUST_NOTICEABLE = 2.3;
/** Width of the old garment's rim that is left out, in shoulder widths: there its pixels are mixed with those beside it. */
export const RIM_WIDTH = 0.012;

export interface Leftover {
  /** Share, 0…1, of the old garment's pixels that are still visible. */
  readonly share: number;
  /** Work pixels of the old garment that were compared. */
  readonly area: number;
}

/**
 * leftover: the share of the old garment (the class that is replaced, as parsed, without its rim) that the new garment and invented limbs
 * do not cover and whose colour is unchanged. Range: 0…1, ≤ .005 wanted; 0 if nothing had to go.
 *
 * Compared at work size, where a pixel is the mean of several: neither grain nor blur over an old sleeve makes it count as gone.
 * Source: docs/picture/details.md, "Quality gates".
 */
export function leftover(picture: MeasuredPicture): Leftover {
  const { person, layers } = picture;
  const { old, box } = layers;
  const rim = Math.max(1, Math.round(RIM_WIDTH * person.body.shoulderWidth * layers.workScale));
  const inner = erode(old, rim);
  const cover = coveredPlane(picture);
  const before = rgbToLab(resizeRaster(cropRaster(picture.photo, box), old.width, old.height));
  const after = rgbToLab(resizeRaster(cropRaster(picture.image, box), old.width, old.height));
  let [area, left] = [0, 0];
  for (let i = 0; i < inner.data.length; i++) {
    if (inner.data[i] < 0.5) continue;
    area++;
    if (cover.data[i] < 0.5 && deltaE76(labAt(before, i), labAt(after, i)) < JUST_NOTICEABLE) left++;
  }
  return { share: area === 0 ? 0 : left / area, area };
}

const labAt = (lab: Float32Array, i: number): Lab => [lab[3 * i], lab[3 * i + 1], lab[3 * i + 2]];

/** Coverage by the new garment and invented limbs, 0…1 over the layers' planes. */
export function coveredPlane({ placement, layers }: MeasuredPicture): PlaneF32 {
  const { old, front, limbs, snap, box, workScale } = layers;
  const alpha = workAlpha(placement.rgba, placement.box, box, { k: workScale, width: old.width, height: old.height });
  for (let i = 0; i < alpha.data.length; i++) {
    const garment = Math.max(alpha.data[i], snap.data[i]) * (1 - front.data[i]);
    alpha.data[i] = Math.max(garment, limbs.data[i] * (1 - front.data[i]));
  }
  return alpha;
}

interface WorkSize {
  readonly k: number;
  readonly width: number;
  readonly height: number;
}

interface Corner {
  readonly x: number;
  readonly y: number;
}

/** Alpha of the placed garment, averaged to work size, over the layers' box. */
function workAlpha(rgba: RasterU8, at: Corner, origin: Corner, { k, width, height }: WorkSize): PlaneF32 {
  const data = new Float32Array(width * height);
  const area = new Float32Array(width * height);
  for (let v = 0; v < rgba.height; v++) {
    const y = Math.floor((v + 0.5 + at.y - origin.y) * k);
    if (y < 0 || y >= height) continue;
    for (let u = 0; u < rgba.width; u++) {
      const x = Math.floor((u + 0.5 + at.x - origin.x) * k);
      if (x < 0 || x >= width) continue;
      data[y * width + x] += rgba.data[4 * (v * rgba.width + u) + 3] / 255;
      area[y * width + x]++;
    }
  }
  // at the box's edge a work pixel is only partly inside: the part outside counts as empty
  for (let i = 0; i < data.length; i++) data[i] = area[i] === 0 ? 0 : data[i] / Math.max(area[i], 0.75 / (k * k));
  return { width, height, data };
}
