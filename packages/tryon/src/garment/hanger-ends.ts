import { deltaE76, type Box, type Lab, type PlaneF32 } from '@drape/imaging';
import { boundsOf } from './matte-shape';
import { medianColour } from './median-colour';

/**
 * A hook stands up from the middle of the garment, this much of its width at least, and is read down to this share of its height, in so
 * many pixels.
 */
const MIDDLE = [0.3, 0.7] as const;
const HOOK_HIGH = 0.015;
const HOOK_DOWN = 0.1;
const HOOK_LEAST = 14;
/** Hangers are metal, black, white or grey: this much colour (chroma of Lab) at most. */
const CHROMA_MAX = 14;
/** Belief (0…1) from which a pixel is the hook's: half seen wire, too. */
const SEEN = 0.3;
/** A hanger's ends stand out in this upper share of the garment's height. All other lengths are in widths of the garment. */
const REACH = 0.25;
/** Below its outermost point the outline falls back by the first of these within the second: an end has an under side … */
const FALLS = 0.03;
const WITHIN = 0.12;
/** … to the deepest place of the next rows, at least so far in, and stays this far in. */
const SETTLES = 0.05;
const STANDS_OUT = 0.04;
const STAYS = 0.022;
const STAYS_DOWN = [0.02, 0.15] as const;
/** So much less of it goes: a shoulder's tip stands out over its arm hole. */
const TIP = 0.015;
/** Thicker ones are short sleeves. */
const THICK = 0.14;
/** Rows of soft edge under an end, in pixels of about 400. */
const RIM = 4;
/** Of an end's length, the outer part that tells its colour: at its root cloth begins. */
const OUTER = 0.75;
/** Lab distance of an end from its hook; of the second end, through whose ring the ground may show. */
const LIKE_HOOK = 15;
const LIKE_HOOK_SECOND = 26;
/** Cloth nearer to the hook's colour does not tell the two apart: then both ends must be seen, one falling back so soon. */
const UNLIKE_CLOTH = 20;
const SOON = 0.05;
/** Where the cloth beside an end is read, inwards of it. */
const CLOTH_FROM = 3;
const CLOTH_WIDE = 0.12;

/** One side's outline, from outside to inside. */
interface Side {
  readonly at: (depth: number, y: number) => number;
  /** Empty pixels before the first solid one, row by row down to below the last end. */
  readonly depths: readonly number[];
}

interface End {
  readonly side: Side;
  /** Rows [from, to) and the depth up to which it goes. */
  readonly from: number;
  readonly to: number;
  readonly depth: number;
  /** Rows from its outermost point to its under side. */
  readonly falls: number;
  readonly colour: Lab;
  readonly cloth: Lab;
}

/**
 * The garment without the ends of the hanger on which it hangs: they stand out beside the shoulders of what has no sleeves and would be
 * read as some. They have their hook's colour, thin, with an under side; where cloth has that colour too, both are seen.
 *
 * Layout: `lab` HWC float. Space: `whole`, the shape before hooks were dropped, `unhooked` after, and `shape` have one size. Null where
 * none is seen; `both`: on either side.
 */
export function withoutHangerEnds(
  lab: Float32Array,
  shape: PlaneF32,
  { whole, unhooked }: { readonly whole: PlaneF32; readonly unhooked: PlaneF32 },
): { readonly shape: PlaneF32; readonly both: boolean } | null {
  const box = boundsOf(shape);
  const hook = hookColour(lab, box, whole, unhooked);
  if (hook === null) return null;
  const found = [false, true].flatMap((fromRight) => endOf(lab, shape, box, fromRight) ?? []);
  const apart = found.map(({ colour }) => deltaE76(colour, hook));
  const isPair = found.length === 2 && Math.max(...apart) < LIKE_HOOK_SECOND && Math.min(...apart) < LIKE_HOOK;
  const isSoon = Math.min(...found.map(({ falls }) => falls)) < SOON * box.width;
  const ends = found.filter(
    ({ cloth }, n) => (isPair && isSoon) || (apart[n] < LIKE_HOOK && deltaE76(cloth, hook) > UNLIKE_CLOTH),
  );
  if (ends.length === 0) return null;
  const out = { ...shape, data: shape.data.slice() };
  for (const { side, from, to, depth } of ends) {
    for (let y = from; y < to; y++) for (let k = 0; k < depth; k++) out.data[side.at(k, y)] = 0;
  }
  return { shape: out, both: ends.length === 2 };
}

/** The colour of what was dropped above the garment's middle; null where no hook stood there. */
function hookColour(lab: Float32Array, box: Box, whole: PlaneF32, unhooked: PlaneF32): Lab | null {
  const { width } = whole;
  const pixels: number[] = [];
  let high = 0;
  for (let y = 0; y < box.y + HOOK_DOWN * box.height; y++) {
    for (let x = Math.round(box.x + MIDDLE[0] * box.width); x < box.x + MIDDLE[1] * box.width; x++) {
      const i = y * width + x;
      if (whole.data[i] <= SEEN || unhooked.data[i] > SEEN) continue;
      pixels.push(i);
      high = Math.max(high, box.y - y);
    }
  }
  if (pixels.length < HOOK_LEAST || high < HOOK_HIGH * box.width) return null;
  const colour = medianColour(lab, pixels);
  return Math.hypot(colour[1], colour[2]) > CHROMA_MAX ? null : colour;
}

/** What stands out on a side like a hanger's end, thin and with an under side; null without one. */
function endOf(lab: Float32Array, shape: PlaneF32, box: Box, fromRight: boolean): End | null {
  const { width, height, data } = shape;
  const wide = box.width;
  const side = sideOf(shape, box, fromRight);
  const { depths, at } = side;
  const until = Math.round(box.y + REACH * box.height);
  let tip = box.y;
  let under = box.y;
  while (under < until && !(depths[under] > depths[tip] + FALLS * wide && under - tip < WITHIN * wide)) {
    if (depths[under] < depths[tip]) tip = under;
    under++;
  }
  if (under >= until) return null;
  const depth = Math.max(...depths.slice(under, under + Math.round(SETTLES * wide)));
  const below = depths.slice(under + Math.round(STAYS_DOWN[0] * wide), under + Math.round(STAYS_DOWN[1] * wide));
  if (depth >= width || depth - depths[tip] < STANDS_OUT * wide) return null;
  if (Math.min(...below) - depths[tip] < STAYS * wide) return null;
  const to = Math.min(height, under + RIM);
  const solid = (from: number, end: number, k0: number, k1: number): number[] => {
    const pixels: number[] = [];
    for (let y = from; y < end; y++) {
      for (let k = k0; k < Math.min(width, k1); k++) if (data[at(k, y)] > 0.5) pixels.push(at(k, y));
    }
    return pixels;
  };
  const middle = Math.round((depths[tip] + depth) / 2);
  if (solid(box.y, to, middle, middle + 1).length > THICK * wide) return null;
  const own = solid(box.y, to, depths[tip], Math.round(depths[tip] + OUTER * (depth - depths[tip])));
  const cloth = solid(tip, to, depth + CLOTH_FROM, depth + Math.round(CLOTH_WIDE * wide));
  if (own.length === 0 || cloth.length === 0) return null;
  const rows = { from: box.y, to, falls: under - tip };
  return {
    side,
    ...rows,
    depth: depth - Math.round(TIP * wide),
    colour: medianColour(lab, own),
    cloth: medianColour(lab, cloth),
  };
}

function sideOf({ width, height, data }: PlaneF32, box: Box, fromRight: boolean): Side {
  const at = (depth: number, y: number): number => y * width + (fromRight ? width - 1 - depth : depth);
  const last = Math.min(height, Math.round(box.y + REACH * box.height + 2 * STAYS_DOWN[1] * box.width));
  const depths = Array.from({ length: last }, (_, y) => {
    let depth = 0;
    while (depth < width && data[at(depth, y)] <= 0.5) depth++;
    return depth;
  });
  return { at, depths };
}
