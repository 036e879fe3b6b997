import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { smoothstep } from '../person/geometry';

/** Cloth that a column must show to speak for its mirror column, in shoulder widths. */
const SEEN_LEAST = 0.06;
/** Columns over which the mirrored half fades in beside the seen one, in shoulder widths. */
const FADE = 0.12;

/**
 * Where an open coat hid one side of the lower clothes, the other side is mirrored at the body's middle: folds and weave instead of one
 * flat colour. Columns that show cloth of their own stay as they are.
 *
 * Space: work size; `cloth` 0…1 where the lower clothes are seen, `middle` the hips' column. Aliasing: changes `plate`.
 */
export function mirrorHalf(plate: RasterU8, cloth: PlaneF32, middle: number, sw: number): void {
  const { width, height } = plate;
  const seen = columnsSeen(cloth, Math.max(3, Math.round(SEEN_LEAST * sw)));
  const near = distanceToSeen(seen);
  const before = plate.data.slice();
  const fade = Math.max(1, FADE * sw);
  for (let x = 0; x < width; x++) {
    const from = Math.round(2 * middle) - x;
    if (seen[x] === 1 || from < 0 || from >= width || seen[from] === 0) continue;
    const share = smoothstep(near[x] / fade, 0, 1);
    for (let y = 0; y < height; y++) {
      const [to, at] = [3 * (y * width + x), 3 * (y * width + from)];
      for (let c = 0; c < 3; c++) plate.data[to + c] = before[to + c] + share * (before[at + c] - before[to + c]);
    }
  }
}

function columnsSeen({ width, height, data }: PlaneF32, least: number): Uint8Array {
  const counts = new Int32Array(width);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) if (data[i] > 0.95) counts[x]++;
  }
  return Uint8Array.from(counts, (n) => (n >= least ? 1 : 0));
}

/** Columns to the nearest that shows cloth. */
function distanceToSeen(seen: Uint8Array): Float32Array {
  const way = new Float32Array(seen.length).fill(seen.length);
  for (let x = 0; x < way.length; x++) way[x] = seen[x] === 1 ? 0 : x > 0 ? way[x - 1] + 1 : way[x];
  for (let x = way.length - 2; x >= 0; x--) way[x] = Math.min(way[x], way[x + 1] + 1);
  return way;
}
