import { connectedComponents } from './components';
import type { PlaneF32, Point } from '../core/raster';

/** Right, down, left, up: the next index is a right turn on the screen. */
const STEP_X = [1, 0, -1, 0];
const STEP_Y = [0, 1, 0, -1];

/**
 * The outer contour of the largest region above a threshold, to a fraction of a pixel (marching squares between pixel centres).
 *
 * Space: pixels of the mask; a hard edge between pixels x and x+1 is near x+1. Order: clockwise on the screen, first point above the
 * region's topmost pixel; the ring is open (last ≠ first). Regions that touch at corners are one. Empty if nothing is above the threshold.
 * Cost: one pass of components plus the contour's length. Source: Lorensen, Cline 1987 in the plane; at saddles the inside is joined.
 */
export function traceContour(mask: PlaneF32, threshold = 0.5): Point[] {
  const { width, height, data } = mask;
  const { labels, areas } = connectedComponents(mask, threshold, 8);
  const label = areas.indexOf(areas.reduce((max, area) => Math.max(max, area), 0)) + 1;
  if (label === 0) return [];
  const first = labels.indexOf(label);
  const inside = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && labels[y * width + x] === label;
  const startX = first % width;
  const startY = Math.floor(first / width);
  const points: Point[] = [];
  let x = startX;
  let y = startY;
  let out = 3;
  do {
    points.push(crossing(data, width, height, x, y, out, threshold));
    const along = (out + 1) & 3;
    const ax = x + STEP_X[along];
    const ay = y + STEP_Y[along];
    if (inside(ax + STEP_X[out], ay + STEP_Y[out])) {
      x = ax + STEP_X[out];
      y = ay + STEP_Y[out];
      out = (along + 2) & 3;
    } else if (inside(ax, ay)) {
      x = ax;
      y = ay;
    } else {
      out = along;
    }
  } while (x !== startX || y !== startY || out !== 3);
  return points;
}

/** Where the value crosses the threshold between the inside pixel (x, y) and its outside neighbour. */
function crossing(
  data: Float32Array,
  width: number,
  height: number,
  x: number,
  y: number,
  out: number,
  threshold: number,
): Point {
  const nx = x + STEP_X[out];
  const ny = y + STEP_Y[out];
  const here = data[y * width + x];
  const there = nx < 0 || ny < 0 || nx >= width || ny >= height ? 0 : data[ny * width + nx];
  const t = Math.min(1, Math.max(0, (here - threshold) / (here - there)));
  return { x: x + 0.5 + t * STEP_X[out], y: y + 0.5 + t * STEP_Y[out] };
}
