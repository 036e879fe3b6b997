import type { PlaneF32 } from '@drape/imaging';
import { boundsOf } from './matte-shape';

/** Where the gap between two trouser legs is looked for: share of the garment's width around its middle, and its least height. */
const MIDDLE = 0.16;
const LEAST = 0.3;
/** How far above its end the gap may go on, and how much wider, in heights and widths of the garment. */
const ABOVE = 0.08;
const BESIDE = 0.02;
/** Pixels that the gap jumps over: the soft dark edge around its end. */
const JUMP = 4;
/** Where the cloth beside the gap is looked at, in widths of the garment, and how much nearer the ground's colour the gap must be. */
const FLANK = [0.03, 0.09] as const;
const NEARER = 0.8;
/** Cloth as near the ground as this tells nothing. */
const FLANK_LEAST = 20;

/**
 * Opens the upper end of the gap between trouser legs, which lies in their own shade and is taken for cloth: what goes on above it in the
 * ground's colours, darkened. Null where nothing does.
 *
 * Layout: `far` is each pixel's distance from the ground's colour, darkness counted for less.
 */
export function openCrotch(shape: PlaneF32, far: PlaneF32): PlaneF32 | null {
  const box = boundsOf(shape);
  const gap = gapOf(shape, box);
  if (gap === null) return null;
  const wide = Math.max(2, Math.round(BESIDE * box.width));
  const [x0, x1] = [Math.max(0, gap.from - wide), Math.min(shape.width - 1, gap.to + wide)];
  const highest = Math.max(box.y, gap.top - Math.round(ABOVE * box.height));
  const out = { ...shape, data: shape.data.slice() };
  const since = new Int32Array(x1 - x0 + 1).fill(JUMP + 1);
  for (let x = gap.from; x <= gap.to; x++) since[x - x0] = 0;
  let opened = false;
  for (let y = gap.top + wide; y >= highest; y--) {
    const most = NEARER * flankOf(shape, far, y, gap, box.width);
    for (let x = x0; x <= x1; x++) {
      const i = y * shape.width + x;
      const n = x - x0;
      const isGround = shape.data[i] < 0.5 || (far.data[i] < most && nearby(since, n) <= JUMP);
      since[n] = isGround ? 0 : since[n] + 1;
      if (!isGround || shape.data[i] < 0.5) continue;
      out.data[i] = 0;
      opened = true;
    }
  }
  return opened ? out : null;
}

/** Rows since the ground was seen in a column or beside it. */
const nearby = (since: Int32Array, n: number): number =>
  Math.min(since[n], since[Math.max(0, n - 1)], since[Math.min(since.length - 1, n + 1)]);

interface Gap {
  /** Its highest row, and the columns that reach nearly as high. */
  readonly top: number;
  readonly from: number;
  readonly to: number;
}

/** The gap between the legs: columns near the middle that show the ground from the garment's lower end far up. */
function gapOf({ data, width }: PlaneF32, box: { x: number; y: number; width: number; height: number }): Gap | null {
  const low = box.y + Math.round(0.93 * box.height);
  const middle = box.x + box.width / 2;
  const first = Math.max(0, Math.floor(middle - MIDDLE * box.width));
  const tops: number[] = [];
  for (let x = first; x < middle + MIDDLE * box.width; x++) {
    let y = low;
    while (y > box.y && data[y * width + x] < 0.5) y--;
    tops.push(y + 1);
  }
  const top = Math.min(...tops);
  if (low - top < LEAST * box.height || top <= box.y + 1) return null;
  const near = tops.flatMap((t, n) => (t <= top + 0.03 * box.height ? [first + n] : []));
  return { top, from: near[0], to: near[near.length - 1] };
}

/** How far from the ground's colour the cloth beside the gap is in a row, on the side where it is nearer; 0 where that tells nothing. */
function flankOf({ data, width }: PlaneF32, far: PlaneF32, y: number, { from, to }: Gap, size: number): number {
  const mean = (a: number, b: number): number => {
    let [sum, n] = [0, 0];
    for (let x = Math.max(0, a); x <= Math.min(width - 1, b); x++) {
      if (data[y * width + x] < 0.9) continue;
      sum += far.data[y * width + x];
      n++;
    }
    return n === 0 ? 0 : sum / n;
  };
  const [near, off] = FLANK.map((share) => Math.round(share * size));
  const least = Math.min(mean(from - off, from - near), mean(to + near, to + off));
  return least < FLANK_LEAST ? 0 : least;
}
