import { describe, expect, it } from '@jest/globals';
import type { PlacedSleeve } from '../../model/placement';
import { coveredEnd, placedSleeve } from './arm-sleeves';

const hanging = {
  centres: Array.from({ length: 24 }, (_, i) => ({ x: 30, y: 10 + 5 * i })),
  radii: Array.from({ length: 24 }, () => 8),
  visibility: 1,
};
const size = { k: 0.5, width: 40, height: 80 };

/** Covers the arm down to a slanting cuff that crosses its middle line at row `end`. */
const sleeveTo = (end: number, reach: number, length: PlacedSleeve['length'] = 'short'): PlacedSleeve => ({
  length,
  reach,
  cuff: [
    { x: 18, y: end + 6 },
    { x: 42, y: end - 6 },
  ],
  outline: [
    { x: 18, y: 5 },
    { x: 18, y: end + 6 },
    { x: 42, y: end - 6 },
    { x: 42, y: 5 },
  ],
});

describe('placedSleeve', () => {
  it('ends a short sleeve where its fabric leaves the middle of the arm, not where it was planned to', () => {
    const planned = placedSleeve(sleeveTo(58, 0.4 / 0.885), hanging, size);
    expect(planned.end).toBeCloseTo((58 - 10) / 115, 1);
    const longer = placedSleeve(sleeveTo(64, 0.4 / 0.885), hanging, size);
    expect(longer.end).toBeGreaterThan(planned.end + 0.03);
  });

  it('shows the slanting cuff: more fabric on its lower side', () => {
    const { mask } = placedSleeve(sleeveTo(58, 0.45), hanging, size);
    expect(mask?.data[30 * 40 + 10]).toBeGreaterThan(0.9);
    expect(mask?.data[30 * 40 + 19]).toBeLessThan(0.1);
  });

  it('leaves long sleeves to the plan, and lets arms come before trousers', () => {
    const long = placedSleeve(sleeveTo(105, 1, 'long'), hanging, size);
    expect(long.end).toBeCloseTo(0.885);
    // its shadow falls where its fabric ends
    expect(long.cuff).toBeCloseTo((105 - 10) / 115, 1);
    expect(placedSleeve(null, hanging, size).end).toBe(0.2);
    // a longer one hides the arm as planned, a shorter one leaves no gap above it
    expect(coveredEnd(long)).toBeCloseTo((105 - 10) / 115, 1);
    expect(coveredEnd(placedSleeve(sleeveTo(118, 1, 'long'), hanging, size))).toBeCloseTo(0.885);
  });
});
