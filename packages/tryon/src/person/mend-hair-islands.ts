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
import { lightAt } from './mend-hair-tips';
import type { MendInput } from './mend-planes';

/** Belief from which on clothes hang together. */
const PRESENT = 0.15;
/** Islands end at least this far above the shoulders, shoulder widths: further down cloth shows between locks. */
const ABOVE = 0.12;
/** The largest island, squared shoulder widths, and the share of its surroundings that hair is. */
const AREA_MOST = 0.03;
const ENCLOSED = 0.85;
/** The share of the hair that is darker than its lightest locks; what is lighter than these by more than so much (0…255) is a pale scarf. */
const DARKER = 0.95;
const LIGHTER = 45;

/**
 * Locks above the shoulders that are darker or lighter than the others are read as bits of the clothes: a new garment would shine through
 * the hair. Islands of clothes that hair alone encloses up there are hair. Aliasing: writes the planes.
 */
export function returnHairIslands({ guide, planes, frame, workScale: k }: MendInput): void {
  const { hair, upper, top, outer, dress } = planes;
  const sw = frame.shoulderWidth * k;
  const end = Math.min(hair.height, Math.floor(scale(frame.shoulderMid, k).y - ABOVE * sw));
  const above: Box = { x: 0, y: 0, width: hair.width, height: Math.max(0, end) };
  const box = overlapOf(filledBox(hair, above), above);
  if (box.width < 3 || box.height < 3) return;
  const cloth = cropPlane(upper, box);
  const { labels, areas, boxes } = connectedComponents(cloth, PRESENT);
  const locks = cropPlane(hair, box);
  const small = areas.map(
    (area, n) => area < AREA_MOST * sw * sw && boxes[n].y > 0 && boxes[n].y + boxes[n].height < box.height,
  );
  if (!small.includes(true)) return;
  const light = cropLight(guide, box);
  const most = lightestOf(light, locks) + LIGHTER;
  const gone = createPlane(box.width, box.height);
  const goes = small.map(
    (is, n) => is && enclosed(labels, n + 1, locks) > ENCLOSED && meanOf(labels, n + 1, light) < most,
  );
  if (!goes.includes(true)) return;
  for (let j = 0; j < labels.length; j++) if (labels[j] > 0 && goes[labels[j] - 1]) gone.data[j] = 1;
  const soft = dilate(gone, 1);
  for (let y = 0, j = 0; y < box.height; y++) {
    for (let i = (box.y + y) * hair.width + box.x, last = j + box.width; j < last; i++, j++) {
      if (soft.data[j] === 0) continue;
      hair.data[i] += upper.data[i];
      for (const plane of [upper, top, outer, dress]) plane.data[i] = 0;
    }
  }
}

function cropLight(guide: RasterU8, box: Box): Float32Array {
  const light = new Float32Array(box.width * box.height);
  for (let y = 0, j = 0; y < box.height; y++) {
    const from = (box.y + y) * guide.width + box.x;
    for (let x = 0; x < box.width; x++, j++) light[j] = lightAt(guide, from + x);
  }
  return light;
}

/** Light of the lightest locks, 0…255. */
function lightestOf(light: Float32Array, hair: PlaneF32): number {
  const sure = light.filter((_, j) => hair.data[j] > 0.9).sort();
  return sure.length === 0 ? 0 : sure[Math.floor(DARKER * (sure.length - 1))];
}

/** Share of the pixels around an island that hair is. */
function enclosed(labels: Int32Array, label: number, { width, height, data }: PlaneF32): number {
  let [all, locks] = [0, 0];
  for (let y = 2; y + 2 < height; y++) {
    for (let j = y * width + 2; j + 2 < (y + 1) * width; j++) {
      if (labels[j] !== label) continue;
      for (const way of [1, -1, width, -width]) {
        if (labels[j + way] === label) continue;
        all++;
        if (data[j + 2 * way] > 0.5) locks++;
      }
    }
  }
  return all === 0 ? 0 : locks / all;
}

function meanOf(labels: Int32Array, label: number, light: Float32Array): number {
  let [sum, count] = [0, 0];
  for (let j = 0; j < labels.length; j++) {
    if (labels[j] !== label) continue;
    sum += light[j];
    count++;
  }
  return sum / Math.max(1, count);
}
