import { copyIn, copyOut, kernels, reserve, startKernels } from '../memory/kernels';
import { createRaster, type PlaneF32, type RasterU8 } from '../core/raster';

export interface SmoothFillOptions {
  /** Half the side of the square, in halved pixels, over which colours are averaged before they are carried on. */
  readonly calm: number;
  /** How far from the border the known has its own colours, pixels. */
  readonly fade: number;
  /** Rows that are wanted; the others stay black. Default: all. */
  readonly rows?: { readonly from: number; readonly to: number };
}

/**
 * Colours drawn smoothly outwards from where `known` is at least ½, found at half size: smooth colours need no more. What is known is
 * carried on as the mean of its neighbourhood, and turns into its own colours further in.
 *
 * Layout: raster RGB or RGBA, result RGB. Aliasing: new memory. Cost: about 12 ns a pixel. Throws: RangeError where sizes differ, for grey
 * pictures, and for rows beyond the picture.
 */
export function smoothFill(raster: RasterU8, known: PlaneF32, options: SmoothFillOptions): RasterU8 {
  const { width, height, channels } = raster;
  const { calm, fade } = options;
  const { from, to } = options.rows ?? { from: 0, to: height };
  if (width !== known.width || height !== known.height) throw new RangeError('raster and known differ in size');
  if (channels === 1) throw new RangeError('smoothFill takes colours');
  if (!(from >= 0 && to <= height)) throw new RangeError(`rows ${from} to ${to} lie beyond the picture`);
  const out = createRaster(width, height, 3);
  if (from >= to) return out;
  const kernel = kernels();
  startKernels();
  const filled = reserve(out.data.length);
  kernel.smoothFill({
    raster: copyIn(raster.data),
    channels,
    known: copyIn(known.data),
    width,
    height,
    calm,
    fade,
    from,
    to,
    out: filled,
    work: reserve(kernel.smoothFillSize(width, height, calm, fade)),
  });
  copyOut(filled + 3 * width * from, out.data.subarray(3 * width * from, 3 * width * to));
  return out;
}
