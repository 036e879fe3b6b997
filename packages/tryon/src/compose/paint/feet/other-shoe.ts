import { type Box, type PlaneF32, type Point, boundsOf } from '@drape/imaging';
import type { Scene } from '../../../model/scene';
import { smoothstep } from '../../../geometry/numbers';
import { segmentDistance } from '../../../geometry/polyline';
import { distance, scale } from '../../../geometry/vector';

/** How far around a foot its shoe is searched for, in leg lengths, and the least area of it that counts, in squared leg lengths. */
const SHOE_SEARCH_RADIUS = 0.1;
const SHOE_AREA_MIN = 0.0012;

/** Ankle and toes of a foot, photo pixels. */
export type FootLine = readonly [Point, Point];

/** What the photo shows of a foot. Work pixels. */
export interface SeenShoe {
  readonly box: Box;
  /** Pixels of shoe. */
  readonly shoe: readonly number[];
  /** False where the old clothes hide the foot in it. */
  readonly isWhole: boolean;
}

/** The shoe that is seen around a foot's line and nearer to it than to the other foot's; null where there is too little. */
export function seenShoe(
  { person, k }: Scene,
  [line, other]: readonly [FootLine, FootLine],
  isWhole: boolean,
): SeenShoe | null {
  const { shoes } = person.planes;
  const length = person.body.legLength * k;
  const [own, off] = [line, other].map(([a, b]) => [scale(a, k), scale(b, k)] as const);
  const box = boxAround(own, SHOE_SEARCH_RADIUS * length, shoes);
  const shoe: number[] = [];
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const i = y * shoes.width + x;
      if (shoes.data[i] < 0.5) continue;
      const p = { x: x + 0.5, y: y + 0.5 };
      const d = segmentDistance(p, own[0], own[1]).d;
      if (d < SHOE_SEARCH_RADIUS * length && d < segmentDistance(p, off[0], off[1]).d) shoe.push(i);
    }
  }
  const firm = withoutSpikes(shoe, shoes.width);
  return firm.length < SHOE_AREA_MIN * length * length ? null : { box, shoe: firm, isWhole };
}

/** Of the 25 pixels around one of a shoe, this many must be shoe: thin points are the edge of the hem above it. */
const FIRM_NEIGHBOURS_MIN = 13;

function withoutSpikes(shoe: readonly number[], width: number): number[] {
  const own = new Set(shoe);
  return shoe.filter((i) => {
    let n = 0;
    for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) if (own.has(i + dy * width + dx)) n++;
    return n >= FIRM_NEIGHBOURS_MIN;
  });
}

function boxAround(line: FootLine, margin: number, { width, height }: PlaneF32): Box {
  const { left, right, top, bottom } = boundsOf(line);
  const x = Math.max(0, Math.floor(left - margin));
  const y = Math.max(0, Math.floor(top - 0.3 * margin));
  return {
    x,
    y,
    width: Math.min(width, Math.ceil(right + margin)) - x,
    height: Math.min(height, Math.ceil(bottom + margin)) - y,
  };
}

/** The other foot's shoe, mirrored onto a hidden foot. Work pixels. */
export interface ShoeCopy {
  readonly from: SeenShoe;
  /** A target's column is `mirror` − the source's, or the source's + `mirror` where both feet point one way. */
  readonly mirror: number;
  readonly isMirrored: boolean;
  readonly down: number;
}

/** Share of a copied shoe that must be where old clothes were, and how far inwards it may be moved to reach it, in leg lengths. */
const COVERED_SHARE_MIN = 0.93;
const INWARD_MOVES = [0, 0.02, 0.04, 0.06] as const;

/**
 * Position of the shoe of the `seen` foot on the `hidden` one, ankle on ankle; null where the old clothes did not hide enough of the floor.
 *
 * @param grown the old clothes with their rim
 */
export function shoeCopy(
  { person, k }: Scene,
  from: SeenShoe,
  [hidden, seen]: readonly [FootLine, FootLine],
  grown: PlaneF32,
): ShoeCopy | null {
  const length = person.body.legLength * k;
  const [to, at] = [scale(hidden[0], k), scale(seen[0], k)];
  const isMirrored = !pointOneWay(hidden, seen);
  const way = Math.sign(at.x - to.x);
  const down = Math.round(to.y - at.y);
  for (const inwards of INWARD_MOVES) {
    const x = to.x + way * inwards * length;
    const copy = { from, isMirrored, down, mirror: Math.round(isMirrored ? x + at.x - 1 : x - at.x) };
    const on = from.shoe.filter((i) => grown.data[targetOf(copy, i, grown.width)] > 0.5);
    if (on.length > COVERED_SHARE_MIN * from.shoe.length) return copy;
  }
  return null;
}

/** Whether both feet point clearly to the same side. */
function pointOneWay(a: FootLine, b: FootLine): boolean {
  const [p, q] = [a, b].map(([ankle, toe]) => (toe.x - ankle.x) / Math.max(1, distance(ankle, toe)));
  return Math.abs(p) > 0.5 && Math.abs(q) > 0.5 && p > 0 === q > 0;
}

const targetOf = ({ mirror, isMirrored, down }: ShoeCopy, i: number, width: number): number => {
  const x = i % width;
  return ((i - x) / width + down) * width + (isMirrored ? mirror - x : mirror + x);
};

/** Position of a point of the seen foot on the hidden one, photo pixels. */
export function copiedPoint({ mirror, isMirrored, down }: ShoeCopy, p: Point, k: number): Point {
  return { x: isMirrored ? (mirror + 1) / k - p.x : mirror / k + p.x, y: p.y + down / k };
}

/** Calls back for each pixel of a copied shoe with its source pixel and its coverage by shoe or, for a whole shoe, by foot. */
export function forEachCopiedPixel(
  { person }: Scene,
  copy: ShoeCopy,
  each: (to: number, from: number, cover: number) => void,
): void {
  const { shoes, skin, lower } = person.planes;
  const { box, isWhole } = copy.from;
  const own = new Set(copy.from.shoe);
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const i = y * shoes.width + x;
      const belief = shoes.data[i] + (isWhole ? skin.data[i] : 0);
      const isOwn = own.has(i) || touchesShoe(own, i, shoes.width) || (isWhole && skin.data[i] > 0.5);
      if (belief < 0.3 || !isOwn) continue;
      const cover = smoothstep(belief, 0.3, 0.7) * (1 - smoothstep(lower.data[i], 0.15, 0.45));
      const [column, row] = [copy.isMirrored ? copy.mirror - x : copy.mirror + x, y + copy.down];
      if (cover > 0 && column >= 0 && row >= 0 && column < shoes.width && row < shoes.height)
        each(row * shoes.width + column, i, cover);
    }
  }
}

const touchesShoe = (own: ReadonlySet<number>, i: number, width: number): boolean =>
  [1, -1, width, -width].some((d) => own.has(i + d));
