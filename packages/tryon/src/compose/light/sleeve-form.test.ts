import { describe, expect, it } from '@jest/globals';
import { createPlane, type Point } from '@drape/imaging';
import { limbField } from '../scene/limb-field';
import { sleeveForm } from './sleeve-form';
import { fillPolygon } from '../../geometry/polygon';

/** Light on a sleeve of radius 16 around an arm at the image's left, by work pixel. */
function litSleeve(from: Point, to: Point, lightSide = 0) {
  const centres = Array.from({ length: 21 }, (_, i) => ({
    x: from.x + (i / 20) * (to.x - from.x),
    y: from.y + (i / 20) * (to.y - from.y),
  }));
  const arm = limbField({ centres, radii: centres.map(() => 16), visibility: 1 }, 1, 200, 240);
  const outline = [
    { x: Math.min(from.x, to.x) - 16, y: Math.min(from.y, to.y) - 16 },
    { x: Math.min(from.x, to.x) - 16, y: Math.max(from.y, to.y) + 16 },
    { x: Math.max(from.x, to.x) + 16, y: Math.max(from.y, to.y) + 16 },
    { x: Math.max(from.x, to.x) + 16, y: Math.min(from.y, to.y) - 16 },
  ];
  const cloth = createPlane(200, 240);
  fillPolygon(cloth, outline);
  const form = sleeveForm({ arms: [arm], sleeves: [{ outline, cloth }], person: { lightSide } }, 100, 120);
  const at = (plane: 'light' | 'weight' | 'all', x: number, y: number): number =>
    form[plane].data[(y >> 1) * 100 + (x >> 1)];
  return at;
}

describe('sleeveForm', () => {
  it('is darker towards the body than outside, on arms that hang and that are raised', () => {
    for (const at of [litSleeve({ x: 60, y: 30 }, { x: 60, y: 210 }), litSleeve({ x: 60, y: 210 }, { x: 60, y: 30 })]) {
      expect(at('light', 72, 120)).toBeLessThan(at('light', 48, 120) - 0.04);
      expect(at('light', 60, 120)).toBeGreaterThan(-0.04);
    }
  });

  it('is darker below than above on a forearm across the body', () => {
    const at = litSleeve({ x: 30, y: 120 }, { x: 180, y: 120 });
    expect(at('light', 100, 132)).toBeLessThan(at('light', 100, 108) - 0.04);
  });

  it('turns with the light', () => {
    const [left, right] = [-0.5, 0.5].map((side) => litSleeve({ x: 60, y: 30 }, { x: 60, y: 210 }, side));
    expect(left('light', 48, 120)).toBeGreaterThan(right('light', 48, 120) + 0.05);
  });

  it('leaves the shoulder to the body and tells where sleeves lie', () => {
    const at = litSleeve({ x: 60, y: 30 }, { x: 60, y: 210 });
    expect(at('weight', 60, 50)).toBe(0);
    expect(at('weight', 60, 120)).toBe(1);
    expect(at('all', 74, 120)).toBe(1);
    expect(at('all', 80, 120)).toBe(0);
  });
});
