import { describe, expect, it } from '@jest/globals';
import { createPlane } from '@drape/imaging';
import { addBracelets, braceletGaps, isFabricGap } from './bracelets';
import { limbField } from '../scene/limb-field';
import type { Scene } from '../../model/scene';

/** 24 stations, of which those at and after `first` are skin, except those from `from` to `to`. */
const arm = (first: number, from: number, to: number): number[] =>
  Array.from({ length: 24 }, (_, s) => (s < first || (s >= from && s <= to) ? 0.2 : 1));

describe('braceletGaps', () => {
  it('finds a short gap in the skin of a bare forearm', () => {
    expect(braceletGaps(arm(8, 17, 18))).toEqual([[17, 18]]);
  });

  it('takes no sleeve, no hidden hand and no long gap for a bracelet', () => {
    expect(braceletGaps(arm(18, 30, 30))).toEqual([]);
    expect(braceletGaps(arm(8, 19, 23))).toEqual([]);
    expect(braceletGaps(arm(8, 14, 19))).toEqual([]);
  });
});

it('addBracelets keeps what is worn on the wrist in front, as wide as the arm', () => {
  const skin = createPlane(60, 120);
  for (let y = 50; y < 120; y++) if (y < 86 || y > 93) skin.data.fill(1, y * 60 + 22, y * 60 + 38);
  const centres = Array.from({ length: 24 }, (_, s) => ({ x: 30, y: 2 + 5 * s }));
  const tube = { centres, radii: centres.map(() => 8), visibility: 1 };
  const field = limbField(tube, 1, 60, 120);
  const scene = { person: { armTubes: [tube], planes: { skin } }, arms: [field], garment: skin, k: 1 };
  const mask = createPlane(60, 120);
  addBracelets(scene as unknown as Scene, mask.data, 0, () => 1);
  expect(mask.data[90 * 60 + 30]).toBe(1);
  expect(mask.data[90 * 60 + 41]).toBe(0);
  expect(mask.data[70 * 60 + 30]).toBe(0);
});

describe('isFabricGap', () => {
  it('tells a peplum over the arm from a watch before trousers', () => {
    const fabric = arm(8, 14, 18).map((skin, s) => (s > 10 ? 1 - skin : 0));
    expect(isFabricGap(fabric, [14, 18])).toBe(true);
    expect(isFabricGap(fabric, [17, 18])).toBe(false);
    expect(isFabricGap([], [14, 18])).toBe(false);
  });
});
