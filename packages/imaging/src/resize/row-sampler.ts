import type { Box, PlaneF32 } from '../core/raster';

/**
 * Mixes a row of `src` that begins at `from` with the row `step` further, by t, and writes it to every `stride`th element of `line`,
 * beginning at `to`.
 */
function mixRow(
  src: Float32Array,
  line: Float32Array,
  from: number,
  step: number,
  t: number,
  to: number,
  stride: number,
): void {
  for (let i = from, o = to; o < line.length; i++, o += stride) line[o] = src[i] + t * (src[i + step] - src[i]);
}

/**
 * Reads several equal-sized planes bilinearly along the rows of a larger picture: rows are mixed once, columns per pixel.
 *
 * Space: the planes cover `box`, given in pixels of the larger picture (fractions allowed); outside it the nearest value is read.
 */
export class RowSampler {
  /** Values at the pixel read last, in the order of the planes. */
  readonly values: Float64Array;
  private readonly line: Float32Array;
  private readonly width: number;
  private readonly height: number;

  constructor(
    private readonly planes: readonly PlaneF32[],
    private readonly box: Box,
  ) {
    this.width = planes[0].width;
    this.height = planes[0].height;
    this.values = new Float64Array(planes.length);
    this.line = new Float32Array(planes.length * this.width);
  }

  /** Mixes the rows for the picture's row y. */
  load(y: number): void {
    const v = ((y + 0.5 - this.box.y) / this.box.height) * this.height - 0.5;
    const clamped = Math.max(0, Math.min(this.height - 1, v));
    const y0 = Math.min(Math.max(0, this.height - 2), Math.floor(clamped));
    const t = clamped - y0;
    const step = this.height > 1 ? this.width : 0;
    const count = this.planes.length;
    for (let p = 0; p < count; p++) {
      mixRow(this.planes[p].data, this.line, y0 * this.width, step, t, p, count);
    }
  }

  /** Reads all planes at the picture's column x of the loaded row into `values`. */
  read(x: number): void {
    const u = ((x + 0.5 - this.box.x) / this.box.width) * this.width - 0.5;
    const clamped = u < 0 ? 0 : u > this.width - 1 ? this.width - 1 : u;
    const x0 = Math.min(Math.max(0, this.width - 2), Math.floor(clamped));
    const t = clamped - x0;
    const { values, line } = this;
    const count = values.length;
    const step = this.width > 1 ? count : 0;
    for (let p = 0, i = x0 * count; p < count; p++, i++) values[p] = line[i] + t * (line[i + step] - line[i]);
  }
}
