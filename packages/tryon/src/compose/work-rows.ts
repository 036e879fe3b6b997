import type { PlaneF32, RasterU8 } from '@drape/imaging';

/** Where to read along a loaded row: index of the left neighbour's first value, and the weight of the right one, a photo column. */
export interface Columns {
  readonly start: Int32Array;
  readonly weight: Float32Array;
}

/**
 * Rows of work planes and RGB rasters of one size, mixed bilinearly for a row of the photo.
 *
 * Layout of `line`: `count` numbers a work column: one a plane in their order, then three a raster. The reader mixes columns:
 * with `columns()` = { start, weight }, value p at photo column x is line[start[x] + p] mixed with line[start[x] + count + p].
 */
export class WorkRows {
  readonly count: number;
  readonly line: Float32Array;
  private readonly width: number;
  private readonly height: number;

  constructor(
    private readonly planes: readonly PlaneF32[],
    private readonly rasters: readonly RasterU8[],
  ) {
    this.width = planes[0].width;
    this.height = planes[0].height;
    this.count = planes.length + 3 * rasters.length;
    // one column more than there is: the right neighbour of the last
    this.line = new Float32Array(this.count * (this.width + 1));
  }

  /** Reading places of `width` photo columns at `scale` work pixels a photo pixel. */
  columns(width: number, scale: number): Columns {
    const start = new Int32Array(width);
    const weight = new Float32Array(width);
    for (let x = 0; x < width; x++) {
      const u = Math.max(0, Math.min(this.width - 1, (x + 0.5) * scale - 0.5));
      const left = Math.min(Math.max(0, this.width - 2), Math.floor(u));
      start[x] = left * this.count;
      weight[x] = u - left;
    }
    return { start, weight };
  }

  /** Mixes the rows around the work coordinate `v` (0 = centre of row 0), columns `from` to before `to`. */
  load(v: number, from: number, to: number): void {
    const { width, line } = this;
    const y = Math.max(0, Math.min(this.height - 1, v));
    const y0 = Math.min(Math.max(0, this.height - 2), Math.floor(y));
    const below = this.height > 1 ? width : 0;
    const t = y - y0;
    const x0 = Math.max(0, from);
    const x1 = Math.min(width, to);
    this.planes.forEach(({ data }, p) => {
      mixPlane(data, y0 * width, below, t, line, this.count, p, x0, x1);
    });
    this.rasters.forEach(({ data }, r) => {
      mixRgb(data, 3 * y0 * width, 3 * below, t, line, this.count, this.planes.length + 3 * r, x0, x1);
    });
  }
}

function mixPlane(
  data: Float32Array,
  row: number,
  below: number,
  t: number,
  line: Float32Array,
  count: number,
  p: number,
  from: number,
  to: number,
): void {
  for (let x = from, i = row + from, o = from * count + p; x < to; x++, i++, o += count) {
    line[o] = data[i] + t * (data[i + below] - data[i]);
  }
}

/** The same for three channels. A function a type of array: one loop that met both would be compiled for neither. */
function mixRgb(
  data: Uint8Array,
  row: number,
  below: number,
  t: number,
  line: Float32Array,
  count: number,
  p: number,
  from: number,
  to: number,
): void {
  for (let x = from, i = row + 3 * from, o = from * count + p; x < to; x++, i += 3, o += count) {
    line[o] = data[i] + t * (data[i + below] - data[i]);
    line[o + 1] = data[i + 1] + t * (data[i + below + 1] - data[i + 1]);
    line[o + 2] = data[i + 2] + t * (data[i + below + 2] - data[i + 2]);
  }
}
