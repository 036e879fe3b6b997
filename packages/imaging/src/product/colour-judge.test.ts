import { describe, expect, it } from '@jest/globals';
import { maxDifference, randomPlane, testRandom } from '../../test/planes';
import { judgeByBackground, judgeByPalettes, type ColourBelief } from './colour-judge';

const DARK = 0.3;

function coloursOf(count: number, seed: number): Float32Array {
  const random = testRandom(seed);
  return Float32Array.from({ length: 3 * count }, (_, k) => (k % 3 === 0 ? 100 * random() : 80 * random() - 40));
}

function seenOf(width: number, height: number, seed: number): ColourBelief {
  const belief = randomPlane(width, height, seed);
  // many pixels have a belief of exactly 1 or 0
  const data = belief.data.map((v) => Math.max(0, Math.min(1, 2 * v - 0.5)));
  const near = { width, height, data: randomPlane(width, height, seed + 1).data.map((v) => (v > 0.2 ? 1 : 0)) };
  return { lab: coloursOf(width * height, seed + 2), belief: { width, height, data }, near };
}

function evidenceOf(lab: Float32Array, i: number, garment: Float32Array, background: Float32Array): number {
  const nearest = (palette: Float32Array, dark: number): number => {
    let best = 4000;
    for (let k = 0; k < palette.length; k += 3) {
      const below = palette[k] - lab[3 * i];
      const dl = below * (below > 0 && below < 45 ? dark : 0.7);
      best = Math.min(best, dl ** 2 + (lab[3 * i + 1] - palette[k + 1]) ** 2 + (lab[3 * i + 2] - palette[k + 2]) ** 2);
    }
    return best;
  };
  return Math.max(-6, Math.min(6, (nearest(background, DARK) - nearest(garment, 0.7)) / 72));
}

const logit = (belief: number): number => {
  const p = Math.max(0.01, Math.min(0.99, belief));
  return Math.log(p / (1 - p));
};
const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

describe('judgeByBackground', () => {
  it('is what pixel by pixel gives, with palettes of any size', () => {
    for (const [colours, others] of [
      [1, 2],
      [5, 6],
      [3, 0],
      [0, 4],
    ]) {
      const seen = seenOf(37, 29, colours);
      const [garment, background] = [coloursOf(colours, 7), coloursOf(others, 8)];
      const distance = { width: 37, height: 29, data: randomPlane(37, 29, 9).data.map((v) => 40 * v) };
      const simple = distance.data.map((d, i) => {
        if (seen.near.data[i] === 0) return 0;
        const far = Math.max(-6, Math.min(5, (d - 6) * 0.45));
        const evidence = Math.min(far, evidenceOf(seen.lab, i, garment, background));
        return sigmoid(0.5 * logit(seen.belief.data[i]) + 1.2 * evidence);
      });
      const judged = judgeByBackground(seen, { garment, background, dark: DARK }, { distance, limit: 6, slope: 0.45 });
      expect(maxDifference(judged.data, simple)).toBeLessThan(1e-7);
    }
  });
});

describe('judgeByPalettes', () => {
  it('is what pixel by pixel gives', () => {
    const seen = seenOf(41, 23, 3);
    const [garment, background] = [coloursOf(6, 17), coloursOf(3, 18)];
    const deep = { width: 41, height: 23, data: randomPlane(41, 23, 5).data.map((v) => (v > 0.7 ? 1 : 0)) };
    const simple = deep.data.map((d, i) => {
      const p = seen.belief.data[i];
      if (seen.near.data[i] === 0) return 0;
      if (d > 0) return Math.max(0.01, Math.min(0.99, p));
      return sigmoid(0.8 * logit(p) + 1.1 * evidenceOf(seen.lab, i, garment, background));
    });
    const judged = judgeByPalettes(seen, { garment, background, dark: DARK }, deep, 1.1);
    expect(maxDifference(judged.data, simple)).toBeLessThan(1e-7);
  });
});
