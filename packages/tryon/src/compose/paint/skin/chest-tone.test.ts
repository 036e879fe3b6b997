import { describe, expect, it } from '@jest/globals';
import type { Rgb } from '../../../person/measure/skin-tone';
import { chestTone } from './chest-tone';

const luma = ([red, green, blue]: Rgb): number => 0.299 * red + 0.587 * green + 0.114 * blue;

describe('the tone of a chest that is not seen', () => {
  const face: Rgb = [180, 140, 120];
  const arm: Rgb = [172, 134, 112];

  it('is lighter than the face and less red', () => {
    const tone = chestTone(face, arm, [165, 128, 108]);
    expect(luma(tone)).toBeGreaterThan(1.05 * luma(face));
    expect(tone[0] / tone[1]).toBeLessThan(face[0] / face[1]);
  });

  it('keeps within reach of a throat in deep shade, and of a dark arm', () => {
    expect(luma(chestTone(face, [60, 45, 38], [60, 45, 38]))).toBeLessThan(1.7 * luma([60, 45, 38]));
    expect(luma(chestTone(face, [100, 76, 64], [150, 115, 98]))).toBeLessThan(1.2 * luma([100, 76, 64]));
  });

  it('is at least as light as the arm, and never burnt out', () => {
    expect(luma(chestTone(face, [200, 165, 145], [150, 115, 98]))).toBeGreaterThan(0.99 * luma([200, 165, 145]));
    expect(Math.max(...chestTone([255, 240, 230], [255, 235, 220], [255, 235, 220]))).toBeLessThanOrEqual(250);
  });
});
