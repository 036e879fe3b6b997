import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { lowerZone } from './lower-zone';
import type { Scene } from '../../../model/scene';

const [W, H, SW] = [120, 200, 60];

/** A skirt in columns 30…89 below an old top; the top's right half hangs 40 rows lower right of column 65, out to column 100. */
function scene(slanting: boolean, lean = 0, hemEnds: readonly [number, number] = [30, 90]): Scene {
  const [lower, upper] = [createPlane(W, H), createPlane(W, H)];
  for (let y = 0, i = 0; y < H; y++) {
    for (let x = 0; x < W; x++, i++) {
      const hem = slanting && x >= 65 ? 130 : 90;
      if (y < hem && x >= 25 && x <= 100) upper.data[i] = 1;
      else if (x >= 30 && x < 90) lower.data[i] = 1;
    }
  }
  const body = { down: { x: -Math.sin(lean), y: Math.cos(lean) }, shoulderWidth: SW };
  const hem = [hemEnds[0], 60, hemEnds[1]].map((x) => ({ x, y: 80 }));
  return {
    k: 1,
    sw: SW,
    garment: createPlane(W, H),
    person: { planes: { lower, upper }, armTubes: [], body },
    placement: { region: { kind: 'upper', hem } },
  } as unknown as Scene;
}

describe('lowerZone', () => {
  it('is as wide as the lower clothes below the old hem', () => {
    const zone = lowerZone(scene(false));
    expect([zone.data[95 * W + 85], zone.data[95 * W + 95]]).toEqual([1, 0]);
  });

  it('goes on behind a slanting hem to where both ends of them are seen', () => {
    const zone = lowerZone(scene(true));
    expect([zone.data[95 * W + 85], zone.data[125 * W + 85], zone.data[95 * W + 95]]).toEqual([1, 1, 0]);
  });

  it('goes straight down to where they are seen below a torso that leans', () => {
    const zone = lowerZone(scene(true, 0.2));
    expect([zone.data[125 * W + 24], zone.data[125 * W + 33], zone.data[125 * W + 87]]).toEqual([0, 1, 1]);
  });

  it('is no wider than a hem narrower than they are, above it nor far below', () => {
    const zone = lowerZone(scene(true, 0, [45, 75]));
    expect([zone.data[75 * W + 85], zone.data[75 * W + 70]]).toEqual([0, 1]);
    expect([zone.data[125 * W + 85], zone.data[125 * W + 70]]).toEqual([0, 1]);
  });
});
