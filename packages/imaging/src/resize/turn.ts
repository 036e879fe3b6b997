import { copyIn, copyOut, kernels, reserve, startKernels } from '../memory/kernels';
import { allocPlaneUninitialised, type PlaneF32 } from '../core/raster';

/** The sides of a frame, and the cosine and sine of the angle by which a place in it is turned to lie in the plane. */
export interface Turn {
  readonly width: number;
  readonly height: number;
  readonly cos: number;
  readonly sin: number;
}

/**
 * Turns a plane about its centre into a frame, bilinear, 0 outside of it.
 *
 * Range: between 0 and the source's values. Aliasing: new memory. Cost: 5 ns a pixel of the frame.
 */
export function turnPlane(plane: PlaneF32, { width, height, cos, sin }: Turn): PlaneF32 {
  const out = allocPlaneUninitialised(width, height);
  const kernel = kernels();
  startKernels();
  const [from, to] = [copyIn(plane.data), reserve(out.data.byteLength)];
  kernel.turnPlane(from, plane.width, plane.height, to, width, height, cos, sin);
  copyOut(to, out.data);
  return out;
}
