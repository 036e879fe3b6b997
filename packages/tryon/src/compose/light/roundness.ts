import { createPlane, gaussianBlur, type PlaneF32 } from '@drape/imaging';

/**
 * Width in shoulder widths below which stretches of fabric stay flat, such as straps and gaps between hands; at and above the second value
 * they are fully round.
 */
const NARROW = 0.08;
const FULL = 0.3;

/** How much trouser legs and skirts darken where they turn away at an outline, as a share. By eye. */
export const LEGS_TURNED = 0.36;
export const SKIRT_TURNED = 0.24;
const LEG_FULL = 0.2;

/** The light on fabric, and where the fabric is more than one round body. */
export interface RoundLight {
  readonly turned: number;
  /** Position across at which the light is brightest, −1 image left … 1 right. */
  readonly side: number;
  /** For each row, where the inner edge of the front leg is in front of the other one; NaN where there are no two legs. */
  readonly parts?: Float32Array;
}

/**
 * The light on trousers and skirts: 1 in the middle of each stretch of fabric, darker towards its left and right end, as on an upright
 * cylinder. Without it flat products on flat-lit people look like paper.
 *
 * Space: of `garment`; `sw` is the shoulder width in its pixels. Cost: one pass by rows and a blur.
 */
export function roundness(garment: PlaneF32, sw: number, light: RoundLight): PlaneF32 {
  const out = createPlane(garment.width, garment.height, 1);
  const job = { ...light, across: Math.sqrt(1 - light.side ** 2), narrow: NARROW * sw, out: out.data };
  const full = sw * (light.parts === undefined ? FULL : LEG_FULL);
  for (let y = 0; y < garment.height; y++) {
    roundRow(garment, y * garment.width, { ...job, full, part: light.parts?.[y] ?? NaN });
  }
  return gaussianBlur(out, Math.max(0.7, 0.03 * sw));
}

interface RowJob extends RoundLight {
  /** Cosine of the light's angle. */
  readonly across: number;
  readonly narrow: number;
  readonly full: number;
  readonly part: number;
  readonly out: Float32Array;
}

function roundRow({ data, width }: PlaneF32, row: number, job: RowJob): void {
  const { narrow, part } = job;
  for (let x = 0; x < width; x++) {
    if (data[row + x] < 0.5) continue;
    const from = x;
    while (x < width && data[row + x] >= 0.5) x++;
    if (part > from + narrow && part < x - narrow) {
      roundStretch(job, row + from, row + Math.round(part));
      roundStretch(job, row + Math.round(part), row + x);
    } else {
      roundStretch(job, row + from, row + x);
    }
  }
}

function roundStretch({ turned, side, across, narrow, full, out }: RowJob, from: number, to: number): void {
  const length = to - from;
  const deep = turned * Math.min(1, Math.max(0, (length - narrow) / (full - narrow)));
  for (let i = from; i < to; i++) {
    const u = (2 * (i - from) + 1) / length - 1;
    out[i] = 1 - deep * (1 - Math.sqrt(1 - u * u) * across - u * side);
  }
}
