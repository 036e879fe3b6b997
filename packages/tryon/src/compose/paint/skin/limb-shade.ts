import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { skinShade } from '../../../person/measure/skin-shade';
import { HAND_SPAN_START } from '../../scene/limb-field';
import type { LimbField, LimbShade } from '../../../model/scene';
import { clamp } from '../../../geometry/numbers';
import { forEachFieldPixel } from '../../scene/for-each-field-pixel';

/** Cells across a limb from edge to edge. */
const CELLS_ACROSS = 9;
/** Stations over which the seen light fades to that of a plain cylinder. */
const FADE_STATIONS = 9;
/** The same beside a hand or foot: the dark between fingers is no evidence for a wrist. */
const HAND_FADE_STATIONS = 2.5;
/** Limits of a believable factor; anything beyond is a tattoo, a bracelet or a mistake. */
const FACTOR_MIN = 0.55;
const FACTOR_MAX = 1.45;

/**
 * Measures the light across a limb where its skin is seen, and continues it along the limb to where skin must be invented; far from any
 * seen skin a plain cylinder remains. So an invented upper arm meets the seen forearm without a step.
 *
 * Space: work size. `tones` are the limb's mean colours, one per station; `plain` is the light across it where none is seen. Cost: one pass
 * over the field.
 */
export function limbShade(
  field: LimbField,
  tones: readonly (readonly number[])[],
  guide: RasterU8,
  skin: PlaneF32,
  plain: (u: number) => number,
): LimbShade {
  const stations = tones.length;
  const sums = new Float32Array(stations * CELLS_ACROSS * 4);
  const { t, u } = field;
  forEachFieldPixel({ garment: skin }, field, (i, j) => {
    if (u[j] >= 1 || u[j] <= -1 || skin.data[i] < 0.85) return;
    const s = Math.round(t[j] * (stations - 1));
    const at = (s * CELLS_ACROSS + Math.min(CELLS_ACROSS - 1, Math.floor(((u[j] + 1) / 2) * CELLS_ACROSS))) * 4;
    for (let c = 0; c < 3; c++) sums[at + c] += guide.data[i * guide.channels + c];
    sums[at + 3]++;
  });
  const seen = tones.map((tone, s) => profileOf(sums, s, tone));
  const factors = new Float32Array(stations * CELLS_ACROSS * 3);
  const trusts = new Float32Array(stations);
  for (let s = 0; s < stations; s++) {
    const near = nearest(seen, s);
    const fade = near !== null && near >= HAND_SPAN_START * (stations - 1) ? HAND_FADE_STATIONS : FADE_STATIONS;
    const trust = near === null ? 0 : clamp(1 - (Math.abs(near - s) - 1) / fade, 0, 1);
    trusts[s] = trust;
    for (let i = 0; i < CELLS_ACROSS * 3; i++) {
      const round = skinShade(plain((2 * (Math.floor(i / 3) + 0.5)) / CELLS_ACROSS - 1) / 0.97, i % 3);
      const read = near === null ? round : (seen[near]?.[i] ?? round);
      factors[s * CELLS_ACROSS * 3 + i] = round + trust * (read - round);
    }
  }
  return { stations, factors: smoothed(factors, stations), trust: trusts };
}

/** Factors across one station where at least two thirds of its cells show skin; empty cells take their neighbour's. */
function profileOf(sums: Float32Array, s: number, tone: readonly number[]): number[] | null {
  const first = s * CELLS_ACROSS;
  const known: number[] = [];
  for (let b = 0; b < CELLS_ACROSS; b++) if (sums[(first + b) * 4 + 3] >= 2) known.push(b);
  if (known.length < (2 * CELLS_ACROSS) / 3) return null;
  const profile: number[] = [];
  for (let b = 0; b < CELLS_ACROSS; b++) {
    const at = (first + nearestOf(known, b)) * 4;
    for (let c = 0; c < 3; c++) {
      profile.push(clamp(sums[at + c] / sums[at + 3] / Math.max(8, tone[c]), FACTOR_MIN, FACTOR_MAX));
    }
  }
  return profile;
}

/** The number nearest to `b`; the first of two equally near ones. */
function nearestOf(numbers: readonly number[], b: number): number {
  let best = numbers[0];
  for (const n of numbers) if (Math.abs(n - b) < Math.abs(best - b)) best = n;
  return best;
}

function nearest(seen: readonly (number[] | null)[], s: number): number | null {
  for (let d = 0; d < seen.length; d++) {
    if (s + d < seen.length && seen[s + d] !== null) return s + d;
    if (s - d >= 0 && seen[s - d] !== null) return s - d;
  }
  return null;
}

/** Smooths along the limb with a binomial filter, twice. */
function smoothed(factors: Float32Array, stations: number): Float32Array {
  const row = CELLS_ACROSS * 3;
  let from = factors;
  for (let pass = 0; pass < 2; pass++) {
    const to = new Float32Array(from.length);
    for (let i = 0; i < from.length; i++) {
      const above = i < row ? i : i - row;
      const below = i >= (stations - 1) * row ? i : i + row;
      to[i] = (from[above] + 2 * from[i] + from[below]) / 4;
    }
    from = to;
  }
  return from;
}

/** The factors of the three channels at t (0…1 along) and u (−1…1 across), into `out`. */
export function shadesAt({ stations, factors }: LimbShade, t: number, u: number, out: Float64Array): void {
  const along = clamp(t, 0, 1) * (stations - 1);
  const across = clamp(((u + 1) / 2) * CELLS_ACROSS - 0.5, 0, CELLS_ACROSS - 1);
  const s = Math.min(stations - 2, Math.floor(along));
  const b = Math.min(CELLS_ACROSS - 2, Math.floor(across));
  const p = along - s;
  const q = across - b;
  for (let c = 0, i = (s * CELLS_ACROSS + b) * 3, k = i + CELLS_ACROSS * 3; c < 3; c++, i++, k++) {
    out[c] = (factors[i] * (1 - q) + factors[i + 3] * q) * (1 - p) + (factors[k] * (1 - q) + factors[k + 3] * q) * p;
  }
}

/** Share of the light at t that was measured from seen skin, 0…1. */
export function trustAt({ stations, trust }: LimbShade, t: number): number {
  const along = clamp(t, 0, 1) * (stations - 1);
  const s = Math.min(stations - 2, Math.floor(along));
  return trust[s] + (along - s) * (trust[s + 1] - trust[s]);
}
