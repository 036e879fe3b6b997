import type { Point } from '@drape/imaging';

/** A point near which the outline is to be divided. */
export interface WantedPart extends Point {
  /** Weight of the squared distance; lower for points that may be inside the outline. */
  readonly weight: number;
}

/**
 * Indices of the chain's points that are nearest to the wanted ones: the least weighted sum of squared distances, in the order of the
 * chain, each after the one before. Null where the chain has fewer points.
 *
 * Cost: chain length × wanted points.
 */
export function partOutline(chain: readonly Point[], wanted: readonly WantedPart[]): number[] | null {
  if (chain.length < wanted.length || wanted.length === 0) return null;
  const backs: Int32Array[] = [];
  let sums = new Float64Array(chain.length);
  for (const [k, want] of wanted.entries()) {
    const { next, back } = withPart(chain, want, k === 0 ? null : sums);
    sums = next;
    backs.push(back);
  }
  let at = sums.indexOf(Math.min(...sums));
  const found = [at];
  for (const back of backs.slice(1).reverse()) found.push((at = back[at] ?? 0));
  return found.reverse();
}

/** Least sums up to a wanted point at each index, and the index of the point before it. */
function withPart(
  chain: readonly Point[],
  { x, y, weight }: WantedPart,
  before: Float64Array | null,
): { readonly next: Float64Array<ArrayBuffer>; readonly back: Int32Array } {
  const next = new Float64Array(chain.length).fill(Number.POSITIVE_INFINITY);
  const back = new Int32Array(chain.length);
  let min = before === null ? 0 : Number.POSITIVE_INFINITY;
  let from = 0;
  for (const [i, p] of chain.entries()) {
    next[i] = min + weight * ((p.x - x) ** 2 + (p.y - y) ** 2);
    back[i] = from;
    if (before === null || before[i] >= min) continue;
    min = before[i];
    from = i;
  }
  return { next, back };
}
