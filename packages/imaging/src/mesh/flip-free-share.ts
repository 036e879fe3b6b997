import type { Mesh } from './mesh';

/** Least share of its area that a triangle keeps, unless stated otherwise: thinner ones show as creases. */
const AREA_SHARE_MIN = 0.1;

/**
 * The longest share 0…1 of the straight path between two shapes of a mesh on which no triangle falls below `areaMin` of its area in
 * `reference`. Triangles that are flipped there are ignored.
 *
 * Unlike a count of flips it changes little if the shapes change little. Layout: `from`, `to` and `reference` as `mesh.vertices`. Cost:
 * some 20 ns per triangle. Source: Smith, Schaefer 2015, Bijective Parameterization with Free Boundaries, section 3.3; a least area instead
 * of 0 is our addition.
 */
export function flipFreeShare(
  { triangles }: Mesh,
  from: Float64Array,
  to: Float64Array,
  reference: Float64Array = from,
  areaMin = AREA_SHARE_MIN,
): number {
  let share = 1;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [2 * triangles[i], 2 * triangles[i + 1], 2 * triangles[i + 2]];
    const usual = crossOf(reference, reference, a, b, c);
    if (!(usual > 0)) continue;
    const start = crossOf(from, from, a, b, c);
    const end = crossOf(to, to, a, b, c);
    const mixed = crossOf(from, to, a, b, c) + crossOf(to, from, a, b, c);
    // area(t) = (1 − t)²·start + t·(1 − t)·mixed + t²·end
    share = Math.min(share, firstRoot(start - mixed + end, mixed - 2 * start, start - areaMin * usual));
  }
  return share;
}

/** Twice the area spanned by the first edge of a triangle in one shape and its last edge in another. */
function crossOf(one: Float64Array, other: Float64Array, a: number, b: number, c: number): number {
  return (one[b] - one[a]) * (other[c + 1] - other[a + 1]) - (other[c] - other[a]) * (one[b + 1] - one[a + 1]);
}

/** Where a·t² + b·t + c first falls below 0; if it starts at 0: 0 if it falls, Infinity if it rises. */
function firstRoot(a: number, b: number, c: number): number {
  if (c <= 0) return b < 0 ? 0 : Infinity;
  const inside = b * b - 4 * a * c;
  if (inside < 0) return Infinity;
  const q = -0.5 * (b + (b < 0 ? -1 : 1) * Math.sqrt(inside));
  const roots = [q / a, c / q].filter((t) => t > 0);
  return Math.min(Infinity, ...roots);
}
