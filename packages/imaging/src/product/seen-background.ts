import { createPlane, type PlaneF32, type RasterU8 } from '../core/raster';

/** How far inwards a ray looks for the shape, in pixels. */
const INWARD_STEPS_MAX = 9;
/** Greatest width of the rim outwards, in pixels. */
const OUTWARD_STEPS_MAX = 12;
/** Change of the halo over four pixels below which it has no direction, 0…1. */
const HALO_SLOPE_MIN = 0.02;
/** Number of pixels of the shape along a ray that give its colours. */
const GARMENT_SAMPLES = 3;
/** Belief above which a pixel is the shape, and belief that something is there below which nothing is. */
const OLD_GARMENT_MIN = 0.9;
const NOBODY_BELIEF_MAX = 0.05;
/**
 * Where shape and background differ by less, in levels, the picture cannot show where one ends; then `occupied` decides, with this
 * value as its limit.
 */
const CONTRAST_MIN = 24;
const LOW_CONTRAST_PERSON_MAX = 0.1;
/**
 * A pixel shows nothing of the shape when it differs from it by at least this share of the largest difference within this many pixels
 * ahead.
 */
const PURE_DISTANCE_SHARE = 0.85;
const PURE_LOOKAHEAD = 3;
/**
 * The first and last pixel of the ray that must enclose its own colour, and by how much the colour may be outside their range, in levels.
 */
const ENCLOSING_FIRST = 3;
const ENCLOSING_LAST = 7;
const ENCLOSING_TOLERANCE = 20;
/** Pixels at the picture's border from which no ray is cast, so that rays stay inside. */
const RAY_MARGIN = INWARD_STEPS_MAX + GARMENT_SAMPLES + 1;
/** Weight of the first pixel of a ray that shows nothing of the shape; those further out have full weight. */
const FIRST_PIXEL_WEIGHT = 0.25;

/** Mean share of the neighbouring pixels below which a pixel is rejected, and at and above which it is fully accepted. */
const AGREEMENT_MIN = 0.3;
const AGREEMENT_FULL = 0.8;

/** Planes of one size: what a rim is looked at around, and what else is in the picture. */
export interface Rim {
  /** A shape, 0…1, and a soft ramp around it: the rim. */
  readonly seen: PlaneF32;
  readonly halo: PlaneF32;
  /** Belief, 0…1, that something stands before the background, the shape included. */
  readonly occupied: PlaneF32;
  /** What hides the picture from now on: where it is 1 nothing is looked at. */
  readonly covered: PlaneF32;
}

/**
 * How far each pixel of the rim around a shape shows only background, 0…1; elsewhere 0. The rim is as wide as the widest soft edges and
 * errors of the shape. Along each ray out of the shape the picture's own colours show where it has ended.
 *
 * Layout: RGB. Space: the planes have the picture's pixels. Aliasing: new memory. Cost: about 0.2 µs per pixel of the rim.
 */
export function seenBackground(picture: RasterU8, planes: Rim): PlaneF32 {
  const { width, height } = picture;
  const job = jobOf(picture, planes);
  const rim = rimOf(job);
  const share = createPlane(width, height);
  for (const i of rim) if (castRay(job, i) && isPure(job)) job.pure[i] = 1;
  for (const i of rim) share.data[i] = shareOf(job, i);
  // single rays may end at a stripe or a fringe of the shape: the neighbouring pixels must agree
  const around = Float32Array.from(rim, (i) => (share.data[i] > 0 ? meanAround(share.data, job.halo, i, width) : 0));
  rim.forEach((i, n) => {
    const t = Math.max(0, Math.min(1, (around[n] - AGREEMENT_MIN) / (AGREEMENT_FULL - AGREEMENT_MIN)));
    share.data[i] = Math.min(share.data[i], t * t * (3 - 2 * t));
  });
  return share;
}

type Job = ReturnType<typeof jobOf>;

function jobOf({ width, height, data }: RasterU8, { seen, halo, occupied, covered }: Rim) {
  return {
    guide: data,
    width,
    height,
    halo: halo.data,
    seen: seen.data,
    occupied: occupied.data,
    covered: covered.data,
    /** 1 where a pixel of the rim shows nothing of the shape. */
    pure: new Uint8Array(width * height),
    /** Indices of a ray's pixels: of the last certain ones of the shape, and of a rim pixel with those further out. */
    fabric: new Int32Array(GARMENT_SAMPLES),
    ray: new Int32Array(ENCLOSING_LAST + 1),
    /** Direction of a ray, outwards. */
    way: new Float64Array(2),
  };
}

/** Indices of the pixels to examine. */
function rimOf({ width, height, halo, occupied, covered }: Job): Int32Array {
  const rim = new Int32Array(width * height);
  let n = 0;
  for (let y = RAY_MARGIN; y + RAY_MARGIN < height; y++) {
    for (let i = y * width + RAY_MARGIN, end = i + width - 2 * RAY_MARGIN; i < end; i++) {
      if (halo[i] === 0 || occupied[i] > 0.5 || covered[i] === 1) continue;
      rim[n++] = i;
    }
  }
  return rim.subarray(0, n);
}

/** A pixel shows only background where it, or one further in on its ray, shows nothing of the shape. */
function shareOf(job: Job, i: number): number {
  const { width, seen, pure } = job;
  if (!setDirection(job, i)) return 0;
  const across = job.way[0];
  const down = job.way[1];
  let u = (i % width) + 0.5;
  let v = Math.floor(i / width) + 0.5;
  for (let s = 1; s <= INWARD_STEPS_MAX; s++) {
    u -= across;
    v -= down;
    const at = (v | 0) * width + (u | 0);
    if (seen[at] > OLD_GARMENT_MIN) break;
    if (pure[at] === 1) return 1;
  }
  return pure[i] * FIRST_PIXEL_WEIGHT;
}

/** Sets the outward direction at a pixel; false where there is none. */
function setDirection({ width, halo, way }: Job, i: number): boolean {
  const across = halo[i - 2] - halo[i + 2];
  const down = halo[i - 2 * width] - halo[i + 2 * width];
  const length = Math.sqrt(across * across + down * down);
  if (length < HALO_SLOPE_MIN) return false;
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

/** Samples the ray through a pixel; false where there is no certain shape behind it. */
function castRay(job: Job, i: number): boolean {
  if (!setDirection(job, i)) return false;
  const { width, seen, fabric, ray, way } = job;
  const across = way[0];
  const down = way[1];
  const x = (i % width) + 0.5;
  const y = Math.floor(i / width) + 0.5;
  let u = x;
  let v = y;
  for (let inside = 0; seen[(v | 0) * width + (u | 0)] <= OLD_GARMENT_MIN; u -= across, v -= down) {
    if (++inside > INWARD_STEPS_MAX) return false;
  }
  for (let n = 0; n < GARMENT_SAMPLES; n++, u -= across, v -= down) fabric[n] = (v | 0) * width + (u | 0);
  u = x;
  v = y;
  for (let n = 0; n <= ENCLOSING_LAST; n++, u += across, v += down) ray[n] = (v | 0) * width + (u | 0);
  return leavesHalo(job, x, y);
}

/** Whether the ray through a point ends outside the halo, not in a gap or in a bright spot that clothes enclose. */
function leavesHalo({ width, halo, occupied, way }: Job, x: number, y: number): boolean {
  for (let n = 0, u = x, v = y; n <= OUTWARD_STEPS_MAX; n++, u += way[0], v += way[1]) {
    const at = (v | 0) * width + (u | 0);
    if (halo[at] === 0) return true;
    if (occupied[at] > 0.5) return false;
  }
  return false;
}

/** Whether the ray's first pixel shows nothing of the shape: beyond it the colours do not differ any more from the shape's. */
function isPure(job: Job): boolean {
  const { occupied, ray } = job;
  const off = fromFabric(job, ray[0]);
  let farthest = off;
  for (let n = 1; n <= PURE_LOOKAHEAD; n++) {
    // another body says nothing about the background
    if (occupied[ray[n]] >= NOBODY_BELIEF_MAX) continue;
    const other = fromFabric(job, ray[n]);
    if (other > farthest) farthest = other;
  }
  if (farthest < CONTRAST_MIN * CONTRAST_MIN) return occupied[ray[0]] < LOW_CONTRAST_PERSON_MAX;
  return (
    off > PURE_DISTANCE_SHARE * PURE_DISTANCE_SHARE * farthest && goesOn(job, 0) && goesOn(job, 1) && goesOn(job, 2)
  );
}

/**
 * Whether a channel of the ray's first pixel is within the range of those further out: a bright fringe or a rim of light still belongs to
 * the shape.
 */
function goesOn({ guide, occupied, ray }: Job, channel: number): boolean {
  const own = guide[3 * ray[0] + channel];
  let low = 255;
  let high = 0;
  for (let n = ENCLOSING_FIRST; n <= ENCLOSING_LAST; n++) {
    const i = ray[n];
    if (occupied[i] >= NOBODY_BELIEF_MAX) continue;
    const value = guide[3 * i + channel];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return own >= low - ENCLOSING_TOLERANCE && own <= high + ENCLOSING_TOLERANCE;
}

/** Distance of a pixel's colour from the shape's, in squared levels. */
function fromFabric({ guide, fabric }: Job, i: number): number {
  const at = 3 * i;
  let min = Infinity;
  for (let n = 0; n < GARMENT_SAMPLES; n++) {
    const from = 3 * fabric[n];
    const r = guide[at] - guide[from];
    const g = guide[at + 1] - guide[from + 1];
    const b = guide[at + 2] - guide[from + 2];
    const off = r * r + g * g + b * b;
    if (off < min) min = off;
  }
  return min;
}
