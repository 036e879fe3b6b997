import { type RasterU8 } from '../core/raster';
import { halveRaster } from './resize';
import { outsideScratch } from '../memory/scratch';

/**
 * A photo and its halvings, made on demand; sampling from the level that matches the scale avoids aliasing.
 *
 * Space: pixel centre (x, y) of level n is at ((x + 0.5) · 2ⁿ, (y + 0.5) · 2ⁿ) of the photo.
 */
export class Pyramid {
  private readonly levels: RasterU8[];

  constructor(readonly photo: RasterU8) {
    this.levels = [photo];
  }

  /** The level with the largest pixels that are not larger than `pixelSize` photo pixels, and its number. */
  levelFor(pixelSize: number): { readonly raster: RasterU8; readonly level: number } {
    const level = Math.max(0, Math.min(8, Math.floor(Math.log2(pixelSize) + 1e-9)));
    while (this.levels.length <= level)
      this.levels.push(outsideScratch(() => halveRaster(this.levels[this.levels.length - 1])));
    return { raster: this.levels[level], level };
  }
}

const pyramids = new WeakMap<RasterU8, Pyramid>();

/** The pyramid of a photo that is no longer written to; it lives as long as the photo, and all callers share it. */
export function pyramidOf(photo: RasterU8): Pyramid {
  const pyramid = pyramids.get(photo) ?? new Pyramid(photo);
  pyramids.set(photo, pyramid);
  return pyramid;
}
