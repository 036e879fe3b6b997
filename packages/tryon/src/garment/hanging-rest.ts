import type { PlaneF32 } from '@drape/imaging';

/** Row in which the body's columns are read, as a share of the garment's height: below short sleeves, above most hems. */
const BODY_ROW = 0.72;
/** A rest hangs this much lower than the hem beside it, as a share of the body's width, with a flank this many columns wide at most. */
const DROP = 0.07;
const FLANK = 4;
/** It reaches to within the first share of the body's width of a side; what is wider or narrower than the others is no rest. */
const SIDE = 0.15;
const WIDEST = 0.45;
const NARROWEST = 0.08;
/** Columns beside the flank whose ends tell where the hem is. */
const BESIDE = 7;

/**
 * A worn top's shape without what hangs down beside its hem: a piece of trousers in the same colour that was taken for cloth of the top.
 * Told from slanting hems and shirt tails by its upright flank and its place at the side.
 *
 * Space: 0…1, upright garment. Returns the plane itself where nothing hangs down.
 */
export function withoutHangingRest(shape: PlaneF32): PlaneF32 {
  const body = bodyColumns(shape);
  if (body === null) return shape;
  const [from, to] = body;
  const width = to - from;
  const ends = Array.from({ length: width }, (_, i) => columnEnd(shape, from + i));
  const cut = hangingPart(ends) ?? mirrored(hangingPart([...ends].reverse()), width);
  if (cut === null) return shape;
  const out = { ...shape, data: shape.data.slice() };
  // past the body's side as well: the rest may stand out there
  const left = from + cut.from === from ? 0 : from + cut.from;
  const right = cut.to === width ? shape.width : from + cut.to;
  for (let y = cut.level + 1; y < shape.height; y++) out.data.fill(0, y * shape.width + left, y * shape.width + right);
  return out;
}

interface Cut {
  /** Columns, counted from the body's first. */
  readonly from: number;
  readonly to: number;
  /** Last row that stays. */
  readonly level: number;
}

/** A rest at the right end of the hem. */
function hangingPart(ends: readonly number[]): Cut | null {
  const width = ends.length;
  const first = Math.floor((1 - WIDEST) * width);
  for (let x = Math.max(BESIDE, first); x < (1 - SIDE / 2) * width - FLANK; x++) {
    const level = median(ends.slice(x - BESIDE, x));
    const hanging = ends.slice(x + FLANK).map((end) => end - level > DROP * width);
    const until = hanging.lastIndexOf(true) + 1;
    const isWide = until > NARROWEST * width && until > hanging.length - SIDE * width;
    if (!isWide || hanging.slice(0, until).includes(false)) continue;
    return { from: x, to: width, level };
  }
  return null;
}

const mirrored = (cut: Cut | null, width: number): Cut | null => cut && { ...cut, from: 0, to: width - cut.from };

/** First column of the body and the one after its last; null where nothing is seen of it. */
function bodyColumns({ width, height, data }: PlaneF32): readonly [number, number] | null {
  const filled = (y: number) => data.subarray(y * width, (y + 1) * width).some((v) => v > 0.5);
  const rows = Array.from({ length: height }, (_, y) => y).filter(filled);
  if (rows.length === 0) return null;
  const y = Math.round(rows[0] + BODY_ROW * (rows[rows.length - 1] - rows[0]));
  let best: readonly [number, number] = [0, 0];
  for (let x = 0, start = 0; x <= width; x++) {
    if (x < width && data[y * width + x] > 0.5) continue;
    if (x - start > best[1] - best[0]) best = [start, x];
    start = x + 1;
  }
  return best[1] - best[0] < 4 * BESIDE ? null : best;
}

function columnEnd({ width, height, data }: PlaneF32, x: number): number {
  for (let y = height - 1; y >= 0; y--) if (data[y * width + x] > 0.5) return y;
  return 0;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];
