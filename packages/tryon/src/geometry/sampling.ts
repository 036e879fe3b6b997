import type { PlaneF32 } from '@drape/imaging';
import type { PhotoPoint } from '../model/points';

/** Nearest pixel of a work plane under a photo point; 0 outside. */
export function sampleAt(plane: PlaneF32, p: PhotoPoint, k: number): number {
  const x = Math.floor(p.x * k);
  const y = Math.floor(p.y * k);
  return x < 0 || y < 0 || x >= plane.width || y >= plane.height ? 0 : plane.data[y * plane.width + x];
}
