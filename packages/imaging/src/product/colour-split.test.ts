import { describe, expect, it } from '@jest/globals';
import { rgbToLab } from '../colour/colour';
import { createPlane, type PlaneF32 } from '../core/raster';
import { colourEvidence, learnColourSplit } from './colour-split';

const SIDE = 120;

/** A product of dark and red stripes with a few white threads on an uneven grey, and a map of it that is off by up to `noise`. */
function scene(noise: number): { lab: Float32Array; saliency: PlaneF32 } {
  const rgb = { width: SIDE, height: SIDE, channels: 3 as const, data: new Uint8Array(3 * SIDE * SIDE) };
  const saliency = createPlane(SIDE, SIDE);
  for (let y = 0, i = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, i++) {
      const reach = Math.max(Math.abs(x - 60), Math.abs(y - 60));
      const fabric =
        (x * y) % 97 === 0 ? [240, 240, 235] : y % 20 < 12 ? [40 + (x % 9), 30, 36] : [190 - (x % 9), 30, 40];
      const background = [150 + (y >> 2), 150 + (y >> 2), 155 + (x % 7)];
      rgb.data.set(reach < 40 ? fabric : background, 3 * i);
      const waver = noise * Math.sin(12.9898 * i);
      saliency.data[i] = Math.max(0, Math.min(1, (46 - reach) / 8 + waver));
    }
  }
  return { lab: rgbToLab(rgb), saliency };
}

function learn({ lab, saliency }: ReturnType<typeof scene>) {
  const sure = createPlane(SIDE, SIDE);
  saliency.data.forEach((value, i) => (sure.data[i] = value > 0.95 ? 1 : 0));
  return learnColourSplit(lab, saliency, sure);
}

describe('learnColourSplit', () => {
  it('tells the colours of a product from those of its background', () => {
    const split = learn(scene(0));
    const lab = rgbToLab({
      width: 3,
      height: 1,
      channels: 3,
      data: Uint8Array.of(42, 30, 36, 186, 30, 40, 165, 165, 158),
    });
    expect(split.separability).toBeGreaterThan(0.9);
    const evidence = [0, 3, 6].map((at) => colourEvidence(lab, at, split.garment, split.background));
    expect(evidence[0]).toBeGreaterThan(4);
    expect(evidence[1]).toBeGreaterThan(4);
    expect(evidence[2]).toBeLessThan(-1);
  });

  it('learns nearly the same from a map that is a little off', () => {
    const exact = learn(scene(0));
    for (const noise of [0.004, 0.01, 0.02]) {
      const other = learn(scene(noise));
      expect(Math.abs(other.separability - exact.separability)).toBeLessThan(0.02);
      for (const side of ['garment', 'background'] as const) {
        expect(other[side]).toHaveLength(exact[side].length);
        other[side].forEach((value, i) => expect(Math.abs(value - exact[side][i])).toBeLessThan(1));
      }
    }
  });
});
