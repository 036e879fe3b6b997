import type { PlaneF32 } from '../core/raster';

/**
 * A triangle mesh over the cells of a square grid.
 *
 * Layout: `vertices` [x0, y0, x1, y1, …]; `triangles` three vertex numbers each, positively oriented (x to y, clockwise on the screen);
 * `sheets` one number per triangle. Space: pixels of the mask that it was built from.
 */
export interface Mesh {
  readonly cell: number;
  readonly width: number;
  readonly height: number;
  readonly vertices: Float64Array;
  readonly triangles: Uint32Array;
  readonly sheets: Uint8Array;
}

export interface GridMeshOptions {
  /** A cell is used if one of its pixels exceeds this. Default 0.02: the soft rim of a matte belongs to the mesh. */
  readonly threshold?: number;
  /**
   * The sheets (0…255) that have a copy of a cell; default [0] everywhere.
   *
   * Sheet 0 joins: a grid corner that touches a sheet-0 cell is one vertex for all sheets. Elsewhere sheets 1, 2, … share no vertex, so
   * they can move apart or overlap. Trousers: [0] above the crotch, [1] and [2] for the legs, [1, 2] where the gap between the legs crosses
   * a cell.
   */
  readonly sheetOf?: (cellX: number, cellY: number) => readonly number[];
}

/**
 * Covers a mask with grid cells of `cell` pixels, each split into two triangles (diagonals alternate, so that neither direction dominates).
 *
 * Space: cell (cx, cy) covers pixels [cx·cell, (cx+1)·cell) and may extend beyond the right and bottom border.
 * Cost: one pass over the mask. Throws: RangeError unless cell is an integer ≥ 1. An empty mask gives an empty mesh.
 */
export function buildGridMesh(mask: PlaneF32, cell: number, options: GridMeshOptions = {}): Mesh {
  if (!Number.isInteger(cell) || cell < 1) throw new RangeError(`a mesh cell must be an integer ≥ 1, got ${cell}`);
  const columns = Math.ceil(mask.width / cell);
  const rows = Math.ceil(mask.height / cell);
  const used = usedCells(mask, cell, columns, rows, options.threshold ?? 0.02);
  const sheetsOf: (readonly number[])[] = [];
  const welded = new Uint8Array((columns + 1) * (rows + 1));
  for (let i = 0; i < used.length; i++) {
    const cx = i % columns;
    const cy = Math.floor(i / columns);
    const sheets = used[i] === 0 ? [] : (options.sheetOf?.(cx, cy) ?? [0]);
    sheetsOf.push(sheets);
    if (!sheets.includes(0)) continue;
    const corner = cy * (columns + 1) + cx;
    welded[corner] = welded[corner + 1] = welded[corner + columns + 1] = welded[corner + columns + 2] = 1;
  }
  const build = createBuilder(cell, columns + 1, welded);
  for (let i = 0; i < used.length; i++) {
    for (const sheet of sheetsOf[i]) build.addCell(i % columns, Math.floor(i / columns), sheet);
  }
  return { cell, width: mask.width, height: mask.height, ...build.finish() };
}

function usedCells(mask: PlaneF32, cell: number, columns: number, rows: number, threshold: number): Uint8Array {
  const used = new Uint8Array(columns * rows);
  for (let y = 0; y < mask.height; y++) {
    const from = y * mask.width;
    useRow(mask.data, from, from + mask.width, cell, threshold, used, Math.floor(y / cell) * columns);
  }
  return used;
}

/** Marks the cells, starting at `at`, that a row's pixels [from, to) use; cells already in use are skipped. */
function useRow(
  data: Float32Array,
  from: number,
  to: number,
  cell: number,
  threshold: number,
  used: Uint8Array,
  at: number,
): void {
  for (let start = from, k = at; start < to; start += cell, k++) {
    if (used[k] === 1) continue;
    const end = Math.min(to, start + cell);
    let i = start;
    while (i < end && !(data[i] > threshold)) i++;
    if (i < end) used[k] = 1;
  }
}

function createBuilder(cell: number, stride: number, welded: Uint8Array) {
  const numbers = new Map<number, number>();
  const vertices: number[] = [];
  const triangles: number[] = [];
  const sheets: number[] = [];
  const vertex = (corner: number, sheet: number): number => {
    const key = corner * 256 + (welded[corner] === 1 ? 0 : sheet);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const created = vertices.length / 2;
    numbers.set(key, created);
    vertices.push((corner % stride) * cell, Math.floor(corner / stride) * cell);
    return created;
  };
  const addCell = (cx: number, cy: number, sheet: number): void => {
    const corner = cy * stride + cx;
    const tl = vertex(corner, sheet);
    const tr = vertex(corner + 1, sheet);
    const bl = vertex(corner + stride, sheet);
    const br = vertex(corner + stride + 1, sheet);
    if (((cx + cy) & 1) === 0) triangles.push(tl, tr, br, tl, br, bl);
    else triangles.push(tl, tr, bl, tr, br, bl);
    sheets.push(sheet, sheet);
  };
  const finish = () => ({
    vertices: Float64Array.from(vertices),
    triangles: Uint32Array.from(triangles),
    sheets: Uint8Array.from(sheets),
  });
  return { addCell, finish };
}
