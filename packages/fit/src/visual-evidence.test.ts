import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assessVisualFit, limitsOf, VISUAL_WEIGHTS, type VisualEvidence } from './visual-evidence';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const evidence: fc.Arbitrary<VisualEvidence> = fc.record({
  poseConfidence: share,
  keypointsVisible: share,
  overlap: share,
  garmentQuality: share,
});

describe('assessVisualFit', () => {
  it('weighs 0.35, 0.25, 0.25 and 0.15', () => {
    expect(assessVisualFit({ poseConfidence: 1, keypointsVisible: 0, overlap: 0, garmentQuality: 0 })).toBe(0.35);
    expect(assessVisualFit({ poseConfidence: 0.9, keypointsVisible: 1, overlap: 0.8, garmentQuality: 0.6 })).toBe(
      0.855,
    );
    expect(Object.values(VISUAL_WEIGHTS).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  });

  it('stays in 0…1 and never falls when evidence rises', () => {
    fc.assert(
      fc.property(
        evidence,
        fc.constantFrom('poseConfidence', 'keypointsVisible', 'overlap', 'garmentQuality'),
        share,
        (e, key, more) => {
          const v = assessVisualFit(e);
          expect(v).toBeGreaterThanOrEqual(0);
          expect(v).toBeLessThanOrEqual(1);
          expect(assessVisualFit({ ...e, [key]: Math.min(1, e[key] + more) })).toBeGreaterThanOrEqual(v);
        },
      ),
    );
  });

  it('clamps evidence out of range and gives NaN nothing', () => {
    const odd = { poseConfidence: 7, keypointsVisible: -3, overlap: NaN, garmentQuality: Infinity };
    expect(assessVisualFit(odd)).toBe(0.5);
  });
});

describe('limitsOf', () => {
  it('names what weak evidence asks for, of photo and product', () => {
    const good = { poseConfidence: 0.9, keypointsVisible: 1, overlap: 0.9, garmentQuality: 0.8 };
    expect(limitsOf(good)).toEqual([]);
    const weak = { ...good, poseConfidence: 0.4, keypointsVisible: NaN, garmentQuality: 0.2 };
    expect(limitsOf(weak)).toEqual(['photo_show_more', 'photo_face_camera', 'garment_plain_background']);
  });
});
