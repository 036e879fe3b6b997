import {
  createPlane,
  cropRaster,
  gaussianBlur,
  resizeRaster,
  rgbToLab,
  type Box,
  type PlaneF32,
  type RasterU8,
} from '@drape/imaging';
import { colourCost, learnClusters, type ColourClusters } from './colour-clusters';
import { smoothstep } from './geometry';
import { RowSampler } from './refine';

/** Columns at which a box is judged, at least. */
const COLUMNS = 110;

/** Least blur of the odds, columns: as much as small gaps bear. */
const FINE = 0.7;

/** Two classes that a parse confuses in one place of the body. */
export interface Confusion {
  /** The photo at work size. */
  readonly guide: RasterU8;
  /** Work pixels; teaching and judging happen inside. */
  readonly box: Box;
  /** Class that has too much, and class that has too little. */
  readonly from: PlaneF32;
  readonly to: PlaneF32;
  /** Rows, work pixels, in which `from` teaches its colours, and in which pixels are judged. */
  readonly teaches: readonly [number, number];
  readonly judged: readonly [number, number];
  /** Log-likelihood ratio from which a pixel starts to change sides, and from which it has changed. */
  readonly ratio: readonly [number, number];
  /** For small gaps of which `from` is sure, too: its pixels in the other's colours teach nothing, and the odds stay sharp. */
  readonly purge?: boolean;
  /** What a pixel's surroundings are worth, log-likelihood: all of `to` gives as much, all of `from` takes it. Nothing by default. */
  readonly company?: number;
}

/** Radius of a pixel's surroundings in widths of the box, σ: that of a collar's tip. */
const COMPANY_SIGMA = 0.035;

/** Cost up to which a colour passes for one of a class; its own pixels cost 3…8. */
const ALIKE = 7;
/** At least this share of the pixels must be unlike the other class: else the two look alike, and all teach. */
const UNLIKE_LEAST = 0.5;

/** Those of `pixels` that do not look like another class. */
function unlike(lab: Float32Array, pixels: readonly number[], other: ColourClusters | null): readonly number[] {
  const left: number[] = [];
  for (const p of pixels) if (colourCost(other, lab[3 * p], lab[3 * p + 1], lab[3 * p + 2]) > ALIKE) left.push(p);
  return left.length > UNLIKE_LEAST * pixels.length ? left : pixels;
}

/**
 * Calls `move` with each pixel of `from` that belongs to `to` by its colour, and with the share, 0…1, that does.
 *
 * Each class teaches its colours where it is sure; cloth of the other's colour stays where the parse put it.
 */
export function eachWronglyTaken(confusion: Confusion, move: (i: number, share: number) => void): void {
  const { guide, box, from, to, teaches, judged, ratio } = confusion;
  if (box.width < 8 || box.height < 8) return;
  // colours of cloth and hair need no detail: large people are judged at about the size of small ones
  const f = Math.max(1, Math.floor(box.width / COLUMNS));
  const w = Math.floor(box.width / f);
  const h = Math.floor(box.height / f);
  const lab = rgbToLab(resizeRaster(cropRaster(guide, { ...box, width: w * f, height: h * f }), w, h));
  const seeds: [number[], number[]] = [[], []];
  const odds = createPlane(w, h);
  const rowOf = (v: number): number => box.y + v * f + (f >> 1);
  const pixelOf = (u: number, v: number): number => rowOf(v) * guide.width + box.x + u * f + (f >> 1);
  for (let v = 0, j = 0; v < h; v++) {
    for (let u = 0; u < w; u++, j++) {
      const i = pixelOf(u, v);
      if (from.data[i] > 0.9 && rowOf(v) >= teaches[0] && rowOf(v) < teaches[1]) seeds[0].push(j);
      if (to.data[i] > 0.95) seeds[1].push(j);
    }
  }
  const other = learnClusters(lab, seeds[1], 4);
  const own = learnClusters(lab, confusion.purge === true ? unlike(lab, seeds[0], other) : seeds[0], 4);
  if (own === null || other === null) return;
  for (let v = 0, j = 0; v < h; v++) {
    if (rowOf(v) < judged[0] || rowOf(v) >= judged[1]) {
      j += w;
      continue;
    }
    for (let u = 0; u < w; u++, j++) {
      if (from.data[pixelOf(u, v)] === 0) continue;
      const [l, a, b] = [lab[3 * j], lab[3 * j + 1], lab[3 * j + 2]];
      odds.data[j] = colourCost(own, l, a, b) - colourCost(other, l, a, b);
    }
  }
  if (confusion.company !== undefined) addCompany(odds, confusion, pixelOf, confusion.company);
  const smooth = new RowSampler([gaussianBlur(odds, confusion.purge === true ? FINE : Math.max(FINE, 1.5 / f))], {
    x: 0,
    y: 0,
    width: w * f,
    height: h * f,
  });
  const fade = 0.06 * box.height;
  for (let y = 0; y < h * f; y++) {
    if (box.y + y < judged[0] || box.y + y >= judged[1]) continue;
    smooth.load(y);
    const soft = smoothstep(box.y + y, judged[0], judged[0] + fade);
    moveRow(smooth, from.data, (box.y + y) * guide.width + box.x, w * f, soft, ratio, move);
  }
}

/** Moves `count` pixels of a row from `start` on, whose odds are loaded; a function a row, so that it is compiled. */
function moveRow(
  odds: RowSampler,
  from: Float32Array,
  start: number,
  count: number,
  soft: number,
  ratio: readonly [number, number],
  move: (i: number, share: number) => void,
): void {
  const { values } = odds;
  const [lo, hi] = ratio;
  for (let x = 0, i = start; x < count; x++, i++) {
    if (from[i] === 0) continue;
    odds.read(x);
    const share = soft * smoothstep(values[0], lo, hi);
    if (share > 0) move(i, share);
  }
}

/** Thin points and small pieces belong to what surrounds them where colours do not say; straight borders stay where they are. */
function addCompany(
  odds: PlaneF32,
  { from, to, ratio }: Confusion,
  pixelOf: (u: number, v: number) => number,
  weight: number,
): void {
  const { width, height, data } = odds;
  const first = gaussianBlur(odds, 1.5);
  const around = createPlane(width, height);
  for (let v = 0, j = 0; v < height; v++) {
    for (let u = 0; u < width; u++, j++) {
      const i = pixelOf(u, v);
      const moved = from.data[i] * smoothstep(first.data[j], ratio[0], ratio[1]);
      around.data[j] = to.data[i] - from.data[i] + 2 * moved;
    }
  }
  const blurred = gaussianBlur(around, COMPANY_SIGMA * width);
  for (let j = 0; j < data.length; j++) data[j] += weight * Math.max(0, blurred.data[j]);
}

/** A box of work pixels inside the picture. */
export function boxAround(
  guide: { readonly width: number; readonly height: number },
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): Box {
  const left = Math.max(0, Math.round(x0));
  const top = Math.max(0, Math.round(y0));
  return {
    x: left,
    y: top,
    width: Math.min(guide.width, Math.round(x1)) - left,
    height: Math.min(guide.height, Math.round(y1)) - top,
  };
}
