import type { ProductCategory } from '@drape/contracts';
import { createRaster, erode, psnr, samplePlane, ssim, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { smoothstep, type Person } from '@drape/tryon';

/** A garment cut out of the photo of the person who wears it. */
export interface WornGarment {
  readonly category: ProductCategory;
  /** RGBA with straight alpha, cropped to the garment and a margin. */
  readonly rgba: RasterU8;
  /** Where it was worn, 0…1, at the person's work size. */
  readonly region: PlaneF32;
}

/** Least share of the photo that a worn garment must cover to be tried on. */
const GARMENT_SHARE_MIN = 0.02;
/** Transparent pixels around the cut-out. */
const CUT_OUT_MARGIN = 12;

/**
 * P1's product picture: the largest garment that the parser finds, cut out of the photo. Null if none is large enough.
 *
 * If it is tried on again, the ground truth is the photo itself. Parts that hair and arms hid remain holes, so the result is a lower bound.
 */
export function wornGarment(photo: RasterU8, person: Person): WornGarment | null {
  const { planes, workScale } = person;
  const choices: readonly (readonly [ProductCategory, PlaneF32])[] = [
    ['top', planes.top],
    ['jacket', planes.outer],
    ['dress', planes.dress],
    ['pants', planes.pants],
    ['skirt', planes.skirt],
  ];
  const [category, region] = choices.reduce((best, next) => (total(next[1]) > total(best[1]) ? next : best));
  if (total(region) < GARMENT_SHARE_MIN * region.data.length) return null;
  let [left, top, right, bottom] = [photo.width, photo.height, 0, 0];
  const alphaAt = (x: number, y: number): number =>
    smoothstep(samplePlane(region, (x + 0.5) * workScale, (y + 0.5) * workScale), 0.3, 0.7);
  for (let y = 0; y < photo.height; y++) {
    for (let x = 0; x < photo.width; x++) {
      if (alphaAt(x, y) === 0) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
  }
  const rgba = createRaster(right - left + 2 * CUT_OUT_MARGIN, bottom - top + 2 * CUT_OUT_MARGIN, 4);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const to = 4 * ((y - top + CUT_OUT_MARGIN) * rgba.width + x - left + CUT_OUT_MARGIN);
      const from = photo.channels * (y * photo.width + x);
      for (let c = 0; c < 3; c++) rgba.data[to + c] = photo.data[from + c];
      rgba.data[to + 3] = 255 * alphaAt(x, y) + 0.5;
    }
  }
  return { category, rgba, region };
}

const total = ({ data }: PlaneF32): number => data.reduce((sum, value) => sum + value, 0);

/** P1: how close a self-transfer is to the photo. Higher is better; tracked, without a gate. */
export interface PairedFidelity {
  readonly ssim: number;
  readonly psnr: number;
  /** On the garment alone, without its rim. */
  readonly ssimInside: number;
  readonly psnrInside: number;
}

/** Compares a self-transfer with the photo that it was taken from. `region` as in {@link WornGarment}. */
export function pairedFidelity(photo: RasterU8, image: RasterU8, region: PlaneF32): PairedFidelity {
  const inner = erode(region, 3);
  const mask: PlaneF32 = {
    width: photo.width,
    height: photo.height,
    data: new Float32Array(photo.width * photo.height),
  };
  const [kx, ky] = [region.width / photo.width, region.height / photo.height];
  for (let y = 0, i = 0; y < photo.height; y++) {
    const row = Math.floor((y + 0.5) * ky) * region.width;
    for (let x = 0; x < photo.width; x++, i++) mask.data[i] = inner.data[row + Math.floor((x + 0.5) * kx)];
  }
  return {
    ssim: ssim(photo, image),
    psnr: psnr(photo, image),
    ssimInside: ssim(photo, image, mask),
    psnrInside: psnr(photo, image, mask),
  };
}
