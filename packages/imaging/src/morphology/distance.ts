import { copyIn, copyOut, kernels, reserve, startKernels } from '../memory/kernels';
import { allocPlaneUninitialised, type PlaneF32 } from '../core/raster';

/**
 * Depth inside a mask: for each pixel above the threshold the Euclidean distance to the nearest pixel that is not; 0 elsewhere.
 *
 * Space: between pixel centres, so the outermost pixels of a region have depth 1. The picture's border is not "outside": a mask that is
 * full everywhere has depth Infinity. Cost: O(1) per pixel, about 10 ns. Aliasing: new memory.
 * Source: Felzenszwalb, Huttenlocher 2012 (rows by lower envelopes; columns by two scans, which is equal for one axis).
 */
export function distanceTransform(mask: PlaneF32, threshold = 0.5): PlaneF32 {
  return distanceField(mask, threshold, false);
}

/** Distance of each pixel outside a mask to the nearest pixel above the threshold; 0 inside, Infinity if the mask is empty. */
export function distanceToMask(mask: PlaneF32, threshold = 0.5): PlaneF32 {
  return distanceField(mask, threshold, true);
}

/** Distance to the nearest seed; seeds are the pixels above the threshold if `seedAbove`, else the others. */
function distanceField(mask: PlaneF32, threshold: number, seedAbove: boolean): PlaneF32 {
  const { width, height, data } = mask;
  const kernel = kernels();
  startKernels();
  const plane = copyIn(data);
  kernel.distanceField(plane, width, height, threshold, seedAbove, reserve(kernel.distanceScratch(width)));
  const out = allocPlaneUninitialised(width, height);
  copyOut(plane, out.data);
  return out;
}
