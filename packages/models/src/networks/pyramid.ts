import type { RasterU8 } from '@drape/imaging';

/**
 * A photo and its halvings, made when first asked for; sampling from the level that fits the scale avoids aliasing.
 *
 * Space: pixel centre (x, y) of level n lies at ((x + 0.5) · 2ⁿ, (y + 0.5) · 2ⁿ) of the photo.
 */
export class Pyramid {
  private readonly levels: RasterU8[];

  constructor(readonly photo: RasterU8) {
    this.levels = [photo];
  }

  /** The level whose pixels are the largest that are not larger than `pixelSize` photo pixels, and its number. */
  levelFor(pixelSize: number): { readonly raster: RasterU8; readonly level: number } {
    const level = Math.max(0, Math.min(8, Math.floor(Math.log2(pixelSize) + 1e-9)));
    while (this.levels.length <= level) this.levels.push(halve(this.levels[this.levels.length - 1]));
    return { raster: this.levels[level], level };
  }
}

/** Mean of 2×2 pixels, rounded; the last row or column of an odd side is repeated. */
export function halve(src: RasterU8): RasterU8 {
  const { width, height, channels, data } = src;
  const w = (width + 1) >> 1;
  const h = (height + 1) >> 1;
  const out = new Uint8Array(w * h * channels);
  let at = 0;
  for (let y = 0; y < h; y++) {
    const top = 2 * y * width;
    const bottom = Math.min(2 * y + 1, height - 1) * width;
    for (let x = 0; x < w; x++) {
      const left = 2 * x * channels;
      const right = Math.min(2 * x + 1, width - 1) * channels;
      const [a, b] = [top * channels, bottom * channels];
      for (let c = 0; c < channels; c++) {
        out[at++] = (data[a + left + c] + data[a + right + c] + data[b + left + c] + data[b + right + c] + 2) >> 2;
      }
    }
  }
  return { width: w, height: h, channels, data: out };
}
