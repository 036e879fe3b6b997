import { describe, expect, it } from '@jest/globals';
import { createPlane } from '@drape/imaging';
import { hipHalf, drapedHalfWidth, torsoHalf, type PlacementFrame } from './placement-frame';

describe('drapedHalfWidth', () => {
  it('never lies inside the body', () => {
    expect(drapedHalfWidth(20, 30)).toBe(30);
  });

  it('keeps straight fabric as wide as it is', () => {
    expect(drapedHalfWidth(31, 30)).toBe(31);
  });

  it('takes part of a flare, and more of a wide one, without a jump', () => {
    const free = 1.12 * 30;
    expect(drapedHalfWidth(free + 1e-6, 30)).toBeCloseTo(free, 5);
    expect(drapedHalfWidth(60, 30)).toBeLessThan(60);
    expect(60 - drapedHalfWidth(60, 30)).toBeGreaterThan(40 - drapedHalfWidth(40, 30));
  });
});

describe('hipHalf', () => {
  it('is half the distance of the hips and flesh in proportion to the legs', () => {
    const hips = [
      { x: 40, y: 100 },
      { x: 60, y: 100 },
    ];
    const half = (legLength: number) => hipHalf({ hips, legLength } as unknown as PlacementFrame);
    expect(half(0)).toBe(10);
    expect(half(200) - half(100)).toBeCloseTo(half(100) - half(0), 9);
    expect(half(100)).toBeGreaterThan(10);
  });
});

describe('torsoHalf', () => {
  const SIDE = 400;
  const SW = 200;

  /** A body 80 pixels wide to both sides; `wrist`: end of the forearm that comes from an elbow far out at the image's right. */
  const frame = (wrist: { x: number; y: number }, bag: readonly [number, number] = [0, 0]): PlacementFrame => {
    const planes = { person: createPlane(SIDE, SIDE), bag: createPlane(SIDE, SIDE) };
    for (let y = 0; y < SIDE; y++) planes.person.data.fill(1, y * SIDE + 120, y * SIDE + 280);
    for (let y = bag[0]; y < bag[1]; y++) planes.bag.data.fill(1, y * SIDE + 260, y * SIDE + 340);
    const hanging = { joints: [100, 200, 300].map((y) => ({ x: 20, y })), visibility: [1, 1, 1] };
    const elbow = { x: 380, y: 200 };
    const bent = { joints: [{ x: 300, y: 60 }, elbow, wrist], visibility: [1, 1, 1] };
    const body = { planes, arms: [hanging, bent], workScale: 1, width: SIDE };
    const place = { shoulderMid: { x: 200, y: 50 }, across: { x: 1, y: 0 }, down: { x: 0, y: 1 } };
    return { body, sw: SW, tl: 300, seenTo: 1.1, ...place } as unknown as PlacementFrame;
  };
  const halfAtHand = (seen: PlacementFrame): number => Math.round(torsoHalf(seen, 0.57, 1));

  it('goes on behind a hand on the hip as above and below it', () => {
    expect(halfAtHand(frame({ x: 262, y: 220 }))).toBe(80);
    expect(halfAtHand(frame({ x: 390, y: 220 }))).toBe(80);
  });

  it('goes on behind a bag', () => {
    expect(halfAtHand(frame({ x: 390, y: 220 }, [200, 250]))).toBe(80);
  });

  it('ends at a bag whose lower end is out of sight', () => {
    expect(halfAtHand(frame({ x: 390, y: 220 }, [200, SIDE]))).toBeLessThan(65);
  });
});
