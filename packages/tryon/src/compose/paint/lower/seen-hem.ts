import type { PlaneF32 } from '@drape/imaging';

/** Work pixels below a column's last fabric that must show neither fabric nor the old garment for it to be the fabric's own end. */
const CLEAR_ROWS_BELOW = 4;
/** Width of the columns that must end freely, in radii of a thigh, and the share of them that must end near the hem. */
const FREE_WIDTH_MIN = 0.35;
const AGREEING_SHARE_MIN = 0.5;
/** Greatest distance that counts as near, in radii of a thigh. */
const HEM_DISTANCE_MAX = 0.25;

/**
 * Row of the seen lower clothes' own hem, as opposed to where the coat that hides them ends: shorts and skirts that are continued beside
 * the seen part end there too. Null where their columns do not agree on one.
 *
 * Space: work size, columns `from` to `to`; `hides` is the old upper garment, `radius` a thigh's half width. Cost: one look at each column.
 */
export function seenHem(
  fabric: PlaneF32,
  hides: PlaneF32,
  [from, to]: readonly [number, number],
  radius: number,
): number | null {
  const ends: number[] = [];
  for (let x = Math.max(0, Math.floor(from)); x < Math.min(fabric.width, to); x++) {
    const end = freeEnd(fabric, hides, x);
    if (end !== null) ends.push(end);
  }
  if (ends.length < FREE_WIDTH_MIN * radius) return null;
  ends.sort((a, b) => a - b);
  const hem = ends[ends.length >> 1];
  const near = ends.filter((end) => Math.abs(end - hem) <= HEM_DISTANCE_MAX * radius);
  if (near.length < AGREEING_SHARE_MIN * ends.length) return null;
  return near[near.length >> 1] + 1;
}

/** The last row of fabric in a column, unless the garment in front of it or the picture's edge ends it. */
function freeEnd(fabric: PlaneF32, hides: PlaneF32, x: number): number | null {
  const { width, height, data } = fabric;
  for (let y = height - 1; y >= 0; y--) {
    if (data[y * width + x] < 0.5) continue;
    if (y + CLEAR_ROWS_BELOW >= height) return null;
    for (let n = 1; n <= CLEAR_ROWS_BELOW; n++) if (hides.data[(y + n) * width + x] > 0.3) return null;
    return y;
  }
  return null;
}
