import type { Garment } from '../../model/garment';
import type { PlacementFrame } from '../body/placement-frame';
import { bendOf } from './sleeve-targets';
import { SHARED, SHEETS } from '../../garment/mesh/sheets';
import { dot, sub, unit } from '../../geometry/vector';

/** An arm leaves the body above this bend of the elbow (0 … 1, see bendOf), or above this angle of the upper arm to the body's axis. */
const BEND_MIN = 0.15;
const AWAY_FROM_BODY_MIN_RAD = 0.5;
/** Length below the armpit over which the strip tapers to a point, in widths of the strip. */
const TAPER_WIDTHS = 2.5;

/**
 * The sheet that may draw each pixel of a garment on this body, 0 = every sheet; null where the garment is one piece.
 *
 * Body and sleeve share a strip of the sleeve's fabric, so that no hole opens when the sleeve turns a little. Where the arm leaves the body
 * the strip stays with the sleeve alone: beside the body it would hang down as a second sleeve.
 */
export function drawnLabels(garment: Garment, frame: PlacementFrame): Uint8Array | null {
  const { sheetLabels, rgba, landmarks } = garment;
  if (sheetLabels === null || landmarks.kind !== 'upper') return sheetLabels;
  const free = [leavesBody(frame, 0), leavesBody(frame, 1)] as const;
  const last = LAST_LABELS.get(garment);
  if (last !== undefined && last.free[0] === free[0] && last.free[1] === free[1]) return last.labels;
  const out = sheetLabels.slice();
  for (const side of [0, 1] as const)
    openStrip(out, rgba.width, side, free[side] ? landmarks.armpit[side].y : Infinity);
  LAST_LABELS.set(garment, { free, labels: out });
  return out;
}

/**
 * The last result of {@link drawnLabels} for each garment: it depends only on which arms leave the body, and a garment is tried on many
 * bodies.
 */
const LAST_LABELS = new WeakMap<Garment, { readonly free: readonly [boolean, boolean]; readonly labels: Uint8Array }>();

/**
 * Opens the shared strip of one sleeve to every sheet; below `armpit` a growing part of it, up to its whole width, stays with the sleeve
 * alone.
 */
function openStrip(labels: Uint8Array, width: number, side: 0 | 1, armpit: number): void {
  const sheet = side === 0 ? SHEETS.sleeve0 : SHEETS.sleeve1;
  const label = SHARED + sheet;
  let end = 0;
  // the engine's built-in search is many times faster than a loop
  for (let x = labels.indexOf(label); x >= 0; x = labels.indexOf(label, end)) {
    const y = Math.floor(x / width);
    end = x + 1;
    while (end < (y + 1) * width && labels[end] === label) end++;
    const dropped = Math.min(end - x, Math.round(Math.max(0, y - armpit) / TAPER_WIDTHS));
    // the body keeps what is next to it
    const outer = side === 0 ? x : end - dropped;
    labels.fill(0, x, end);
    labels.fill(sheet, outer, outer + dropped);
  }
}

function leavesBody(frame: PlacementFrame, side: 0 | 1): boolean {
  const { joints } = frame.body.arms[side];
  const along = dot(unit(sub(joints[1], joints[0])), frame.down);
  return bendOf(joints) > BEND_MIN || along < Math.cos(AWAY_FROM_BODY_MIN_RAD);
}
