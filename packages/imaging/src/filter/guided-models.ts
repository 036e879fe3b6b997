import { copyOut, kernels, reserve, startKernels } from '../memory/kernels';
import { assertGuided, FIELD, modelFields } from './model-fields';
import { createPlane, type PlaneF32, type RasterU8 } from '../core/raster';

/** Linear models of planes in the guide's colours: q = a·R + b·G + c·B + d, one set of four planes per refined plane. */
export interface GuidedModels {
  readonly width: number;
  readonly height: number;
  /** Four planes per source plane: a, b, c, d. */
  readonly coefficients: readonly PlaneF32[];
}

/**
 * The colour guided filter's coefficients for several planes at once: the guide's covariance is inverted only once.
 *
 * Layout: guide RGB of the planes' size. Range: guide 0…1 inside. Cost: 50 ns per pixel, and 20 more per plane.
 * Throws: RangeError if guide and planes do not fit. Source: He, Sun, Tang 2013, eqs. 19–21; He, Sun 2015: computed at low resolution,
 * applied at high.
 */
export function guidedModels(guide: RasterU8, planes: readonly PlaneF32[], radius: number, eps: number): GuidedModels {
  assertGuided(guide, planes);
  const { width, height } = guide;
  const size = width * height;
  startKernels();
  kernels();
  const fields = reserve(FIELD * size * planes.length);
  modelFields(guide, planes, radius, eps, fields);
  const models = new Float32Array(4 * size);
  const coefficients = planes.flatMap((_, p) => {
    copyOut(fields + p * FIELD * size, models);
    return [0, 1, 2, 3].map((c) => everyFourth(models, c, createPlane(width, height)));
  });
  return { width, height, coefficients };
}

function everyFourth(models: Float32Array, from: number, plane: PlaneF32): PlaneF32 {
  const { data } = plane;
  for (let i = 0, j = from; i < data.length; i++, j += 4) data[i] = models[j];
  return plane;
}
