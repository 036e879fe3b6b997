import {
  type Box,
  createPlane,
  cropRaster,
  gaussianBlur,
  isFilled,
  type PlaneF32,
  type RasterU8,
  resizeRaster,
  rgbToLabIn,
  RowSampler,
} from '@drape/imaging';
import { costAt, learnClusters, sampleToLearn, LEARNING_PIXELS_MIN, type ColourClusters } from './colour-clusters';
import { smoothstep } from '../../../geometry/numbers';

/** Least number of columns at which a box is judged. */
const COLUMNS_MIN = 110;

/** Least blur of the odds, in columns: as much as small gaps survive. */
const ODDS_BLUR_MIN = 0.7;

/** Two classes that a parse confuses in one place of the body. */
export interface Confusion {
  /** The photo at work size. */
  readonly guide: RasterU8;
  /** Work pixels; learning and judging happen inside. */
  readonly box: Box;
  /** Class that has too much, and class that has too little. */
  readonly from: PlaneF32;
  readonly to: PlaneF32;
  /** Rows, work pixels, in which `from` teaches its colours, and in which pixels are judged. */
  readonly teaches: readonly [number, number];
  readonly judged: readonly [number, number];
  /** Log-likelihood ratio from which a pixel starts to change class, and from which it has changed. */
  readonly ratio: readonly [number, number];
  /** For small gaps of which `from` is sure, too: its pixels in the other's colours teach nothing, and the odds stay sharp. */
  readonly purge?: boolean;
  /** Weight of a pixel's surroundings as a log-likelihood: added where all of them are `to`. Nothing by default. */
  readonly neighbourWeight?: number;
}

/** σ of a pixel's surroundings in widths of the box: the radius of a collar's tip. */
const NEIGHBOUR_SIGMA = 0.035;

/** Cost up to which a colour counts as one of a class; a class's own pixels cost 3…8. */
const ALIKE_COST_MAX = 7;
/** Least share of the pixels that must be unlike the other class. Otherwise the two look alike, and all pixels teach. */
const UNLIKE_SHARE_MIN = 0.5;

/** Belief from which a pixel teaches the colours of the class that has too much, and of the other one. */
const OWN_BELIEF_MIN = 0.9;
const OTHER_BELIEF_MIN = 0.95;

/** Those of `pixels` that do not look like another class. */
function unlike(lab: Float32Array, pixels: readonly number[], other: ColourClusters | null): readonly number[] {
  const left: number[] = [];
  for (const p of pixels) if (costAt(other, lab, p) > ALIKE_COST_MAX) left.push(p);
  return left.length > UNLIKE_SHARE_MIN * pixels.length ? left : pixels;
}

/** Every `step`th pixel of a confusion's box, starting at its middle: `width` × `height` of them. */
interface Grid {
  readonly step: number;
  readonly width: number;
  readonly height: number;
  /** Row of the grid's first row in work pixels, and index of its first pixel. */
  readonly top: number;
  readonly first: number;
}

/** Colours of fabric and hair need no detail: large people are judged at about the size of small ones. */
function gridOf({ guide, box }: Confusion): Grid {
  const step = Math.max(1, Math.floor(box.width / COLUMNS_MIN));
  const top = box.y + (step >> 1);
  return {
    step,
    width: Math.floor(box.width / step),
    height: Math.floor(box.height / step),
    top,
    first: top * guide.width + box.x + (step >> 1),
  };
}

/**
 * Calls `move` with each pixel of `from` that by its colour belongs to `to`, and with the share of it, 0…1, that does.
 *
 * Each class learns its colours where it is sure. Fabric of the other class's colour stays where the parse put it.
 */
export function forEachMisclassifiedPixel(confusion: Confusion, move: (i: number, share: number) => void): void {
  const { guide, box, from, judged, ratio } = confusion;
  if (box.width < 8 || box.height < 8 || !isJudged(confusion)) return;
  const grid = gridOf(confusion);
  const { step: f, width: w, height: h } = grid;
  const seeds = seedsIn(confusion, grid);
  if (Math.min(seeds.own.length, seeds.other.length) < LEARNING_PIXELS_MIN) return;
  const lab = colours(guide, { ...box, width: w * f, height: h * f }, w, h, seeds.wanted);
  const other = learnClusters(lab, seeds.other, 4);
  const own = learnClusters(lab, confusion.purge === true ? unlike(lab, seeds.own, other) : seeds.own, 4);
  if (own === null || other === null) return;
  const odds = createPlane(w, h);
  let highest = 0;
  for (let v = 0; v < h; v++) {
    const row = grid.top + v * f;
    if (row < judged[0] || row >= judged[1]) continue;
    highest = Math.max(highest, oddsRow(odds, v * w, lab, own, other, from.data, grid.first + v * f * guide.width, f));
  }
  if (confusion.neighbourWeight !== undefined) addNeighbours(odds, confusion, grid, confusion.neighbourWeight);
  else if (highest <= ratio[0]) return;
  const smooth = new RowSampler(
    [gaussianBlur(odds, confusion.purge === true ? ODDS_BLUR_MIN : Math.max(ODDS_BLUR_MIN, 1.5 / f))],
    {
      x: 0,
      y: 0,
      width: w * f,
      height: h * f,
    },
  );
  const fade = 0.06 * box.height;
  for (let y = 0; y < h * f; y++) {
    if (box.y + y < judged[0] || box.y + y >= judged[1]) continue;
    smooth.load(y);
    const soft = smoothstep(box.y + y, judged[0], judged[0] + fade);
    moveRow(smooth, from.data, (box.y + y) * guide.width + box.x, w * f, soft, ratio, move);
  }
}

/** L a b of the wanted pixels of a box shrunk to `width` × `height`. */
function colours(guide: RasterU8, box: Box, width: number, height: number, wanted: Uint8Array): Float32Array {
  if (box.width === width) return rgbToLabIn(guide, box, wanted);
  return rgbToLabIn(resizeRaster(cropRaster(guide, box), width, height), { x: 0, y: 0, width, height }, wanted);
}

/** Whether there is anything of `from` to judge. */
function isJudged({ box, from, judged }: Confusion): boolean {
  const first = Math.max(box.y, Math.ceil(judged[0]));
  const end = Math.ceil(Math.min(box.y + box.height, judged[1]));
  return isFilled(from, { ...box, y: first, height: end - first });
}

/** Indices in the grid from which both classes may learn; `wanted` is not 0 at every pixel whose colour matters. */
interface Seeds {
  readonly own: readonly number[];
  readonly other: readonly number[];
  readonly wanted: Uint8Array;
}

function seedsIn({ guide, from, to, teaches, judged, purge }: Confusion, grid: Grid): Seeds {
  const { width, height, step, top } = grid;
  const [own, other]: [number[], number[]] = [[], []];
  const wanted = new Uint8Array(width * height);
  for (let v = 0; v < height; v++) {
    const row = top + v * step;
    const start = grid.first + v * step * guide.width;
    if (row >= teaches[0] && row < teaches[1]) pickSeedsInRow(from.data, OWN_BELIEF_MIN, start, grid, v * width, own);
    pickSeedsInRow(to.data, OTHER_BELIEF_MIN, start, grid, v * width, other);
    if (row >= judged[0] && row < judged[1]) markWantedInRow(from.data, start, grid, v * width, wanted);
  }
  // a purge looks at all of them before it learns
  const seeds = { own: purge === true ? own : sampleToLearn(own), other: sampleToLearn(other), wanted };
  for (const j of seeds.own) wanted[j] = 1;
  for (const j of seeds.other) wanted[j] = 1;
  return seeds;
}

function pickSeedsInRow(data: Float32Array, min: number, start: number, grid: Grid, to: number, into: number[]): void {
  const { step, width } = grid;
  for (let j = to, i = start; j < to + width; j++, i += step) if (data[i] > min) into.push(j);
}

function markWantedInRow(
  data: Float32Array,
  start: number,
  { step, width }: Grid,
  to: number,
  wanted: Uint8Array,
): void {
  for (let j = to, i = start; j < to + width; j++, i += step) if (data[i] !== 0) wanted[j] = 1;
}

/** Log-likelihood ratios of a row's pixels of `from`; returns the highest. */
function oddsRow(
  odds: PlaneF32,
  to: number,
  lab: Float32Array,
  own: ColourClusters,
  other: ColourClusters,
  from: Float32Array,
  start: number,
  step: number,
): number {
  let highest = 0;
  for (let j = to, i = start; j < to + odds.width; j++, i += step) {
    if (from[i] === 0) continue;
    const ratio = costAt(own, lab, j) - costAt(other, lab, j);
    odds.data[j] = ratio;
    if (ratio > highest) highest = ratio;
  }
  return highest;
}

/** Moves `count` pixels of a row, beginning at `start`, whose odds are loaded. One function per row, so that it is compiled. */
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

/** Thin points and small pieces go to the class around them where colours do not decide; straight borders stay where they are. */
function addNeighbours(odds: PlaneF32, { guide, from, to, ratio }: Confusion, grid: Grid, weight: number): void {
  const { width, height, data } = odds;
  const first = gaussianBlur(odds, 1.5);
  const around = createPlane(width, height);
  for (let v = 0; v < height; v++) {
    const start = grid.first + v * grid.step * guide.width;
    classOfRow(around, v * width, from.data, to.data, start, grid.step, first.data, ratio);
  }
  const blurred = gaussianBlur(around, NEIGHBOUR_SIGMA * width);
  for (let j = 0; j < data.length; j++) data[j] += weight * Math.max(0, blurred.data[j]);
}

/** The class of each pixel of a row once the clear ones have moved: 1 `to`, −1 `from`. */
function classOfRow(
  around: PlaneF32,
  row: number,
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  odds: Float32Array,
  [lo, hi]: readonly [number, number],
): void {
  for (let j = row, i = start; j < row + around.width; j++, i += step) {
    around.data[j] = to[i] - from[i] + 2 * from[i] * smoothstep(odds[j], lo, hi);
  }
}
