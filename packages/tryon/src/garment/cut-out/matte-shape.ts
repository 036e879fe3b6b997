import { createPlane, dilate, fillHoles, largestComponent, open } from '@drape/imaging';
import type { Box, PlaneF32 } from '@drape/imaging';

/** Box around the values of at least a half; width 0 where there are none. */
export function boundsOf(mask: PlaneF32): Box {
  let left = mask.width;
  let right = 0;
  let top = mask.height;
  let bottom = 0;
  for (let y = 0; y < mask.height; y++) {
    const from = y * mask.width;
    const first = firstSolid(mask.data, from, from + mask.width) - from;
    if (first === mask.width) continue;
    if (first < left) left = first;
    const last = lastSolid(mask.data, from + first, from + mask.width - 1) - from;
    if (last > right) right = last;
    if (y < top) top = y;
    bottom = y;
  }
  return { x: left, y: top, width: Math.max(0, right - left + 1), height: Math.max(0, bottom - top + 1) };
}

function firstSolid(data: Float32Array, from: number, to: number): number {
  let i = from;
  while (i < to && !(data[i] >= 0.5)) i++;
  return i;
}

function lastSolid(data: Float32Array, from: number, last: number): number {
  let i = last;
  while (i > from && !(data[i] >= 0.5)) i--;
  return i;
}

/** 1 where the matte is at least `least`, else 0: masks of 0 and 1 are dilated and eroded many times faster. */
export function binary(matte: PlaneF32, least = 0.5): PlaneF32 {
  const { width, height, data } = matte;
  const out = createPlane(width, height);
  for (let i = 0; i < data.length; i++) out.data[i] = data[i] >= least ? 1 : 0;
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

/** Fills holes below 0.15 % of the picture; larger ones are real (between strap and body). */
function fillSmallHoles(matte: PlaneF32): PlaneF32 {
  const filled = fillHoles(matte);
  const holes = createPlane(matte.width, matte.height);
  let any = false;
  for (let i = 0; i < holes.data.length; i++) {
    if (filled.data[i] <= 0.5 || matte.data[i] >= 0.5) continue;
    holes.data[i] = 1;
    any = true;
  }
  if (!any) return matte;
  const wide = open(holes, Math.max(1, Math.round(matte.width * 0.012)));
  const keep = dilate(wide, Math.max(2, Math.round(matte.width * 0.02)));
  const result = createPlane(matte.width, matte.height);
  for (let i = 0; i < result.data.length; i++) {
    result.data[i] = holes.data[i] > 0.5 && keep.data[i] < 0.5 ? 1 : matte.data[i];
  }
  return result;
}
