import { boxBlurInPlace, type PlaneF32 } from '@drape/imaging';
import { smoothstep } from '../../geometry/numbers';

/** A slight blur that leaves full and empty pixels full and empty: smooths jagged edges of a matte. Aliasing: writes the plane. */
export function softened(plane: PlaneF32, lo: number, hi: number): PlaneF32 {
  const out = boxBlurInPlace(plane, 1);
  for (let y = 0, i = 0; y < out.height; y++, i += out.width) steepenRow(out.data, i, i + out.width, lo, hi);
  return out;
}

function steepenRow(data: Float32Array, from: number, to: number, lo: number, hi: number): void {
  for (let i = from; i < to; i++) {
    const v = data[i];
    if (v <= lo) data[i] = 0;
    else data[i] = v >= hi ? 1 : smoothstep(v, lo, hi);
  }
}
