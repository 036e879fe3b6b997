import {
  boxBlur,
  createPlane,
  createRaster,
  dilate,
  distanceToMask,
  gaussianBlur,
  pushPull,
  resizePlane,
  resizeRaster,
  type PlaneF32,
  type RasterU8,
} from '@drape/imaging';
import { smoothstep } from '../person/geometry';
import type { Scene } from './scene';

/** How far, in shoulder widths, the ground is mirrored into the silhouette; deeper in, its smooth colours alone remain. */
const MIRROR_REACH = 0.4;

/**
 * The photo without its person. Near the silhouette the ground outside is mirrored inwards, so that gravel, leaves and bricks go on
 * with their own texture; where the mirror image would fall on the person or outside the photo, and deep inside, smooth colours fill.
 *
 * Space: work size. `needed` is 0 where nobody will look. Smooth colours are computed at half of the work size.
 */
export function backgroundPlate(scene: Scene, needed: PlaneF32): RasterU8 {
  const { guide, person, sw } = scene;
  const w = Math.max(2, Math.round(guide.width / 2));
  const h = Math.max(2, Math.round(guide.height / 2));
  const grown = dilate(resizePlane(person.planes.person, w, h), Math.max(2, Math.round(0.02 * sw)));
  const known = createPlane(w, h);
  for (let i = 0; i < known.data.length; i++) known.data[i] = grown.data[i] < 0.04 ? 1 : 0;
  const plate = resizeRaster(pushPull(resizeRaster(guide, w, h), known), guide.width, guide.height);
  mirrorInwards(scene, plate, known, needed);
  return plate;
}

/** Overwrites `plate` near the known ground with the photo mirrored at the silhouette; `known` has half the work size. */
function mirrorInwards(scene: Scene, plate: RasterU8, known: PlaneF32, needed: PlaneF32): void {
  const { guide, sw } = scene;
  const { width, height } = guide;
  const coarse = gaussianBlur(distanceToMask(boxBlur(known, 1), 0.5), Math.max(1, 0.02 * sw));
  const depth = resizePlane(coarse, width, height);
  const reach = (MIRROR_REACH * sw) / 2;
  const from = createRaster(width, height, 3);
  const sure = createPlane(width, height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const d = depth.data[i];
      if (needed.data[i] === 0 || d <= 0.3 || d > reach) continue;
      // depth counts half-size pixels: a slope of 1 there is one half here
      const gx = depth.data[i + 1] - depth.data[i - 1];
      const gy = depth.data[i + width] - depth.data[i - width];
      const slope = Math.sqrt(gx * gx + gy * gy);
      if (slope < 0.35) continue;
      const sx = Math.round(x - (4 * d * gx) / slope);
      const sy = Math.round(y - (4 * d * gy) / slope);
      if (sx < 0 || sy < 0 || sx >= width || sy >= height) continue;
      const ground = Math.min(known.height - 1, sy >> 1) * known.width + Math.min(known.width - 1, sx >> 1);
      if (known.data[ground] < 0.5) continue;
      const s = (sy * width + sx) * guide.channels;
      for (let c = 0; c < 3; c++) from.data[3 * i + c] = guide.data[s + c];
      sure.data[i] = smoothstep(slope, 0.35, 0.7) * (1 - smoothstep(d, 0.6 * reach, reach));
    }
  }
  blendIn(plate, from, sure);
}

/** Mixes `from` into `plate` by a slightly softened mask. */
function blendIn(plate: RasterU8, from: RasterU8, sure: PlaneF32): void {
  const soft = boxBlur(sure, 2);
  for (let i = 0; i < sure.data.length; i++) {
    const a = sure.data[i] === 0 ? 0 : soft.data[i];
    if (a === 0) continue;
    for (let c = 0; c < 3; c++) plate.data[3 * i + c] += a * (from.data[3 * i + c] - plate.data[3 * i + c]);
  }
}
