import { connectedComponents, createPlane, dilate, erode, fillHoles, open, rgbToLab } from '@drape/imaging';
import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { estimateBackground } from './background-field';
import { colourEvidence, learnColourSplit } from './colour-split';

/** Colours outvote the parse by at most this much; where it says less than this, the pixel teaches what is not garment. */
const EVIDENCE_MAX = 3;
const OTHER_BELOW = 0.3;
/** Thinner things than this, in picture widths, are not part of a worn garment: rests of belts, straps, seams of shadow. */
const THIN = 0.008;

/** Colours judge within this many pixels of the parse's outline, in picture widths: the parser errs by about that. */
const BAND = 0.022;
/** A carved pixel is at most this far (Lab) from an even background. */
const GROUND = 5;
const EVEN_SIGMA = 4;
/** Where the parse is this sure, a pixel of the ground's colour is a print. */
const SURE = 0.96;
/** A hole in which the parse sees less of the ground than this is a print. */
const PRINT_GROUND = 0.12;
/** Pieces smaller than this share of the largest are rests; the halves of an open jacket are not. */
const PIECE_MIN = 0.15;
/** A hand or strap hides at most this much of a column, as a share of the height, where the garment ends beside it. */
const BITE_MAX = 0.14;

/** Planes at one size: what the parser says about the product, the ground and what may lie before the product. */
export interface WornPlanes {
  readonly garment: PlaneF32;
  readonly ground: PlaneF32;
  /** Skin, hair, bags and the like; and hair alone. */
  readonly before: PlaneF32;
  readonly hair: PlaneF32;
  /** What shows between the halves of an open jacket; null where the garment is closed. */
  readonly opening: PlaneF32 | null;
}

/**
 * The visible garment's shape: the parse, corrected near its outline by the picture's own colours, and where an even
 * background shows through between arm and body.
 *
 * Space: `small` and the planes have the same pixels. Returns 0…1, one piece.
 */
export function wornShape(small: RasterU8, { garment, ground }: WornPlanes, salient: PlaneF32): PlaneF32 {
  const { width, height } = garment;
  const lab = rgbToLab(small);
  const figure = createPlane(width, height);
  const taught = createPlane(width, height);
  for (let i = 0; i < figure.data.length; i++) {
    figure.data[i] = Math.max(1 - ground.data[i], 0.7 * salient.data[i]);
    taught.data[i] = garment.data[i] < OTHER_BELOW ? 0 : garment.data[i];
  }
  const field = estimateBackground(lab, figure);
  const radius = Math.max(2, Math.round(width * BAND));
  const core = erode(garment, radius);
  const near = dilate(garment, radius);
  const split = learnColourSplit(lab, taught, core);
  const even = field.sigma < EVEN_SIGMA;
  const unlike = even && rarelyGround(field.distance, core);
  const limit = Math.max(GROUND, 3 * field.sigma);
  const shape = createPlane(width, height);
  for (let i = 0; i < shape.data.length; i++) {
    if (near.data[i] < 0.08) continue;
    const p = Math.max(0.01, Math.min(0.99, garment.data[i]));
    const logit = Math.log(p / (1 - p));
    const colour = colourEvidence(lab, i * 3, split.garment, split.background);
    const evidence = Math.max(-EVIDENCE_MAX, Math.min(EVIDENCE_MAX, colour));
    const hesitant = core.data[i] < 0.9;
    let belief = hesitant ? 0.8 * logit + 1.1 * split.separability * evidence : logit;
    if (unlike && garment.data[i] < SURE && field.distance.data[i] < limit)
      belief = Math.min(belief, (field.distance.data[i] - limit) * 0.8);
    shape.data[i] = 1 / (1 + Math.exp(-belief));
  }
  return largePieces(withoutPrintHoles(shape, garment, ground));
}

/** Fills what colour carved out of the inside where the parse saw cloth and no ground: pale letters before a pale wall. */
function withoutPrintHoles(shape: PlaneF32, garment: PlaneF32, ground: PlaneF32): PlaneF32 {
  const deep = erode(fillHoles(shape), 3);
  const out = createPlane(shape.width, shape.height);
  for (let i = 0; i < out.data.length; i++) {
    const print = deep.data[i] > 0.5 && garment.data[i] > 0.5 && ground.data[i] < PRINT_GROUND;
    out.data[i] = print ? 1 : shape.data[i];
  }
  return out;
}

/** The large pieces without threads that hang on them; their holes stay. */
function largePieces(shape: PlaneF32): PlaneF32 {
  const { labels, areas } = connectedComponents(open(shape, Math.max(1, Math.round(shape.width * THIN))));
  const most = Math.max(1, ...areas);
  const kept = createPlane(shape.width, shape.height);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] > 0 && areas[labels[i] - 1] > PIECE_MIN * most) kept.data[i] = 1;
  }
  const body = dilate(kept, 2);
  const out = createPlane(shape.width, shape.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = body.data[i] > 0.5 ? shape.data[i] : 0;
  return out;
}

/** Whether sure garment pixels hardly ever have the ground's colour. */
function rarelyGround(distance: PlaneF32, core: PlaneF32): boolean {
  let sure = 0;
  let like = 0;
  for (let i = 0; i < core.data.length; i++) {
    if (core.data[i] < 0.9) continue;
    sure++;
    if (distance.data[i] < 12) like++;
  }
  return like < 0.02 * sure;
}

/**
 * Where the garment goes on under hands, hair, straps and bags: pixels of those classes with garment above and below in their
 * column, and on both sides in their row or not far away; and hair that falls over the chest.
 */
export function hiddenParts(shape: PlaneF32, before: PlaneF32, hair: PlaneF32): PlaneF32 {
  const { width, height } = shape;
  const inside = fillHoles(shape);
  const above = lastAbove(shape);
  const chest = chestRow(shape);
  const hidden = createPlane(width, height);
  const below = new Int32Array(width).fill(-1);
  for (let y = height - 1; y >= 0; y--) {
    const row = y * width;
    const [from, to] = span(shape, y);
    for (let x = 0; x < width; x++) {
      const i = row + x;
      if (shape.data[i] > 0.5) below[x] = y;
      else if (before.data[i] > 0.5 && below[x] >= 0) {
        const sides = x > from && x < to;
        const bite = below[x] - above[i] < BITE_MAX * height;
        const column = above[i] >= 0 && (sides || bite || inside.data[i] > 0.5);
        hidden.data[i] = column || (sides && y > chest && hair.data[i] > 0.5) ? 1 : 0;
      }
    }
  }
  return hidden;
}

/** Per pixel the nearest garment row above it, −1 without one. */
function lastAbove({ width, height, data }: PlaneF32): Int32Array {
  const above = new Int32Array(width * height).fill(-1);
  for (let x = 0; x < width; x++) {
    let last = -1;
    for (let y = 0; y < height; y++) {
      if (data[y * width + x] > 0.5) last = y;
      above[y * width + x] = last;
    }
  }
  return above;
}

/** Row below which the middle of the garment is cloth: the neckline's lowest point. */
function chestRow(shape: PlaneF32): number {
  const { width, height, data } = shape;
  const [from, to] = span(shape, Math.floor(height * 0.4));
  const middle = Math.round((from + to) / 2);
  let lowest = 0;
  for (let x = Math.max(0, middle - 4); x <= Math.min(width - 1, middle + 4); x++) {
    let y = 0;
    while (y < height && data[y * width + x] < 0.5) y++;
    lowest = Math.max(lowest, y);
  }
  return lowest;
}

/** First and last garment column of a row. */
function span({ width, data }: PlaneF32, y: number): [number, number] {
  let from = width;
  let to = -1;
  for (let x = 0; x < width; x++) {
    if (data[y * width + x] < 0.5) continue;
    if (from === width) from = x;
    to = x;
  }
  return [from, to];
}

/** The garment with its hidden parts; the seam between both is closed. */
export function completed(shape: PlaneF32, hidden: PlaneF32): PlaneF32 {
  const grown = dilate(hidden, 2);
  const whole = createPlane(shape.width, shape.height);
  for (let i = 0; i < whole.data.length; i++) {
    const seam = grown.data[i] > 0.5 && shape.data[i] > 0.05;
    whole.data[i] = hidden.data[i] > 0.5 || seam ? 1 : shape.data[i];
  }
  return whole;
}
