import { describe, expect, it } from '@jest/globals';
import { isSeated, type LegJoints } from './seated';

const joint = (x: number, y: number, visibility = 1) => ({ x, y, visibility });
const standing: LegJoints = [joint(100, 200), joint(104, 300), joint(108, 400)];
const level: LegJoints = [joint(100, 200), joint(190, 220), joint(190, 320)];

describe('isSeated', () => {
  it('lets people stand and walk', () => {
    expect(isSeated([standing, standing])).toBe(false);
    expect(isSeated([standing, [joint(140, 200), joint(170, 295), joint(150, 370)]])).toBe(false);
  });

  it('sees one level thigh, and thighs that point at the camera', () => {
    expect(isSeated([standing, level])).toBe(true);
    const towards: LegJoints = [joint(100, 200), joint(96, 250), joint(96, 350)];
    expect(isSeated([towards, towards])).toBe(true);
    expect(isSeated([towards, standing])).toBe(false);
  });

  it('does not judge knees that are not seen', () => {
    expect(isSeated([[joint(100, 200), joint(190, 220, 0.2), joint(190, 320)], standing])).toBe(false);
  });
});
