import type { Bounds } from '../core/boxes';
import type { PlaneF32 } from '../core/raster';

/** Number of axes that are tried on either side of the middle. */
const AXES_TRIED = 16;
/** Rows and columns that are compared, about. */
const COMPARED = 96;

/**
 * The largest overlap, 0…1, of a shape (above .5) and its mirror image at a vertical axis: near the middle of its edges, up to .14 of its
 * width beside it.
 *
 * Cost: below a millisecond.
 */
export function mirrorOverlap(mask: PlaneF32, edges: Bounds): number {
  const middle = (edges.left + edges.right) / 2;
  const reach = (edges.right - edges.left) * 0.14;
  const rows = rowsOf(mask, edges);
  const step = Math.max(0.5, reach / AXES_TRIED);
  let best = 0;
  for (let axisX = middle - reach; axisX <= middle + reach; axisX += step) {
    best = Math.max(best, overlapAt(rows, edges, axisX));
  }
  return best;
}

/** Some rows of a mask as 0 and 1, and the step between the columns that are compared. */
interface Rows {
  readonly width: number;
  readonly bits: Uint8Array;
  readonly step: number;
}

function rowsOf({ width, height, data }: PlaneF32, { top, bottom, left, right }: Bounds): Rows {
  const rowStep = Math.max(1, Math.floor((bottom - top) / COMPARED));
  const first = Math.floor(top);
  const count = Math.max(0, Math.ceil((Math.min(bottom, height) - first) / rowStep));
  const bits = new Uint8Array(count * width);
  for (let n = 0, i = 0; n < count; n++) {
    for (let at = (first + n * rowStep) * width, end = at + width; at < end; at++, i++)
      bits[i] = data[at] > 0.5 ? 1 : 0;
  }
  return { width, bits, step: Math.max(1, Math.floor((right - left) / COMPARED)) };
}

/** Columns that are set both here and at their mirror image, as a share of those that are set at one of the two. */
function overlapAt({ width, bits, step }: Rows, edges: Bounds, axisX: number): number {
  const sum = Math.round(2 * axisX - 1);
  const [left, right] = [Math.floor(edges.left), Math.min(edges.right, width)];
  let [both, either] = [0, 0];
  for (let row = 0; row < bits.length; row += width) {
    for (let x = left; x < right; x += step) {
      const mirrored = sum - x;
      const here = bits[row + x];
      const there = mirrored >= 0 && mirrored < width ? bits[row + mirrored] : 0;
      both += here & there;
      either += here | there;
    }
  }
  return either === 0 ? 0 : both / either;
}
