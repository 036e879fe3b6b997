/** First and last index of the longest run of values with gaps of at most `gap` nulls. */
export function longestRun(values: readonly (number | null)[], gap: number): readonly [number, number] {
  let best: readonly [number, number] = [0, -1];
  let [start, end] = [-1, -1];
  values.forEach((value, i) => {
    if (value === null) return;
    if (start < 0 || i - end > gap) start = i;
    end = i;
    if (end - start > best[1] - best[0]) best = [start, end];
  });
  return best;
}

/** The same with straight lines in the gaps; the first and the last are known. */
export function filled(values: readonly (number | null)[]): number[] {
  const out: number[] = [];
  let known = 0;
  values.forEach((value, i) => {
    if (value === null) return;
    const from = out[known] ?? value;
    for (let k = out.length; k <= i; k++) out.push(from + ((value - from) * (k - known)) / Math.max(1, i - known));
    known = i;
  });
  return out;
}

/** The same without dips narrower than twice the reach. */
export function closed(values: readonly number[], reach: number): number[] {
  const over = (of: readonly number[], pick: (...near: number[]) => number): number[] =>
    of.map((_, i) => pick(...of.slice(Math.max(0, i - reach), i + reach + 1)));
  return over(over(values, Math.max), Math.min);
}

/** The course of `most` values before the first, from there outwards: as steep as the first `reach` are on the mean, no flatter than `least`. */
export function beyond(values: readonly number[], reach: number, most: number, least: number): number[] {
  const inner = values[Math.min(values.length - 1, reach)];
  const slope = Math.max(least, (inner - values[0]) / reach);
  return Array.from({ length: most }, (_, k) => values[0] - slope * (k + 1));
}
