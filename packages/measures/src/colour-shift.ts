import { deltaE2000, medianLab, type PlaneF32, type RasterU8 } from '@drape/imaging';

/**
 * K1: colour difference (CIEDE2000) between the garment and its appearance in the result, by their Lab medians under one mask.
 * Range: 0…100, ≤ 3 wanted; null if the mask is empty.
 *
 * With the light still applied: to a buyer, a garment that comes out darker than its picture has a colour cast. Source:
 * docs/picture/details.md, "Quality gates".
 */
export function colourShift(given: RasterU8, seen: RasterU8, mask: PlaneF32): number | null {
  const [a, b] = [medianLab(given, mask), medianLab(seen, mask)];
  return a === null || b === null ? null : deltaE2000(a, b);
}
