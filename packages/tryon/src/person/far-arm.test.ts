import { describe, expect, it } from '@jest/globals';
import { isFarArm, isSeenFromSide } from './far-arm';

const arms = (left: number, right: number) =>
  [{ visibility: [1, left, left] }, { visibility: [1, right, right] }] as Parameters<typeof isFarArm>[0];
const profile = { shoulderWidth: 40, torsoLength: 200 };
const frontal = { shoulderWidth: 130, torsoLength: 200 };

describe('isFarArm', () => {
  it('is the less visible arm of somebody seen from the side', () => {
    expect(isSeenFromSide(profile)).toBe(true);
    expect([0, 1].map((side) => isFarArm(arms(0.98, 0.1), profile, side))).toEqual([false, true]);
    expect([0, 1].map((side) => isFarArm(arms(0.02, 0.97), profile, side))).toEqual([true, false]);
  });

  it('is none that the pose sees, and none of somebody who faces the camera', () => {
    expect([0, 1].map((side) => isFarArm(arms(0.98, 0.6), profile, side))).toEqual([false, false]);
    expect([0, 1].map((side) => isFarArm(arms(0.98, 0.1), frontal, side))).toEqual([false, false]);
  });

  it('is the hidden one of somebody half turned whose other arm is surely seen', () => {
    const halfTurned = { shoulderWidth: 110, torsoLength: 200 };
    expect([0, 1].map((side) => isFarArm(arms(0.97, 0.04), halfTurned, side))).toEqual([false, true]);
    expect([0, 1].map((side) => isFarArm(arms(0.97, 0.2), halfTurned, side))).toEqual([false, false]);
    expect([0, 1].map((side) => isFarArm(arms(0.5, 0.04), halfTurned, side))).toEqual([false, false]);
  });
});
