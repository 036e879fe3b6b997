import { createPlane, type PlaneF32 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { withoutGroundBetweenLegs } from './between-legs';

const [W, H] = [160, 240];
const CLOTH = [30, 4, -20] as const;
const GROUND = [80, 3, 12] as const;
const BELT = [80, 60, 40] as const;

interface Drawn {
  readonly lab: Float32Array;
  readonly shape: PlaneF32;
}

/** Trousers whose gap, 40 columns wide from y 90 down, is in the shape and has the told colour. */
function trousers(between: readonly number[], top = 90): Drawn {
  const [lab, shape] = [new Float32Array(3 * W * H), createPlane(W, H)];
  for (let i = 0; i < W * H; i++) {
    const [x, y] = [i % W, Math.floor(i / W)];
    const inside = x >= 30 && x < 130 && y >= 20 && y < 220;
    const inGap = inside && y >= top && x >= 60 && x < 100;
    // every second column of the ground is darker, as a pattern or folds make it
    const colour = inGap ? between : inside ? CLOTH : GROUND;
    const shade = colour === GROUND && x % 2 === 0 ? -16 : 0;
    for (let c = 0; c < 3; c++) lab[3 * i + c] = colour[c] + (c === 0 ? shade : 0);
    shape.data[i] = inside ? 1 : 0;
  }
  return { lab, shape };
}

describe('ground between legs', () => {
  it('is taken out where it has the colours of what lies beside the trousers', () => {
    const { lab, shape } = trousers(GROUND);
    const open = withoutGroundBetweenLegs(lab, shape);
    expect(open?.data[150 * W + 80]).toBe(0);
    expect(open?.data[210 * W + 80]).toBe(0);
    expect(open?.data[150 * W + 45]).toBe(1);
    expect(open?.data[60 * W + 80]).toBe(1);
  });

  it('is taken out where the network saw a part of it, low between the legs', () => {
    const { lab, shape } = trousers(GROUND);
    for (let i = 165 * W; i < W * H; i++) if (i % W >= 88 && i % W < 100) shape.data[i] = 0;
    const open = withoutGroundBetweenLegs(lab, shape);
    expect(open?.data[120 * W + 80]).toBe(0);
    expect(open?.data[200 * W + 75]).toBe(0);
    expect(open?.data[200 * W + 110]).toBe(1);
  });

  it('is taken out where it lies a little beyond one hem too', () => {
    const { lab, shape } = trousers(GROUND);
    for (let i = 206 * W; i < 220 * W; i++) {
      if (i % W < 100) continue;
      shape.data[i] = 0;
      lab.set(GROUND, 3 * i);
    }
    expect(withoutGroundBetweenLegs(lab, shape)?.data[150 * W + 80]).toBe(0);
  });

  it('is none in a panel of its own colour, nor in a patch that does not reach the hems', () => {
    expect(withoutGroundBetweenLegs(trousers(BELT).lab, trousers(BELT).shape)).toBeNull();
    const { lab, shape } = trousers(GROUND);
    for (let i = 170 * W; i < 220 * W; i++) if (shape.data[i] > 0) lab.set(CLOTH, 3 * i);
    expect(withoutGroundBetweenLegs(lab, shape)).toBeNull();
  });

  it('is not looked for where the gap is seen', () => {
    const { lab, shape } = trousers(GROUND, 60);
    for (let i = 0; i < W * H; i++) if (i % W >= 70 && i % W < 90 && i > 100 * W) shape.data[i] = 0;
    expect(withoutGroundBetweenLegs(lab, shape)).toBeNull();
  });
});
