import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster } from '@drape/imaging';
import { forEachMisclassifiedPixel } from './for-each-misclassified-pixel';

const W = 120;
const at = (x: number, y: number): number => y * W + x;

/** What moves from black hair, rows 0…59 and a point of four columns below them, to the black clothes around the point. */
function moved(neighbourWeight = 0): Float32Array {
  const guide = createRaster(W, W, 3);
  const hair = createPlane(W, W);
  const fabric = createPlane(W, W);
  for (let i = 0; i < W * W; i++) {
    const [x, y] = [i % W, Math.floor(i / W)];
    guide.data.fill(24 + ((x * 7 + y * 3) % 11), 3 * i, 3 * i + 3);
    const isHair = y < 60 || (y < 84 && x >= 58 && x < 62);
    (isHair ? hair : fabric).data[i] = 1;
  }
  const shares = new Float32Array(W * W);
  const box = { x: 0, y: 0, width: W, height: W };
  forEachMisclassifiedPixel(
    { guide, box, from: hair, to: fabric, teaches: [0, 40], judged: [20, W], ratio: [0.4, 1.3], neighbourWeight },
    (i, share) => {
      shares[i] = share;
    },
  );
  return shares;
}

describe('forEachMisclassifiedPixel', () => {
  it('leaves colours that both classes have where they are', () => {
    expect(Math.max(...moved())).toBeLessThan(0.5);
  });

  it('gives a thin dark point to the dark fabric around it, the straight border stays', () => {
    const shares = moved(6);
    expect(shares[at(60, 78)]).toBeGreaterThan(0.9);
    expect(shares[at(60, 50)]).toBe(0);
    expect(shares[at(20, 56)]).toBeLessThan(0.1);
  });
});
