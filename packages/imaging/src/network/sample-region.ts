import { copyIn, copyOut, kernels, reserve, startKernels } from '../memory/kernels';
import type { Point, RasterU8 } from '../core/raster';
import type { Border } from '../resize/resize';
import { acquireBuffer } from '../memory/scratch';

/** A parallelogram of samples: the position of the first one, and the step to the next one in a row, and in a column. */
export interface SampleGrid {
  readonly width: number;
  readonly height: number;
  readonly first: Point;
  readonly alongX: Point;
  readonly alongY: Point;
}

export interface SampleValues {
  readonly border: Border;
  /** A channel's value v in 0…255 becomes v · scale + offset; one pair per channel (R, G, B). */
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
}

/**
 * Samples a picture over a parallelogram as the input of a network, bilinearly.
 *
 * Layout: src RGB or RGBA, alpha ignored; result float32, one plane per channel. Space: pixel coordinates of `src`. The result's memory may
 * be released. Cost: about 20 ns per sample. Throws: RangeError for grey pictures.
 */
export function sampleRegionPlanes(src: RasterU8, grid: SampleGrid, values: SampleValues): Float32Array {
  const { width: w, height: h, first, alongX, alongY } = grid;
  const { width, height, channels, data } = src;
  if (channels < 3) throw new RangeError('a picture must have three channels');
  const out = new Float32Array(acquireBuffer(12 * w * h), 0, 3 * w * h);
  const rows = rowsUnder(grid, height);
  const pitch = width * channels;
  const { sampleRegion } = kernels();
  startKernels();
  // only the rows that are read are in the memory: the kernel counts from where the first row would be
  const from = copyIn(data.subarray(rows.first * pitch, rows.end * pitch)) - rows.first * pitch;
  const factors = copyIn(Float64Array.of(...values.scale, ...values.offset));
  const to = reserve(out.byteLength);
  sampleRegion({
    src: from,
    width,
    height,
    channels,
    out: to,
    outWidth: w,
    outHeight: h,
    left: first.x - 0.5,
    top: first.y - 0.5,
    rowX: alongY.x,
    rowY: alongY.y,
    dx: alongX.x,
    dy: alongX.y,
    zero: values.border === 'zero' ? 1 : 0,
    factors,
  });
  copyOut(to, out);
  return out;
}

/** Rows [first, end) of a picture that a grid reads, with one more on each side for rounding. */
function rowsUnder({ width, height, first, alongX, alongY }: SampleGrid, rows: number): { first: number; end: number } {
  const corners = [0, width - 1].flatMap((x) => [0, height - 1].map((y) => first.y + x * alongX.y + y * alongY.y));
  const clamped = (y: number): number => Math.max(0, Math.min(rows - 1, y));
  return {
    first: clamped(Math.floor(Math.min(...corners) - 0.5) - 1),
    end: clamped(Math.floor(Math.max(...corners) - 0.5) + 2) + 1,
  };
}
