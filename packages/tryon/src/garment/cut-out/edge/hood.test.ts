import { describe, expect, it } from '@jest/globals';
import { createPlane, createRaster, type RasterU8 } from '@drape/imaging';
import { WHOLE_PLACE } from '../../../../test/read-drawn';
import { readOf } from '../../../../test/read-of';
import { findLandmarks } from '../../landmarks/find-landmarks';
import { withoutHood } from './hood';
import { readSilhouette } from '../../landmarks/silhouette';
import type { UpperLandmarks } from '../../../model/garment';

const WIDTH = 400;
const HEIGHT = 400;
/**
 * A jacket 240 wide at its shoulders (row 140 at the neck) with something `high` and 100 wide on top of them; arms raised to row 60 beside
 * it.
 */
const jacket = (high: number): RasterU8 => {
  const rgba = createRaster(WIDTH, HEIGHT, 4);
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      const out = Math.abs(x - 200);
      const body = out < 120 && y > 140 + out * 0.2;
      const hood = out < 50 && y > 140 - high && y <= 160;
      const arm = out > 160 && y > 60 && y < 90;
      rgba.data.set([90, 110, 140, body || hood || arm ? 255 : 0], 4 * i);
    }
  }
  return rgba;
};

const marks: Pick<UpperLandmarks, 'neck' | 'shoulder'> = {
  neck: [
    { x: 150, y: 140 },
    { x: 250, y: 140 },
  ],
  shoulder: [
    { x: 80, y: 164 },
    { x: 320, y: 164 },
  ],
};

const NONE = { value: 'none', probability: 1 } as const;

const alphaAt = ({ data, width }: RasterU8, x: number, y: number): number => data[4 * (y * width + x) + 3];

describe('withoutHood', () => {
  it('takes a hood off and leaves its lowest part as a collar', () => {
    const bare = withoutHood({ rgba: jacket(100), landmarks: marks });
    expect(bare).not.toBeNull();
    if (bare === null) return;
    expect(alphaAt(bare, 200, 60)).toBe(0);
    expect(alphaAt(bare, 200, 110)).toBe(0);
    expect(alphaAt(bare, 200, 125)).toBe(255);
    expect(alphaAt(bare, 200, 200)).toBe(255);
  });

  it('leaves what lies beside it as high', () => {
    const bare = withoutHood({ rgba: jacket(100), landmarks: marks });
    expect(bare === null ? 0 : alphaAt(bare, 380, 75)).toBe(255);
  });

  it('leaves collars that stand', () => {
    expect(withoutHood({ rgba: jacket(60), landmarks: marks })).toBeNull();
    expect(withoutHood({ rgba: jacket(70), landmarks: marks })).not.toBeNull();
  });

  it('leaves a collar, closed but for the throat', () => {
    const bare = withoutHood({ rgba: jacket(100), landmarks: marks });
    if (bare === null) throw new Error('no hood was found');
    const read = readOf({
      parts: { torso: createPlane(WIDTH, HEIGHT, 1) },
      points: {
        neckLeft: { x: 150, y: 140 },
        neckRight: { x: 250, y: 140 },
        shoulderLeft: { x: 80, y: 164 },
        shoulderRight: { x: 320, y: 164 },
        armpitLeft: { x: 80, y: 230 },
        armpitRight: { x: 320, y: 230 },
        hemLeft: { x: 80, y: 400 },
        hemRight: { x: 320, y: 400 },
      },
      answers: { sleeveLeft: NONE, sleeveRight: NONE, collar: { value: 'hood', probability: 1 } },
    });
    const found = findLandmarks(readSilhouette(bare), 'jacket', { read, place: WHOLE_PLACE, hooded: true });
    if (found.kind !== 'upper') throw new Error('not an upper garment');
    expect(found.necklineKind).toBe('collar');
    expect(Math.max(...found.neckline.map((p) => p.y))).toBeLessThan(200);
  });
});
