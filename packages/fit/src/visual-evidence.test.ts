import { describe, expect, it } from '@jest/globals';
import { limitsOf } from './visual-evidence';

describe('limitsOf', () => {
  it('names what weak evidence asks for, of photo and product', () => {
    const good = { poseConfidence: 0.9, keypointsVisible: 1, garmentQuality: 0.8 };
    expect(limitsOf(good)).toEqual([]);
    const weak = { ...good, poseConfidence: 0.4, keypointsVisible: NaN, garmentQuality: 0.2 };
    expect(limitsOf(weak)).toEqual(['photo_show_more', 'photo_face_camera', 'garment_plain_background']);
  });
});
