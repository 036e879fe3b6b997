import { type Box, boxBlur, cropPlane, filledBox, grownBox, overlapOf } from '@drape/imaging';
import { classPlanes, moveShare, type ClassPlane } from '../class-planes';
import type { PersonPlanes } from '../../../model/person';
import { always, type Rule } from '../../../rules/rule';
import type { CorrectionInput } from './correction-input';

/**
 * For a finger to be believed, skin must fill a square: half its side, the share that is skin, and how far around it the finger counts. In
 * shoulder widths.
 */
const FINGER_HALF_SIDE = 0.022;
const FINGER_SKIN_SHARE_MIN = 0.55;
const FINGER_REACH = 0.045;
/** Share of lower clothes around a thread of skin above which it is their edge. */
const LOWER_SHARE_MIN = 0.25;

export const THREADS: Rule<CorrectionInput, void> = {
  id: 'threads',
  stage: 'measure',
  summary: 'Reclaims rims of skirts and trousers that are read as skin or shoes.',
  appliesTo: always,
  apply: ({ planes, frame, workScale }) =>
    reclaimThreads(planes, frame.shoulderWidth * workScale, filledBox(planes.person)),
  evidence: [{ set: 'CCP, labels', pairs: 110, fired: 87, better: 1058, worse: 1110, same: null, date: '2026-11-29' }],
};

/**
 * A thread of skin or shoe along skirts or trousers, thinner than any finger, is their lit or shaded edge, or the shadow of a hem on the
 * floor. `body`: outside it the planes are empty. Aliasing: writes `planes`.
 */
export function reclaimThreads(planes: PersonPlanes, shoulderWidth: number, body?: Box): void {
  const { lower } = planes;
  const classes = classPlanes(planes);
  const radius = Math.max(1, Math.round(FINGER_HALF_SIDE * shoulderWidth));
  const reach = Math.max(1, Math.round(FINGER_REACH * shoulderWidth));
  const clothes = filledBox(lower, body);
  const around = grownBox(clothes, 2 * radius, lower);
  if (around.width <= 0) return;
  const beneath = boxBlur(cropPlane(lower, around), radius);
  for (const name of ['skin', 'shoes'] as const) {
    const plane = planes[name];
    const beside = overlapOf(grownBox(clothes, radius, plane), filledBox(plane, body));
    if (beside.width <= 0 || beside.height <= 0) continue;
    const box = grownBox(beside, radius + reach, plane);
    const sure = boxBlur(cropPlane(plane, box), radius);
    maskAbove(sure.data, FINGER_SKIN_SHARE_MIN);
    const near = boxBlur(sure, reach);
    for (let y = beside.y; y < beside.y + beside.height; y++) {
      const start = y * plane.width + beside.x;
      const nearRow = near.data.subarray((y - box.y) * box.width + beside.x - box.x);
      const clothesRow = beneath.data.subarray((y - around.y) * around.width + beside.x - around.x);
      threadRow(classes[name], classes.pants, start, start + beside.width, nearRow, clothesRow);
    }
  }
}

/** 1 where a number exceeds the least, 0 elsewhere. */
function maskAbove(data: Float32Array, min: number): void {
  for (let i = 0; i < data.length; i++) data[i] = data[i] > min ? 1 : 0;
}

/** Moves the threads among pixels [from, to) to the clothes; `near` holds what is around each of them, `beneath` the clothes under it. */
function threadRow(
  thread: ClassPlane,
  clothes: ClassPlane,
  from: number,
  to: number,
  near: Float32Array,
  beneath: Float32Array,
): void {
  const { own } = thread;
  for (let i = from, j = 0; i < to; i++, j++) {
    if (own[i] === 0 || near[j] > 0.001 || beneath[j] < LOWER_SHARE_MIN) continue;
    moveShare(thread, clothes, i, own[i]);
  }
}
