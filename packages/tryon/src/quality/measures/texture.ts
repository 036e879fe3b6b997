import { erodeDisc, luma, sobelMagnitude, ssim, type PlaneF32, type RasterU8 } from '@drape/imaging';

export interface TextureFidelity {
  /** Mean structural similarity of the lumas, −1…1; ≥ .95 wanted. */
  readonly ssim: number;
  /** Gradient energy of the result ÷ that of the garment; .85…1.15 wanted. Below: blurred. Above: noise, jags, ringing. */
  readonly gradient: number;
}

/** Added to both gradients, about one level of 255: a plain garment has none, and no ratio of nothings. */
const LEVEL = 1 / 255;
/** SSIM's window reaches about this far: nearer to the mask's edge its pixels are not all the garment's. */
const WINDOW = 4;
/** Fewer pixels than this tell nothing. */
const LEAST = 400;

/**
 * T1: whether the garment's print and weave survived. Null when too little of the garment is seen.
 *
 * Layout: RGB of equal size; `mask` 1 where both show the same place of the garment; outside it `unlit` should equal `given`.
 * Light that was laid on must be divided out before: it is no fault of the texture. Source: docs/picture/details.md, "Quality gates".
 */
export function textureFidelity(given: RasterU8, unlit: RasterU8, mask: PlaneF32): TextureFidelity | null {
  const inner = erodeDisc(mask, WINDOW);
  let area = 0;
  let [a, b] = [0, 0];
  const [ga, gb] = [sobelMagnitude(luma(given)).data, sobelMagnitude(luma(unlit)).data];
  for (let i = 0; i < inner.data.length; i++) {
    if (inner.data[i] === 0) continue;
    area++;
    a += ga[i];
    b += gb[i];
  }
  if (area < LEAST) return null;
  return { ssim: ssim(given, unlit, inner), gradient: (b / area + LEVEL) / (a / area + LEVEL) };
}
