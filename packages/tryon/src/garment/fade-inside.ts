import type { RasterU8 } from '@drape/imaging';
import { smoothstep } from '../person/geometry';
import type { GarmentRead } from '../ports';
import { softPartAt } from './read/read-region';
import type { Place } from './types';

/** The reader's belief that the inside of the back is seen from which on a pixel is hidden a little, and from which on wholly. */
const INSIDE = [0.55, 0.8] as const;

/**
 * Hides what the garment reader takes for the inside of the back, above the row `until`: lining, labels and the bar of a hanger beside a
 * neckline that was cut too narrow or too shallow.
 *
 * Aliasing: writes the alpha of `rgba` in place.
 */
export function fadeInside(rgba: RasterU8, read: GarmentRead, { origin, scale }: Place, until: number): void {
  const { width, height, data } = rgba;
  for (let y = 0, i = 3; y < Math.min(height, until); y++) {
    for (let x = 0; x < width; x++, i += 4) {
      if (data[i] === 0) continue;
      const inside = softPartAt(read, 'insideBack', {
        x: origin.x + (x + 0.5) / scale,
        y: origin.y + (y + 0.5) / scale,
      });
      if (inside > INSIDE[0]) data[i] = Math.round(data[i] * (1 - smoothstep(inside, INSIDE[0], INSIDE[1])));
    }
  }
}
