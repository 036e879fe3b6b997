/** Smooths values along a line: in each pass a value becomes half itself and a quarter of each neighbour. */
export function smoothSeries(values: readonly number[], passes = 3): number[] {
  let current = [...values];
  for (let p = 0; p < passes; p++) current = smoothedOnce(current);
  return current;
}

function smoothedOnce(values: readonly number[]): number[] {
  const out: number[] = [];
  const last = values.length - 1;
  for (let i = 0; i <= last; i++) {
    out.push((values[Math.max(0, i - 1)] + 2 * values[i] + values[Math.min(last, i + 1)]) / 4);
  }
  return out;
}
