import { copyIn, copyOut, kernels, reserve, startKernels } from '../memory/kernels';
import { allocPlaneUninitialised, type PlaneF32 } from '../core/raster';

/**
 * Lab distance of each pixel from the ground's colour that is expected there; darker counts for less, as shadows are ground.
 *
 * The colours of pixels of less than .03 `belief` are carried inwards by a normalised blur of `radius` pixels in cells of 4 × 4, so that
 * vignettes and soft gradients are followed; far from any ground their mean counts.
 * Layout: `lab` HWC float. Space: `belief` has the same pixels. Aliasing: new memory. Cost: 15 ns a pixel.
 */
export function distanceFromGround(lab: Float32Array, belief: PlaneF32, radius: number): PlaneF32 {
  const { width, height, data } = belief;
  const { groundDistance, groundScratch } = kernels();
  const cells = Math.max(2, Math.round(radius / 4));
  startKernels();
  const [colours, beliefs, distance] = [copyIn(lab), copyIn(data), reserve(data.byteLength)];
  groundDistance(colours, beliefs, width, height, cells, distance, reserve(groundScratch(width, height, cells)));
  const out = allocPlaneUninitialised(width, height);
  copyOut(distance, out.data);
  return out;
}
