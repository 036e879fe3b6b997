import { copyIn, copyTo, kernels, reserve } from '../memory/kernels';
import type { PlaneF32, RasterU8 } from '../core/raster';

/** Bytes of a field's pixel: four float32. */
export const FIELD = 16;

/**
 * Computes the linear models of planes in the guide's colours into fields, starting at `fields`: a, b, c, d per pixel, one field per plane.
 *
 * Call it between `startKernels` and the last `copyOut`.
 */
export function modelFields(
  guide: RasterU8,
  planes: readonly PlaneF32[],
  radius: number,
  eps: number,
  fields: number,
): void {
  const { width, height } = guide;
  const { guidedScratch, guideStatistics, guideStatisticsSize, planeModels } = kernels();
  const statistics = reserve(guideStatisticsSize(width, height));
  const scratch = reserve(guidedScratch(width, height));
  guideStatistics(copyIn(guide.data), width, height, radius, eps, statistics, scratch);
  const source = reserve(4 * width * height);
  planes.forEach((plane, p) => {
    copyTo(source, plane.data);
    planeModels(source, statistics, width, height, radius, fields + p * FIELD * width * height, scratch);
  });
}

/** Throws RangeError unless the guide is RGB and all planes have its size. */
export function assertGuided(guide: RasterU8, planes: readonly PlaneF32[]): void {
  const { width, height } = guide;
  if (guide.channels !== 3) throw new RangeError('a guide must be RGB');
  if (!planes.every((p) => p.width === width && p.height === height && p.data.length === width * height)) {
    throw new RangeError('planes and guide must have the same size');
  }
}
