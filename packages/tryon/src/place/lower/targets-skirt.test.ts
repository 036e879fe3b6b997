import { describe, expect, it } from '@jest/globals';
import { lengthScale } from './targets-skirt';

describe('the length of a skirt', () => {
  const front = { sw: 130, tl: 205 };

  it('is less than its width says for a mini, and more for a long one, which hangs from the waist', () => {
    expect(lengthScale(front, 1, { ratio: 1.2, calf: 999 })).toBeLessThan(1);
    expect(lengthScale(front, 1, { ratio: 1.8, calf: 999 })).toBeGreaterThan(1.05);
    expect(lengthScale(front, 2, { ratio: 2.4, calf: 999 })).toBeCloseTo(
      2 * lengthScale(front, 1, { ratio: 2.1, calf: 999 }),
      5,
    );
  });

  it('grows no further than to the calf, but keeps what its width says', () => {
    expect(lengthScale(front, 1, { ratio: 2.1, calf: 1.05 })).toBeCloseTo(1.05, 5);
    expect(lengthScale(front, 1, { ratio: 2.1, calf: 0.8 })).toBeCloseTo(
      lengthScale(front, 1, { ratio: 1.2, calf: 9 }),
      5,
    );
  });

  it('does not shrink with the waist of somebody who is half turned', () => {
    const turned = { sw: 112, tl: 205 };
    expect(
      lengthScale(turned, 112, { ratio: 1.2, calf: 999 }) / lengthScale(front, 123, { ratio: 1.2, calf: 999 }),
    ).toBeCloseTo(1, 2);
    // her width cannot be measured from the side
    expect(
      lengthScale({ sw: 86, tl: 205 }, 1, { ratio: 1.2, calf: 999 }) / lengthScale(front, 1, { ratio: 1.2, calf: 999 }),
    ).toBeCloseTo(1.1, 5);
  });
});
