/** A name as long as this is not a typing mistake. */
const NAME_LENGTH_MAX = 40;

/**
 * The known name that was probably meant, or null: equal but for case, `_` and `-`, or at most a third of its letters
 * wrong (optimal string alignment distance: insert, delete, replace, swap neighbours).
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > NAME_LENGTH_MAX) return null;
  const wanted = fold(name);
  let best: string | null = null;
  let bestDistance = Infinity;
  for (const candidate of known) {
    const distance = editDistance(wanted, fold(candidate));
    if (distance <= Math.floor(candidate.length / 3) && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}

function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
