import { createPlane, type PlaneF32, type RasterU8 } from '../core/raster';
import { guidedModels } from '../filter/guided-models';
import { RowSampler } from '../resize/row-sampler';

/** Guided filter of the edge: radius in pixels of the shape, and ε in squared guide units. Source: as for class planes. */
const GUIDED_RADIUS = 2;
const GUIDED_EPSILON = 2e-4;

/**
 * A shape at the size of a picture, its edge on the picture's edges: a colour guided filter whose models are enlarged.
 *
 * Layout: RGB. Space: `small` and `shape` show what `work` shows, at a smaller size. Range: 0…1. Aliasing: new memory.
 */
export function edgeByColour(work: RasterU8, small: RasterU8, shape: PlaneF32): PlaneF32 {
  const models = guidedModels(small, [shape], GUIDED_RADIUS, GUIDED_EPSILON);
  const rows = new RowSampler([...models.coefficients, shape], { x: 0, y: 0, width: work.width, height: work.height });
  const own = stretched(shape, work.width);
  const alpha = createPlane(work.width, work.height);
  for (let y = 0; y < work.height; y++) {
    loadRow(own, (y + 0.5) / work.height);
    edgeRow(work, own, rows, alpha, y);
  }
  return alpha;
}

/** Value of the shape above which a pixel is surely inside, and below which it surely is outside. */
const SURE_INSIDE_MIN = 0.985;
const SURE_OUTSIDE_MAX = 0.02;

/**
 * One row of the alpha. Where both neighbouring pixels of the shape are surely inside, or surely outside, the run between them is filled.
 */
function edgeRow(work: RasterU8, own: Stretched, rows: RowSampler, alpha: PlaneF32, y: number): void {
  const { line } = own;
  const at = y * work.width;
  let loaded = false;
  for (let i = 0, from = 0; i + 1 < line.length; i++) {
    const to = spanEnd(own, i, work.width);
    if (line[i] > SURE_INSIDE_MIN && line[i + 1] > SURE_INSIDE_MIN) alpha.data.fill(1, at + from, at + to);
    else if (line[i] >= SURE_OUTSIDE_MAX || line[i + 1] >= SURE_OUTSIDE_MAX) {
      if (!loaded) rows.load(y);
      loaded = true;
      edgeSpan(work, rows, alpha.data, at, from, to);
    }
    from = to;
  }
}

function edgeSpan(
  { data }: RasterU8,
  rows: RowSampler,
  alpha: Float32Array,
  row: number,
  from: number,
  to: number,
): void {
  const { values } = rows;
  for (let x = from, at = 3 * (row + from); x < to; x++, at += 3) {
    rows.read(x);
    if (values[4] < SURE_OUTSIDE_MAX) continue;
    const v = (values[0] * data[at] + values[1] * data[at + 1] + values[2] * data[at + 2]) / 255 + values[3];
    const t = values[4] > SURE_INSIDE_MIN ? 1 : Math.max(0, Math.min(1, (v - 0.3) / 0.42));
    alpha[row + x] = t * t * (3 - 2 * t);
  }
}

/** A plane that is read as if it were larger: one row of it, interpolated for a row of the picture. */
interface Stretched {
  readonly plane: PlaneF32;
  readonly line: Float32Array;
  /** Pixels of the plane per pixel of the picture. */
  readonly ratio: number;
}

const stretched = (plane: PlaneF32, width: number): Stretched => ({
  plane,
  line: new Float32Array(plane.width + 1),
  ratio: plane.width / width,
});

/** Interpolates the row at the share `t` of the height; the last pixel is repeated. */
function loadRow({ plane, line }: Stretched, t: number): void {
  const { width, height, data } = plane;
  const v = Math.max(0, Math.min(height - 1, t * height - 0.5));
  const top = Math.min(Math.max(0, height - 2), Math.floor(v));
  mixRow(data, top * width, height > 1 ? width : 0, v - top, line, width);
  line[width] = line[width - 1];
}

function mixRow(data: Float32Array, at: number, below: number, t: number, out: Float32Array, n: number): void {
  for (let x = 0, i = at; x < n; x++, i++) out[x] = data[i] + t * (data[i + below] - data[i]);
}

/** The column, of `n`, at which the span between pixels i and i + 1 of the line ends; the first span begins at 0, the last ends at n. */
function spanEnd({ line, ratio }: Stretched, i: number, n: number): number {
  return i + 2 < line.length ? Math.min(n, Math.ceil((i + 1.5) / ratio - 0.5)) : n;
}
