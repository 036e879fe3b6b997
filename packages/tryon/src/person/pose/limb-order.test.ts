import { describe, expect, it } from '@jest/globals';
import { isSeenFromSide, limbOrder } from './limb-order';

type Arms = Parameters<typeof limbOrder>[0];
type Legs = Parameters<typeof limbOrder>[1];

const arms = (left: number, right: number): Arms => [
  { visibility: [1, left, left] },
  { visibility: [1, right, right] },
];
const leg = (ankle: number): Legs[0] => ({
  joints: [
    { x: 0, y: 10 },
    { x: 0, y: 50 },
    { x: 0, y: ankle },
  ],
});
const standing: Legs = [leg(100), leg(90)];
const profile = { shoulderWidth: 40, torsoLength: 200 };
const halfTurned = { shoulderWidth: 110, torsoLength: 200 };
const frontal = { shoulderWidth: 130, torsoLength: 200 };

const farArm = (left: number, right: number, body: typeof profile): number | null =>
  limbOrder(arms(left, right), standing, body).farArm;

describe('limbOrder', () => {
  it('knows the less visible arm of somebody seen from the side as the far one', () => {
    expect(isSeenFromSide(profile)).toBe(true);
    expect([farArm(0.98, 0.1, profile), farArm(0.02, 0.97, profile)]).toEqual([1, 0]);
  });

  it('has none that the pose sees, and none of somebody who faces the camera', () => {
    expect([farArm(0.98, 0.6, profile), farArm(0.98, 0.1, frontal)]).toEqual([null, null]);
  });

  it('has the hidden one of somebody half turned whose other arm is surely seen', () => {
    expect([farArm(0.97, 0.04, halfTurned), farArm(0.97, 0.2, halfTurned), farArm(0.5, 0.04, halfTurned)]).toEqual([
      1,
      null,
      null,
    ]);
  });

  it('ends the legs with the one whose ankle is lower', () => {
    expect(limbOrder(arms(1, 1), standing, frontal).legs).toEqual([1, 0]);
    expect(limbOrder(arms(1, 1), [standing[1], standing[0]], frontal).legs).toEqual([0, 1]);
  });
});
