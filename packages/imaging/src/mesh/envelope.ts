/** One entry of a symmetric matrix: both (i, j) and (j, i) have `value`; entries for the same position add up. */
export type EntryVisitor = (i: number, j: number, value: number) => void;

/** Where the entries of a sparse symmetric matrix are stored, in an order that keeps them near the diagonal. */
export interface Envelope {
  /** Rows of the matrix in their new order, and the new index of each row. */
  readonly order: Int32Array;
  readonly rank: Int32Array;
  /** First column of each new row; base[i] + j is the index of element (i, j), first[i] ≤ j ≤ i. */
  readonly first: Int32Array;
  readonly base: Int32Array;
  readonly length: number;
}

/**
 * Finds the envelope of a matrix from the positions that `visit` reports (their values do not count), in reverse Cuthill–McKee order.
 *
 * Layout: `visit` is called twice and must report the same positions both times. A mesh of n vertices needs about n·√n numbers.
 * Source: George, Liu 1981, chapter 4.
 */
export function envelopeOf(size: number, visit: (emit: EntryVisitor) => void): Envelope {
  const order = reverseCuthillMcKee(size, visit);
  const rank = new Int32Array(size);
  for (let i = 0; i < size; i++) rank[order[i]] = i;
  const first = Int32Array.from({ length: size }, (_, i) => i);
  visit(widenRow.bind(null, rank, first));
  const base = new Int32Array(size);
  let length = 0;
  for (let i = 0; i < size; i++) {
    base[i] = length - first[i];
    length += i - first[i] + 1;
  }
  return { order, rank, first, base, length };
}

function widenRow(rank: Int32Array, first: Int32Array, i: number, j: number): void {
  const row = Math.max(rank[i], rank[j]);
  first[row] = Math.min(first[row], rank[i], rank[j]);
}

/** The matrix inside its envelope, before it is factorised. */
export function assemble(envelope: Envelope, visit: (emit: EntryVisitor) => void): Float64Array {
  const values = new Float64Array(envelope.length);
  visit(entryAdder(envelope, values));
  return values;
}

/** Adds entries to a matrix inside its envelope. */
export function entryAdder({ base, rank }: Envelope, values: Float64Array): EntryVisitor {
  return addEntry.bind(null, values, base, rank);
}

export const notPositive = (): RangeError => new RangeError('the matrix is not positive definite');

function addEntry(values: Float64Array, base: Int32Array, rank: Int32Array, i: number, j: number, value: number): void {
  const row = rank[i] > rank[j] ? rank[i] : rank[j];
  values[base[row] + (rank[i] + rank[j] - row)] += value;
}

/** An order of the rows that keeps neighbours near each other: breadth first from a peripheral vertex, reversed. */
function reverseCuthillMcKee(size: number, visit: (emit: EntryVisitor) => void): Int32Array {
  const lists: number[][] = Array.from({ length: size }, () => []);
  visit(link.bind(null, lists));
  const neighbours = lists.map((list) => Array.from(new Set(list)));
  const order = new Int32Array(size);
  const seen = new Uint8Array(size);
  let count = 0;
  for (let seed = 0; seed < size; seed++) {
    if (seen[seed] === 1) continue;
    const start = outlying(neighbours, seed);
    let head = count;
    seen[start] = 1;
    order[count++] = start;
    while (head < count) {
      const fresh: number[] = [];
      for (const next of neighbours[order[head++]]) {
        if (seen[next] === 1) continue;
        seen[next] = 1;
        fresh.push(next);
      }
      fresh.sort((p, q) => neighbours[p].length - neighbours[q].length);
      for (const next of fresh) order[count++] = next;
    }
  }
  return order.reverse();
}

function link(lists: readonly number[][], i: number, j: number): void {
  if (i === j) return;
  lists[i].push(j);
  lists[j].push(i);
}

/** The vertex reached last by two breadth-first walks: close to one end of the region's longest extent. */
function outlying(neighbours: readonly number[][], seed: number): number {
  let start = seed;
  for (let round = 0; round < 2; round++) {
    const queue = [start];
    const seen = new Set(queue);
    for (let head = 0; head < queue.length; head++) {
      for (const next of neighbours[queue[head]]) {
        if (seen.has(next)) continue;
        seen.add(next);
        queue.push(next);
      }
    }
    start = queue[queue.length - 1];
  }
  return start;
}
