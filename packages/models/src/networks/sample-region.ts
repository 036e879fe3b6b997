import { sampleRegionPlanes, type PlaneF32, type Pyramid, type SampleValues } from '@drape/imaging';
import { toPhoto, type Region } from './region';

export interface SampleOptions extends SampleValues {
  readonly width: number;
  readonly height: number;
}

/**
 * Cuts a region out of a photo as the input of a network, bilinear on the pyramid level that matches its scale.
 *
 * Layout: float32 [3, height, width], channel order R, G, B.
 * Space: pixel centres: output (x, y) samples the region at ((x + 0.5) / width, (y + 0.5) / height).
 * Range: set by `scale` and `offset`. Outside the photo: the nearest edge pixel, or black.
 */
export function sampleRegion(pyramid: Pyramid, region: Region, options: SampleOptions): Float32Array {
  const { width, height } = options;
  const { raster, level } = pyramid.levelFor(Math.min(region.width / width, region.height / height));
  const pixel = 2 ** level;
  const first = toPhoto(region, 0.5 / width, 0.5 / height);
  const grid = {
    ...{ width, height, first: { x: first.x / pixel, y: first.y / pixel } },
    alongX: step(region, 1 / width, 0, pixel),
    alongY: step(region, 0, 1 / height, pixel),
  };
  return sampleRegionPlanes(raster, grid, options);
}

/**
 * Projects a network's map of a region back onto the photo, bilinear, 0 outside the region.
 *
 * Layout: `map` is [mapHeight, mapWidth] in the region's own axes; the result covers the photo (width × height), at a half or a quarter of
 * its size if the map's own pixels are that much larger. Cost: about 10 ns per pixel of the result.
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
 * One row of {@link spreadRegion}: reads the map starting at (left, top), moving by (du, dv) per pixel; outside the map the row stays 0.
 *
 * A separate function, so that it gets compiled: in one long loop over the photo every number would be boxed.
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

/** The region in a resized picture; a side that was rounded up stretches it by less than a pixel. */
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
