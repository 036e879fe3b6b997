import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { joinHalves } from './halves';

const [W, H] = [200, 240];

/** A vest from x 40 to 160, parted from x 96 to 103; its right part ends at `right`. The network sees all of it where `believed`. */
function vest(believed: number, right = 160): { shape: PlaneF32; saliency: PlaneF32 } {
  const [shape, saliency] = [createPlane(W, H), createPlane(W, H)];
  for (let y = 20; y < 220; y++) {
    for (let x = 40; x < 160; x++) {
      const zip = x >= 96 && x < 104;
      shape.data[y * W + x] = zip || x >= right ? 0 : 1;
      saliency.data[y * W + x] = zip ? believed : 1;
    }
  }
  return { shape, saliency };
}

describe('joinHalves', () => {
  it('puts a zip of the ground’s colour back between two halves', () => {
    const { shape, saliency } = vest(0.9);
    const whole = joinHalves(shape, saliency);
    expect(whole.data[120 * W + 100]).toBe(1);
    expect(whole.data[120 * W + 30]).toBe(0);
    expect(whole.data[10 * W + 100]).toBe(0);
  });

  it('sees two halves although a thread links them', () => {
    const { shape, saliency } = vest(0.9);
    for (let y = 20; y < 24; y++) shape.data.fill(1, y * W + 96, y * W + 104);
    expect(joinHalves(shape, saliency).data[120 * W + 100]).toBe(1);
  });

  it('leaves ground that the network saw between two pieces', () => {
    const { shape, saliency } = vest(0.2);
    expect(joinHalves(shape, saliency).data[120 * W + 100]).toBe(0);
  });

  it('leaves a small piece beside a garment alone', () => {
    const { shape, saliency } = vest(0.9, 120);
    expect(joinHalves(shape, saliency)).toBe(shape);
  });
});
