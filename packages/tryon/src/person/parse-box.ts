import type { Box, PlaneF32, Point } from '@drape/imaging';
import { clamp } from './geometry';

/** Box around the pixels with mask > .5 and the visible landmarks, a little larger, whole pixels, inside the photo. */
export function personBox(mask: PlaneF32, points: readonly (Point & { visibility: number })[], grow = 1.08): Box {
  let [x0, y0, x1, y1] = [mask.width, mask.height, 0, 0];
  for (let y = 0; y < mask.height; y += 2) {
    for (let x = 0; x < mask.width; x += 2) {
      if (mask.data[y * mask.width + x] <= 0.5) continue;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
  }
  for (const p of points) {
    if (p.visibility < 0.5) continue;
    const [x, y] = [clamp(p.x, 0, mask.width), clamp(p.y, 0, mask.height)];
    [x0, x1, y0, y1] = [Math.min(x0, x), Math.max(x1, x), Math.min(y0, y), Math.max(y1, y)];
  }
  const mx = ((x1 - x0) * (grow - 1)) / 2;
  const my = ((y1 - y0) * (grow - 1)) / 2;
  const x = Math.floor(clamp(x0 - mx, 0, mask.width - 2));
  const y = Math.floor(clamp(y0 - my, 0, mask.height - 2));
  return {
    x,
    y,
    width: Math.max(2, Math.ceil(Math.min(mask.width, x1 + mx)) - x),
    height: Math.max(2, Math.ceil(Math.min(mask.height, y1 + my)) - y),
  };
}
