import { describe, expect, it } from '@jest/globals';
import { drawnPerson, FIGURE } from '../../../test/drawn-person';
import { armOutline } from './arm-outline';
import { armRadius, frameOf } from '../body/placement-frame';

describe('armOutline', () => {
  it('measures the drawn arm on its outer side and stays believable everywhere', () => {
    const frame = frameOf(drawnPerson());
    const [a, b] = [FIGURE.shoulders[1], FIGURE.wrists[1]];
    const outline = armOutline(frame, (share) => ({
      point: { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share },
      outward: { x: 1, y: 0 },
    }));
    for (const share of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
      const { outer: out, inner: inn } = outline.at(share);
      const usual = armRadius(frame, share);
      expect(out / usual).toBeGreaterThan(0.65);
      expect(out / usual).toBeLessThan(2.2);
      expect(inn / usual).toBeGreaterThan(0.65);
      expect(inn / usual).toBeLessThan(2.2);
    }
  });

  it('takes the usual width where nothing of the person is seen', () => {
    const frame = frameOf(drawnPerson());
    const outline = armOutline(frame, () => ({ point: { x: -500, y: -500 }, outward: { x: 1, y: 0 } }));
    expect(outline.at(0.5).outer).toBeCloseTo(armRadius(frame, 0.5), 6);
  });
});
