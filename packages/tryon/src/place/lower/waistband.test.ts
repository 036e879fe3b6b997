import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { drawnPerson, FIGURE } from '../../../test/drawn-person';
import { frameOf } from '../body/placement-frame';
import { placeWaistband, underTop } from './waistband';

const frame = frameOf(drawnPerson());
const band = { ...placeWaistband(frame, 1), hidden: 1.05 };
const SW = FIGURE.shoulders[1].x - FIGURE.shoulders[0].x;

describe('placeWaistband', () => {
  /** The figure in trousers, or a dress, below a given height; shoulders at y 150, hips at y 310. */
  const wearing = (from: number, isDress: boolean, belief = 1): ReturnType<typeof frameOf> => {
    const body = drawnPerson();
    const lower = createPlane(FIGURE.width, FIGURE.height);
    const dress = createPlane(FIGURE.width, FIGURE.height);
    lower.data.fill(belief, Math.round(150 + 160 * from) * FIGURE.width);
    if (isDress) dress.data.fill(1);
    return frameOf({ ...body, planes: { ...body.planes, lower, dress } });
  };

  it('lies over the old waistband, high ones too, but not over a belt above the seam of a dress', () => {
    expect(placeWaistband(wearing(0.75, false), 1).v).toBeCloseTo(0.71, 1);
    expect(placeWaistband(wearing(0.62, false), 1).v).toBeLessThan(0.6);
    expect(placeWaistband(wearing(0.52, false), 1).v).toBeCloseTo(0.56, 5);
    expect(placeWaistband(wearing(0.62, true), 1).v).toBeCloseTo(0.66, 5);
  });

  it('follows up a high one over which a fold of the top hangs', () => {
    const high = wearing(0.62, false);
    for (let y = 0; y < 150 + 160 * 0.68; y++)
      high.body.planes.lower.data.fill(0, y * FIGURE.width, y * FIGURE.width + 195);
    expect(placeWaistband(high, 1).v).toBeLessThan(0.6);
  });

  it('does not follow up what is only half believed', () => {
    expect(placeWaistband(wearing(0.62, false, 0.6), 1).v).toBeCloseTo(0.66, 5);
  });
});

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
