/** `v` held within `lo` … `hi`, where `lo` ≤ `hi`. */
export const clamp = (v: number, lo: number, hi: number): number => (v < lo ? lo : v > hi ? hi : v);

/** 0 up to `lo`, 1 from `hi`, cubic in between; if `lo` is the greater one, it falls as `v` grows. */
export function smoothstep(v: number, lo: number, hi: number): number {
  const t = clamp((v - lo) / (hi - lo), 0, 1);
  return t * t * (3 - 2 * t);
}

/** The middle value of a list; for an even count the upper of the two. The list must not be empty. */
export const upperMedian = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1];

/** NaN for an empty list. */
export const mean = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length;
