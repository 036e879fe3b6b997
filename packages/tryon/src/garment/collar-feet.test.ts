import { describe, expect, it } from '@jest/globals';
import type { Point } from '@drape/imaging';
import { collarFeet, edgeFrom } from './collar-feet';

/** A jacket's upper outline: a collar 60 wide and 30 high on shoulders 240 wide that fall by 40; its middle is at 200. */
const top = (x: number): number => {
  const out = Math.abs(x - 200);
  return out < 30 ? 20 : 50 + ((out - 30) * 40) / 90;
};
/** From the same corners straight down to the tips. */
const flat = (x: number): number => 20 + (Math.max(0, Math.abs(x - 200) - 28) * 70) / 92;
const corners = [
  { x: 172, y: 20 },
  { x: 228, y: 20 },
] as const;
const tip = [
  { x: 80, y: 90 },
  { x: 320, y: 90 },
] as const;
const on = (x: number): Point => ({ x, y: top(x) });

describe('collarFeet', () => {
  it('finds where the outline turns up into the collar, though a bump ended the shoulder line early', () => {
    const feet = collarFeet({ neck: [on(110), on(290)], tip, corners, top });
    expect(Math.abs(feet[0].x - 170)).toBeLessThan(3);
    expect(Math.abs(feet[1].x - 230)).toBeLessThan(3);
    expect(Math.abs(feet[0].y - 50)).toBeLessThan(3);
  });

  it('leaves neck points that are near enough, and shoulders on which no collar stands', () => {
    const near = [on(160), on(240)] as const;
    expect(collarFeet({ neck: near, tip, corners, top })).toBe(near);
    const far = [on(110), on(290)] as const;
    expect(collarFeet({ neck: far, tip, corners, top: flat })).toBe(far);
  });

  it('lie beside the corners of lapels that pass into the shoulders without a bend', () => {
    const feet = collarFeet({ neck: [on(110), on(290)], tip, corners, top: flat, lapels: true });
    expect(feet.map(({ x }) => x)).toEqual([200 - 0.4 * 120, 200 + 0.4 * 120]);
    expect(feet.map(({ y }) => y)).toEqual([flat(152), flat(248)]);
  });

  it('leaves the necks where only one side has a foot', () => {
    const leaning = (x: number): number => (x > 200 ? top(x) : flat(x));
    const far = [on(110), on(290)] as const;
    expect(collarFeet({ neck: far, tip, corners, top: leaning })).toBe(far);
  });
});

describe('edgeFrom', () => {
  it('follows the outline from the foot to the old edge, and cuts off what lies before the foot', () => {
    const longer = edgeFrom(on(230), [on(290), tip[1]], top);
    expect(longer[0]).toEqual(on(230));
    expect(longer).toContainEqual(on(260));
    expect(longer[longer.length - 1]).toEqual(tip[1]);
    expect(Math.min(...edgeFrom(on(300), [on(290), tip[1]], top).map((p) => p.x))).toBe(300);
  });
});
