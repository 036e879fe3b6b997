import {
  binary,
  close,
  colourEvidence,
  connectedComponents,
  createPlane,
  dilate,
  erode,
  estimateBackground,
  fillHoles,
  gaussianBlur,
  learnColourSplit,
  open,
  type PlaneF32,
  type RasterU8,
  rgbToLab,
} from '@drape/imaging';

/** The most by which colours outvote the parse; and the parse's value below which a pixel teaches what is not garment. */
const COLOUR_EVIDENCE_MAX = 3;
const OTHER_BELIEF_MAX = 0.3;
/** Half the width of the seams that the parser leaves open (zips in another colour), picture widths. */
const SEAM_HALF_WIDTH = 0.014;
/** Things thinner than this, in picture widths, are not part of a worn garment: remnants of belts, straps, seams of shadow. */
const THIN_WIDTH_MAX = 0.008;

/** Distance from the parse's outline within which colours judge, picture widths: the parser errs by about that. */
const OUTLINE_BAND = 0.022;
/** Greatest Lab distance of a carved pixel from the background, and greatest spread of an even background. */
const BACKGROUND_DISTANCE_MAX = 5;
const EVEN_BACKGROUND_SPREAD_MAX = 4;
/** A central hole in which the parse sees less background than this is a print. */
const PRINT_BACKGROUND_MAX = 0.5;
/** Share of the garment's width on either side that is not its middle. */
const PRINT_MARGIN = 0.28;
/**
 * Lab difference between both sides of the outline below which only its course is known; it is smoothed there, with this σ in picture
 * widths.
 */
const FAINT_CONTRAST_MAX = 11;
const FAINT_SIGMA = 0.013;
/** Pieces smaller than this share of the largest are remnants; the halves of an open jacket are larger. */
const PIECE_SHARE_MIN = 0.15;
/** Most of a column that a hand or strap hides where the garment ends beside it, as a share of the height. */
const BITE_HEIGHT_MAX = 0.14;

/** Planes of one size: what the parser says about the product, the background and what may be in front of the product. */
export interface WornPlanes {
  readonly garment: PlaneF32;
  readonly background: PlaneF32;
  /** Skin, hair, bags and the like; hair alone, skin alone. */
  readonly before: PlaneF32;
  readonly hair: PlaneF32;
  readonly skin: PlaneF32;
  /** What shows between the halves of an open jacket; null where the garment is closed. */
  readonly opening: PlaneF32 | null;
}

/**
 * The visible garment's shape: the parse, corrected near its outline by the picture's own colours, and where an even
 * background shows through between arm and body.
 *
 * Space: `small` and the planes have the same pixels. Returns 0…1, one piece.
 */
export function wornShape(small: RasterU8, planes: WornPlanes, salient: PlaneF32): PlaneF32 {
  const { background } = planes;
  const { width, height } = background;
  const garment = close(planes.garment, Math.max(1, Math.round(width * SEAM_HALF_WIDTH)));
  const lab = rgbToLab(small);
  const figure = createPlane(width, height);
  const taught = createPlane(width, height);
  for (let i = 0; i < figure.data.length; i++) {
    figure.data[i] = Math.max(1 - background.data[i], 0.7 * salient.data[i]);
    taught.data[i] = garment.data[i] < OTHER_BELIEF_MAX ? 0 : garment.data[i];
  }
  const field = estimateBackground(lab, figure);
  const radius = Math.max(2, Math.round(width * OUTLINE_BAND));
  const core = erode(garment, radius, 0.5);
  const sure = erode(garment, radius, 0.9);
  const near = dilate(garment, radius, 0.08);
  const split = learnColourSplit(lab, taught, core);
  const even = field.sigma < EVEN_BACKGROUND_SPREAD_MAX;
  const unlike = even && rarelyBackground(field.distance, sure);
  const limit = Math.max(BACKGROUND_DISTANCE_MAX, 3 * field.sigma);
  const shape = createPlane(width, height);
  for (let i = 0; i < shape.data.length; i++) {
    if (near.data[i] === 0) continue;
    const p = Math.max(0.01, Math.min(0.99, garment.data[i]));
    const logit = Math.log(p / (1 - p));
    const colour = colourEvidence(lab, i * 3, split.garment, split.background);
    const evidence = Math.max(-COLOUR_EVIDENCE_MAX, Math.min(COLOUR_EVIDENCE_MAX, colour));
    const hesitant = sure.data[i] === 0;
    let belief = hesitant ? 0.8 * logit + 1.1 * split.separability * evidence : logit;
    if (unlike && field.distance.data[i] < limit) belief = Math.min(belief, (field.distance.data[i] - limit) * 0.8);
    shape.data[i] = 1 / (1 + Math.exp(-belief));
  }
  return smoothFaintOutline(lab, largePieces(withoutPrintHoles(shape, background)));
}

/** The shape with a smooth outline where nothing in the picture shows it: a black top's hem over black trousers. */
function smoothFaintOutline(lab: Float32Array, shape: PlaneF32): PlaneF32 {
  const { width, height, data } = shape;
  const faint = createPlane(width, height);
  let any = false;
  for (let y = COMPARED_OFFSET; y < height - COMPARED_OFFSET - 1; y++) {
    for (let x = COMPARED_OFFSET, i = y * width + COMPARED_OFFSET; x < width - COMPARED_OFFSET - 1; x++, i++) {
      const across =
        data[i] > 0.5 !== data[i + 1] > 0.5 &&
        difference(lab, i - COMPARED_OFFSET, i + 1 + COMPARED_OFFSET) < FAINT_CONTRAST_MAX;
      const down = COMPARED_OFFSET * width;
      const along =
        data[i] > 0.5 !== data[i + width] > 0.5 && difference(lab, i - down, i + width + down) < FAINT_CONTRAST_MAX;
      if (!across && !along) continue;
      faint.data[i] = 1;
      any = true;
    }
  }
  if (!any) return shape;
  const sigma = width * FAINT_SIGMA;
  const smooth = gaussianBlur(binary(shape), sigma);
  const where = gaussianBlur(dilate(open(close(faint, 2), 1), Math.ceil(1.5 * sigma)), 2);
  const out = createPlane(width, height);
  for (let i = 0; i < data.length; i++) {
    const steep = Math.max(0, Math.min(1, 0.5 + (smooth.data[i] - 0.5) * 4));
    out.data[i] = data[i] + where.data[i] * (steep - data[i]);
  }
  return out;
}

/** Distance on either side of the outline at which its two colours are compared, pixels. */
const COMPARED_OFFSET = 4;

function difference(lab: Float32Array, i: number, j: number): number {
  return Math.hypot(lab[3 * i] - lab[3 * j], lab[3 * i + 1] - lab[3 * j + 1], lab[3 * i + 2] - lab[3 * j + 2]);
}

/** Fills what colour carved out of the garment's middle: pale letters in front of a pale wall. Gaps beside the arms are further out. */
function withoutPrintHoles(shape: PlaneF32, background: PlaneF32): PlaneF32 {
  const { width, height } = shape;
  const deep = erode(fillHoles(shape), 3, 0.5);
  const out = createPlane(width, height);
  for (let y = 0; y < height; y++) {
    const [from, to] = span(shape, y);
    const margin = (to - from) * PRINT_MARGIN;
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const central = x > from + margin && x < to - margin && background.data[i] < PRINT_BACKGROUND_MAX;
      out.data[i] = deep.data[i] > 0.5 && central ? 1 : shape.data[i];
    }
  }
  return out;
}

/** The large pieces without threads that hang on them; their holes stay. */
function largePieces(shape: PlaneF32): PlaneF32 {
  const { labels, areas } = connectedComponents(
    open(shape, Math.max(1, Math.round(shape.width * THIN_WIDTH_MAX)), 0.5),
  );
  const max = Math.max(1, ...areas);
  const kept = createPlane(shape.width, shape.height);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] > 0 && areas[labels[i] - 1] > PIECE_SHARE_MIN * max) kept.data[i] = 1;
  }
  const body = dilate(kept, 2);
  const out = createPlane(shape.width, shape.height);
  for (let i = 0; i < out.data.length; i++) out.data[i] = body.data[i] > 0.5 ? shape.data[i] : 0;
  return out;
}

/** Whether sure garment pixels hardly ever have the background's colour. */
function rarelyBackground(distance: PlaneF32, core: PlaneF32): boolean {
  let all = 0;
  let like = 0;
  for (let i = 0; i < core.data.length; i++) {
    if (core.data[i] === 0) continue;
    all++;
    if (distance.data[i] < 12) like++;
  }
  return like < 0.02 * all;
}

/**
 * Where the garment continues under hands, hair, straps and bags: pixels of those classes with garment above and below in their column, and
 * on both sides in their row or not far away; and hair that falls over the chest. What hangs over an upper arm (`isSleeve`, by column and
 * row) ends there: an arm that comes out of it beside a waist hides nothing.
 */
export function hiddenParts(
  shape: PlaneF32,
  before: PlaneF32,
  hair: PlaneF32,
  isSleeve: (x: number, y: number) => boolean = emptyPlane,
): PlaneF32 {
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
        const bite = below[x] - above[i] < BITE_HEIGHT_MAX * height && !isSleeve(x, above[i]);
        const column = above[i] >= 0 && (sides || bite || inside.data[i] > 0.5);
        hidden.data[i] = column || (sides && y > chest && hair.data[i] > 0.5) ? 1 : 0;
      }
    }
  }
  return hidden;
}

const emptyPlane = (): boolean => false;

/** Largest enclosed gap that is closed, as a share of the garment. */
const GAP_AREA_MAX = 0.05;

/**
 * Gaps between body and bent arms that the garment encloses, 0 or 1: with the arms down they would show as holes in its side.
 * Large ones stay open.
 */
export function armGaps(shape: PlaneF32): PlaneF32 {
  const filled = fillHoles(shape);
  const holes = createPlane(shape.width, shape.height);
  let whole = 0;
  for (let i = 0; i < holes.data.length; i++) {
    whole += shape.data[i];
    if (filled.data[i] > 0.5 && shape.data[i] < 0.5) holes.data[i] = 1;
  }
  const { labels, areas } = connectedComponents(holes);
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] > 0 && areas[labels[i] - 1] > GAP_AREA_MAX * whole) holes.data[i] = 0;
  }
  return holes;
}

/** Per pixel the row of the nearest garment pixel above it, −1 without one. */
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

/** Row below which the middle of the garment is fabric: the neckline's lowest point. */
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
export function span({ width, data }: PlaneF32, y: number): [number, number] {
  let from = width;
  let to = -1;
  for (let x = 0; x < width; x++) {
    if (data[y * width + x] < 0.5) continue;
    if (from === width) from = x;
    to = x;
  }
  return [from, to];
}

/** The garment with its hidden parts; the seam between the two is closed. */
export function completeHidden(shape: PlaneF32, hidden: PlaneF32): PlaneF32 {
  const grown = dilate(hidden, 2);
  const whole = createPlane(shape.width, shape.height);
  for (let i = 0; i < whole.data.length; i++) {
    const seam = grown.data[i] > 0.5 && shape.data[i] > 0.05;
    whole.data[i] = hidden.data[i] > 0.5 || seam ? 1 : shape.data[i];
  }
  return whole;
}
