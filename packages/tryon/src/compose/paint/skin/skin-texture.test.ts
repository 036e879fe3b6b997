import { describe, expect, it } from '@jest/globals';
import { skinTexture } from './skin-texture';

const SW = 90;
const SIDE = 120;

/** Light (green) and warmth (red over green) of the factors over a square of work pixels. */
function patch(): { light: number[]; warmth: number[] } {
  const out = new Float64Array(3);
  const light: number[] = [];
  const warmth: number[] = [];
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      skinTexture(x, y, SW, out);
      light.push(out[1]);
      warmth.push(out[0] / out[1]);
    }
  }
  return { light, warmth };
}

const mean = (values: readonly number[]): number => values.reduce((s, v) => s + v, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const m = mean(values);
  return Math.sqrt(mean(values.map((v) => (v - m) ** 2)));
};

describe('the texture of invented skin', () => {
  const { light, warmth } = patch();

  it('is as uneven as seen skin in light and in hue, and keeps its tone', () => {
    expect(mean(light)).toBeCloseTo(1, 2);
    expect(deviation(light)).toBeGreaterThan(0.01);
    expect(deviation(light)).toBeLessThan(0.03);
    expect(deviation(warmth)).toBeGreaterThan(0.003);
    expect(deviation(warmth)).toBeLessThan(0.015);
  });

  it('changes slowly: neighbours are alike, pixels a few hundredths of a shoulder width apart are not', () => {
    const apart = (d: number): number => deviation(light.slice(d).map((v, i) => v - light[i]));
    expect(apart(1)).toBeLessThan(0.8 * apart(8));
  });
});
