import type { PlaneF32, RasterU8 } from '@drape/imaging';
import { paint } from './drawn-shapes';

export type Rgb = readonly [number, number, number];

/** A cut-out whose colour is a function of the place, in pixels of the mask. */
export function printed(mask: PlaneF32, colourAt: (x: number, y: number) => Rgb): RasterU8 {
  const rgba = paint(mask, [0, 0, 0]);
  for (let i = 0; i < mask.data.length; i++) {
    const colour = colourAt(i % mask.width, Math.floor(i / mask.width));
    for (let c = 0; c < 3; c++) rgba.data[i * 4 + c] = colour[c];
  }
  return rgba;
}

export const WHITE: Rgb = [244, 244, 242];
export const NAVY: Rgb = [28, 36, 74];
export const RED: Rgb = [200, 30, 40];

/** Bands of `period` pixels across the garment, the first half of each in the second colour. */
export function stripes(period: number, [a, b]: readonly [Rgb, Rgb] = [WHITE, NAVY]): (x: number, y: number) => Rgb {
  return (_, y) => (y % period < period / 2 ? b : a);
}

export function checks(period: number): (x: number, y: number) => Rgb {
  return (x, y) => (y % period < period / 2 !== x % period < period / 2 ? WHITE : NAVY);
}

/** Discs of `radius` in staggered rows. */
export function dots(period: number, radius: number): (x: number, y: number) => Rgb {
  return (x, y) => {
    const row = Math.floor(y / period);
    const dx = ((x + (row % 2) * (period / 2)) % period) - period / 2;
    return Math.hypot(dx, (y % period) - period / 2) < radius ? WHITE : NAVY;
  };
}

/** A block of letters' strokes on the chest, plain elsewhere. */
export function slogan(left: number, top: number): (x: number, y: number) => Rgb {
  return (x, y) => {
    const [u, v] = [x - left, y - top];
    if (u < 0 || v < 0 || u >= 130 || v >= 90) return NAVY;
    const [p, q] = [u % 26, v % 30];
    return p < 20 && q < 24 && (p < 6 || q < 6 || Math.abs(p - q) < 4) ? WHITE : NAVY;
  };
}

/** Flowers of five petals, strewn, in two colours. */
export function flowers(): (x: number, y: number) => Rgb {
  return (x, y) => {
    const [i, j] = [Math.floor(x / 34), Math.floor(y / 34)];
    const seed = Math.abs(Math.sin(i * 12.9898 + j * 78.233) * 43758.5453) % 1;
    const [dx, dy] = [x - (i + 0.35 + 0.3 * seed) * 34, y - (j + 0.65 - 0.3 * seed) * 34];
    const petals = (8 + 8 * seed) * (0.7 + 0.3 * Math.cos(5 * Math.atan2(dy, dx) + 6 * seed));
    const r = Math.hypot(dx, dy);
    if (r >= petals) return [150, 40, 60];
    return r < 3 ? [240, 190, 60] : WHITE;
  };
}
