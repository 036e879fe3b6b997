import { describe, expect, it } from '@jest/globals';
import type { PoseLandmark } from '@drape/tryon';
import { GATES, passes, summariseGate } from './gates';
import { isRefusalJustified } from './refusal-evidence';

describe('gates', () => {
  it('pass at their limit and fail beyond it', () => {
    expect(passes('C1', 0.9)).toBe(true);
    expect(passes('C1', 0.899)).toBe(false);
    expect(passes('K1', 3)).toBe(true);
    expect(passes('K1', 3.01)).toBe(false);
    expect(passes('I1', 1)).toBe(false);
  });

  it('fail where there is nothing to measure, but for the fill and the limbs', () => {
    expect(GATES.filter((gate) => passes(gate, null))).toEqual(['F1', 'L1', 'E1']);
    expect(passes('T1', NaN)).toBe(false);
  });

  it('count every picture, and tell the worst on the bad side', () => {
    const pictures = [0.99, 0.5, null, 0.95];
    const all = pictures.map((T1) => ({
      T1,
      I1: 0,
      G1: 0,
      C1: 1,
      K1: 0,
      S1: 1,
      leftover: 0,
      F1: null,
      L1: 0,
      E1: null,
    }));
    expect(summariseGate('T1', all)).toMatchObject({ passShare: 0.5, median: 0.95, worst: 0.5, measured: 3 });
    expect(summariseGate('F1', all)).toMatchObject({ passShare: 1, median: null, worst: null });
    expect(summariseGate('T1', []).passShare).toBe(0);
  });
});

/** A figure 100 wide from shoulder to shoulder, hips at `hips`, knees at `knees`. */
function detection(hips: number, knees: number) {
  const landmarks: PoseLandmark[] = Array.from({ length: 33 }, (_, i) => ({
    x: i % 2 === 0 ? 150 : 250,
    y: i < 11 ? 80 : i < 23 ? 150 : i < 25 ? hips : knees,
    z: 0,
    visibility: 1,
    presence: 1,
  }));
  const mask = { width: 1, height: 1, data: new Float32Array(1) };
  return { person: { score: 0.9, landmarks, mask }, others: [] };
}

const photo = { width: 400, height: 500 };

describe('isRefusalJustified', () => {
  it('lets trousers on a bust photo be refused, not a top on it', () => {
    expect(isRefusalJustified('body_not_visible', 'pants', detection(620, 900), photo)).toBe(true);
    expect(isRefusalJustified('body_not_visible', 'skirt', detection(520, 700), photo)).toBe(true);
    expect(isRefusalJustified('body_not_visible', 'dress', detection(620, 900), photo)).toBe(false);
    expect(isRefusalJustified('body_not_visible', 'top', detection(620, 900), photo)).toBe(false);
  });

  it('calls it wrong where the photo ends at the thighs', () => {
    for (const category of ['dress', 'skirt', 'pants'] as const) {
      expect(isRefusalJustified('body_not_visible', category, detection(420, 700), photo)).toBe(false);
    }
  });

  it('calls every refusal wrong where the body is in the photo', () => {
    expect(isRefusalJustified('body_not_visible', 'pants', detection(300, 450), photo)).toBe(false);
    expect(isRefusalJustified('body_not_visible', 'pants', null, photo)).toBe(false);
  });

  it('knows no other excuse', () => {
    for (const code of ['multiple_people', 'garment_not_detected', 'photo_rejected', 'internal_error']) {
      expect(isRefusalJustified(code, 'pants', detection(620, 900), photo)).toBe(false);
    }
  });
});
