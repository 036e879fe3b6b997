import { describe, expect, it } from '@jest/globals';
import { drawnPerson, FIGURE } from '../../test/drawn-person';
import { frameOf } from './body-frame';
import { placeWaistband, underTop } from './waistband';

const frame = frameOf(drawnPerson());
const band = { ...placeWaistband(frame, 1), hidden: 1.05 };
const SW = FIGURE.shoulders[1].x - FIGURE.shoulders[0].x;

describe('underTop', () => {
  it('keeps what a top hides no wider than the top, or its corners stand out beside the hem', () => {
    // at the hips the drawn torso is about 47 wide to either side
    expect(underTop(frame, band, { v: 0.95, side: 0 }, 0.7 * SW)).toBeLessThan(48);
    expect(underTop(frame, band, { v: 0.95, side: 0 }, 0.35 * SW)).toBeCloseTo(0.35 * SW, 5);
  });

  it('lets it be as wide as it is below the hem', () => {
    expect(underTop(frame, band, { v: 1.08, side: 0 }, 0.7 * SW)).toBeCloseTo(0.7 * SW, 5);
  });
});
