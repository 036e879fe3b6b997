import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { PlacementFrame } from '../body/placement-frame';
import { oldCuff } from './old-cuff';

const SIZE = 300;

/** An arm that hangs down from y 20 over the elbow at 120 to the wrist at 220, in a sleeve to `cuff`; skin from there to `hand`. */
function frameWith(cuff: number, hand: number): PlacementFrame {
  const names = ['top', 'outer', 'dress', 'skin'] as const;
  const planes = Object.fromEntries(names.map((name) => [name, createPlane(SIZE, SIZE)]));
  for (let y = 20; y < cuff; y++) planes.top.data.fill(1, y * SIZE + 90, y * SIZE + 110);
  for (let y = cuff; y < hand; y++) planes.skin.data.fill(1, y * SIZE + 90, y * SIZE + 110);
  const joints = [20, 120, 220].map((y) => ({ x: 100, y }));
  return { body: { planes, arms: [{ joints }, { joints }], workScale: 1 } } as unknown as PlacementFrame;
}

describe('oldCuff', () => {
  it('follows a worn sleeve over the wrist to the seen hand', () => {
    expect(oldCuff(frameWith(234, 270), 0)).toBeCloseTo(1.062, 2);
  });

  it('is the wrist where the sleeve ends before it', () => {
    expect(oldCuff(frameWith(210, 270), 0)).toBe(1);
  });

  it('is the wrist where no hand comes out of the sleeve, or only a rim of one', () => {
    expect(oldCuff(frameWith(280, 281), 0)).toBe(1);
    expect(oldCuff(frameWith(234, 237), 0)).toBe(1);
  });
});
