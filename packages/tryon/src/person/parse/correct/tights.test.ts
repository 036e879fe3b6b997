import { createPlane, mapClasses } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { countTightsAsSkin } from './tights';
import type { CorrectionInput } from './correction-input';

const W = 120;
const H = 240;
const at = (x: number, y: number): number => y * W + x;

/** Two legs in columns 36–53 and 66–83 below a skirt that ends in row 100; rows 150–180 of the first are parsed as trousers. */
function drawn(legsAre: 'other' | 'skin'): Pick<CorrectionInput, 'planes' | 'joints' | 'workScale'> {
  const planes = mapClasses(() => createPlane(W, H));
  for (let y = 60, i = y * W; y < 220; y++) {
    for (let x = 0; x < W; x++, i++) {
      const isLeg = (x >= 36 && x < 54) || (x >= 66 && x < 84);
      const isTrousers = legsAre === 'other' && x < 60 && y >= 150 && y < 180;
      if (y < 100 && x >= 30 && x < 90) planes.lower.data[i] = planes.skirt.data[i] = 1;
      else if (isLeg && isTrousers) planes.lower.data[i] = planes.pants.data[i] = 1;
      else if (isLeg) planes[legsAre].data[i] = 1;
    }
  }
  const pair = (y: number): { x: number; y: number }[] => [
    { x: 45, y },
    { x: 75, y },
  ];
  return {
    planes,
    workScale: 1,
    joints: { hips: pair(70), knees: pair(140), ankles: pair(215) },
  } as unknown as CorrectionInput;
}

describe('countTightsAsSkin', () => {
  it('counts tights below a skirt as the skin of the legs, also where they are parsed as trousers', () => {
    const input = drawn('other');
    countTightsAsSkin(input);
    for (const i of [at(45, 130), at(45, 165), at(75, 200)]) {
      expect(input.planes.skin.data[i]).toBe(1);
      expect(input.planes.other.data[i] + input.planes.lower.data[i] + input.planes.pants.data[i]).toBe(0);
    }
    expect(input.planes.skirt.data[at(45, 90)]).toBe(1);
  });

  it('leaves a long skirt below the end of a scarf', () => {
    const { planes, ...input } = drawn('other');
    const legs = (plane: CorrectionInput['planes']['other'], from: number, to: number, value: number): void => {
      for (let y = from; y < to; y++) plane.data.fill(value, at(36, y), at(84, y));
    };
    legs(planes.other, 100, 150, 0);
    legs(planes.lower, 100, 150, 1);
    legs(planes.other, 72, 80, 1);
    countTightsAsSkin({ planes, ...input });
    expect(planes.lower.data[at(45, 120)]).toBe(1);
    expect(planes.skin.data[at(75, 200)]).toBe(1);
  });

  it('leaves bare legs', () => {
    const input = drawn('skin');
    const before = input.planes.skin.data.slice();
    countTightsAsSkin(input);
    expect(input.planes.skin.data).toEqual(before);
  });

  it('leaves tights below a long coat, which hides what is worn above them', () => {
    const input = drawn('other');
    for (let y = 60; y < 135; y++) input.planes.upper.data.fill(1, at(30, y), at(90, y));
    countTightsAsSkin(input);
    expect(input.planes.other.data[at(75, 200)]).toBe(1);
  });
});
