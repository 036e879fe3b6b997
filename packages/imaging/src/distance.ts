import { createPlane, type PlaneF32 } from './raster';

/**
 * Depth inside a mask: for each pixel above the threshold the Euclidean distance to the nearest pixel that is not; 0 elsewhere.
 *
 * Space: between pixel centres, so the outermost pixels of a region have depth 1. The picture's border is not "outside": a mask
 * that is full everywhere has depth Infinity. Cost: O(1) a pixel, about 20 ns. Aliasing: new memory.
 * Source: Felzenszwalb, Huttenlocher 2012 (rows by lower envelopes; columns by two scans, which is equal for one axis).
 */
export function distanceTransform(mask: PlaneF32, threshold = 0.5): PlaneF32 {
  return distanceField(mask, threshold, false);
}

/** Distance of each pixel outside a mask to the nearest pixel above the threshold; 0 inside, Infinity when the mask is empty. */
export function distanceToMask(mask: PlaneF32, threshold = 0.5): PlaneF32 {
  return distanceField(mask, threshold, true);
}

/** Signed distance to the outline: + inside, − outside, ±0.5 beside the border line between two pixels. */
export function signedDistance(mask: PlaneF32, threshold = 0.5): PlaneF32 {
  const inside = distanceTransform(mask, threshold);
  const outside = distanceToMask(mask, threshold);
  for (let i = 0; i < inside.data.length; i++) {
    inside.data[i] = inside.data[i] > 0 ? inside.data[i] - 0.5 : 0.5 - outside.data[i];
  }
  return inside;
}

/** Distance to the nearest seed; seeds are the pixels above the threshold when `seedAbove`, else the others. */
function distanceField(mask: PlaneF32, threshold: number, seedAbove: boolean): PlaneF32 {
  const { width, height, data } = mask;
  const out = createPlane(width, height);
  const d = out.data;
  for (let i = 0; i < d.length; i++) d[i] = data[i] > threshold === seedAbove ? 0 : Infinity;
  for (let i = width; i < d.length; i++) if (d[i] > d[i - width] + 1) d[i] = d[i - width] + 1;
  for (let i = d.length - width - 1; i >= 0; i--) if (d[i] > d[i + width] + 1) d[i] = d[i + width] + 1;
  const squares = new Float64Array(width);
  const apex = new Int32Array(width);
  const from = new Float64Array(width + 1);
  for (let y = 0; y < height; y++) envelopeRow(d, y * width, width, squares, apex, from);
  return out;
}

/** Replaces the column distances of one row by the Euclidean ones: the lower envelope of the parabolas (x − q)² + g(q)². */
function envelopeRow(
  d: Float32Array,
  start: number,
  width: number,
  squares: Float64Array,
  apex: Int32Array,
  from: Float64Array,
): void {
  let k = -1;
  for (let q = 0; q < width; q++) {
    const g = d[start + q];
    squares[q] = g * g;
    if (g === Infinity) continue;
    let cut = -Infinity;
    while (k >= 0) {
      const p = apex[k];
      cut = (squares[q] + q * q - (squares[p] + p * p)) / (2 * (q - p));
      if (cut > from[k]) break;
      k--;
    }
    k++;
    apex[k] = q;
    from[k] = k === 0 ? -Infinity : cut;
  }
  if (k < 0) return;
  from[k + 1] = Infinity;
  for (let x = 0, i = 0; x < width; x++) {
    while (from[i + 1] < x) i++;
    const dx = x - apex[i];
    d[start + x] = Math.sqrt(dx * dx + squares[apex[i]]);
  }
}
