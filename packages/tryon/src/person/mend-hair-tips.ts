import {
  connectedComponents,
  createPlane,
  cropPlane,
  dilate,
  type Box,
  type PlaneF32,
  type RasterU8,
} from '@drape/imaging';
import { filledBox, overlapOf } from './boxes';
import { scale } from './geometry';
import { collarLayer } from './mend-jaw';
import type { MendInput } from './mend-planes';
import { boxAround } from './return-by-colour';

/** How much darker than hair a hollow is, as a share of its light, and the least light of hair (of 255) that can tell it. */
const DARKER = 0.5;
const LIGHT_LEAST = 22;
/** Share of a hollow's outline that clothes or neck are. */
const TOUCHES = 0.18;
/** The largest hollow, in squared shoulder widths, and how far around the neck they are looked for, shoulder widths. */
const AREA_MOST = 0.02;
const HALF = 0.6;
const LOW = 0.5;

/**
 * The hollow of a hood or collar below the tips of tied hair is nearly black, and read as hair: it would stay as a knob when the hood goes.
 * What is far darker than the hair beside the face, and lies against clothes, is theirs. Black hair tells nothing.
 *
 * Aliasing: writes the planes in place. Space: work pixels.
 */
export function returnHollows(input: MendInput): void {
  const { guide, planes, joints, frame, workScale: k } = input;
  const sw = frame.shoulderWidth * k;
  const middle = scale(frame.shoulderMid, k);
  const chin = (2 * joints.mouth.y - joints.nose.y) * k;
  const usual = usualLight(guide, planes.hair, chin);
  if (usual < LIGHT_LEAST) return;
  const around = boxAround(guide, middle.x - HALF * sw, joints.mouth.y * k, middle.x + HALF * sw, middle.y + LOW * sw);
  const box = overlapOf(filledBox(planes.hair), around);
  if (box.width < 3 || box.height < 3) return;
  const hollow = darkIn(guide, planes.hair, box, DARKER * usual);
  const { labels, areas } = connectedComponents(hollow, 0.5);
  if (areas.length === 0) return;
  const cloth = cropPlane(planes.upper, box);
  const goes = areas.map((area, n) => area < AREA_MOST * sw * sw && touch(labels, n + 1, hollow, cloth) > TOUCHES);
  if (!goes.includes(true)) return;
  const gone = createPlane(box.width, box.height);
  for (let j = 0; j < labels.length; j++) if (labels[j] > 0 && goes[labels[j] - 1]) gone.data[j] = 1;
  const soft = dilate(gone, 1);
  const layer = collarLayer(input);
  for (let y = 0, j = 0; y < box.height; y++) {
    for (let i = (box.y + y) * guide.width + box.x, end = j + box.width; j < end; i++, j++) {
      if (soft.data[j] === 0) continue;
      const moved = planes.hair.data[i];
      planes.hair.data[i] = 0;
      planes.upper.data[i] += moved;
      layer.data[i] += moved;
    }
  }
}

/** Light of a pixel, 0…255. */
export const lightAt = ({ data, channels }: RasterU8, i: number): number =>
  0.3 * data[i * channels] + 0.6 * data[i * channels + 1] + 0.1 * data[i * channels + 2];

/** Median light of sure hair above a row; 0 where hardly any is seen. */
function usualLight(guide: RasterU8, hair: PlaneF32, row: number): number {
  const lights: number[] = [];
  const until = Math.min(hair.height, Math.floor(row)) * hair.width;
  for (let i = 0; i < until; i += 3) if (hair.data[i] > 0.9) lights.push(lightAt(guide, i));
  return lights.length < 40 ? 0 : lights.sort((p, q) => p - q)[lights.length >> 1];
}

function darkIn(guide: RasterU8, hair: PlaneF32, box: Box, most: number): PlaneF32 {
  const out = createPlane(box.width, box.height);
  for (let y = 0, j = 0; y < box.height; y++) {
    for (let i = (box.y + y) * guide.width + box.x, end = j + box.width; j < end; i++, j++) {
      if (hair.data[i] > 0.3 && lightAt(guide, i) < most) out.data[j] = 1;
    }
  }
  return out;
}

/** Share of the pixels around a piece, which are not of it, that are clothes. */
function touch(labels: Int32Array, label: number, { width, height }: PlaneF32, cloth: PlaneF32): number {
  let [all, clothes] = [0, 0];
  for (let y = 1; y + 1 < height; y++) {
    for (let j = y * width + 1; j + 1 < (y + 1) * width; j++) {
      if (labels[j] !== label) continue;
      for (const way of [1, -1, width, -width]) {
        if (labels[j + way] === label) continue;
        all++;
        if (cloth.data[j + 2 * way] > 0.4) clothes++;
      }
    }
  }
  return all === 0 ? 0 : clothes / all;
}
