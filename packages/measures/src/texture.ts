import { erodeDisc, luma, sobelMagnitude, ssim, type PlaneF32, type RasterU8 } from '@drape/imaging';

export interface TextureFidelity {
  /** Mean structural similarity of the lumas, −1…1; ≥ .95 wanted. */
  readonly ssim: number;
  /** Gradient energy of the result ÷ that of the garment; .85…1.15 wanted. Below: blurred. Above: noise, jags, ringing. */
  readonly gradient: number;
}

/** Added to both gradients, about one level of 255: a plain garment has no gradient, and the ratio would be undefined. */
const LEVEL = 1 / 255;
/** Distance from the mask's edge, pixels, within which SSIM's window includes pixels outside the garment. */
const WINDOW = 4;
/** Fewest pixels for a result. */
const LEAST = 400;

/**
 * T1: whether the garment's print and weave survived. Null if too little of the garment is visible.
 *
 * Layout: RGB of equal size; `mask` 1 where both show the same point of the garment; outside it `unlit` should equal `given`. The
 * renderer's light must be divided out first: it is no fault of the texture. Source: docs/picture/details.md, "Quality gates".
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
