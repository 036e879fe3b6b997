import { type PlaneF32, type Point, type RasterU8, boundsOf } from '@drape/imaging';
import { scalePolygon } from '../../geometry/vector';
import { clamp } from '../../geometry/numbers';

/** The brightest line of a limb or leg in even light, −1 image left … 1 right: people are lit from above, a little to the left. */
const USUAL_SIDE = -0.12;
/**
 * Shift of that line per unit of difference between the logs of the light on both halves of the face, and the greatest value of the line.
 * By eye on twenty photos.
 */
const SIDE_PER_LOG_RATIO = 1.1;
const SIDE_MAX = 0.5;
/** Distance of the nose from the face's middle, in half widths, from which the halves do not count: a turned head shades itself. */
const NOSE_OFFSET_MAX = 0.6;
/**
 * Parts of the face that are compared: from and to in half widths from its middle, and the share of its height above them. No nose, hair or
 * brows.
 */
const CHEEK_FROM = 0.15;
const CHEEK_TO = 0.85;
const CHEEK_TOP = 0.25;
/** Fewest pixels of skin in a half that can be measured. */
const HALF_PIXELS_MIN = 12;

interface LightInput {
  readonly guide: RasterU8;
  readonly workScale: number;
  readonly skin: PlaneF32;
  readonly oval: readonly Point[];
  readonly nose: Point;
}

/**
 * The side that the light comes from, as the position of the brightest line across a rounded limb: −1 image left … 1 right. Read from the
 * face.
 */
export function lightSide({ guide, workScale: k, skin, oval, nose }: LightInput): number {
  const { left, right, top, bottom } = boundsOf(scalePolygon(oval, k));
  const middle = (left + right) / 2;
  const half = Math.max(1, (right - left) / 2);
  const sums = [0, 0];
  const counts = [0, 0];
  for (let y = Math.max(0, Math.ceil(top + CHEEK_TOP * (bottom - top))); y < Math.min(guide.height, bottom); y++) {
    for (let x = Math.max(0, Math.ceil(left)); x < Math.min(guide.width, right); x++) {
      const u = (x + 0.5 - middle) / half;
      const i = y * guide.width + x;
      if (Math.abs(u) < CHEEK_FROM || Math.abs(u) > CHEEK_TO || skin.data[i] < 0.85) continue;
      const at = i * guide.channels;
      const luma = 0.299 * guide.data[at] + 0.587 * guide.data[at + 1] + 0.114 * guide.data[at + 2];
      const side = u < 0 ? 0 : 1;
      sums[side] += Math.log(Math.max(8, luma));
      counts[side]++;
    }
  }
  if (Math.min(...counts) < HALF_PIXELS_MIN) return USUAL_SIDE;
  const trust = clamp(1 - Math.abs(nose.x * k - middle) / half / NOSE_OFFSET_MAX, 0, 1);
  return clamp(
    USUAL_SIDE + SIDE_PER_LOG_RATIO * trust * (sums[1] / counts[1] - sums[0] / counts[0]),
    -SIDE_MAX,
    SIDE_MAX,
  );
}
