import { patchMatch, resizePlane, resizeRaster, type PlaneF32, type RasterU8 } from '@drape/imaging';

/** Longer side of the picture in which patches are matched. */
const SIDE = 256;
const NEARNESS = 60;

/**
 * Paints a hole with patches of what is known, matched in a small picture and fetched from the large one, so that seams, stripes and
 * the cloth's grain go on.
 *
 * Layout: RGB. Space: `hole` and `known` (0 or 1) have the picture's pixels. Aliasing: new memory. Cost: some tenths of a second.
 */
export function fillByPatches(picture: RasterU8, hole: PlaneF32, known: PlaneF32): RasterU8 {
  const { width, height } = picture;
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const [w, h] = [Math.max(16, Math.round(width * scale)), Math.max(16, Math.round(height * scale))];
  const small = resizeRaster(picture, w, h);
  const lost = binary(resizePlane(hole, w, h), 0.02);
  const seen = binary(resizePlane(known, w, h), 0.98);
  const { raster, matches } = patchMatch(small, lost, { known: seen, nearness: NEARNESS });
  const out: RasterU8 = { ...picture, data: picture.data.slice() };
  const coarse = resizeRaster(raster, width, height);
  for (let y = 0, i = 0; y < height; y++) {
    const sy = Math.min(h - 1, Math.floor((y + 0.5) * scale));
    for (let x = 0; x < width; x++, i++) {
      if (hole.data[i] === 0) continue;
      const sx = Math.min(w - 1, Math.floor((x + 0.5) * scale));
      const match = matches === null ? -1 : matches[sy * w + sx];
      const from = match < 0 ? -1 : fetchedFrom(x, y, { match, sx, sy, w, scale }, picture);
      const source =
        from < 0 || known.data[from] < 0.5
          ? coarse.data.subarray(3 * i, 3 * i + 3)
          : picture.data.subarray(3 * from, 3 * from + 3);
      out.data.set(source, 3 * i);
    }
  }
  return out;
}

interface Matched {
  readonly match: number;
  readonly sx: number;
  readonly sy: number;
  readonly w: number;
  readonly scale: number;
}

/** Index of the large picture's pixel that a pixel is fetched from. */
function fetchedFrom(x: number, y: number, { match, sx, sy, w, scale }: Matched, { width, height }: RasterU8): number {
  const fx = Math.round(x + ((match % w) - sx) / scale);
  const fy = Math.round(y + (Math.floor(match / w) - sy) / scale);
  return fx < 0 || fy < 0 || fx >= width || fy >= height ? -1 : fy * width + fx;
}

function binary({ width, height, data }: PlaneF32, least: number): PlaneF32 {
  return { width, height, data: Float32Array.from(data, (value) => (value >= least ? 1 : 0)) };
}
