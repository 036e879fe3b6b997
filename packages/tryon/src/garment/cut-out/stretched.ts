import type { PlaneF32 } from '@drape/imaging';

/** A plane that is read as if it were larger: one row of it, interpolated for a row of the picture. */
export interface Stretched {
  readonly plane: PlaneF32;
  readonly line: Float32Array;
  /** Pixels of the plane per pixel of the picture. */
  readonly ratio: number;
}

export const stretched = (plane: PlaneF32, width: number): Stretched => ({
  plane,
  line: new Float32Array(plane.width + 1),
  ratio: plane.width / width,
});

/** Interpolates the row at the share `t` of the height; the last pixel is repeated. */
export function loadRow({ plane, line }: Stretched, t: number): void {
  const { width, height, data } = plane;
  const v = Math.max(0, Math.min(height - 1, t * height - 0.5));
  const top = Math.min(Math.max(0, height - 2), Math.floor(v));
  mixRow(data, top * width, height > 1 ? width : 0, v - top, line, width);
  line[width] = line[width - 1];
}

function mixRow(data: Float32Array, at: number, below: number, t: number, out: Float32Array, n: number): void {
  for (let x = 0, i = at; x < n; x++, i++) out[x] = data[i] + t * (data[i + below] - data[i]);
}

/** The column, of `n`, at which the span between pixels i and i + 1 of the line ends; the first span begins at 0, the last ends at n. */
export function spanEnd({ line, ratio }: Stretched, i: number, n: number): number {
  return i + 2 < line.length ? Math.min(n, Math.ceil((i + 1.5) / ratio - 0.5)) : n;
}
