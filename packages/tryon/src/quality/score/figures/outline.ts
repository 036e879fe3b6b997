/** A mask of zeros and ones. */
export interface Solid {
  readonly width: number;
  readonly height: number;
  readonly solid: Uint8Array;
}

/** Cell sides between solid and empty cells; the grid's own edge does not count. */
export function outlineOf({ width, height, solid }: Solid): number {
  let sides = 0;
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (x > 0 && solid[i] !== solid[i - 1]) sides++;
      if (y > 0 && solid[i] !== solid[i - width]) sides++;
    }
  }
  return sides;
}

/** Each cell by majority of the square around it, `r` cells to every side. */
export function smoothed({ width, height, solid }: Solid, r: number): Solid {
  const sums = new Int32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0, row = 0; x < width; x++) {
      row += solid[y * width + x];
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row;
    }
  }
  const out = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - r) * (width + 1);
    const below = Math.min(height, y + r + 1) * (width + 1);
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - r);
      const right = Math.min(width, x + r + 1);
      const inside = sums[below + right] - sums[below + left] - sums[above + right] + sums[above + left];
      out[y * width + x] = 2 * inside > (2 * r + 1) ** 2 ? 1 : 0;
    }
  }
  return { width, height, solid: out };
}

/** Length of an outline relative to that of the smoothed mask, at least 1. */
export function raggedness(mask: Solid, r: number): number {
  return Math.max(1, outlineOf(mask)) / Math.max(1, outlineOf(smoothed(mask, r)));
}
