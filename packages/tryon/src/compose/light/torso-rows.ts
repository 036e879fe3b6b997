import { createPlane, type PlaneF32 } from '@drape/imaging';

/** Rows over which the ends of the body's cloth are evened out, in shoulder widths. */
const EVEN = 0.12;
/** Stretches of cloth narrower than this many shoulder widths are rims of sleeves, no body. */
const NARROW = 0.08;

/** Where in each row the garment's cloth on the body begins and ends, and all of its cloth with sleeves; NaN in rows without. */
export interface TorsoRows {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

/**
 * Ends of the cloth that lies on the body itself, row by row: sleeves at its sides are left out, those before it bridged.
 *
 * Space: of both planes; `sleeves` is 0 where the cloth belongs to the body. `sw`: shoulder width in their pixels.
 */
export function torsoRows(cloth: PlaneF32, sleeves: PlaneF32, sw: number): TorsoRows {
  const { width, height } = cloth;
  const [left, right] = [new Float32Array(height).fill(NaN), new Float32Array(height).fill(NaN)];
  const job = { cloth: cloth.data, sleeves: sleeves.data, width, least: Math.max(2, NARROW * sw), left, right };
  for (let y = 0; y < height; y++) endsOfRow(job, y);
  const radius = Math.max(1, Math.round((EVEN * sw) / 2));
  return { left: evened(left, radius), right: evened(right, radius) };
}

interface RowsJob {
  readonly cloth: Float32Array;
  readonly sleeves: Float32Array;
  readonly width: number;
  readonly least: number;
  readonly left: Float32Array;
  readonly right: Float32Array;
}

function endsOfRow({ cloth, sleeves, width, least, left, right }: RowsJob, y: number): void {
  const row = y * width;
  for (let x = 0; x < width; x++) {
    if (cloth[row + x] < 0.5 || sleeves[row + x] > 0) continue;
    const from = x;
    while (x < width && cloth[row + x] >= 0.5 && sleeves[row + x] === 0) x++;
    if (x - from < least) continue;
    if (Number.isNaN(left[y])) left[y] = from;
    right[y] = x;
  }
}

/** Mean over the rows around that have a value; rows without keep none. */
function evened(values: Float32Array, radius: number): Float32Array {
  const out = createPlane(values.length, 1, NaN).data;
  for (let y = 0; y < values.length; y++) {
    if (Number.isNaN(values[y])) continue;
    let sum = 0;
    let count = 0;
    for (let i = Math.max(0, y - radius); i <= Math.min(values.length - 1, y + radius); i++) {
      if (Number.isNaN(values[i])) continue;
      sum += values[i];
      count++;
    }
    out[y] = sum / count;
  }
  return out;
}
