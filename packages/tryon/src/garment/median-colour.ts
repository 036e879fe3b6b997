import type { Lab } from '@drape/imaging';

/** About as many pixels tell a median. */
const SAMPLES = 400;

/** Median of each channel over some pixels, of which some hundred are looked at; zeros without any. Layout: `lab` L a b a pixel. */
export function medianColour(lab: Float32Array, at: readonly number[]): Lab {
  const step = Math.max(1, Math.floor(at.length / SAMPLES));
  return [medianChannel(lab, at, step, 0), medianChannel(lab, at, step, 1), medianChannel(lab, at, step, 2)];
}

function medianChannel(lab: Float32Array, at: readonly number[], step: number, c: number): number {
  const values = new Float32Array(Math.ceil(at.length / step));
  for (let n = 0; n < values.length; n++) values[n] = lab[3 * at[n * step] + c];
  return values.length === 0 ? 0 : values.sort()[values.length >> 1];
}
