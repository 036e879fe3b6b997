import { createPlane, type PlaneF32, type RasterU8 } from '@drape/imaging';
import type { PersonPlanes } from '../../model/person';
import type { Scene } from '../../model/scene';
import type { OldGarment } from '../../model/layers';
import { smoothstep } from '../../geometry/numbers';
import { always, type Rule } from '../../rules/rule';

/** How far inwards a ray looks for the old garment, in work pixels. */
const INWARDS = 9;
/** Greatest width of the rim outwards, in work pixels. */
const OUTWARDS = 12;
/** Change of the halo over four pixels below which it has no direction, 0…1. */
const LEVEL = 0.02;
/** Number of garment pixels along a ray that give its colours. */
const TELLING = 3;
/** Belief above which a pixel is the old garment, and belief in a person below which nobody is there. */
const SURE = 0.9;
const NOBODY = 0.05;
/**
 * Where garment and background differ by less, in levels, the photo cannot show where one ends; then the parse decides, with this belief in
 * a person as its limit.
 */
const CONTRAST = 24;
const PARSED = 0.1;
/**
 * A pixel shows nothing of the garment when it differs from it by at least this share of the largest difference within this many pixels
 * ahead.
 */
const PURE = 0.85;
const AHEAD = 3;
/**
 * The first and last pixel of the ray that must enclose its own colour, and by how much the colour may be outside their range, in levels.
 */
const NEXT = 3;
const BEYOND = 7;
const NEAR = 20;
/** Pixels at the picture's border from which no ray is cast, so that rays stay inside. */
const MARGIN = INWARDS + TELLING + 1;
/** Weight of the first pixel of a ray that shows nothing of the garment; those further out have full weight. */
const FIRST = 0.25;

/** Mean share of the neighbouring pixels below which a pixel is rejected, and at and above which it is fully accepted. */
const AGREED_FROM = 0.3;
const AGREED = 0.8;

interface Job {
  readonly guide: RasterU8['data'];
  readonly width: number;
  readonly height: number;
  readonly halo: Float32Array;
  readonly seen: Float32Array;
  readonly person: Float32Array;
  readonly garment: Float32Array;
  /** 1 where a pixel of the rim shows nothing of the garment. */
  readonly pure: Uint8Array;
  /** Indices of a ray's pixels: of the last certain ones of the garment, and of a rim pixel with those further out. */
  readonly cloth: Int32Array;
  readonly ray: Int32Array;
  /** Direction of a ray, outwards. */
  readonly way: Float64Array;
}

export const SEEN_GROUND: Rule<{ readonly scene: Seen; readonly rim: Rim }, PlaneF32> = {
  id: 'seen-ground',
  stage: 'remove',
  summary: 'Keeps background that the photo shows beside the old garment.',
  appliesTo: always,
  apply: ({ scene, rim }) => seenGround(scene, rim),
  evidence: [{ set: 'N, blind', pairs: 58, fired: 48, better: 2, worse: 3, same: 11, date: '2026-11-29' }],
};

/**
 * How far each pixel of the rim around the old garment shows only background, 0…1; elsewhere 0. The rim is as wide as the widest soft edges
 * and parse errors. Along each ray out of the garment the photo's own colours show where it has ended.
 *
 * Space: work size. Cost: about 0.2 µs per pixel of the rim.
 */
export function seenGround({ guide, person, garment }: Seen, { seen, halo }: Rim): PlaneF32 {
  const { width, height } = seen;
  const job: Job = {
    guide: guide.data,
    width,
    height,
    halo: halo.data,
    seen: seen.data,
    person: person.planes.person.data,
    garment: garment.data,
    pure: new Uint8Array(width * height),
    cloth: new Int32Array(TELLING),
    ray: new Int32Array(BEYOND + 1),
    way: new Float64Array(2),
  };
  const rim = rimOf(job);
  const share = createPlane(width, height);
  for (const i of rim) if (castRay(job, i) && isPure(job)) job.pure[i] = 1;
  for (const i of rim) share.data[i] = shareOf(job, i);
  // single rays may end at a stripe or a fringe of the garment: the neighbouring pixels must agree
  const around = Float32Array.from(rim, (i) => (share.data[i] > 0 ? meanAround(share.data, job.halo, i, width) : 0));
  rim.forEach((i, n) => {
    share.data[i] = Math.min(share.data[i], smoothstep(around[n], AGREED_FROM, AGREED));
  });
  return share;
}

/** Indices of the pixels to examine. */
function rimOf({ width, height, halo, person, garment }: Job): Int32Array {
  const rim = new Int32Array(width * height);
  let n = 0;
  for (let y = MARGIN; y + MARGIN < height; y++) {
    for (let i = y * width + MARGIN, end = i + width - 2 * MARGIN; i < end; i++) {
      if (halo[i] === 0 || person[i] > 0.5 || garment[i] === 1) continue;
      rim[n++] = i;
    }
  }
  return rim.subarray(0, n);
}

/** A pixel shows only background where it, or one further in on its ray, shows nothing of the garment. */
function shareOf(job: Job, i: number): number {
  const { width, seen, pure } = job;
  if (!aim(job, i)) return 0;
  const across = job.way[0];
  const down = job.way[1];
  let u = (i % width) + 0.5;
  let v = Math.floor(i / width) + 0.5;
  for (let s = 1; s <= INWARDS; s++) {
    u -= across;
    v -= down;
    const at = (v | 0) * width + (u | 0);
    if (seen[at] > SURE) break;
    if (pure[at] === 1) return 1;
  }
  return pure[i] * FIRST;
}

/** Sets the outward direction at a pixel; false where there is none. */
function aim({ width, halo, way }: Job, i: number): boolean {
  const across = halo[i - 2] - halo[i + 2];
  const down = halo[i - 2 * width] - halo[i + 2 * width];
  const length = Math.sqrt(across * across + down * down);
  if (length < LEVEL) return false;
  way[0] = across / length;
  way[1] = down / length;
  return true;
}

/** Mean of those of 3 × 3 values that are in the halo. */
function meanAround(data: Float32Array, halo: Float32Array, i: number, width: number): number {
  let sum = 0;
  let n = 0;
  for (let row = i - width; row <= i + width; row += width) {
    for (let at = row - 1; at <= row + 1; at++) {
      if (halo[at] === 0) continue;
      sum += data[at];
      n++;
    }
  }
  return n === 0 ? 0 : sum / n;
}

type Seen = Pick<Scene, 'guide' | 'garment'> & { readonly person: { readonly planes: Pick<PersonPlanes, 'person'> } };
type Rim = Pick<OldGarment, 'seen' | 'halo'>;

/** Samples the ray through a pixel; false where there is no certain old garment behind it. */
function castRay(job: Job, i: number): boolean {
  if (!aim(job, i)) return false;
  const { width, seen, cloth, ray, way } = job;
  const across = way[0];
  const down = way[1];
  const x = (i % width) + 0.5;
  const y = Math.floor(i / width) + 0.5;
  let u = x;
  let v = y;
  for (let inside = 0; seen[(v | 0) * width + (u | 0)] <= SURE; u -= across, v -= down) {
    if (++inside > INWARDS) return false;
  }
  for (let n = 0; n < TELLING; n++, u -= across, v -= down) cloth[n] = (v | 0) * width + (u | 0);
  u = x;
  v = y;
  for (let n = 0; n <= BEYOND; n++, u += across, v += down) ray[n] = (v | 0) * width + (u | 0);
  return leavesHalo(job, x, y);
}

/** Whether the ray through a point ends outside the halo, not in a gap or in a bright spot that clothes enclose. */
function leavesHalo({ width, halo, person, way }: Job, x: number, y: number): boolean {
  for (let n = 0, u = x, v = y; n <= OUTWARDS; n++, u += way[0], v += way[1]) {
    const at = (v | 0) * width + (u | 0);
    if (halo[at] === 0) return true;
    if (person[at] > 0.5) return false;
  }
  return false;
}

/** Whether the ray's first pixel shows nothing of the garment: beyond it the colours do not differ any more from the garment's. */
function isPure(job: Job): boolean {
  const { person, ray } = job;
  const off = fromCloth(job, ray[0]);
  let farthest = off;
  for (let n = 1; n <= AHEAD; n++) {
    // another body says nothing about the background
    if (person[ray[n]] >= NOBODY) continue;
    const other = fromCloth(job, ray[n]);
    if (other > farthest) farthest = other;
  }
  if (farthest < CONTRAST * CONTRAST) return person[ray[0]] < PARSED;
  return off > PURE * PURE * farthest && goesOn(job, 0) && goesOn(job, 1) && goesOn(job, 2);
}

/**
 * Whether a channel of the ray's first pixel is within the range of those further out: a bright fringe or a rim of light still belongs to
 * the garment.
 */
function goesOn({ guide, person, ray }: Job, channel: number): boolean {
  const own = guide[3 * ray[0] + channel];
  let low = 255;
  let high = 0;
  for (let n = NEXT; n <= BEYOND; n++) {
    const i = ray[n];
    if (person[i] >= NOBODY) continue;
    const value = guide[3 * i + channel];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return own >= low - NEAR && own <= high + NEAR;
}

/** Distance of a pixel's colour from the garment's, in squared levels. */
function fromCloth({ guide, cloth }: Job, i: number): number {
  const at = 3 * i;
  let least = Infinity;
  for (let n = 0; n < TELLING; n++) {
    const from = 3 * cloth[n];
    const r = guide[at] - guide[from];
    const g = guide[at + 1] - guide[from + 1];
    const b = guide[at + 2] - guide[from + 2];
    const off = r * r + g * g + b * b;
    if (off < least) least = off;
  }
  return least;
}
