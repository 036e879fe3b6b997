import {
  createPlane,
  deltaE2000,
  dilateDisc,
  distanceToMask,
  luma,
  median,
  rgbToLab,
  sobelMagnitude,
  type Box,
  type Lab,
  type PlaneF32,
  type RasterU8,
} from '@drape/imaging';
import type { MeasuredPicture } from '@drape/tryon';

import { coveredPlane } from './leftover';

export interface FillMatch {
  /** Gradient energy of the fill ÷ that of the ring around it; .5…1.5 wanted. */
  readonly energy: number;
  /** Colour difference (CIEDE2000) between the Lab medians of fill and ring, per tile; ≤ 6 wanted. */
  readonly deltaE: number;
  /** 0 perfect … 1 at the edge of the wanted range, for the worse of the two. */
  readonly score: number;
  readonly area: number;
}

/** One level of 255, added to both sides of the ratio: plain walls have no gradient. */
const LEVEL = 1 / 255;
/** Fewest pixels of fill that are measured: smaller fills are not noticed. */
const LEAST = 300;
/** Fewest pixels in a tile for a median. */
const LEAST_IN_TILE = 40;

/**
 * F1: how well the invented background continues the real background around it. Null if next to none was invented.
 *
 * In tiles of `tile` pixels: each tile's fill is compared with the ring in the 3 × 3 tiles around it (sky above, street below), and tiles
 * are weighted by their fill. Layout: RGB; `fill` and `ring` are masks of its size, thresholded at one half. Source:
 * docs/picture/details.md, "Quality gates".
 */
export function fillMatch(image: RasterU8, fill: PlaneF32, ring: PlaneF32, tile: number): FillMatch | null {
  const gradient = sobelMagnitude(luma(image)).data;
  const lab = rgbToLab(image);
  const side = Math.max(8, Math.round(tile));
  let [area, filled, expected, difference] = [0, 0, 0, 0];
  for (let y = 0; y < image.height; y += side) {
    for (let x = 0; x < image.width; x += side) {
      const own = gather(fill, { x, y, width: side, height: side }, lab, gradient);
      if (own.count < LEAST_IN_TILE) continue;
      const around = gather(ring, { x: x - side, y: y - side, width: 3 * side, height: 3 * side }, lab, gradient);
      if (around.count < LEAST_IN_TILE) continue;
      area += own.count;
      filled += own.gradient;
      expected += (own.count * around.gradient) / around.count;
      difference += own.count * deltaE2000(own.lab(), around.lab());
    }
  }
  if (area < LEAST) return null;
  const energy = (filled / area + LEVEL) / (expected / area + LEVEL);
  const deltaE = difference / area;
  const off = energy < 1 ? Math.log(energy) / Math.log(0.5) : Math.log(energy) / Math.log(1.5);
  return { energy, deltaE, score: Math.max(off, deltaE / 6), area };
}

interface Gathered {
  readonly count: number;
  /** Sum of the gradients of the masked pixels. */
  readonly gradient: number;
  /** Medians of L, a and b over the masked pixels. */
  readonly lab: () => Lab;
}

/** Collects the masked pixels of a box. */
function gather(mask: PlaneF32, box: Box, lab: Float32Array, gradient: Float32Array): Gathered {
  const values: [number[], number[], number[]] = [[], [], []];
  let sum = 0;
  for (let y = Math.max(0, box.y); y < Math.min(mask.height, box.y + box.height); y++) {
    const end = y * mask.width + Math.min(mask.width, box.x + box.width);
    for (let i = y * mask.width + Math.max(0, box.x); i < end; i++) {
      if (mask.data[i] <= 0.5) continue;
      sum += gradient[i];
      for (let c = 0; c < 3; c++) values[c].push(lab[3 * i + c]);
    }
  }
  return {
    count: values[0].length,
    gradient: sum,
    lab: () => [median(values[0]), median(values[1]), median(values[2])],
  };
}

/**
 * Coverage, 0…1, at which a work pixel shows garment or new skin, and the distance, work pixels, that the gradient at their and the body's
 * outlines extends.
 */
const COVERED = 0.05;
const BESIDE = 1.5;
/** Width of the ring of real background, in shoulder widths. */
const RING = 0.14;

/**
 * The invented background of a picture and the real background around it, at the photo's size.
 *
 * Background is what is uncovered and nearer to real background than to any part of the person that stays, so invented skin and trousers do
 * not count.
 */
export function groundMasks(picture: MeasuredPicture): { fill: PlaneF32; ring: PlaneF32 } {
  const { photo, person, layers, editMask } = picture;
  const { removal, box, workScale } = layers;
  const work = backgroundAtWork(picture);
  const [fill, ring] = [createPlane(photo.width, photo.height), createPlane(photo.width, photo.height)];
  const near = dilateDisc(work.fill, RING * person.body.shoulderWidth * workScale);
  for (let y = Math.max(0, box.y); y < Math.min(photo.height, box.y + box.height); y++) {
    for (let x = Math.max(0, box.x), i = y * photo.width + x; x < Math.min(photo.width, box.x + box.width); x++, i++) {
      const u = Math.min(removal.width - 1, Math.floor((x - box.x + 0.5) * workScale));
      const v = Math.min(removal.height - 1, Math.floor((y - box.y + 0.5) * workScale));
      const j = v * removal.width + u;
      fill.data[i] = work.fill.data[j];
      ring.data[i] = near.data[j] * work.background.data[j] * (1 - editMask.data[i]);
    }
  }
  return { fill, ring };
}

function backgroundAtWork(picture: MeasuredPicture): { fill: PlaneF32; background: PlaneF32 } {
  const { person, layers } = picture;
  const { removal, old, bare, chest, box, workScale } = layers;
  const cover = coveredPlane(picture);
  const [background, stays, fill, shown] = [0, 0, 0, 0].map(() => createPlane(old.width, old.height));
  for (let y = 0, i = 0; y < old.height; y++) {
    for (let x = 0; x < old.width; x++, i++) {
      const body = personAt(
        person.planes.person,
        person.workScale,
        box.x + (x + 0.5) / workScale,
        box.y + (y + 0.5) / workScale,
      );
      background.data[i] = body < 0.05 && removal.data[i] < 0.02 && cover.data[i] < 0.02 ? 1 : 0;
      stays.data[i] = body > 0.6 && old.data[i] < 0.3 ? 1 : 0;
    }
  }
  const [toBackground, toBody] = [distanceToMask(background), distanceToMask(stays)];
  for (let i = 0; i < cover.data.length; i++) shown.data[i] = Math.max(cover.data[i], bare.data[i], chest.data[i]);
  const beside = dilateDisc(shown, BESIDE, COVERED);
  for (let i = 0; i < fill.data.length; i++) {
    const open = removal.data[i] > 0.9 && beside.data[i] === 0 && toBody.data[i] > BESIDE;
    fill.data[i] = open && toBackground.data[i] < toBody.data[i] ? 1 : 0;
  }
  return { fill, background };
}

const personAt = (plane: PlaneF32, k: number, x: number, y: number): number => {
  const u = Math.min(plane.width - 1, Math.max(0, Math.floor(x * k)));
  const v = Math.min(plane.height - 1, Math.max(0, Math.floor(y * k)));
  return plane.data[v * plane.width + u];
};
