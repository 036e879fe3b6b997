import { fillHoles, largestComponent } from './components';
import { dilate, open } from './morphology';
import { createPlane, type Box, type PlaneF32 } from '../core/raster';

/** Box around the values of at least a half; width 0 where there are none. */
export function solidBox({ width, height, data }: PlaneF32): Box {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0, row = 0; y < height; y++, row += width) {
    let [first, last] = [0, width - 1];
    while (first < width && !(data[row + first] >= 0.5)) first++;
    if (first === width) continue;
    while (!(data[row + last] >= 0.5)) last--;
    left = Math.min(left, first);
    right = Math.max(right, last);
    top = Math.min(top, y);
    bottom = y;
  }
  return { x: left, y: top, width: Math.max(0, right - left + 1), height: Math.max(0, bottom - top + 1) };
}

/** 1 where the plane is at least `min`, else 0: masks of 0 and 1 are dilated and eroded many times faster. */
export function binary({ width, height, data }: PlaneF32, min = 0.5): PlaneF32 {
  const out = createPlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = data[i] >= min ? 1 : 0;
  return out;
}

/** 1 where the plane exceeds `limit`, else 0. */
export function maskAbove({ width, height, data }: PlaneF32, limit: number): PlaneF32 {
  const out = createPlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = data[i] > limit ? 1 : 0;
  return out;
}

/** Keeps the matte of the largest piece only, without pinholes. */
export function keepLargest(matte: PlaneF32): PlaneF32 {
  const main = dilate(largestComponent(matte), 2, 0.5);
  const closed = fillSmallHoles(matte);
  const result = createPlane(matte.width, matte.height);
  for (let i = 0; i < result.data.length; i++) result.data[i] = main.data[i] > 0.5 ? closed.data[i] : 0;
  return result;
}

/** Fills holes narrower than 2.4 % of the picture's width; larger ones are real (between strap and body). */
function fillSmallHoles(matte: PlaneF32): PlaneF32 {
  const filled = fillHoles(matte);
  const holes = createPlane(matte.width, matte.height);
  for (let i = 0; i < holes.data.length; i++) holes.data[i] = filled.data[i] > 0.5 && matte.data[i] < 0.5 ? 1 : 0;
  if (!holes.data.includes(1)) return matte;
  const wide = open(holes, Math.max(1, Math.round(matte.width * 0.012)));
  const keep = dilate(wide, Math.max(2, Math.round(matte.width * 0.02)));
  const result = createPlane(matte.width, matte.height);
  for (let i = 0; i < result.data.length; i++) {
    result.data[i] = holes.data[i] > 0.5 && keep.data[i] < 0.5 ? 1 : matte.data[i];
  }
  return result;
}

/** Indices of the pixels within `reach` of a picture's edges, in reading order. */
export function rimPixels(width: number, height: number, reach: number): number[] {
  const rim: number[] = [];
  for (let y = 0; y < height; y++) {
    const isWhole = y < reach || y >= height - reach;
    for (let x = 0; x < width; x++) if (isWhole || x < reach || x >= width - reach) rim.push(y * width + x);
  }
  return rim;
}
