import { describe, expect, it } from '@jest/globals';
import { addTo, crossFall, slopes } from './cross-fall';

describe('slopes', () => {
  it('tells the fall to both sides from the change across', () => {
    const sums = crossFall();
    for (let w = -0.95; w < 1; w += 0.1) addTo(sums, w, 0.4 - 0.2 * w * w + 0.07 * w);
    expect(slopes(sums).deep).toBeCloseTo(-0.2);
    expect(slopes(sums).aside).toBeCloseTo(0.07);
  });

  it('says nothing where little of the body is seen', () => {
    const sums = crossFall();
    expect(slopes(sums)).toEqual({ deep: 0, aside: 0 });
    for (let i = 0; i < 9; i++) addTo(sums, 0.5 + 0.001 * i, i);
    expect(slopes(sums)).toEqual({ deep: 0, aside: 0 });
  });
});
