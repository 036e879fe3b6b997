import { describe, expect, it } from '@jest/globals';
import { maxDifference, randomPlane } from '../../test/planes';
import { boxBlur } from '../filter/filter';
import { distanceFromBackground } from './background-field';
import { createPlane, type PlaneF32 } from '../core/raster';

/** A background that brightens to the right, an object of another colour in its middle, and noise. */
function scene(width: number, height: number): { lab: Float32Array; belief: PlaneF32 } {
  const noise = randomPlane(width, height, width);
  const belief = createPlane(width, height);
  const lab = new Float32Array(3 * width * height);
  for (let i = 0; i < belief.data.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    belief.data[i] = Math.abs(x - width / 2) < width / 4 && Math.abs(y - height / 2) < height / 4 ? 1 : 0;
    lab[3 * i] = belief.data[i] * -40 + 80 + (10 * x) / width + noise.data[i];
    lab[3 * i + 1] = belief.data[i] * 30 + noise.data[i];
    lab[3 * i + 2] = 4 - noise.data[i];
  }
  return { lab, belief };
}

/** The same distance from its definition. */
function simpleDistance(lab: Float32Array, { width, height, data }: PlaneF32, radius: number): number[] {
  const [w, h] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const sums = [0, 1, 2, 3].map(() => createPlane(w, h));
  const background = Array.from(data.keys()).filter((i) => data[i] < 0.03);
  const mean = [0, 1, 2].map((c) => background.reduce((sum, i) => sum + lab[3 * i + c], 0) / background.length);
  for (let i = 0; i < data.length; i++) {
    const cell = Math.floor(Math.floor(i / width) / 4) * w + Math.floor((i % width) / 4);
    const weight = data[i] < 0.03 ? 1 : 2e-3;
    for (let c = 0; c < 3; c++) sums[c].data[cell] += weight * (data[i] < 0.03 ? lab[3 * i + c] : mean[c]);
    sums[3].data[cell] += weight;
  }
  const cells = Math.max(2, Math.round(radius / 4));
  const spread = sums.map((plane) => boxBlur(boxBlur(plane, cells), cells));
  return Array.from(data, (_, i) => {
    const place = (at: number, n: number): number => Math.max(0, Math.min(n - 1, (at + 0.5) / 4 - 0.5));
    const [u, v] = [place(i % width, w), place(Math.floor(i / width), h)];
    const [x, y] = [Math.floor(u), Math.floor(v)];
    const read = ({ data: d }: PlaneF32): number => {
      const at = (cx: number, cy: number): number => d[Math.min(h - 1, cy) * w + Math.min(w - 1, cx)];
      const row = (cy: number): number => at(x, cy) + (u - x) * (at(x + 1, cy) - at(x, cy));
      return row(y) + (v - y) * (row(y + 1) - row(y));
    };
    const [l, a, b, all] = spread.map(read);
    const dl = lab[3 * i] - l / all;
    const light = dl < 0 && dl > -45 ? 0.4 * dl : dl;
    return Math.hypot(light, lab[3 * i + 1] - a / all, lab[3 * i + 2] - b / all);
  });
}

describe('distanceFromBackground', () => {
  it.each([
    [40, 60],
    [37, 51],
    [7, 30],
    [3, 3],
  ])('is what the blurred cells of %i×%i pixels say', (width, height) => {
    const { lab, belief } = scene(width, height);
    const simple = simpleDistance(lab, belief, 12);
    expect(maxDifference(distanceFromBackground(lab, belief, 12).data, simple)).toBeLessThan(1e-3);
  });
});
