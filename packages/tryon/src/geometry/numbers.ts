/** `v` held within `lo` … `hi`, where `lo` ≤ `hi`. */
export const clamp = (v: number, lo: number, hi: number): number => (v < lo ? lo : v > hi ? hi : v);

/** 0 at `lo` and before, 1 at `hi` and beyond, cubic between; `lo` may be the greater one: then it falls as `v` grows. */
export function smoothstep(v: number, lo: number, hi: number): number {
  const t = clamp((v - lo) / (hi - lo), 0, 1);
  return t * t * (3 - 2 * t);
}

/** The middle value of a list, the upper of the two of an even count. Callers ask of no empty list. */
export const upperMedian = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

/** NaN of an empty list. */
export const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
