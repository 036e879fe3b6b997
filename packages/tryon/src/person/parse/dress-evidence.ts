import type { PlaneF32 } from '@drape/imaging';
import { PARSE_CLASSES } from '../../ports';

/** Height along the body of a pixel (x, y), in torso lengths below the shoulders: `first` + x · `right` + y · `down`. */
export interface BodyHeights {
  readonly first: number;
  readonly right: number;
  readonly down: number;
}

/** Evidence for a dress rather than a skirt under a top. */
export interface DressEvidence {
  /** Log of the parse's dress ÷ its top and skirt. */
  readonly vote: number;
  /** 0…1: how much of the fabric above the waist has a colour that fabric below it has, too. */
  readonly alike: number;
  /** 0 and above: by how much one of the two is rougher than the other, as a log. */
  readonly rougher: number;
}

const [TOP, DRESS, SKIRT] = (['top', 'dress', 'skirt'] as const).map((name) => PARSE_CLASSES.indexOf(name));

/**
 * In torso lengths: heights between which clothes count as above the waist, and the height from which they count as below; belts and hems
 * of tops are in between.
 */
const ABOVE_WAIST_RANGE = [0.1, 0.8] as const;
const BELOW_WAIST_FROM = 1.05;
/** Height above which parts of a dress count as its upper half, torso lengths. */
const UPPER_HALF_END = 0.95;
/** Belief from which a pixel counts, and the least area of clothes on either side that can be compared, in squared torso lengths. */
const SURE_BELIEF_MIN = 0.5;
const CLOTHES_AREA_MIN = 0.03;
/** Added for a class that no pixel votes for, in squared torso lengths. */
const VOTE_FLOOR = 0.03;

/**
 * Bins of lightness, of green to red and of blue to yellow, and the range of the last two that is divided. Finer than 8 × 16 × 16, which
 * did worse.
 */
const COLOUR_BINS = [16, 24, 24] as const;
const CHROMA_RANGE = 64;
const COLOUR_CELLS = COLOUR_BINS[0] * COLOUR_BINS[1] * COLOUR_BINS[2];

/** Sums over the clothes on one side of the waist. */
interface Side {
  readonly colours: Float32Array;
  clothes: number;
  slope: number;
}

interface EvidenceSums {
  readonly above: Side;
  readonly below: Side;
  dress: number;
  others: number;
}

/**
 * Compares the clothes above and below the waist; null where too little of either is seen, under a closed coat for example.
 *
 * Layout: `lab` holds L a b per pixel of the planes; the planes are in the order of PARSE_CLASSES. Cost: one pass, two small histograms;
 * about 1 ms at 224 × 128.
 */
export function dressEvidence(
  lab: Float32Array,
  planes: readonly PlaneF32[],
  heights: BodyHeights,
): DressEvidence | null {
  const { width, height } = planes[0];
  const side = (): Side => ({ colours: new Float32Array(COLOUR_CELLS), clothes: 0, slope: 0 });
  const tally: EvidenceSums = { above: side(), below: side(), dress: 0, others: 0 };
  const [top, dress, skirt] = [planes[TOP].data, planes[DRESS].data, planes[SKIRT].data];
  for (let y = 0; y < height; y++) {
    const first = heights.first + y * heights.down;
    tallyRow(tally, lab, top, dress, skirt, width, y, height, first, heights.right);
  }
  const { above, below } = tally;
  const torso = 1 / (heights.right ** 2 + heights.down ** 2);
  if (Math.min(above.clothes, below.clothes) < CLOTHES_AREA_MIN * torso) return null;
  const floor = VOTE_FLOOR * torso;
  return {
    vote: Math.log((tally.dress + floor) / (tally.others + floor)),
    alike: overlap(above, below),
    rougher: Math.abs(Math.log((above.slope / above.clothes + 1) / (below.slope / below.clothes + 1))),
  };
}

/** One row of pixels at heights `v0`, `v0` + `vx`, … One function per row, so that it is compiled. */
function tallyRow(
  tally: EvidenceSums,
  lab: Float32Array,
  top: Float32Array,
  dress: Float32Array,
  skirt: Float32Array,
  width: number,
  y: number,
  height: number,
  v0: number,
  vx: number,
): void {
  const [up, down] = [y > 0 ? width : 0, y + 1 < height ? width : 0];
  for (let x = 0, i = y * width, v = v0; x < width; x++, i++, v += vx) {
    tally.dress += dress[i];
    tally.others += v < UPPER_HALF_END ? top[i] : skirt[i];
    const isAbove = v > ABOVE_WAIST_RANGE[0] && v < ABOVE_WAIST_RANGE[1];
    if (!isAbove && v <= BELOW_WAIST_FROM) continue;
    const clothes = dress[i] + (isAbove ? top[i] : skirt[i]);
    if (clothes <= SURE_BELIEF_MIN) continue;
    const side = isAbove ? tally.above : tally.below;
    const [left, right] = [x > 0 ? 3 : 0, x + 1 < width ? 3 : 0];
    const at = 3 * i;
    const slope = Math.abs(lab[at + right] - lab[at - left]) + Math.abs(lab[at + 3 * down] - lab[at - 3 * up]);
    side.slope += (clothes * slope) / 2;
    side.clothes += clothes;
    side.colours[cellOf(lab[at], lab[at + 1], lab[at + 2])] += clothes;
  }
}

function cellOf(light: number, a: number, b: number): number {
  const l = binOf((light / 100) * COLOUR_BINS[0], COLOUR_BINS[0]);
  const g = binOf(((a + CHROMA_RANGE) / (2 * CHROMA_RANGE)) * COLOUR_BINS[1], COLOUR_BINS[1]);
  return (
    (l * COLOUR_BINS[1] + g) * COLOUR_BINS[2] +
    binOf(((b + CHROMA_RANGE) / (2 * CHROMA_RANGE)) * COLOUR_BINS[2], COLOUR_BINS[2])
  );
}

const binOf = (value: number, count: number): number => (value <= 0 ? 0 : value >= count ? count - 1 : value | 0);

/** Shared part of the colours of two sides, each side's sum taken as 1, with neighbouring cells mixed. */
function overlap(above: Side, below: Side): number {
  const [a, b] = [blurCells(above.colours), blurCells(below.colours)];
  let shared = 0;
  for (let i = 0; i < COLOUR_CELLS; i++) shared += Math.min(a[i] / above.clothes, b[i] / below.clothes);
  return shared;
}

/** Mixes each cell with its neighbours by ¼ ½ ¼ in all three directions, in place; what leaves the table is lost. */
function blurCells(cells: Float32Array): Float32Array {
  const [lights, greens, blues] = COLOUR_BINS;
  for (let i = 0; i < COLOUR_CELLS; i += blues) blurLine(cells, i, 1, blues);
  for (let l = 0; l < lights; l++) {
    for (let b = 0; b < blues; b++) blurLine(cells, l * greens * blues + b, blues, greens);
  }
  for (let i = 0; i < greens * blues; i++) blurLine(cells, i, greens * blues, lights);
  return cells;
}

function blurLine(cells: Float32Array, first: number, stride: number, count: number): void {
  let before = 0;
  let own = cells[first];
  for (let n = 1, i = first; n <= count; n++, i += stride) {
    const after = n < count ? cells[i + stride] : 0;
    cells[i] = 0.5 * own + 0.25 * (before + after);
    before = own;
    own = after;
  }
}
