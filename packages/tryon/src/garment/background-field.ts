import { boxBlur, createPlane, resizePlane } from '@drape/imaging';
import type { PlaneF32 } from '@drape/imaging';

/** The background's colour at every pixel, and how evenly it is lit. */
export interface BackgroundField {
  /** Lab distance of each pixel from the background expected there; darker counts for less, as shadows are background. */
  readonly distance: PlaneF32;
  /** Spread (1.48 MAD) of that distance among sure background pixels of the border ring. */
  readonly sigma: number;
}

/** How much darkness alone counts, up to so many steps of L. */
const SHADOW_WEIGHT = 0.4;
const SHADOW_MAX = 45;
/** The field is smooth: it is computed at this fraction of the size. */
const SHRINK = 4;
/** Far from any background the field falls back to the background's mean colour; this weight sets how soon. */
const FAR_WEIGHT = 2e-3;

/**
 * Estimates the background under the garment from the pixels that the saliency network calls background.
 *
 * A normalised box blur carries the colour inwards, so that vignettes and soft studio gradients are followed.
 * Layout: `lab` HWC float. Space: `saliency` has the same pixels. Cost: the blurs run at a quarter of the size.
 */
export function estimateBackground(lab: Float32Array, saliency: PlaneF32): BackgroundField {
  const { width, height } = saliency;
  const count = width * height;
  const mean = meanBackground(lab, saliency);
  const radius = Math.max(2, Math.round((Math.max(width, height) * 0.12) / SHRINK));
  const smooth = (plane: PlaneF32): PlaneF32 => {
    const small = resizePlane(plane, Math.max(1, Math.round(width / SHRINK)), Math.max(1, Math.round(height / SHRINK)));
    return resizePlane(boxBlur(boxBlur(small, radius), radius), width, height);
  };
  const weight = createPlane(width, height);
  for (let i = 0; i < count; i++) weight.data[i] = saliency.data[i] < 0.03 ? 1 : FAR_WEIGHT;
  const spreadWeight = smooth(weight);
  const distance = createPlane(width, height);
  const plane = createPlane(width, height);
  for (let channel = 0; channel < 3; channel++) {
    for (let i = 0; i < count; i++) {
      plane.data[i] = (weight.data[i] === 1 ? lab[i * 3 + channel] : mean[channel]) * weight.data[i];
    }
    const spread = smooth(plane);
    for (let i = 0; i < count; i++) {
      const raw = lab[i * 3 + channel] - spread.data[i] / spreadWeight.data[i];
      const shadow = channel === 0 && raw < 0 && raw > -SHADOW_MAX;
      const difference = shadow ? raw * SHADOW_WEIGHT : raw;
      distance.data[i] += difference * difference;
    }
  }
  for (let i = 0; i < count; i++) distance.data[i] = Math.sqrt(distance.data[i]);
  return { distance, sigma: ringSpread(distance, saliency) };
}

function meanBackground(lab: Float32Array, saliency: PlaneF32): [number, number, number] {
  const mean: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < saliency.data.length; i++) {
    if (saliency.data[i] >= 0.03) continue;
    count++;
    for (let channel = 0; channel < 3; channel++) mean[channel] += lab[i * 3 + channel];
  }
  const divisor = Math.max(1, count);
  return [mean[0] / divisor, mean[1] / divisor, mean[2] / divisor];
}

function ringSpread(distance: PlaneF32, saliency: PlaneF32): number {
  const { width, height } = distance;
  const ring = Math.max(2, Math.round(Math.min(width, height) * 0.03));
  const values: number[] = [];
  for (let y = 0; y < height; y++) {
    const edgeRow = y < ring || y >= height - ring;
    const step = edgeRow ? 1 : width - ring;
    for (let x = 0; x < width; x += x + 1 === ring ? Math.max(1, step - ring + 1) : 1) {
      const i = y * width + x;
      if (saliency.data[i] < 0.1) values.push(distance.data[i]);
    }
  }
  if (values.length < 50) return Number.POSITIVE_INFINITY;
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length * 0.68)];
}
