import { boxBlurInPlace, type PlaneF32 } from '@drape/imaging';
import { smoothstep } from '../../geometry/numbers';

/** A slight blur that leaves full and empty pixels full and empty: smooths jagged edges of a matte. Aliasing: writes the plane. */
export function softened(plane: PlaneF32, lo: number, hi: number): PlaneF32 {
  const out = boxBlurInPlace(plane, 1);
  for (let i = 0; i < out.data.length; i++) {
    const v = out.data[i];
    out.data[i] = v <= lo ? 0 : v >= hi ? 1 : smoothstep(v, lo, hi);
  }
  return out;
}
