import type { Box, PlaneF32 } from '../core/raster';

/** How far beside a removed pixel what is painted may show, in pixels: the blur of the mask, and the neighbours that enlarging mixes in. */
const NEIGHBOUR_REACH = 2;

/**
 * 1 for each pixel of a box at or near which one of the planes is not empty: only there can what is painted under them be seen.
 *
 * Space: the box in the planes' pixels; the result in the box's own, row by row. All planes have one size.
 */
export function shownPixels(box: Box, planes: readonly PlaneF32[]): Uint8Array {
  const { width, height } = planes[0];
  const shown = new Uint8Array(box.width * box.height);
  const from = Math.max(0, box.x - NEIGHBOUR_REACH);
  const to = Math.min(width, box.x + box.width + NEIGHBOUR_REACH);
  const line = new Uint8Array(to - from + 1);
  const end = Math.min(height, box.y + box.height + NEIGHBOUR_REACH);
  for (let y = Math.max(0, box.y - NEIGHBOUR_REACH); y < end; y++) {
    line.fill(0);
    for (const { data } of planes) markRow(data, y * width + from, line, to - from);
    const rows = {
      first: Math.max(box.y, y - NEIGHBOUR_REACH) - box.y,
      end: Math.min(box.y + box.height, y + NEIGHBOUR_REACH + 1) - box.y,
    };
    for (let x = line.indexOf(1); x >= 0; x = line.indexOf(1, x)) {
      const past = line.indexOf(0, x);
      const left = Math.max(0, from + x - NEIGHBOUR_REACH - box.x);
      const right = Math.min(box.width, from + past + NEIGHBOUR_REACH - box.x);
      for (let v = rows.first; v < rows.end; v++)
        if (right > left) shown.fill(1, v * box.width + left, v * box.width + right);
      x = past;
    }
  }
  return shown;
}

/** Marks what is not empty; the line's last element stays 0. */
function markRow(data: Float32Array, at: number, line: Uint8Array, count: number): void {
  for (let x = 0; x < count; x++) if (data[at + x] > 0) line[x] = 1;
}
