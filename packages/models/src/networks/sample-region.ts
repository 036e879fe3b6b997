import type { Pyramid, PlaneF32, RasterU8 } from '@drape/imaging';
import { toPhoto, type Region } from './region';

export interface SampleOptions {
  readonly width: number;
  readonly height: number;
  /** What lies outside the photo: the nearest edge pixel, or black. */
  readonly border: 'replicate' | 'zero';
  /** A channel's value v in 0…255 becomes v · scale + offset; one pair a channel (R, G, B). */
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
}

/**
 * Cuts a region out of a photo as the input of a network, bilinear on the fitting level of the pyramid.
 *
 * Layout: float32 [3, height, width], channel order R, G, B.
 * Space: pixel centres: output (x, y) samples the region at ((x + 0.5) / width, (y + 0.5) / height).
 * Range: as `scale` and `offset` make it.
 */
export function sampleRegion(pyramid: Pyramid, region: Region, options: SampleOptions): Float32Array {
  const { width, height, border, scale, offset } = options;
  const { raster, level } = pyramid.levelFor(Math.min(region.width / width, region.height / height));
  const pixel = 2 ** level;
  const first = toPhoto(region, 0.5 / width, 0.5 / height);
  const alongX = step(region, 1 / width, 0, pixel);
  const alongY = step(region, 0, 1 / height, pixel);
  const out = new Float32Array(3 * width * height);
  const line: Line = { raster, out, plane: width * height, width, zero: border === 'zero', scale, offset };
  for (let j = 0; j < height; j++) {
    const x = first.x / pixel - 0.5 + j * alongY.x;
    const y = first.y / pixel - 0.5 + j * alongY.y;
    sampleRow(line, j * width, x, y, alongX.x, alongX.y);
  }
  return out;
}

interface Line {
  readonly raster: RasterU8;
  readonly out: Float32Array;
  readonly plane: number;
  readonly width: number;
  readonly zero: boolean;
  readonly scale: SampleOptions['scale'];
  readonly offset: SampleOptions['offset'];
}

/**
 * One row of {@link sampleRegion} from (left, top) on, moving by (dx, dy) a pixel; a function of its own, so that it is compiled.
 *
 * Subtracting 0 tells the compiler that a counter starts as a number: else each step of it is an object on the heap.
 */
function sampleRow(line: Line, start: number, left: number, top: number, dx: number, dy: number): void {
  const { raster, out, plane, width, zero, scale, offset } = line;
  let x = left - 0;
  let y = top - 0;
  const { data, channels } = raster;
  const maxX = raster.width - 1;
  const maxY = raster.height - 1;
  for (let at = start; at < start + width; at++, x += dx, y += dy) {
    const inside = x >= -0.5 && y >= -0.5 && x <= maxX + 0.5 && y <= maxY + 0.5;
    if (zero && !inside) {
      for (let c = 0; c < 3; c++) out[c * plane + at] = offset[c];
      continue;
    }
    const cx = x < 0 ? 0 : x > maxX ? maxX : x;
    const cy = y < 0 ? 0 : y > maxY ? maxY : y;
    const x0 = Math.floor(cx);
    const y0 = Math.floor(cy);
    const fx = cx - x0;
    const fy = cy - y0;
    const a = (y0 * raster.width + x0) * channels;
    const b = a + (x0 < maxX ? channels : 0);
    const down = y0 < maxY ? raster.width * channels : 0;
    for (let c = 0; c < 3; c++) {
      const upper = data[a + c] + (data[b + c] - data[a + c]) * fx;
      const lower = data[a + down + c] + (data[b + down + c] - data[a + down + c]) * fx;
      out[c * plane + at] = (upper + (lower - upper) * fy) * scale[c] + offset[c];
    }
  }
}

/**
 * Lays a network's map of a region back over the photo, bilinear, 0 outside the region.
 *
 * Layout: `map` is [mapHeight, mapWidth] in the region's own axes; the result covers the photo (width × height), at a half or a
 * quarter of its size where the map's own pixels are that much larger. Cost: about 10 ns a pixel of the result.
 */
export function spreadRegion(map: PlaneF32, photoRegion: Region, photoWidth: number, photoHeight: number): PlaneF32 {
  const cell = Math.min(photoRegion.width / map.width, photoRegion.height / map.height);
  const shrink = cell >= 4 ? 4 : cell >= 2 ? 2 : 1;
  const width = Math.ceil(photoWidth / shrink);
  const height = Math.ceil(photoHeight / shrink);
  const region = scaled(photoRegion, width / photoWidth, height / photoHeight);
  const out = new Float32Array(width * height);
  const corners = [0, 1].flatMap((u) => [0, 1].map((v) => toPhoto(region, u, v)));
  const clampTo = (limit: number, value: number) => Math.max(0, Math.min(limit, Math.round(value)));
  const left = clampTo(width, Math.min(...corners.map((p) => p.x)));
  const right = clampTo(width, Math.max(...corners.map((p) => p.x)));
  const top = clampTo(height, Math.min(...corners.map((p) => p.y)));
  const bottom = clampTo(height, Math.max(...corners.map((p) => p.y)));
  const cos = Math.cos(region.angleRad);
  const sin = Math.sin(region.angleRad);
  const [perX, perY] = [map.width / region.width, map.height / region.height];
  const du = cos * perX;
  const dv = -sin * perY;
  for (let y = top; y < bottom; y++) {
    const dx = left + 0.5 - region.centre.x;
    const dy = y + 0.5 - region.centre.y;
    const u = (dx * cos + dy * sin) * perX + map.width / 2 - 0.5;
    const v = (dy * cos - dx * sin) * perY + map.height / 2 - 0.5;
    spreadRow(map, out.subarray(y * width + left, y * width + right), u, v, du, dv);
  }
  return { width, height, data: out };
}

/**
 * One row of {@link spreadRegion}: reads the map from (left, top) on, moving by (du, dv) a pixel; outside it the row keeps its 0.
 *
 * A function of its own, so that it is compiled: one long loop over the photo would run with every number boxed.
 */
function spreadRow(map: PlaneF32, row: Float32Array, left: number, top: number, du: number, dv: number): void {
  let u = left - 0;
  let v = top - 0;
  const { data, width } = map;
  const maxX = width - 1;
  const maxY = map.height - 1;
  for (let i = 0; i < row.length; i++, u += du, v += dv) {
    if (u < -0.5 || v < -0.5 || u > maxX + 0.5 || v > maxY + 0.5) continue;
    const cu = u < 0 ? 0 : u > maxX ? maxX : u;
    const cv = v < 0 ? 0 : v > maxY ? maxY : v;
    const u0 = Math.floor(cu);
    const v0 = Math.floor(cv);
    const a = v0 * width + u0;
    const b = a + (u0 < maxX ? 1 : 0);
    const down = v0 < maxY ? width : 0;
    const upper = data[a] + (data[b] - data[a]) * (cu - u0);
    const lower = data[a + down] + (data[b + down] - data[a + down]) * (cu - u0);
    row[i] = upper + (lower - upper) * (cv - v0);
  }
}

/** The region in a picture of another size; a side that was rounded up stretches it by less than a pixel. */
function scaled(region: Region, kx: number, ky: number): Region {
  return {
    ...region,
    centre: { x: region.centre.x * kx, y: region.centre.y * ky },
    width: region.width * kx,
    height: region.height * ky,
  };
}

/** Displacement in pixels of the pyramid level when (u, v) grows by (du, dv). */
function step(region: Region, du: number, dv: number, pixel: number): { readonly x: number; readonly y: number } {
  const a = toPhoto(region, 0, 0);
  const b = toPhoto(region, du, dv);
  return { x: (b.x - a.x) / pixel, y: (b.y - a.y) / pixel };
}
