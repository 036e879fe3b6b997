import type { Mesh } from './mesh';
import { countFlips } from './mesh-measure';

/** Area that a fold gets, as a share of the median triangle's: thinner ones would fold again when their neighbours move. */
const AREA_SHARE = 0.02;
/** How much farther than needed corners move: chains of folds come apart in tens of rounds and not in thousands. */
const OVERSHOOT = 1.5;
/** Rounds between those that also smooth: where many triangles lie over each other, their shortest ways block one another. */
const SMOOTHING_ROUNDS = 10;
/** Share of the distance to its neighbours' mean that a corner of a fold moves when smoothed. */
const SMOOTHING_SHARE = 0.5;
/** Rounds after which what is still folded stays. */
const ROUNDS_MAX = 400;

/**
 * Removes folds from a deformed mesh: each flipped triangle's corners move the shortest way to a small area the right way round, and so do
 * those of the triangles that this presses, until nothing is flipped. All other vertices stay where they are.
 *
 * It works on one triangle at a time, so it holds where several sheets share a corner. Returns the shape with the fewest folds that it saw.
 *
 * Layout: that of `mesh.vertices`. Aliasing: new memory. Cost: some 20 µs per round and 1,000 triangles; nothing without folds. Source:
 * Müller, Heidelberger, Hennix, Ratcliff 2007, Position Based Dynamics, section 3.3, with the area as the constraint.
 */
export function unfold(mesh: Mesh, deformed: Float64Array): Float64Array {
  let flips = countFlips(mesh, deformed);
  let best = deformed.slice();
  if (flips === 0) return best;
  const current = deformed.slice();
  const areas = leastAreas(mesh, deformed);
  for (let round = 1; round <= ROUNDS_MAX && flips > 0; round++) {
    for (let t = 0; t < areas.length; t++) widen(current, mesh.triangles, 3 * t, areas[t]);
    if (round % SMOOTHING_ROUNDS === 0) smoothFolds(mesh, current);
    const left = countFlips(mesh, current);
    if (left >= flips) continue;
    flips = left;
    best = current.slice();
  }
  return best;
}

/** Twice the area that each triangle must keep: a small one for those that are flipped, for the others no more than they have. */
function leastAreas({ triangles, sheets }: Mesh, at: Float64Array): Float64Array {
  const areas = Float64Array.from(sheets, (_, t) => areaOf(at, triangles, 3 * t));
  const least = AREA_SHARE * Math.abs(areas.slice().sort()[areas.length >> 1]);
  return areas.map((area) => (area > 0 ? Math.min(area, least) : least));
}

/** Twice the signed area of the triangle whose corners are listed from `o` on. */
function areaOf(at: Float64Array, triangles: Mesh['triangles'], o: number): number {
  const [a, b, c] = [2 * triangles[o], 2 * triangles[o + 1], 2 * triangles[o + 2]];
  return (at[b] - at[a]) * (at[c + 1] - at[a + 1]) - (at[c] - at[a]) * (at[b + 1] - at[a + 1]);
}

/** Moves the corners of a triangle along the gradient of its area, if that is below `least`. */
function widen(at: Float64Array, triangles: Mesh['triangles'], o: number, least: number): void {
  const missing = least - areaOf(at, triangles, o);
  if (!(missing > 0)) return;
  const [a, b, c] = [2 * triangles[o], 2 * triangles[o + 1], 2 * triangles[o + 2]];
  const [abX, abY] = [at[b] - at[a], at[b + 1] - at[a + 1]];
  const [bcX, bcY] = [at[c] - at[b], at[c + 1] - at[b + 1]];
  const [caX, caY] = [at[a] - at[c], at[a + 1] - at[c + 1]];
  const steepness = abX * abX + abY * abY + bcX * bcX + bcY * bcY + caX * caX + caY * caY;
  // Three corners in one place have no gradient; the triangles around them pull them apart.
  if (steepness === 0) return;
  const step = (OVERSHOOT * missing) / steepness;
  at[a] -= step * bcY;
  at[a + 1] += step * bcX;
  at[b] -= step * caY;
  at[b + 1] += step * caX;
  at[c] -= step * abY;
  at[c + 1] += step * abX;
}

/** Moves the corners of flipped triangles towards the mean of their neighbours. */
function smoothFolds({ triangles }: Mesh, at: Float64Array): void {
  const corners = new Set<number>();
  for (let o = 0; o < triangles.length; o += 3) {
    if (areaOf(at, triangles, o) > 0) continue;
    for (let k = 0; k < 3; k++) corners.add(triangles[o + k]);
  }
  for (const [v, ring] of ringsOf(corners, triangles)) {
    let [x, y] = [0, 0];
    for (const n of ring) {
      x += at[2 * n] / ring.size;
      y += at[2 * n + 1] / ring.size;
    }
    at[2 * v] += SMOOTHING_SHARE * (x - at[2 * v]);
    at[2 * v + 1] += SMOOTHING_SHARE * (y - at[2 * v + 1]);
  }
}

/** The neighbours of each of some vertices. */
function ringsOf(
  vertices: ReadonlySet<number>,
  triangles: Mesh['triangles'],
): ReadonlyMap<number, ReadonlySet<number>> {
  const rings = new Map([...vertices].map((v) => [v, new Set<number>()]));
  for (let i = 0; i < triangles.length; i++) {
    const ring = rings.get(triangles[i]);
    if (ring === undefined) continue;
    const o = i - (i % 3);
    for (let k = 0; k < 3; k++) if (triangles[o + k] !== triangles[i]) ring.add(triangles[o + k]);
  }
  return rings;
}
