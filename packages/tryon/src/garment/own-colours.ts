import { connectedComponents, createPlane, dilate, erode, open, type PlaneF32 } from '@drape/imaging';

/** Side of a cell of Lab colours, and the share of the garment's pixels that makes a cell's colour one of its own. */
const CELL = 9;
const CELLS = 32;
export const CELL_COUNT = CELLS ** 3;
const OWN_SHARE = 0.02;
/** A part that was missed has at least this share of the garment's area: a sleeve, not a hook or a shadow's end. */
const PART_LEAST = 0.035;
/** Of all that has the garment's colours outside of it this share belongs to such parts, or the ground has them, too. */
const ALONE = 0.8;
/** Most of a part's outline that may lie on the picture's edge, which may cut a sleeve off, in the side of a square of its area. */
const EDGE_MOST = 1.8;
/** Least mean difference (Lab) between the two sides of a part's outline: what fades into the ground is ground. */
const CONTRAST = 22;
/**
 * Where none is so clear: strips of up to twice this width, in pixels of about 400, are the garment's shadow, with which a sleeve would fade into the
 * ground. Without them a lower contrast will do, if all that has the garment's colours is no more than this share of its area: two sleeves.
 */
const SHADOWED = { strip: 5, contrast: 19, most: 0.3 } as const;
/** Width of a shape's rim whose mixed colours teach nothing and hide nothing, in pixels of about 400. */
const RIM = 3;

/**
 * The garment with the parts that the network missed: what touches it and has colours of its own that the ground nowhere shows, such as
 * the plain sleeves of a patterned dress on a wooden floor. Null where nothing of the kind is found.
 *
 * Space: `lab` three numbers a pixel of `shape`. Cost: three passes.
 */
export function withOwnColours(lab: Float32Array, shape: PlaneF32): PlaneF32 | null {
  const { width, height } = shape;
  const own = cellsIn(lab, erode(shape, RIM, 0.5), OWN_SHARE);
  const near = dilate(shape, RIM, 0.5);
  const like = createPlane(width, height);
  for (let y = 0; y < height; y++) likeRow(lab, own, near.data, like.data, y * width, width);
  const least = PART_LEAST * countOf(shape);
  if (countBeyond(like, near) < least) return null;
  const calm = open(like, 1);
  if (countBeyond(calm, near) < least) return null;
  const { labels, areas } = connectedComponents(calm, 0.5, 4);
  const garment = mostIn(labels, areas.length, shape);
  const beyond = createPlane(width, height);
  let [all, joined] = [0, 0];
  for (let i = 0; i < labels.length; i++) {
    if (near.data[i] > 0.5 || calm.data[i] < 0.5) continue;
    all++;
    if (labels[i] !== garment) continue;
    beyond.data[i] = 1;
    joined++;
  }
  if (joined < least || joined < ALONE * all) return null;
  const clear = withParts(lab, shape, beyond, { least, contrast: CONTRAST });
  if (clear !== null || joined > SHADOWED.most * countOf(shape)) return clear;
  return withParts(lab, shape, open(beyond, SHADOWED.strip), { least, contrast: SHADOWED.contrast });
}

/** Marks one row: what is near the shape or has a colour of its own. */
function likeRow(
  lab: Float32Array,
  own: Uint8Array,
  near: Float32Array,
  like: Float32Array,
  from: number,
  n: number,
): void {
  for (let i = from; i < from + n; i++) if (near[i] > 0.5 || own[cellOf(lab, 3 * i)] === 1) like[i] = 1;
}

function countOf({ data }: PlaneF32): number {
  let count = 0;
  for (let i = 0; i < data.length; i++) if (data[i] >= 0.5) count++;
  return count;
}

function countBeyond({ data }: PlaneF32, near: PlaneF32): number {
  let count = 0;
  for (let i = 0; i < data.length; i++) if (data[i] > 0.5 && near.data[i] <= 0.5) count++;
  return count;
}

/** Least area of a part in pixels, and the least contrast of its outline. */
interface PartLimits {
  readonly least: number;
  readonly contrast: number;
}

/** The shape with the large pieces of `beyond`, which lie a rim away from it. */
function withParts(lab: Float32Array, shape: PlaneF32, beyond: PlaneF32, limits: PartLimits): PlaneF32 | null {
  const { width, height } = shape;
  const { labels, areas } = connectedComponents(beyond, 0.5, 4);
  const edge = areas.map(() => 0);
  const atEdge = (i: number): boolean =>
    i < width || i >= width * (height - 1) || i % width === 0 || i % width === width - 1;
  for (let i = 0; i < labels.length; i++) if (labels[i] > 0 && atEdge(i)) edge[labels[i] - 1]++;
  const contrast = outlineContrast(lab, labels, areas.length, dilate(shape, 2 * RIM, 0.5));
  const keeps = areas.map(
    (area, n) => area >= limits.least && edge[n] < EDGE_MOST * Math.sqrt(area) && contrast[n] > limits.contrast,
  );
  if (!keeps.includes(true)) return null;
  const parts = createPlane(width, height);
  for (let i = 0; i < labels.length; i++) if (labels[i] > 0 && keeps[labels[i] - 1]) parts.data[i] = 1;
  // the rim between part and garment belongs to both
  const bridge = dilate(parts, RIM + 1);
  const near = dilate(shape, RIM, 0.5);
  const out = createPlane(width, height);
  for (let i = 0; i < out.data.length; i++) {
    const between = bridge.data[i] > 0.5 && near.data[i] > 0.5 ? 1 : 0;
    out.data[i] = Math.max(shape.data[i], parts.data[i], between);
  }
  return out;
}

/** Mean difference of colours across the outline of each part, a rim apart, `near` the garment left out. */
function outlineContrast(lab: Float32Array, labels: Int32Array, count: number, near: PlaneF32): number[] {
  const sums = Array.from({ length: count }, () => ({ sum: 0, n: 1e-6 }));
  const { width, height } = near;
  const compare = (inside: number, outside: number): void => {
    if (labels[inside] === 0 || labels[outside] !== 0 || near.data[outside] > 0.5) return;
    const [p, q] = [3 * inside, 3 * outside];
    const entry = sums[labels[inside] - 1];
    entry.sum += Math.hypot(lab[p] - lab[q], lab[p + 1] - lab[q + 1], lab[p + 2] - lab[q + 2]);
    entry.n++;
  };
  for (let y = RIM; y < height - RIM; y++) {
    for (let x = RIM; x < width - RIM; x++) {
      const i = y * width + x;
      if (labels[i] === 0) continue;
      for (const way of [1, -1, width, -width]) if (labels[i + way] === 0) compare(i - way, i + (RIM - 1) * way);
    }
  }
  return sums.map(({ sum, n }) => sum / n);
}

/** 1 for each cell of colours in which more than a share of the pixels of `sure` lie, and for those around it. */
export function cellsIn(lab: Float32Array, sure: PlaneF32, share: number): Uint8Array {
  const counts = new Uint32Array(CELL_COUNT);
  let all = 0;
  for (let i = 0; i < sure.data.length; i++) {
    if (sure.data[i] < 0.5) continue;
    counts[cellOf(lab, 3 * i)]++;
    all++;
  }
  const own = new Uint8Array(counts.length);
  const steps = [-1, 0, 1];
  for (let cell = 0; cell < counts.length; cell++) {
    if (counts[cell] <= share * all) continue;
    // folds and shadows of a colour lie in the cells around its own
    for (const l of steps) for (const a of steps) for (const b of steps) own[cell + (l * CELLS + a) * CELLS + b] = 1;
  }
  return own;
}

/** Number of the cell of colours in which the Lab colour at `at` lies. */
export function cellOf(lab: Float32Array, at: number): number {
  const l = clampCell(lab[at] / CELL);
  const a = clampCell((lab[at + 1] + 128) / CELL);
  const b = clampCell((lab[at + 2] + 128) / CELL);
  return (l * CELLS + a) * CELLS + b;
}

function clampCell(value: number): number {
  const cell = value | 0;
  return cell < 0 ? 0 : cell > CELLS - 1 ? CELLS - 1 : cell;
}

/** The label that covers most of the shape. */
function mostIn(labels: Int32Array, count: number, shape: PlaneF32): number {
  const inside = new Uint32Array(count + 1);
  for (let i = 0; i < labels.length; i++) if (shape.data[i] > 0.5) inside[labels[i]]++;
  let best = 1;
  for (let n = 1; n <= count; n++) if (inside[n] > inside[best]) best = n;
  return best;
}
