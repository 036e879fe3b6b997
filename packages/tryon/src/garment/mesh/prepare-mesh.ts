import { alphaPlane, ARRAY, buildGridMesh, type Kept, type Mesh, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { type Slit, slitsOf, slitX } from './slit';
import type { GarmentLandmarks } from '../../model/garment';
import { SHARED, SHEETS } from './sheets';

/** Cells that cover the garment: coarse enough to be quick, fine enough for a sleeve. */
const GRID_CELLS = 460;

export interface PreparedMesh {
  readonly mesh: Mesh;
  /** Per garment pixel the sheet that may draw it: 0 = any, SHARED + n = n and the one beside it; null without slits. */
  readonly sheetLabels: Uint8Array | null;
}

export const PREPARED_MESH: Kept<PreparedMesh> = {
  mesh: {
    vertices: ARRAY,
    triangles: ARRAY,
    sheets: ARRAY,
  },
  sheetLabels: ARRAY,
};

/**
 * Lays a grid of triangles over the garment and cuts it open along its slits.
 *
 * Sheet 0 is the welded body. Beside and below a slit the free part (a leg, a sleeve) and the part beside it are sheets of their own; cells
 * that the slit crosses exist in both. `support`, in the pixels of `rgba`, is what the grid covers where that is more than the garment: it
 * connects the halves of an open jacket.
 */
export function prepareMesh(rgba: RasterU8, landmarks: GarmentLandmarks, support?: PlaneF32): PreparedMesh {
  const mask = support ?? alphaPlane(rgba);
  const area = areaOf(mask);
  const cell = Math.max(4, Math.round(Math.sqrt(area / GRID_CELLS)));
  const slits = slitsOf(landmarks).map((slit) => ({ ...slit, row: Math.max(1, Math.floor(slit.path[0].y / cell)) }));
  if (slits.length === 0) return { mesh: buildGridMesh(mask, cell), sheetLabels: null };
  const axisX = (slits[0].path[0].x + slits[slits.length - 1].path[0].x) / 2;
  const cut: SheetCut = { slits, cell, axisX, alone: slits.length === 1 };
  const sheets = sheetPixels(rgba, cut);
  const columns = Math.ceil(rgba.width / cell);
  const present = presentSheets(mask, sheets, cell);
  const mesh = buildGridMesh(mask, cell, { sheetOf: (cx, cy) => present[cy * columns + cx] });
  return { mesh, sheetLabels: sheets };
}

function areaOf({ width, height, data }: PlaneF32): number {
  let sum = 0;
  for (let y = 0; y < height; y++) sum += sumBetween(data, y * width, (y + 1) * width);
  return sum;
}

/** Four sums side by side; with one sum each addition would wait for the one before. */
function sumBetween(data: Float32Array, from: number, to: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let i = from;
  for (; i + 4 <= to; i += 4) {
    a += data[i];
    b += data[i + 1];
    c += data[i + 2];
    d += data[i + 3];
  }
  for (; i < to; i++) a += data[i];
  return a + b + (c + d);
}

/** Width of the strip that a spread sleeve keeps under the body, in garment widths. */
const STRIP_WIDTH = 0.05;

interface RowSlit extends Slit {
  /** Grid row at which the slit begins to divide the garment. */
  readonly row: number;
}

interface SheetCut {
  readonly slits: readonly RowSlit[];
  readonly cell: number;
  /** A slit divides only its own half of the garment. */
  readonly axisX: number;
  readonly alone: boolean;
}

/**
 * Sheet of each pixel: 0 where no slit reaches, the slit's sheet on its free side, `beside` on the other; SHARED + the
 * free sheet in the strip where both have it.
 */
function sheetPixels(rgba: RasterU8, cut: SheetCut): Uint8Array {
  const { width, height } = rgba;
  const sheets = new Uint8Array(width * height);
  const overlap = width * STRIP_WIDTH;
  for (let y = 0; y < height; y++) {
    for (const slit of cut.slits) {
      if (y + 0.5 < slit.row * cut.cell) continue;
      const freeSheet = y + 0.5 <= slit.end ? SHEETS[slit.sheet] : SHEETS.beside;
      const strip = y + 0.5 < slit.overlapUntil ? Math.round(overlap) : 0;
      markRow(sheets.subarray(y * width, (y + 1) * width), cut, slit, {
        edge: slitX(slit.path, y + 0.5),
        freeSheet,
        strip,
      });
    }
  }
  return sheets;
}

/** Where the slit crosses a row, the sheet on its free side, and the width of the strip that both parts have. */
interface SlitRow {
  readonly edge: number;
  readonly freeSheet: number;
  readonly strip: number;
}

/** Marks one row: the free side, the strip, and what is left of the slit's own half. */
function markRow(row: Uint8Array, cut: SheetCut, slit: RowSlit, { edge, freeSheet, strip }: SlitRow): void {
  const width = row.length;
  const left = slit.side === 'left';
  const under = slit.strip === 'under-body';
  // columns [from, to) hang free; the strip is just outside of them, or just inside
  const border = Math.max(0, Math.min(width, left ? Math.floor(edge - 0.5) + 1 : Math.ceil(edge - 0.5)));
  row.fill(freeSheet, left ? 0 : border, left ? border : width);
  const outward = left === under ? border : border - strip;
  row.fill(SHARED + freeSheet, Math.max(0, outward), Math.max(0, Math.min(width, outward + strip)));
  const middle = Math.max(0, Math.min(width, Math.ceil(cut.axisX)));
  const from = left ? border : cut.alone ? 0 : middle;
  const to = left ? (cut.alone ? width : middle) : border;
  for (let x = from; x < to; x++) if (row[x] === 0) row[x] = SHEETS.beside;
}

/** The sheets that have a visible pixel in each cell. */
function presentSheets(mask: PlaneF32, sheets: Uint8Array, cell: number): number[][] {
  const columns = Math.ceil(mask.width / cell);
  const seen = new Int32Array(columns * Math.ceil(mask.height / cell)); // one bit per sheet
  for (let y = 0; y < mask.height; y++) {
    const o = y * mask.width;
    const cells = Math.floor(y / cell) * columns;
    for (let k = 0; k < columns; k++) {
      const until = Math.min(mask.width, (k + 1) * cell);
      seen[cells + k] |= sheetsBetween(mask.data, sheets, o + k * cell, o + until);
    }
  }
  return Array.from(seen, sheetsOfBits);
}

function sheetsOfBits(bits: number): number[] {
  const sheets: number[] = [];
  for (let s = 0; s <= SHEETS.beside; s++) if ((bits >> s) & 1) sheets.push(s);
  return sheets;
}

/** The sheets of the visible pixels [from, to), one bit per sheet. */
function sheetsBetween(mask: Float32Array, sheets: Uint8Array, from: number, to: number): number {
  let bits = 0;
  for (let i = from; i < to; i++) {
    if (mask[i] < 0.02) continue;
    const sheet = sheets[i];
    bits |= sheet >= SHARED ? (1 << (sheet - SHARED)) | (1 << SHEETS.beside) : 1 << sheet;
  }
  return bits;
}
