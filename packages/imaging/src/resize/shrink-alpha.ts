import { kernels, reserve, startKernels } from '../memory/kernels';
import { allocPlaneUninitialised, type PlaneF32, type RasterU8 } from '../core/raster';
import { forEachStrip } from './strips';

/**
 * The alpha of RGBA at a smaller size, 0…1: the mean over each pixel's area.
 *
 * Space: pixel areas map onto pixel areas. Aliasing: new memory. Cost: about .5 ns per source pixel.
 * Throws: RangeError unless the picture has alpha and shrinks along both axes.
 */
export function shrinkAlpha(rgba: RasterU8, width: number, height: number): PlaneF32 {
  if (rgba.channels !== 4) throw new RangeError(`alpha needs 4 channels, got ${rgba.channels}`);
  if (rgba.width < width || rgba.height < height) {
    throw new RangeError(`${rgba.width}×${rgba.height} does not shrink to ${width}×${height}`);
  }
  const out = allocPlaneUninitialised(width, height);
  const kernel = kernels();
  startKernels();
  const wide = reserve(4 * rgba.width);
  const taps = reserve(kernel.alphaTapsSize(rgba.width, width));
  kernel.alphaTaps(rgba.width, width, taps);
  forEachStrip(rgba.data, rgba.height, out.data, height, ({ src, firstRow, dst, from, to }) => {
    kernel.shrinkAlpha({
      src,
      firstRow,
      dst,
      srcWidth: rgba.width,
      srcHeight: rgba.height,
      width,
      height,
      from,
      to,
      wide,
      taps,
    });
  });
  return out;
}
