import type { Box, PlaneF32 } from '@drape/imaging';

/** Share of an island's outline that lies beside sure pixels of a plane; `labels` cover the box `around` of it. */
export function touchShare(
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
      const others = SIDES.filter(([du, dv]) => !isOf(u + du, v + dv));
      if (others.length === 0) continue;
      outline++;
      const i = (around.y + v) * beside.width + around.x + u;
      if (others.some(([du, dv]) => beside.data[i + dv * beside.width + du] > 0.5)) touching++;
    }
  }
  return outline === 0 ? 1 : touching / outline;
}

const SIDES = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
] as const;
