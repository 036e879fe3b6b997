import { createPlane, cropPlane, dilate, open, type PlaneF32 } from '@drape/imaging';
import { overlapOf } from './boxes';
import { clamp, fillPolygon, mix, scale } from './geometry';
import type { MendInput } from './mend-planes';

/** Half width of the throat at the shoulders, and how far below them an opened collar shows the chest, in shoulder widths. */
const HALF = 0.2;
const LOW = 0.6;
/** Where between mouth and shoulders the throat begins: above it there may be a beard. */
const BEGINS = 0.5;
/** Half width of what counts as a lock of hair before the throat, in shoulder widths. */
const LOCK = 0.05;

/**
 * The shadow in an opened collar, down to its tip, looks like dark hair to the parser. What is thinner than a lock there is the cloth around
 * it: as hair it would stay before the new garment and cut the old collar's opening into it.
 *
 * Aliasing: writes the planes in place.
 */
export function returnThroat({ planes, joints, frame, workScale: k }: Omit<MendInput, 'guide'>): void {
  const { hair, upper, top } = planes;
  const sw = frame.shoulderWidth * k;
  const middle = scale(frame.shoulderMid, k);
  const begin = mix(scale(joints.mouth, k), middle, BEGINS);
  const radius = Math.max(1, Math.round(LOCK * sw));
  const [half, from, to] = [HALF * sw, Math.floor(begin.y), Math.ceil(middle.y + LOW * sw)];
  const x = Math.floor(Math.min(begin.x, middle.x) - half) - 2 * radius;
  const width = Math.ceil(Math.max(begin.x, middle.x) + half) + 2 * radius - x;
  const box = overlapOf({ x, y: from - 2 * radius, width, height: to - from + 2 * radius }, { x: 0, y: 0, ...hair });
  if (box.width <= 0 || box.height <= 0) return;
  const locks = sureLocks(cropPlane(hair, box), radius);
  const zone = createPlane(box.width, box.height);
  const at = (px: number, py: number): { x: number; y: number } => ({ x: px - box.x, y: py - box.y });
  fillPolygon(zone, [
    ...[at(begin.x - half, begin.y), at(middle.x - half, middle.y), at(middle.x, middle.y + LOW * sw)],
    ...[at(middle.x + half, middle.y), at(begin.x + half, begin.y)],
  ]);
  for (let y = 0, j = 0; y < box.height; y++) {
    for (let i = (box.y + y) * hair.width + box.x; j < (y + 1) * box.width; i++, j++) {
      const thin = zone.data[j] * clamp(hair.data[i] - locks.data[j], 0, 1);
      if (thin === 0) continue;
      hair.data[i] -= thin;
      upper.data[i] += thin;
      top.data[i] += thin;
    }
  }
}

/** Pixels around a lock that its soft rim may reach. */
const SOFT_RIM = 2;

/** Where hair is surely as wide as a lock, and its soft rim: half a belief in hair all over a bow or a collar is none. */
function sureLocks(hair: PlaneF32, radius: number): PlaneF32 {
  for (let i = 0; i < hair.data.length; i++) hair.data[i] = hair.data[i] > 0.5 ? 1 : 0;
  return dilate(open(hair, radius), SOFT_RIM);
}
