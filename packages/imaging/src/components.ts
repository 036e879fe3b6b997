import { createPlane, type Box, type PlaneF32, type Point } from './raster';

/** The connected regions of a mask. Label n (1…) has its pixel count at `areas[n − 1]` and its bounds at `boxes[n − 1]`. */
export interface Components {
  /** `labels[y * width + x]`: 0 = at or below the threshold. */
  readonly labels: Int32Array;
  readonly areas: number[];
  readonly boxes: Box[];
}

/**
 * Labels the connected regions of the pixels above a threshold, in the order of their first pixel (row by row).
 *
 * Cost: O(1) a pixel. Aliasing: new memory. Connectivity: 8 (default) also joins corners.
 */
export function connectedComponents(mask: PlaneF32, threshold = 0.5, connectivity: 4 | 8 = 8): Components {
  const { width, height, data } = mask;
  const labels = new Int32Array(width * height);
  const stack = new Int32Array(width * height);
  const areas: number[] = [];
  const boxes: Box[] = [];
  for (let seed = 0; seed < data.length; seed++) {
    if (labels[seed] !== 0 || !(data[seed] > threshold)) continue;
    const label = areas.length + 1;
    let top = 0;
    let area = 0;
    let x0 = width;
    let x1 = 0;
    let y0 = height;
    let y1 = 0;
    labels[seed] = label;
    stack[top++] = seed;
    while (top > 0) {
      const i = stack[--top];
      const y = (i / width) | 0;
      const x = i - y * width;
      area++;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
      const left = x > 0;
      const right = x < width - 1;
      for (let row = y > 0 ? i - width : i; row <= i + width && row < data.length; row += width) {
        const diagonal = row === i || connectivity === 8;
        if (left && diagonal && labels[row - 1] === 0 && data[row - 1] > threshold) {
          labels[row - 1] = label;
          stack[top++] = row - 1;
        }
        if (labels[row] === 0 && data[row] > threshold) {
          labels[row] = label;
          stack[top++] = row;
        }
        if (right && diagonal && labels[row + 1] === 0 && data[row + 1] > threshold) {
          labels[row + 1] = label;
          stack[top++] = row + 1;
        }
      }
    }
    areas.push(area);
    boxes.push({ x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1 });
  }
  return { labels, areas, boxes };
}

/** Keeps the values of the largest region above the threshold (the first of equals) and zeroes the rest. Empty stays empty. */
export function largestComponent(mask: PlaneF32, threshold = 0.5): PlaneF32 {
  const out = createPlane(mask.width, mask.height);
  const { labels, areas } = connectedComponents(mask, threshold);
  const label = areas.indexOf(areas.reduce((most, area) => Math.max(most, area), 0)) + 1;
  if (label === 0) return out;
  for (let i = 0; i < labels.length; i++) if (labels[i] === label) out.data[i] = mask.data[i];
  return out;
}

/**
 * Sets the holes of a mask to 1: regions at or below the threshold (4-connected) that do not touch the picture's border.
 *
 * Holes larger than `maxArea` pixels stay. Values outside the holes are kept. Aliasing: new memory.
 */
export function fillHoles(mask: PlaneF32, threshold = 0.5, maxArea = Infinity): PlaneF32 {
  const { width, height } = mask;
  const inverse = createPlane(width, height);
  for (let i = 0; i < inverse.data.length; i++) inverse.data[i] = mask.data[i] > threshold ? 0 : 1;
  const { labels, areas, boxes } = connectedComponents(inverse, 0.5, 4);
  const isHole = boxes.map(
    (b, n) => areas[n] <= maxArea && b.x > 0 && b.y > 0 && b.x + b.width < width && b.y + b.height < height,
  );
  const out = createPlane(width, height);
  for (let i = 0; i < labels.length; i++) {
    out.data[i] = labels[i] > 0 && isHole[labels[i] - 1] ? 1 : mask.data[i];
  }
  return out;
}

/**
 * The 4-connected region around the seeds whose pixels are accepted, as a 0/1 plane.
 *
 * Seeds outside the plane or not accepted are skipped. `accept` gets the plane's value and the pixel's index.
 */
export function floodFill(
  plane: PlaneF32,
  seeds: readonly Point[],
  accept: (value: number, index: number) => boolean,
): PlaneF32 {
  const { width, height, data } = plane;
  const out = createPlane(width, height);
  const stack = new Int32Array(width * height);
  let top = 0;
  const visit = (i: number): void => {
    if (out.data[i] !== 0 || !accept(data[i], i)) return;
    out.data[i] = 1;
    stack[top++] = i;
  };
  for (const seed of seeds) {
    const x = Math.floor(seed.x);
    const y = Math.floor(seed.y);
    if (x >= 0 && y >= 0 && x < width && y < height) visit(y * width + x);
    while (top > 0) {
      const i = stack[--top];
      const column = i % width;
      if (column > 0) visit(i - 1);
      if (column < width - 1) visit(i + 1);
      if (i >= width) visit(i - width);
      if (i + width < data.length) visit(i + width);
    }
  }
  return out;
}
