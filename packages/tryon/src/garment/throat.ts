import type { Point } from '@drape/imaging';
import { lerp } from './chain';
import type { View } from './neck-edges';

export interface ThroatInput {
  readonly view: View;
  /** The collar's upper corners. */
  readonly ends: readonly [Point, Point];
  /** Shoulder width. */
  readonly shoulder: number;
  /** First row of the garment in a column; holes below it are enclosed by the garment. */
  readonly top: (x: number) => number;
}

/** Depth of the leaves' meeting point below the corners, in shoulder widths. */
const DEPTH_FROM = 0.12;
const DEPTH_TO = 0.5;
const DEPTH_STEP = 0.0125;
/** How far the meeting point may lie beside the middle, and the corners inside of the outline's, in widths of the collar. */
const ASIDE: readonly number[] = [-0.16, -0.08, 0, 0.08, 0.16];
const INSET: readonly number[] = [0, 0.08, 0.16];
/** A folded collar's back may be narrower at its top than the opening between its folds: then the corners lie outside. */
const OUTSET: readonly number[] = [-0.08];
/** From this depth on: wider bowls above it follow the back's own seam. */
const OUTSET_FROM = 0.22;
/** The leaves fall like (1 − u^power)^(1/root): a V, and ever fuller bowls. */
const FULLNESS: readonly (readonly [number, number])[] = [
  [1.05, 1],
  [1.3, 1],
  [1.25, 1.5],
  [1.5, 2],
  [2.2, 2.2],
];
/** Leaves that seem to meet in a point beside the middle are a standing collar's front with a zip in it: its edge is drawn as a bowl. */
const BLUNT = { power: 2, root: 1.5 } as const;
/** As deep as about the mean of such a point and of the edge beside it. */
const BLUNTED = 0.7;
/** Depth of the deepest bowl in its own widths. */
const DEEP = 1.8;
/** Beside the opening a leaf is left, at least this wide, in collar widths. */
const LEAF = 0.12;
/** Share of a side's points that may lie outside of that. */
const BARE = 0.15;
const POINTS = 33;
/** The two colours beside the edge are read this many view pixels away from it; those of the two areas farther off. */
const NEAR = 2;
const WIDE = 8;
/** RGB distance that is as good as it gets. */
const CAP = 26;
/** Share of the weakest samples that decide: an edge is one along its whole length. */
const WEAK = 0.6;
/** Usual depth of an opening, how far off others are, and what that costs. */
const USUAL = 0.28;
const SPREAD = 0.16;
const PRIOR = 0.08;
/** Strength from which an edge is the collar's, and how far it must stand out from the other bowls. */
const STRONG = 0.6;
const STANDS = 0.22;
/** A weak edge counts where it is this many times the usual one, and the deepest of about the same strength. */
const FAINT = 0.33;
const ALONE = 5;
const DEEPER = 0.75;

/** What is taken for the opening of a closed collar. */
export interface Throat {
  readonly curve: Point[];
  /** 0…1 */
  readonly strength: number;
  /** The same of the middle one of all bowls that were tried. */
  readonly usual: number;
  /** Whether its edge stands out: else it is but the best of them. */
  readonly clear: boolean;
}

/**
 * Finds the opening of a closed collar, above which the inside of its back shows: of a family of bowls the one whose whole edge stands
 * out, with the same change of colour along it. Enclosed holes of the cut-out count as inside.
 *
 * Space: the silhouette's upright frame. Returns null where no bowl lies on the garment; none is clear in patterned cloth. Cost: some
 * 30 ms, for new products with collars only. Tuned by eye on the development products and 40 of phones.
 */
export function findThroat(input: ThroatInput): Throat | null {
  const { all, found } = tried(input, INSET, DEPTH_FROM);
  if (found.length === 0) return null;
  const usual = all.sort((p, q) => p - q)[all.length >> 1];
  const best = worthiest(found);
  const throat = ({ curve, strength }: Edge, clear: boolean): Throat => ({ curve, strength, usual, clear });
  if (isClear(best, usual)) return throat(best, true);
  // in quiet dark cloth the edge is weak, but nothing else is as strong; the back's seam and label lie higher
  const most = Math.max(...found.map((edge) => edge.strength));
  const deepest = found.reduce((p, q) => (q.strength >= DEEPER * most ? q : p));
  const alone = deepest.strength > FAINT && deepest.strength > ALONE * usual;
  if (alone && deepest.depth > USUAL) return throat(deepest, true);
  const wider = tried(input, OUTSET, OUTSET_FROM).found;
  if (wider.length > 0 && isClear(worthiest(wider), usual)) return throat(worthiest(wider), true);
  return throat(best, false);
}

/** The strongest edge of each depth `from` one on, and the strengths of all that were tried. */
function tried(input: ThroatInput, insets: readonly number[], from: number): { all: number[]; found: Edge[] } {
  const all: number[] = [];
  const found: Edge[] = [];
  for (let depth = from; depth <= DEPTH_TO; depth += DEPTH_STEP) {
    const edge = strongestAt(input, depth, insets, all);
    if (edge !== null) found.push(edge);
  }
  return { all, found };
}

/** The strongest edge, usual depths preferred. */
function worthiest(found: readonly Edge[]): Edge {
  const worth = ({ strength, depth }: Edge): number => strength - PRIOR * ((depth - USUAL) / SPREAD) ** 2;
  return found.reduce((p, q) => (worth(q) > worth(p) ? q : p));
}

const isClear = ({ strength }: Edge, median: number): boolean => strength > STRONG && strength - median > STANDS;

interface Edge {
  readonly curve: Point[];
  readonly depth: number;
  readonly strength: number;
}

/** The strongest bowl of one depth; the strengths of all that were tried are added to `all`. */
function strongestAt(input: ThroatInput, depth: number, insets: readonly number[], all: number[]): Edge | null {
  const { ends, shoulder } = input;
  const width = ends[1].x - ends[0].x;
  let best: Edge | null = null;
  for (const inset of insets) {
    if (depth * shoulder > DEEP * (1 - 2 * inset) * width) continue;
    for (const aside of ASIDE) {
      for (const [power, root] of FULLNESS) {
        const curve = bowl(ends, { depth: depth * shoulder, inset, aside: aside * width, power, root });
        const strength = strengthOf(input, curve);
        all.push(strength);
        if (best !== null && strength <= best.strength) continue;
        const blunt = root === 1 && aside !== 0;
        best = {
          curve: blunt ? bowl(ends, { ...BLUNT, depth: BLUNTED * depth * shoulder, inset, aside: 0 }) : curve,
          depth,
          strength,
        };
      }
    }
  }
  return best;
}

interface Bowl {
  readonly depth: number;
  readonly inset: number;
  readonly aside: number;
  readonly power: number;
  readonly root: number;
}

function bowl(ends: readonly [Point, Point], { depth, inset, aside, power, root }: Bowl): Point[] {
  const [a, b] = [lerp(ends[0], ends[1], inset), lerp(ends[1], ends[0], inset)];
  const falls = fallsOf(power, root);
  return ACROSS.map((t, i) => {
    const base = lerp(a, b, t);
    return { x: base.x + aside * (1 - Math.abs(2 * t - 1)), y: base.y + depth * falls[i] };
  });
}

/** Shares of the way from corner to corner at which a bowl has its points. */
const ACROSS: readonly number[] = Array.from(
  { length: POINTS },
  (_, i) => (1 - Math.cos((Math.PI * i) / (POINTS - 1))) / 2,
);

/** Depths of the points of bowls that were asked for, by their shape: there are few, and each is tried hundreds of times. */
const FALLS = new Map<string, readonly number[]>();

function fallsOf(power: number, root: number): readonly number[] {
  const key = `${power} ${root}`;
  const known = FALLS.get(key);
  if (known !== undefined) return known;
  const falls = ACROSS.map((t) => (1 - Math.abs(2 * t - 1) ** power) ** (1 / root));
  FALLS.set(key, falls);
  return falls;
}

/** The weaker steps across the weakest third of the curve, 0…1, less where they do not agree along all of it. */
function strengthOf({ view, ends, top }: ThroatInput, curve: readonly Point[]): number {
  const steps: [number[], number[], number[]] = [[], [], []];
  const sum = [0, 0, 0];
  let lengths = 1e-6;
  const bare = [0, 0, 0];
  const leaf = LEAF * (view.toView(ends[1]).x - view.toView(ends[0]).x);
  const { data } = view.raster;
  const points = curve.map(view.toView);
  for (let i = 3; i < curve.length - 3; i++) {
    const before = points[i - 1];
    const after = points[i + 1];
    const here = points[i];
    const length = Math.max(1e-6, Math.sqrt((after.x - before.x) ** 2 + (after.y - before.y) ** 2));
    const nx = -(after.y - before.y) / length;
    const ny = (after.x - before.x) / length;
    const outer = indexAt(view, here.x + nx * NEAR, here.y + ny * NEAR);
    const inner = indexAt(view, here.x - nx * NEAR, here.y - ny * NEAR);
    if (outer < 0) continue;
    const third = steps[Math.floor((3 * i) / curve.length)];
    if (indexAt(view, here.x + nx * leaf, here.y + ny * leaf) < 0) {
      bare[Math.floor((3 * i) / curve.length)]++;
    }
    if (inner < 0) {
      if (curve[i].y - top(curve[i].x) > WIDE) third.push(1);
      continue;
    }
    const farOut = indexAt(view, here.x + nx * WIDE, here.y + ny * WIDE);
    const farIn = indexAt(view, here.x - nx * WIDE, here.y - ny * WIDE);
    const near = apart(data, outer, inner);
    if (farOut < 0 || farIn < 0) {
      third.push(Math.min(1, near / CAP));
      continue;
    }
    third.push(Math.min(1, Math.min(near, apart(data, farOut, farIn)) / CAP));
    for (let c = 0; c < 3; c++) sum[c] += data[farOut + c] - data[farIn + c];
    lengths += apart(data, farOut, farIn);
  }
  if (steps.some((third) => third.length < curve.length * 0.18)) return 0;
  if (Math.max(bare[0], bare[2]) > BARE * (curve.length / 3)) return 0;
  const agree = Math.hypot(sum[0], sum[1], sum[2]) / lengths;
  return Math.min(...steps.map(weakerMean)) * (0.3 + 0.7 * agree);
}

function weakerMean(steps: number[]): number {
  const weaker = steps.sort((p, q) => p - q).slice(0, Math.ceil(steps.length * WEAK));
  return weaker.reduce((sum, step) => sum + step, 0) / weaker.length;
}

function apart(data: Uint8Array, i: number, j: number): number {
  const dr = data[i] - data[j];
  const dg = data[i + 1] - data[j + 1];
  const db = data[i + 2] - data[j + 2];
  return Math.sqrt(dr * dr + dg * dg + db * db);
}

/** Index of a view pixel; −1 where that is no garment. */
function indexAt({ raster }: View, x: number, y: number): number {
  const [px, py] = [Math.floor(x), Math.floor(y)];
  if (px < 0 || py < 0 || px >= raster.width || py >= raster.height) return -1;
  const i = (py * raster.width + px) * 4;
  return raster.data[i + 3] < 128 ? -1 : i;
}
