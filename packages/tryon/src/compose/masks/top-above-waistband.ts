import { boxBlurInPlace, createPlane, filledBox, type PlaneF32, type RasterU8 } from '@drape/imaging';
import { lowerRegion } from '../scene/scene';
import type { Scene } from '../../model/scene';
import { smoothstep } from '../../geometry/numbers';
import type { Rule } from '../../rules/rule';

/** How far above the new waistband, and how far behind its edge, the top may be continued, in shoulder widths. */
const ZONE_HEIGHT = 0.35;
const ZONE_OVERLAP = 0.05;
/** Columns in which the new garment begins this much lower than its band are its sides; in shoulder widths. */
const SIDE_DROP_MIN = 0.14;
/** Rows of the top above it from which a column's colour is measured, in shoulder widths. */
const REFERENCE_ROWS = 0.1;
/**
 * Difference between two colours' shares of red and green at which they begin to count as different fabrics, and at which they certainly
 * do.
 */
const HUE_DIFFERENCE_RAMP = [0.045, 0.09] as const;
/** The same for the ratio of their light, because a fold may be darker or lighter than its own fabric. */
const LIGHT_RATIO_RAMP = [1.9, 2.6] as const;

export const TOP_ABOVE_WAISTBAND: Rule<Scene, PlaneF32 | null> = {
  id: 'top-above-waistband',
  stage: 'remove',
  summary: "Keeps the top's fabric above a new waistband as part of the top.",
  appliesTo: ({ category, placement }) =>
    (category === 'pants' || category === 'skirt') && lowerRegion(placement)?.tucked === true,
  apply: zoneAboveWaistband,
  evidence: [{ set: 'J and I, blind', pairs: 207, fired: 40, better: 6, worse: 2, same: 2, date: '2026-11-29' }],
};

/**
 * Above a new waistband the top continues: how far each pixel there belongs to it, 0…1 at work size; null where the garment shows no
 * waistband.
 */
function zoneAboveWaistband(scene: Scene): PlaneF32 | null {
  const { garment, sw } = scene;
  const tops = firstRows(garment);
  const level = middleLevel(tops);
  if (level === null) return null;
  const zone = createPlane(garment.width, garment.height);
  tops.forEach((first, x) => {
    if (first > level + SIDE_DROP_MIN * sw) return;
    // a pocket or a strap of the product that sticks out above its band is not part of it
    const top = Math.max(first, level - ZONE_OVERLAP * sw);
    for (
      let y = Math.max(0, Math.floor(top - ZONE_HEIGHT * sw));
      y < Math.min(garment.height, top + ZONE_OVERLAP * sw);
      y++
    ) {
      zone.data[y * garment.width + x] = 1;
    }
  });
  return boxBlurInPlace(zone, 1);
}

/** The height of the band: the median over the middle half of the garment's columns; null where there are none. */
function middleLevel(tops: readonly number[]): number | null {
  const columns = tops.flatMap((top, x) => (Number.isFinite(top) ? [x] : []));
  const quarter = columns.length >> 2;
  const middle = columns.slice(quarter, columns.length - quarter).map((x) => tops[x]);
  return middle.length === 0 ? null : middle.sort((p, q) => p - q)[middle.length >> 1];
}

/** The first row of each column that the garment covers; infinite where it does not. */
function firstRows({ width, height, data }: PlaneF32): number[] {
  const rows = Array.from({ length: width }, () => Infinity);
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) if (data[i] > 0.5 && rows[x] > y) rows[x] = y;
  }
  return rows;
}

/**
 * Greatest difference between the mean colours of the upper and the lower half of one dress: in shares of red and green, and as a ratio of
 * light.
 */
const ONE_PIECE_DIFFERENCE_MAX = { hue: 0.06, light: 1.22 } as const;

/** Step between the pixels sampled for a mean. */
const MEAN_STEP = 5;

/** True when upper and lower clothes have one colour: a dress, an overall or a suit. */
export function isOnePiece(upper: PlaneF32, lower: PlaneF32, guide: RasterU8): boolean {
  const sums = [upper, lower].map(({ data }) => {
    const rgb = [0, 0, 0, 0];
    for (let i = 0, o = 0; i < data.length; i += MEAN_STEP, o += MEAN_STEP * guide.channels) {
      if (data[i] < 0.9) continue;
      for (let c = 0; c < 3; c++) rgb[c] += guide.data[o + c];
      rgb[3]++;
    }
    return rgb;
  });
  const { hue, light } = difference(sums[0], sums[1]);
  return hue < ONE_PIECE_DIFFERENCE_MAX.hue && light < ONE_PIECE_DIFFERENCE_MAX.light;
}

/** Difference between two mean colours, given as sums of R G B and their number: in shares of red and green, and as a ratio of light. */
function difference(p: readonly number[], q: readonly number[]): { readonly hue: number; readonly light: number } {
  const [a, b] = [p[0] + p[1] + p[2] + 1, q[0] + q[1] + q[2] + 1];
  const light = a / Math.max(1, p[3]) / (b / Math.max(1, q[3]));
  return { hue: Math.abs(p[0] / a - q[0] / b) + Math.abs(p[1] / a - q[1] / b), light: Math.max(light, 1 / light) };
}

/**
 * The part of the zone that shows the same fabric as the top above it, 0…1: the middle of a dress or an overall, which stays as it is.
 *
 * Space: work size; `upper` 0…1 where the top is seen.
 */
export function sameFabric(zone: PlaneF32, upper: PlaneF32, guide: RasterU8, sw: number): PlaneF32 {
  const { width, height } = zone;
  const same = createPlane(width, height);
  const referenceRows = Math.max(3, Math.round(REFERENCE_ROWS * sw));
  const rows = filledBox(zone);
  const [begin, end] = [Math.max(0, Math.floor(rows.y - 4 * REFERENCE_ROWS * sw)), rows.y + rows.height];
  for (let x = 0; x < width; x++) {
    const sums = [0, 0, 0, 0];
    for (let y = begin, i = begin * width + x; y < end; y++, i += width) {
      if (upper.data[i] > 0.9) {
        if (sums[3] >= referenceRows) for (let c = 0; c < 3; c++) sums[c] *= 1 - 1 / referenceRows;
        else sums[3]++;
        for (let c = 0; c < 3; c++) sums[c] += guide.data[i * guide.channels + c];
      } else if (zone.data[i] > 0 && sums[3] > 2) same.data[i] = zone.data[i] * likeness(guide, i, sums);
    }
  }
  return boxBlurInPlace(same, 1);
}

function likeness({ data, channels }: RasterU8, i: number, sums: readonly number[]): number {
  const o = i * channels;
  const { hue, light } = difference([data[o], data[o + 1], data[o + 2], 1], sums);
  return (
    (1 - smoothstep(hue, HUE_DIFFERENCE_RAMP[0], HUE_DIFFERENCE_RAMP[1])) *
    (1 - smoothstep(light, LIGHT_RATIO_RAMP[0], LIGHT_RATIO_RAMP[1]))
  );
}
