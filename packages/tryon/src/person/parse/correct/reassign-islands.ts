import { connectedComponents, cropPlane, type Box, type PlaneF32 } from '@drape/imaging';
import { classPlanes, moveShare } from '../class-planes';
import type { PersonPlanes } from '../../../model/person';

/** Belief above which neighbouring pixels are connected. */
const JOINED_BELIEF_MIN = 0.15;

/** Connected pixels of a class. Space: work pixels. */
export interface Island {
  readonly area: number;
  readonly box: Box;
  readonly meanBelief: () => number;
  /** Share of its outline that is next to sure pixels of a plane. */
  readonly touches: (beside: PlaneF32) => number;
}

/**
 * Moves those islands of a class that are `isMisplaced` to another one.
 *
 * Space: `around` holds all of the class. Aliasing: writes `planes`.
 */
export function reassignIslands(
  planes: PersonPlanes,
  [from, to]: readonly ['hair' | 'bag' | 'other', 'top' | 'outer'],
  around: Box,
  isMisplaced: (island: Island) => boolean,
): void {
  const { width } = planes[from];
  const seen = cropPlane(planes[from], around);
  const { labels, areas, boxes } = connectedComponents(seen, JOINED_BELIEF_MIN);
  const misplaced = areas.map((area, c) =>
    isMisplaced({
      area,
      box: { ...boxes[c], x: boxes[c].x + around.x, y: boxes[c].y + around.y },
      meanBelief: () => sumOf(seen.data, labels, c + 1) / area,
      touches: (beside) => touchShare(labels, c + 1, boxes[c], around, beside),
    }),
  );
  if (!misplaced.includes(true)) return;
  const classes = classPlanes(planes);
  for (let j = 0; j < labels.length; j++) {
    if (labels[j] === 0 || !misplaced[labels[j] - 1]) continue;
    const i = (around.y + Math.floor(j / around.width)) * width + around.x + (j % around.width);
    moveShare(classes[from], classes[to], i, seen.data[j]);
  }
}

function sumOf(data: Float32Array, labels: ArrayLike<number>, label: number): number {
  let sum = 0;
  for (let j = 0; j < data.length; j++) if (labels[j] === label) sum += data[j];
  return sum;
}

/** {@link Island.touches}; `labels` cover the box `around`. */
function touchShare(
  labels: ArrayLike<number>,
  label: number,
  { x, y, width, height }: Box,
  around: Box,
  beside: PlaneF32,
): number {
  let [touching, outline] = [0, 0];
  const isOf = (u: number, v: number): boolean =>
    u >= 0 && v >= 0 && u < around.width && v < around.height && labels[v * around.width + u] === label;
  const [right, bottom] = [beside.width - 1 - around.x, beside.height - 1 - around.y];
  for (let v = Math.max(1 - around.y, y); v < Math.min(bottom, y + height); v++) {
    for (let u = Math.max(1 - around.x, x); u < Math.min(right, x + width); u++) {
      if (!isOf(u, v)) continue;
      const others = NEIGHBOUR_STEPS.filter(([du, dv]) => !isOf(u + du, v + dv));
      if (others.length === 0) continue;
      outline++;
      const i = (around.y + v) * beside.width + around.x + u;
      if (others.some(([du, dv]) => beside.data[i + dv * beside.width + du] > 0.5)) touching++;
    }
  }
  return outline === 0 ? 1 : touching / outline;
}

const NEIGHBOUR_STEPS = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;
