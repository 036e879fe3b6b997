/** The median: the middle value, or the mean of the two middle ones. Throws RangeError for an empty list. */
export function median(values: ArrayLike<number>): number {
  if (values.length === 0) throw new RangeError('an empty list has no median');
  const sorted = Float64Array.from(values).sort();
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
