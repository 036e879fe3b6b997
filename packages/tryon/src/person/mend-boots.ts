import type { PlaneF32, Point, RasterU8 } from '@drape/imaging';
import { distance, mix, scale, segmentDistance } from './geometry';
import { unlikeShares, type Rgb } from './mend-feet';
import type { MendInput } from './mend-planes';

/** Steps between knee and ankle at which a shaft is looked for, and the share of the shin from which a shoe is a boot. */
const STEPS = 20;
const BOOT = 0.2;
/** So much lower, in shins, must the other foot's shoe end to be a boot of which the shaft was missed. */
const SHORTER = 0.12;
/** Half width of a shaft around the line knee – ankle, and of the strip in which its colour is judged, in shins. */
const SHAFT_HALF = 0.24;
const STRIP_HALF = 0.06;
/** How much nearer the boot's colour than the cloth's a pixel must be, and the share of the strip that must be so. */
const NEARER = 0.8;
const MOST = 0.6;
/** Above the height of the seen shaft, in shins, single pixels in its colour may belong to the other one. */
const PLAY = 0.1;
/** Pixels that a colour is learnt from, at least. */
const LEARNT = 20;

interface Leg {
  readonly knee: Point;
  readonly ankle: Point;
  readonly shin: number;
  /** Share of the shin that its shoe covers, from the ankle up. */
  readonly shaft: number;
}

/**
 * Boots come in pairs: where one foot shows a high shaft and the other leg the same colours up to the same height, read as trousers or
 * skin, that is the other boot.
 *
 * Space: work pixels. Aliasing: writes the planes in place.
 */
export function returnTwinBoot({
  guide,
  planes,
  joints,
  workScale: k,
}: Pick<MendInput, 'guide' | 'planes' | 'joints' | 'workScale'>): void {
  if (joints.ankles.some(({ visibility }) => visibility < 0.4)) return;
  const legs = ([0, 1] as const).map((i) => {
    const [knee, ankle] = [scale(joints.knees[i], k), scale(joints.ankles[i], k)];
    return { knee, ankle, shin: distance(knee, ankle), shaft: shaftOf(planes.shoes, knee, ankle) };
  });
  const [high, low] = legs[0].shaft >= legs[1].shaft ? legs : [legs[1], legs[0]];
  if (high.shaft < BOOT || low.shaft > high.shaft - SHORTER) return;
  const { lower, shoes, skin, pants, skirt, dress } = planes;
  const boot = meanColour(guide, shoes, high, [0, high.shaft]);
  const cloth = meanColour(guide, lower, low, [high.shaft + PLAY, 1]);
  if (boot === null || cloth === null) return;
  // dark cloth is as dark as a boot, but not of its hue
  const isBoot = (i: number): boolean =>
    unlike(guide, i, boot) < NEARER * unlike(guide, i, cloth) &&
    unlikeShares(guide, i, boot) <= unlikeShares(guide, i, cloth);
  let [alike, all] = [0, 0];
  eachAround(shoes, low, STRIP_HALF, [0, high.shaft], (i) => {
    all++;
    if (shoes.data[i] > 0.5 || isBoot(i)) alike++;
  });
  if (alike < MOST * all) return;
  eachAround(shoes, low, SHAFT_HALF, [-SHAFT_HALF, high.shaft + PLAY], (i, height) => {
    const moved = lower.data[i] + skin.data[i];
    if (moved === 0 || (height > high.shaft - PLAY && !isBoot(i))) return;
    shoes.data[i] = Math.min(1, shoes.data[i] + moved);
    for (const plane of [lower, skin, pants, skirt, dress]) plane.data[i] = 0;
  });
}

function shaftOf({ width, height, data }: PlaneF32, knee: Point, ankle: Point): number {
  for (let s = 1; s <= STEPS; s++) {
    const { x, y } = mix(ankle, knee, s / STEPS);
    const [u, v] = [Math.floor(x), Math.floor(y)];
    if (u < 0 || v < 0 || u >= width || v >= height || data[v * width + u] < 0.5) return (s - 1) / STEPS;
  }
  return 1;
}

/** Visits the pixels around a shin between two heights above the ankle, all in shins. */
function eachAround(
  { width, height }: PlaneF32,
  { knee, ankle, shin }: Leg,
  half: number,
  [from, to]: readonly [number, number],
  visit: (i: number, height: number) => void,
): void {
  const [a, b] = [mix(ankle, knee, from), mix(ankle, knee, to)];
  const r = half * shin;
  const axis = { x: (knee.x - ankle.x) / shin, y: (knee.y - ankle.y) / shin };
  for (let y = Math.max(0, Math.floor(Math.min(a.y, b.y) - r)); y < Math.min(height, Math.max(a.y, b.y) + r); y++) {
    for (let x = Math.max(0, Math.floor(Math.min(a.x, b.x) - r)); x < Math.min(width, Math.max(a.x, b.x) + r); x++) {
      const at = ((x - ankle.x) * axis.x + (y - ankle.y) * axis.y) / shin;
      if (at >= from && at < to && segmentDistance({ x, y }, a, b).d < r) visit(y * width + x, at);
    }
  }
}

/** Mean colour of what a plane surely holds around a shin; null where that is too little. */
function meanColour(guide: RasterU8, plane: PlaneF32, leg: Leg, heights: readonly [number, number]): Rgb | null {
  const sums: [number, number, number] = [0, 0, 0];
  let n = 0;
  eachAround(plane, leg, SHAFT_HALF, heights, (i) => {
    if (plane.data[i] < 0.95) return;
    for (let c = 0; c < 3; c++) sums[c] += guide.data[i * guide.channels + c];
    n++;
  });
  return n < LEARNT ? null : [sums[0] / n, sums[1] / n, sums[2] / n];
}

function unlike({ data, channels }: RasterU8, i: number, colour: Rgb): number {
  return Math.hypot(...colour.map((v, c) => data[i * channels + c] - v));
}
