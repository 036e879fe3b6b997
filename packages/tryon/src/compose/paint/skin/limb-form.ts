import { clamp } from '../../../geometry/numbers';

/** Measured light on the forms of a limb: hundredths of the log of its tone, `rows` down the limb, each from outer to inner edge. */
interface MeasuredForm {
  /** Shares of the limb at the first and the last row. */
  readonly from: number;
  readonly to: number;
  readonly rows: readonly (readonly number[])[];
}

/** A form resampled to a fine grid, so that reading it takes four values per pixel. */
export interface LimbForm extends Omit<MeasuredForm, 'rows'> {
  /** (GRID_STEPS_ALONG + 1) × (GRID_STEPS_ACROSS + 1) values, hundredths. */
  readonly grid: Float32Array;
}

const GRID_STEPS_ALONG = 96;
const GRID_STEPS_ACROSS = 24;
/** Share of a limb over which a form fades out beyond its rows. */
const FADE_OUT_SHARE = 0.07;

/** Resamples measured rows to a smooth grid (Catmull–Rom both ways). */
export function limbForm({ from, to, rows }: MeasuredForm): LimbForm {
  const grid = new Float32Array((GRID_STEPS_ALONG + 1) * (GRID_STEPS_ACROSS + 1));
  for (let s = 0; s <= GRID_STEPS_ALONG; s++) {
    const columns = rows[0].map((_, c) =>
      smoothAt(
        rows.map((row) => row[c]),
        (s / GRID_STEPS_ALONG) * rows.length - 0.5,
      ),
    );
    for (let a = 0; a <= GRID_STEPS_ACROSS; a++) {
      grid[s * (GRID_STEPS_ACROSS + 1) + a] = smoothAt(columns, (a / GRID_STEPS_ACROSS) * columns.length - 0.5);
    }
  }
  return { from, to, grid };
}

/** Interpolates a row of values between its elements; constant beyond its ends. */
function smoothAt(values: readonly number[], at: number): number {
  const last = values.length - 1;
  const i = Math.floor(clamp(at, 0, last));
  const x = clamp(at, 0, last) - i;
  const [a, b, c, d] = [-1, 0, 1, 2].map((k) => values[clamp(i + k, 0, last)]);
  return b + 0.5 * x * (c - a + x * (2 * a - 5 * b + 4 * c - d + x * (3 * (b - c) + d - a)));
}

/** The form at t (0 … 1 along) and v (−1 outer … 1 inner edge), to be added to a factor on the tone. */
export function formAt({ from, to, grid }: LimbForm, t: number, v: number): number {
  const beyond = Math.max(from - t, t - to);
  if (beyond >= FADE_OUT_SHARE) return 0;
  const along = clamp((t - from) / (to - from), 0, 1) * GRID_STEPS_ALONG;
  const across = clamp((v + 1) / 2, 0, 1) * GRID_STEPS_ACROSS;
  const s = Math.min(GRID_STEPS_ALONG - 1, Math.floor(along));
  const a = Math.min(GRID_STEPS_ACROSS - 1, Math.floor(across));
  const [p, q] = [along - s, across - a];
  const i = s * (GRID_STEPS_ACROSS + 1) + a;
  const k = i + GRID_STEPS_ACROSS + 1;
  const value = (grid[i] * (1 - q) + grid[i + 1] * q) * (1 - p) + (grid[k] * (1 - q) + grid[k + 1] * q) * p;
  return 0.01 * value * (1 - Math.max(0, beyond) / FADE_OUT_SHARE);
}
