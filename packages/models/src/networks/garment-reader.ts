import { pyramidOf, type PlaneF32, type Point, type Pyramid, type RasterU8 } from '@drape/imaging';
import type { GarmentCategory } from '../types';
import { sigmoid, type Network } from './network';
import { toPhoto, type Region } from './region';
import { sampleRegion } from './sample-region';

/** Classes of the pixels, in the order of the network's planes. Left is left in the picture. */
export const GARMENT_PARTS = ['background', 'torso', 'sleeveLeft', 'sleeveRight', 'collar', 'insideBack'] as const;
export type GarmentPart = (typeof GARMENT_PARTS)[number];

/** Points, in the order of the network's planes; which of them a garment has depends on its category. */
export const GARMENT_POINTS = [
  'neckLeft',
  'neckRight',
  'neckFront',
  'shoulderLeft',
  'shoulderRight',
  'armpitLeft',
  'armpitRight',
  'cuffLeftOuter',
  'cuffLeftInner',
  'cuffRightOuter',
  'cuffRightInner',
  'elbowLeft',
  'elbowRight',
  'waistLeft',
  'waistRight',
  'hemLeft',
  'hemMiddle',
  'hemRight',
  'waistMiddle',
  'crotch',
  'hemLeftOuter',
  'hemLeftInner',
  'hemRightOuter',
  'hemRightInner',
] as const;
export type GarmentPoint = (typeof GARMENT_POINTS)[number];

/** Questions, in the order of the network's answers, with what may be answered. */
export const GARMENT_ANSWERS = {
  sleeveLeft: ['none', 'spread', 'folded', 'hidden'],
  sleeveRight: ['none', 'spread', 'folded', 'hidden'],
  view: ['flat', 'hanger', 'ghost', 'worn', 'other'],
  closure: ['none', 'closed', 'open'],
  collar: ['none', 'shirt', 'lapel', 'stand', 'turtleneck', 'hood', 'other'],
} as const;
export type GarmentQuestion = keyof typeof GARMENT_ANSWERS;
export type GarmentAnswer<Q extends GarmentQuestion> = (typeof GARMENT_ANSWERS)[Q][number];

export interface ReadPoint extends Point {
  /** 0…1: mass of the point's plane around its peak. Below .2 one point of seven is within 5 % of the garment's width, above .6 nine of ten. */
  readonly confidence: number;
  /** 0…1: probability that the garment has the point and it is seen. */
  readonly presence: number;
}

/** What a product picture shows, as the network reads it. */
export interface GarmentRead {
  /** The square of the picture that the planes cover; may reach beyond it. */
  readonly square: { readonly x: number; readonly y: number; readonly side: number };
  /** A plane for each of GARMENT_PARTS, 0…1, they sum to 1 at each pixel. */
  readonly parts: readonly PlaneF32[];
  /** 0…1: something that does not belong to the garment lies before it, or holds it. */
  readonly foreign: PlaneF32;
  /** In pixels of the picture. */
  readonly points: Readonly<Record<GarmentPoint, ReadPoint>>;
  /** The likeliest answer to each question, and its probability. */
  readonly answers: {
    readonly [Q in GarmentQuestion]: { readonly value: GarmentAnswer<Q>; readonly probability: number };
  };
}

/** Side of what the network is shown at the first look, which only has to find the garment, and at the second. */
const FIRST_SIZE = 128;
const SIZE = 256;
/** The second look is at a square of so many of the garment's longer sides. */
const MARGIN = 1.15;
/** Cells of the first look's planes that the garment must have for a second look at it. */
const CELLS_MIN = 16;

/** The order of the categories in the network's input. */
const NAMED: readonly GarmentCategory[] = ['top', 'jacket', 'dress', 'pants', 'skirt'];

/**
 * Reads a product picture: parts, points, answers. A first look finds the garment, a second one at it, the mean with the mirrored
 * picture, reads it.
 *
 * Layout: inputs `image` [n, 3, s, s] RGB −1…1, the picture's square and its mirror, edge pixels beyond the picture; `category` [n, 5],
 * zeros where nobody named it. Outputs `maps` [n, 31, s / 2, s / 2]: logits of the parts, of foreign things, of each point's place;
 * `answers` [n, 47]: logits of the answers, then of whether each point is there. `category` undefined: nobody named it.
 */
export async function readGarment(
  network: Network,
  picture: RasterU8,
  category: GarmentCategory | undefined,
): Promise<GarmentRead> {
  const side = Math.max(picture.width, picture.height);
  const whole = { centre: { x: picture.width / 2, y: picture.height / 2 }, width: side, height: side, angleRad: 0 };
  const pyramid = pyramidOf(picture);
  const first = await run(network, [viewOf(pyramid, whole, FIRST_SIZE)], FIRST_SIZE, category);
  const region = squareOfGarment(partsOf(first.planes[0]), whole) ?? whole;
  const view = viewOf(pyramid, region, SIZE);
  const { planes, answers } = await run(network, [view, mirroredRows(view, SIZE)], SIZE, category);
  const [straight, mirror] = planes.map(distributions);
  return readOf({ region, ...meanWithMirror(straight, mirror), answers: meanAnswers(answers) });
}

interface Look {
  readonly region: Region;
  readonly parts: readonly PlaneF32[];
  readonly foreign: PlaneF32;
  /** Probabilities over the plane. */
  readonly points: readonly PlaneF32[];
  readonly answers: Float32Array;
}

function viewOf(pyramid: Pyramid, region: Region, size: number): Float32Array {
  return sampleRegion(pyramid, region, {
    width: size,
    height: size,
    border: 'replicate',
    scale: [1 / 127.5, 1 / 127.5, 1 / 127.5],
    offset: [-1, -1, -1],
  });
}

/** The planes of each view, and the answers to all one after the other: logits. */
async function run(
  network: Network,
  views: readonly Float32Array[],
  size: number,
  category: GarmentCategory | undefined,
): Promise<{ readonly planes: readonly PlaneF32[][]; readonly answers: Float32Array }> {
  const image = new Float32Array(views.length * 3 * size * size);
  for (const [i, view] of views.entries()) image.set(view, i * view.length);
  const named = Float32Array.from(views.flatMap(() => NAMED.map((each) => (each === category ? 1 : 0))));
  const result = await network.run(
    {
      image: { data: image, shape: [views.length, 3, size, size] },
      category: { data: named, shape: [views.length, NAMED.length] },
    },
    ['maps', 'answers'],
  );
  const [, channels, height, width] = result['maps'].shape;
  const cells = width * height;
  const planes = views.map((_, of) =>
    Array.from({ length: channels }, (_plane, c) => {
      const start = (of * channels + c) * cells;
      return { width, height, data: result['maps'].data.slice(start, start + cells) };
    }),
  );
  return { planes, answers: result['answers'].data };
}

interface Distributions {
  readonly parts: readonly PlaneF32[];
  readonly foreign: PlaneF32;
  readonly points: readonly PlaneF32[];
}

/** Logits to probabilities: parts against each other, foreign things each pixel for itself, a point over its plane. */
function distributions(planes: readonly PlaneF32[]): Distributions {
  const parts = partsOf(planes);
  const [foreign, ...points] = planes.slice(GARMENT_PARTS.length);
  for (let i = 0; i < foreign.data.length; i++) foreign.data[i] = sigmoid(foreign.data[i]);
  for (const { data } of points) softmaxWithin(data);
  return { parts, foreign, points };
}

function partsOf(planes: readonly PlaneF32[]): readonly PlaneF32[] {
  const parts = planes.slice(0, GARMENT_PARTS.length);
  softmaxAcross(parts.map(({ data }) => data));
  return parts;
}

function softmaxAcross(planes: readonly Float32Array[]): void {
  for (let i = 0; i < planes[0].length; i++) {
    let highest = -Infinity;
    for (const plane of planes) highest = Math.max(highest, plane[i]);
    let total = 0;
    for (const plane of planes) total += plane[i] = Math.exp(plane[i] - highest);
    for (const plane of planes) plane[i] /= total;
  }
}

function softmaxWithin(values: Float32Array): void {
  let highest = -Infinity;
  for (const value of values) highest = Math.max(highest, value);
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i] = Math.exp(values[i] - highest);
  for (let i = 0; i < values.length; i++) values[i] /= total;
}

const mirrorOf = (name: string): string => name.replace(/Left|Right/, (side) => (side === 'Left' ? 'Right' : 'Left'));
const mirrorIndexes = (names: readonly string[]): number[] => names.map((name) => names.indexOf(mirrorOf(name)));
const PARTS_MIRRORED = mirrorIndexes(GARMENT_PARTS);
const POINTS_MIRRORED = mirrorIndexes(GARMENT_POINTS);

/** The mean of what was read of a view and, turned back, of its mirror. */
function meanWithMirror(straight: Distributions, mirror: Distributions): Distributions {
  return {
    parts: straight.parts.map((plane, k) => meanOf(plane, mirror.parts[PARTS_MIRRORED[k]])),
    foreign: meanOf(straight.foreign, mirror.foreign),
    points: straight.points.map((plane, k) => meanOf(plane, mirror.points[POINTS_MIRRORED[k]])),
  };
}

function meanOf(plane: PlaneF32, mirror: PlaneF32): PlaneF32 {
  const { width, height, data } = plane;
  const back = mirroredRows(mirror.data, width);
  return { width, height, data: data.map((value, i) => (value + back[i]) / 2) };
}

/** Each row the other way round. */
function mirroredRows(values: Float32Array, width: number): Float32Array {
  const out = values.slice();
  for (let start = 0; start < out.length; start += width) out.subarray(start, start + width).reverse();
  return out;
}

const QUESTIONS = Object.keys(GARMENT_ANSWERS) as GarmentQuestion[];

/** Probabilities of all answers one after the other, then of the points' presence; the mean of both views. */
function meanAnswers(logits: Float32Array): Float32Array {
  const half = logits.length / 2;
  const [straight, mirror] = [logits.slice(0, half), logits.slice(half)];
  const out = new Float32Array(half);
  const starts = startsOfAnswers();
  for (const question of QUESTIONS) {
    const n = GARMENT_ANSWERS[question].length;
    const [here, there] = [starts.of[question], starts.of[mirrorOf(question) as GarmentQuestion]];
    const a = straight.slice(here, here + n);
    const b = mirror.slice(there, there + n);
    softmaxWithin(a);
    softmaxWithin(b);
    for (let k = 0; k < n; k++) out[here + k] = (a[k] + b[k]) / 2;
  }
  for (const [k, mirrored] of POINTS_MIRRORED.entries())
    out[starts.points + k] = (sigmoid(straight[starts.points + k]) + sigmoid(mirror[starts.points + mirrored])) / 2;
  return out;
}

function startsOfAnswers(): { readonly of: Record<GarmentQuestion, number>; readonly points: number } {
  const of = { sleeveLeft: 0, sleeveRight: 0, view: 0, closure: 0, collar: 0 };
  let at = 0;
  for (const question of QUESTIONS) {
    of[question] = at;
    at += GARMENT_ANSWERS[question].length;
  }
  return { of, points: at };
}

/** A square around the garment that a look found, null where it found hardly anything. */
function squareOfGarment(parts: readonly PlaneF32[], region: Region): Region | null {
  const [background] = parts;
  const inside = parts[GARMENT_PARTS.indexOf('insideBack')];
  const { width, height } = background;
  const isGarment = Uint8Array.from(background.data, (value, i) => (value + inside.data[i] < 0.5 ? 1 : 0));
  const box = largestPiece(isGarment, width, height);
  if (box === null || box.count <= CELLS_MIN) return null;
  const cell = region.width / width;
  const corner = toPhoto(region, 0, 0);
  const across = (box.right - box.left) * cell;
  const down = (box.bottom - box.top) * cell;
  const side = MARGIN * Math.max(across, down);
  const centre = {
    x: corner.x + ((box.left + box.right) / 2) * cell,
    y: corner.y + ((box.top + box.bottom) / 2) * cell,
  };
  return { centre, width: side, height: side, angleRad: 0 };
}

interface PieceBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly count: number;
}

/** Bounds of the largest piece whose cells touch at sides or corners. */
function largestPiece(mask: Uint8Array, width: number, height: number): PieceBox | null {
  const open = mask.slice();
  let best: PieceBox | null = null;
  for (let start = 0; start < open.length; start++) {
    if (open[start] === 0) continue;
    const piece = takePiece(open, start, width, height);
    if (best === null || piece.count > best.count) best = piece;
  }
  return best;
}

/** Takes the piece of a cell out of the mask. */
function takePiece(open: Uint8Array, start: number, width: number, height: number): PieceBox {
  const box = { left: width, right: 0, top: height, bottom: 0, count: 0 };
  const stack = [start];
  open[start] = 0;
  for (let i = stack.pop(); i !== undefined; i = stack.pop()) {
    const [x, y] = [i % width, Math.floor(i / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x + 1);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y + 1);
    box.count++;
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        if (open[v * width + u] === 0) continue;
        open[v * width + u] = 0;
        stack.push(v * width + u);
      }
    }
  }
  return box;
}

function readOf({ region, parts, foreign, points, answers }: Look): GarmentRead {
  const { x, y } = toPhoto(region, 0, 0);
  const starts = startsOfAnswers();
  const cell = region.width / foreign.width;
  const found = GARMENT_POINTS.map((name, k) => {
    const peak = peakOf(points[k]);
    const at = { x: x + (peak.x + 0.5) * cell, y: y + (peak.y + 0.5) * cell };
    return [name, { ...at, confidence: peak.mass, presence: answers[starts.points + k] }] as const;
  });
  return {
    square: { x, y, side: region.width },
    parts,
    foreign,
    points: Object.fromEntries(found) as Record<GarmentPoint, ReadPoint>,
    answers: {
      sleeveLeft: likeliest('sleeveLeft', answers, starts.of.sleeveLeft),
      sleeveRight: likeliest('sleeveRight', answers, starts.of.sleeveRight),
      view: likeliest('view', answers, starts.of.view),
      closure: likeliest('closure', answers, starts.of.closure),
      collar: likeliest('collar', answers, starts.of.collar),
    },
  };
}

function likeliest<Q extends GarmentQuestion>(
  question: Q,
  answers: Float32Array,
  start: number,
): { readonly value: GarmentAnswer<Q>; readonly probability: number } {
  const values: readonly GarmentAnswer<Q>[] = GARMENT_ANSWERS[question];
  let best = 0;
  for (let k = 1; k < values.length; k++) if (answers[start + k] > answers[start + best]) best = k;
  return { value: values[best], probability: answers[start + best] };
}

/** The place is the mean of so many cells around the peak, and the confidence the mass of so many. */
const MEAN_REACH = 2;
const MASS_REACH = 4;

/** Where a point most likely lies, to parts of a cell, and how much of its plane lies around that. */
function peakOf({ width, height, data }: PlaneF32): { readonly x: number; readonly y: number; readonly mass: number } {
  let top = 0;
  for (let i = 1; i < data.length; i++) if (data[i] > data[top]) top = i;
  const [px, py] = [top % width, Math.floor(top / width)];
  let [sum, sx, sy, mass] = [0, 0, 0, 0];
  for (let y = Math.max(0, py - MASS_REACH); y <= Math.min(height - 1, py + MASS_REACH); y++) {
    for (let x = Math.max(0, px - MASS_REACH); x <= Math.min(width - 1, px + MASS_REACH); x++) {
      const value = data[y * width + x];
      mass += value;
      if (Math.abs(x - px) > MEAN_REACH || Math.abs(y - py) > MEAN_REACH) continue;
      sum += value;
      sx += value * x;
      sy += value * y;
    }
  }
  return { x: sx / sum, y: sy / sum, mass: Math.min(1, mass) };
}
