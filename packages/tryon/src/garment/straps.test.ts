import { describe, expect, it } from '@jest/globals';
import { createPlane, rgbToLab } from '@drape/imaging';
import type { PlaneF32, Point } from '@drape/imaging';
import { drawBar, photograph } from '../../test/drawn-shapes';
import { withStraps } from './straps';

const SIDE = 200;
const BLUE = [40, 70, 170] as const;
const PALE = [230, 226, 215] as const;

/** A slip without straps, its upper edge in row 80. */
function drawSlip(): PlaneF32 {
  const slip = createPlane(SIDE, SIDE);
  for (let y = 80; y < 190; y++) slip.data.fill(1, y * SIDE + 60, y * SIDE + 140);
  return slip;
}

function withBars(shape: PlaneF32, bars: readonly (readonly [Point, Point])[]): PlaneF32 {
  const out = { ...shape, data: shape.data.slice() };
  for (const [from, to] of bars) drawBar(out, from, to, 1.5);
  return out;
}

const LEFT = [
  { x: 66, y: 81 },
  { x: 74, y: 50 },
] as const;
const RIGHT = [
  { x: 134, y: 81 },
  { x: 126, y: 50 },
] as const;

describe('straps as thin as a hook', () => {
  it('stay where a pair in the colour of the cloth stands up', () => {
    const slip = drawSlip();
    const whole = withBars(slip, [LEFT, RIGHT]);
    const lab = rgbToLab(photograph(whole, BLUE, PALE));
    const kept = withStraps(lab, whole, slip);
    expect([kept.data[60 * SIDE + 72] > 0.5, kept.data[60 * SIDE + 128] > 0.5]).toEqual([true, true]);
  });

  it('are led on to the garment where one is lost near its foot', () => {
    const slip = drawSlip();
    const whole = withBars(slip, [LEFT, RIGHT]);
    const lab = rgbToLab(photograph(whole, BLUE, PALE));
    for (let y = 70; y < 80; y++) whole.data.fill(0, y * SIDE + 60, y * SIDE + 80);
    const kept = withStraps(lab, whole, slip);
    const shown = (y: number): boolean => kept.data.subarray(y * SIDE + 60, y * SIDE + 80).some((v) => v > 0.5);
    expect([52, 60, 70, 75, 79].map(shown)).toEqual([true, true, true, true, true]);
  });

  it('are told from the ends of a hanger as dark as the cloth by its bar', () => {
    const slip = drawSlip();
    const bar = [
      { x: 84, y: 70 },
      { x: 116, y: 70 },
    ] as const;
    const foot = [bar[0], { x: 84, y: 80 }] as const;
    const whole = withBars(slip, [LEFT, RIGHT, bar, foot]);
    expect(withStraps(rgbToLab(photograph(whole, BLUE, PALE)), whole, slip)).toBe(slip);
  });

  it('are told from one hook, from arms that meet under it, and from a pair in another colour', () => {
    const slip = drawSlip();
    const alone = withBars(slip, [LEFT]);
    const arms = withBars(slip, [
      [LEFT[0], { x: 100, y: 55 }],
      [RIGHT[0], { x: 100, y: 55 }],
    ]);
    const black = withBars(slip, [LEFT, RIGHT]);
    const photo = photograph(slip, BLUE, PALE);
    for (let i = 0; i < 80 * SIDE; i++) if (black.data[i] > 0.5) photo.data.fill(20, 3 * i, 3 * i + 3);
    expect(withStraps(rgbToLab(photograph(alone, BLUE, PALE)), alone, slip)).toBe(slip);
    expect(withStraps(rgbToLab(photograph(arms, BLUE, PALE)), arms, slip)).toBe(slip);
    expect(withStraps(rgbToLab(photo), black, slip)).toBe(slip);
  });
});
