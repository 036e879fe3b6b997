import type { PlaneF32, RasterU8 } from '@drape/imaging';

/**
 * Bilinear sampling of work planes and RGB rasters of one size along a row of the photo: rows are mixed once, columns a pixel.
 *
 * Layout of `values`: one number a plane in their order, then three a raster.
 */
export class WorkRows {
  readonly values: Float64Array;
  private readonly line: Float32Array;
  private readonly count: number;
  private readonly width: number;
  private readonly height: number;

  constructor(
    private readonly planes: readonly PlaneF32[],
    private readonly rasters: readonly RasterU8[],
  ) {
    this.width = planes[0].width;
    this.height = planes[0].height;
    this.count = planes.length + 3 * rasters.length;
    this.values = new Float64Array(this.count);
    this.line = new Float32Array(this.count * this.width);
  }

  /** Mixes the rows around the work coordinate `v` (0.5 = centre of row 0 is at 0). */
  load(v: number): void {
    const { width, count, line } = this;
    const y = Math.max(0, Math.min(this.height - 1, v));
    const y0 = Math.min(Math.max(0, this.height - 2), Math.floor(y));
    const step = this.height > 1 ? width : 0;
    const t = y - y0;
    for (let p = 0; p < this.planes.length; p++) {
      const { data } = this.planes[p];
      for (let x = 0, i = y0 * width, to = p; x < width; x++, i++, to += count)
        line[to] = data[i] + t * (data[i + step] - data[i]);
    }
    for (let r = 0; r < this.rasters.length; r++) {
      const { data } = this.rasters[r];
      let to = this.planes.length + 3 * r;
      for (let x = 0, i = 3 * y0 * width; x < width; x++, i += 3, to += count) {
        for (let c = 0; c < 3; c++) line[to + c] = data[i + c] + t * (data[i + c + 3 * step] - data[i + c]);
      }
    }
  }

  /** Reads the values from `first` to before `end` at the work coordinate `u` of the loaded row. */
  sample(u: number, first = 0, end = this.count): void {
    const { values, line, count } = this;
    const x = u < 0 ? 0 : u > this.width - 1 ? this.width - 1 : u;
    const x0 = Math.min(Math.max(0, this.width - 2), Math.floor(x));
    const t = x - x0;
    const step = this.width > 1 ? count : 0;
    for (let p = first, i = x0 * count + first; p < end; p++, i++) values[p] = line[i] + t * (line[i + step] - line[i]);
  }
}
