import { SHARED, SHEETS } from '../garment/types';
import type { Garment } from '../garment/types';
import type { BodyFrame } from './body-frame';
import { bendOf } from './sleeve-targets';
import { dot, subtract, unit } from './vector';

/** From this bend of the elbow on (0 … 1, see bendOf), or this angle of the upper arm to the body's axis, an arm leaves the body. */
const BENT = 0.15;
const AWAY_RAD = 0.5;
/** Below the armpit the strip runs out to a point, in this many of its widths. */
const TAPER = 2.5;

/**
 * The sheet that may draw each pixel of a garment on this body, 0 = every; null where it is one piece.
 *
 * Body and sleeve share a strip of the sleeve's cloth, so that no hole opens when the sleeve turns a little. Where the arm leaves the
 * body the strip stays with the sleeve alone: beside the body it would hang down as a second sleeve.
 */
export function drawnLabels(garment: Garment, frame: BodyFrame): Uint8Array | null {
  const { sheetLabels, rgba, landmarks } = garment;
  if (sheetLabels === null || landmarks.kind !== 'upper') return sheetLabels;
  const free = [leavesBody(frame, 0), leavesBody(frame, 1)] as const;
  const last = LAST.get(garment);
  if (last !== undefined && last.free[0] === free[0] && last.free[1] === free[1]) return last.labels;
  const out = sheetLabels.slice();
  for (let y = 0; y < rgba.height; y++) {
    const below = ([0, 1] as const).map((side) => (free[side] ? y - landmarks.armpit[side].y : 0));
    labelRow(out, y * rgba.width, (y + 1) * rgba.width, below);
  }
  LAST.set(garment, { free, labels: out });
  return out;
}

/** What {@link drawnLabels} said last of a garment: only which arms leave the body changes it, and a garment is tried on many bodies. */
const LAST = new WeakMap<Garment, { readonly free: readonly [boolean, boolean]; readonly labels: Uint8Array }>();

/** The row of pixels [from, to) of {@link drawnLabels}; `below`: how far it lies below the armpits of the sleeves that leave the body. */
function labelRow(labels: Uint8Array, from: number, to: number, below: readonly number[]): void {
  for (let x = nextShared(labels, from, to); x < to; x = nextShared(labels, x, to)) {
    const label = labels[x];
    let end = x + 1;
    while (end < to && labels[end] === label) end++;
    const left = label - SHARED === SHEETS.sleeve0;
    const dropped = Math.min(end - x, Math.round(Math.max(0, below[left ? 0 : 1]) / TAPER));
    // the body keeps what lies next to it
    const outer = left ? x : end - dropped;
    labels.fill(0, x, end);
    labels.fill(label - SHARED, outer, outer + dropped);
    x = end;
  }
}

function nextShared(labels: Uint8Array, from: number, to: number): number {
  let x = from;
  while (x < to && labels[x] < SHARED) x++;
  return x;
}

function leavesBody(frame: BodyFrame, side: 0 | 1): boolean {
  const { joints } = frame.body.arms[side];
  const along = dot(unit(subtract(joints[1], joints[0])), frame.down);
  return bendOf(joints) > BENT || along < Math.cos(AWAY_RAD);
}
