import type { PlaneF32, Point } from '@drape/imaging';
import { sampleAt } from '../../geometry/sampling';
import { clamp } from '../../geometry/numbers';
import { segmentDistance } from '../../geometry/polyline';
import { lerp, scale } from '../../geometry/vector';

/**
 * Distance around a foot within which its shoe is looked for, in leg lengths; least area of a shoe, in squared leg lengths; and height of
 * its part that counts as its upper end, in leg lengths.
 */
const SHOE_SEARCH_RADIUS = 0.1;
const SHOE_AREA_MIN = 0.0015;
const SHOE_TOP_HEIGHT = 0.02;
/** Greatest height of a shoe's mouth above the ankle, and below it, in leg lengths; beyond them it is a boot's or none. */
const OPENING_ABOVE_ANKLE_MAX = 0.01;
const OPENING_BELOW_ANKLE_MAX = 0.16;
/** How far the leg continues into the shoe, and how far the ankle may be to the side of its mouth, in leg lengths. */
const LEG_INTO_SHOE = 0.02;
const ANKLE_OFFSET_MAX = 0.02;
/** Shares of the way from ankle to toes; where most of them meet trousers the foot counts as hidden. */
const FOOT_PROBES = [0.1, 0.3, 0.5, 0.7, 0.9];

interface ShoePlanes {
  readonly skin: PlaneF32;
  readonly shoes: PlaneF32;
  readonly lower: PlaneF32;
}

/** The bones of a foot, photo pixels. */
export interface FootBones {
  readonly ankle: Point;
  readonly toe: Point;
}

/**
 * Ankle and end of a leg that trousers hide down to its shoe, moved into that shoe. The pose's ankle under wide trousers is a guess, and a
 * leg that ends beside or above its shoe looks cut off. Null where skin is seen there, there is no shoe, or the shoe hides the ankle.
 *
 * Space: photo pixels; `planes` at `k` work pixels per photo pixel.
 */
export function moveIntoShoe(
  planes: ShoePlanes,
  foot: FootBones,
  other: FootBones,
  legLength: number,
  k: number,
): { readonly ankle: Point; readonly end: Point } | null {
  const { ankle, toe } = foot;
  const looks = FOOT_PROBES.map((t) => lerp(ankle, toe, t));
  if (looks.filter((p) => sampleAt(planes.lower, p, k) > 0.5).length > FOOT_PROBES.length / 2) return null;
  const mouth = shoeOpening(planes.shoes, foot, other, legLength, k);
  if (
    mouth === null ||
    mouth.y < ankle.y - OPENING_ABOVE_ANKLE_MAX * legLength ||
    mouth.y > ankle.y + OPENING_BELOW_ANKLE_MAX * legLength
  )
    return null;
  if ([-0.3, 0, 0.5].some((t) => sampleAt(planes.skin, lerp(ankle, mouth, t), k) > 0.5)) return null;
  const aside = ANKLE_OFFSET_MAX * legLength;
  return {
    ankle: {
      x: clamp(ankle.x, mouth.x - aside, mouth.x + aside),
      y: Math.min(ankle.y, mouth.y - LEG_INTO_SHOE * legLength),
    },
    end: { x: mouth.x, y: mouth.y + LEG_INTO_SHOE * legLength },
  };
}

/** Middle of a shoe's upper end; null where too little of it is seen. */
function shoeOpening(shoes: PlaneF32, foot: FootBones, other: FootBones, legLength: number, k: number): Point | null {
  const [own, off] = [foot, other].map(({ ankle, toe }) => [scale(ankle, k), scale(toe, k)] as const);
  const reach = SHOE_SEARCH_RADIUS * legLength * k;
  const rows: { readonly x: number; readonly y: number }[] = [];
  const x1 = Math.min(shoes.width, Math.max(own[0].x, own[1].x) + reach);
  const y1 = Math.min(shoes.height, Math.max(own[0].y, own[1].y) + reach);
  for (let y = Math.max(0, Math.floor(own[0].y - reach)); y < y1; y++) {
    for (let x = Math.max(0, Math.floor(Math.min(own[0].x, own[1].x) - reach)); x < x1; x++) {
      if (shoes.data[y * shoes.width + x] < 0.5) continue;
      const p = { x: x + 0.5, y: y + 0.5 };
      const d = segmentDistance(p, own[0], own[1]).d;
      if (d < reach && d < segmentDistance(p, off[0], off[1]).d) rows.push(p);
    }
  }
  if (rows.length < SHOE_AREA_MIN * (legLength * k) ** 2) return null;
  // rows come in order; the first few pixels may be a lace
  const top = rows[Math.floor(0.02 * rows.length)].y;
  const upper = rows.filter(({ y }) => y >= top && y < top + Math.max(1, SHOE_TOP_HEIGHT * legLength * k));
  return scale({ x: upper.reduce((sum, { x }) => sum + x, 0) / upper.length, y: top }, 1 / k);
}
