import type { PlaneF32 } from '@drape/imaging';

/**
 * Share, 0…1, of a placed garment that is seen, with nothing of the photo in front of it (a coat over trousers, hands, hair, bags). 1 where
 * there is no garment in the picture. Space: both planes at work size, 0…1 per pixel.
 */
export function shownShare(garment: PlaneF32, front: PlaneF32): number {
  let [all, shown] = [0, 0];
  for (let i = 0; i < garment.data.length; i++) {
    const g = garment.data[i];
    if (g === 0) continue;
    all += g;
    shown += g * (1 - front.data[i]);
  }
  return all > 0 ? shown / all : 1;
}
