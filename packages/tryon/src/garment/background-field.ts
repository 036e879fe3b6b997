import { boxBlur, createPlane } from '@drape/imaging';
import type { PlaneF32 } from '@drape/imaging';

/** The background's colour at every pixel, and how evenly it is lit. */
export interface BackgroundField {
  /** Lab distance of each pixel from the background expected there; darker counts for less, as shadows are background. */
  readonly distance: PlaneF32;
  /** Spread (1.48 MAD) of that distance among sure background pixels of the border ring. */
  readonly sigma: number;
}

/** How much darkness alone counts, up to so many steps of L. */
const SHADOW_WEIGHT = 0.4;
const SHADOW_MAX = 45;
/** The field is smooth: it is computed in cells of so many pixels. */
const CELL = 4;
/** Far from any background the field falls back to the background's mean colour; this weight sets how soon. */
const FAR_WEIGHT = 2e-3;

/**
 * Estimates the background under the garment from the pixels that the saliency network calls background.
 *
 * A normalised box blur carries the colour inwards, so that vignettes and soft studio gradients are followed.
 * Layout: `lab` HWC float. Space: `saliency` has the same pixels. Cost: two passes; the blurs run at a quarter of the size.
 */
export function estimateBackground(lab: Float32Array, saliency: PlaneF32): BackgroundField {
  const { width, height } = saliency;
  const cells = cellSums(lab, saliency, meanBackground(lab, saliency));
  const radius = Math.max(2, Math.round((Math.max(width, height) * 0.12) / CELL));
  const spread = cells.map((plane) => boxBlur(boxBlur(plane, radius), radius));
  const distance = createPlane(width, height);
  const columns = columnsOf(width, spread[0].width);
  const line = spread.map((plane) => new Float32Array(plane.width));
  for (let y = 0; y < height; y++) {
    const v = Math.max(0, Math.min(spread[0].height - 1, (y + 0.5) / CELL - 0.5));
    spread.forEach((plane, c) => mixRows(plane, v, line[c]));
    distanceRow(lab, distance.data, y * width, width, line, columns);
  }
  return { distance, sigma: ringSpread(distance, saliency) };
}

/** Weighted sums of L, a and b in cells, and of the weights; what is no background counts a little, with the mean colour. */
function cellSums(lab: Float32Array, saliency: PlaneF32, mean: readonly number[]): PlaneF32[] {
  const { width, height } = saliency;
  const w = Math.ceil(width / CELL);
  const h = Math.ceil(height / CELL);
  const sums = [0, 1, 2, 3].map(() => createPlane(w, h));
  const data = sums.map((plane) => plane.data);
  for (let y = 0; y < height; y++) {
    addCells(lab, saliency.data, mean, y * width, width, data, Math.floor(y / CELL) * w);
  }
  return sums;
}

function addCells(
  lab: Float32Array,
  saliency: Float32Array,
  [mean0, mean1, mean2]: readonly number[],
  from: number,
  n: number,
  [l, a, b, weights]: readonly Float32Array[],
  to: number,
): void {
  for (let x = 0, i = from, at = 3 * from; x < n; x++, i++, at += 3) {
    const cell = to + ((x / CELL) | 0);
    const ground = saliency[i] < 0.03;
    const weight = ground ? 1 : FAR_WEIGHT;
    l[cell] += weight * (ground ? lab[at] : mean0);
    a[cell] += weight * (ground ? lab[at + 1] : mean1);
    b[cell] += weight * (ground ? lab[at + 2] : mean2);
    weights[cell] += weight;
  }
}

/** Cells to the left of each pixel's centre, and how far it lies on the way to the next. */
interface Columns {
  readonly cell: Int32Array;
  readonly part: Float32Array;
}

function columnsOf(width: number, cells: number): Columns {
  const columns = { cell: new Int32Array(width), part: new Float32Array(width) };
  for (let x = 0; x < width; x++) {
    const u = Math.max(0, Math.min(cells - 1, (x + 0.5) / CELL - 0.5));
    columns.cell[x] = Math.min(Math.max(0, cells - 2), Math.floor(u));
    columns.part[x] = u - columns.cell[x];
  }
  return columns;
}

function mixRows({ width, height, data }: PlaneF32, v: number, out: Float32Array): void {
  const top = Math.min(Math.max(0, height - 2), Math.floor(v));
  const t = v - top;
  const below = height > 1 ? width : 0;
  for (let x = 0, i = top * width; x < width; x++, i++) out[x] = data[i] + t * (data[i + below] - data[i]);
}

function distanceRow(
  lab: Float32Array,
  distance: Float32Array,
  from: number,
  n: number,
  [l, a, b, weight]: readonly Float32Array[],
  { cell, part }: Columns,
): void {
  const step = l.length > 1 ? 1 : 0;
  for (let x = 0, at = 3 * from; x < n; x++, at += 3) {
    const c = cell[x];
    const t = part[x];
    const k = 1 / (weight[c] + t * (weight[c + step] - weight[c]));
    const dl = lab[at] - k * (l[c] + t * (l[c + step] - l[c]));
    const da = lab[at + 1] - k * (a[c] + t * (a[c + step] - a[c]));
    const db = lab[at + 2] - k * (b[c] + t * (b[c + step] - b[c]));
    const light = dl < 0 && dl > -SHADOW_MAX ? dl * SHADOW_WEIGHT : dl;
    distance[from + x] = Math.sqrt(light * light + da * da + db * db);
  }
}

function meanBackground(lab: Float32Array, saliency: PlaneF32): [number, number, number] {
  const mean: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < saliency.data.length; i++) {
    if (saliency.data[i] >= 0.03) continue;
    count++;
    for (let channel = 0; channel < 3; channel++) mean[channel] += lab[i * 3 + channel];
  }
  const divisor = Math.max(1, count);
  return [mean[0] / divisor, mean[1] / divisor, mean[2] / divisor];
}

function ringSpread(distance: PlaneF32, saliency: PlaneF32): number {
  const { width, height } = distance;
  const ring = Math.max(2, Math.round(Math.min(width, height) * 0.03));
  let count = 0;
  const values = new Float32Array(2 * ring * (width + height));
  for (let y = 0; y < height; y++) {
    const edgeRow = y < ring || y >= height - ring;
    const step = edgeRow ? 1 : width - ring;
    for (let x = 0; x < width; x += x + 1 === ring ? Math.max(1, step - ring + 1) : 1) {
      const i = y * width + x;
      if (saliency.data[i] < 0.1) values[count++] = distance.data[i];
    }
  }
  if (count < 50) return Number.POSITIVE_INFINITY;
  return values.subarray(0, count).sort()[Math.floor(count * 0.68)];
}
