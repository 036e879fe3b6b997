import { resizeRaster, rgbToLab, type RasterU8 } from '@drape/imaging';

/** Height at which colours and patterns are read, pixels: narrow stripes are still four pixels wide. */
const SAMPLE_HEIGHT = 288;
/** Alpha (0…255) from which a pixel is the garment and nothing else. */
const OPAQUE_ALPHA = 250;

/** A small version of a cut-out, in a perceptual colour space. */
export interface FabricSample {
  readonly width: number;
  readonly height: number;
  /** L, a, b of each pixel, row by row. */
  readonly lab: Float32Array;
  /** 1 where the pixel and its eight neighbours are surely garment. */
  readonly inside: Uint8Array;
  /** How many of `inside` are 1. */
  readonly count: number;
}

/**
 * Reads the fabric of a cut-out.
 *
 * Layout: `rgba` straight alpha. Cost: one pass over `rgba`, about 6 ms at 1024 × 800.
 */
export function sampleFabric(rgba: RasterU8): FabricSample {
  const height = Math.min(SAMPLE_HEIGHT, rgba.height);
  const width = Math.max(3, Math.round((rgba.width * height) / rgba.height));
  const small = resizeRaster(rgba, width, height);
  const inside = new Uint8Array(width * height);
  let count = 0;
  for (let y = 1; y < height - 1; y++) count += markInsideRow(small.data, inside, width, y);
  return { width, height, lab: rgbToLab(small), inside, count };
}

/** Marks row y and returns how many pixels of it are inside. */
function markInsideRow(data: Uint8Array, inside: Uint8Array, width: number, y: number): number {
  let count = 0;
  for (let x = 1; x < width - 1; x++) {
    const i = y * width + x;
    let min = 255;
    for (let dy = -width; dy <= width; dy += width) {
      for (let dx = -1; dx <= 1; dx++) {
        const alpha = data[(i + dy + dx) * 4 + 3];
        if (alpha < min) min = alpha;
      }
    }
    if (min < OPAQUE_ALPHA) continue;
    inside[i] = 1;
    count++;
  }
  return count;
}
