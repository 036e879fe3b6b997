import type { RasterU8 } from '@drape/imaging';

/** A cut-out sampled at few points, cropped to the solid ones. */
export interface Cells {
  readonly width: number;
  readonly height: number;
  /** 1 where the cut-out is more than half opaque. */
  readonly solid: Uint8Array;
  /** Lightness 0…1, meaningful where the cut-out is solid. */
  readonly light: Float32Array;
  readonly chroma: Float32Array;
  /** Number of points that are neither clear nor opaque. */
  readonly half: number;
}

const SOLID_ALPHA_MIN = 128;
const CLEAR_ALPHA_MAX = 26;
const OPAQUE_ALPHA_MIN = 230;

/** Samples a cut-out in about `rows` rows. Layout: RGBA. */
export function cellsOf(rgba: RasterU8, rows: number): Cells {
  const step = Math.max(1, Math.round(rgba.height / rows));
  const [width, height] = [Math.ceil(rgba.width / step), Math.ceil(rgba.height / step)];
  const solid = new Uint8Array(width * height);
  const light = new Float32Array(width * height);
  const chroma = new Float32Array(width * height);
  let half = 0;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const o = 4 * (y * step * rgba.width + x * step);
      const [r, g, b, a] = [rgba.data[o], rgba.data[o + 1], rgba.data[o + 2], rgba.data[o + 3]];
      if (a > CLEAR_ALPHA_MAX && a < OPAQUE_ALPHA_MIN) half++;
      if (a < SOLID_ALPHA_MIN) continue;
      solid[i] = 1;
      light[i] = (0.299 * r + 0.587 * g + 0.114 * b) / 255;
      chroma[i] = (Math.max(r, g, b) - Math.min(r, g, b)) / 255;
    }
  }
  return { width, height, solid, light, chroma, half };
}
