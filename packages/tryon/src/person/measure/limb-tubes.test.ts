import { describe, expect, it } from '@jest/globals';
import { createPlane, type Point } from '@drape/imaging';
import type { PoseLandmark } from '../../ports';
import { bodyFrame, nameJoints } from '../pose/joints';
import { armTubes } from './limb-tubes';
import type { PersonPlanes } from '../../model/person';

const W = 240;
const H = 300;

/** Arms that hang straight down at columns 40 and 200, in sleeves of this half width; the only skin seen is hands of half width `hand`. */
function radiiIn(half: number, hand = 0): readonly number[] {
  const person = createPlane(W, H);
  for (let y = 0; y < H; y++) {
    for (const x of [40, 200]) person.data.fill(1, y * W + x - half, y * W + x + half);
  }
  const mark = (x: number, y: number): PoseLandmark => ({ x, y, z: 0, visibility: 1, presence: 1 });
  const marks = Array.from({ length: 33 }, () => mark(120, 20));
  const pair = (left: number, y: number, inset = 0): void => {
    marks[left + 1] = mark(40 + inset, y);
    marks[left] = mark(200 - inset, y);
  };
  for (const [joint, y] of [
    [11, 50],
    [13, 130],
    [15, 205],
    [19, 230],
  ] as const)
    pair(joint, y);
  pair(23, 220, 40);
  const joints = nameJoints(marks);
  const skin = createPlane(W, H);
  for (let y = 208; y < 260; y++) skin.data.fill(1, y * W + 40 - hand, y * W + 40 + hand);
  const planes = { skin, person } as unknown as PersonPlanes;
  return armTubes(joints, bodyFrame(joints), planes, 1)[0].radii;
}

/** Joints of a person whose arms hang straight down in two columns, the image's left one first. */
function armsHangingAt(left: number, right: number): ReturnType<typeof nameJoints> {
  const mark = (x: number, y: number): PoseLandmark => ({ x, y, z: 0, visibility: 1, presence: 1 });
  const marks = Array.from({ length: 33 }, () => mark(120, 20));
  for (const [joint, y] of [
    [11, 50],
    [13, 130],
    [15, 205],
    [19, 230],
    [23, 250],
  ] as const)
    [marks[joint + 1], marks[joint]] = [mark(left, y), mark(right, y)];
  return nameJoints(marks);
}

/** Radii of arms that hang beside each other in front of a torso of 200 pixels: a person seen from the side. */
function radiiFromSide(): readonly number[] {
  const person = createPlane(W, H);
  for (let y = 0; y < H; y++) person.data.fill(1, y * W + 60, y * W + 180);
  const planes = { skin: createPlane(W, H), person } as unknown as PersonPlanes;
  const joints = armsHangingAt(105, 135);
  return armTubes(joints, bodyFrame(joints), planes, 1)[0].radii;
}

/** The arm at the image's left, which leaves the photo on that side: its middle at column 4, its skin or its sleeve seen up to column 20. */
function cutOffArm(isBare: boolean): { readonly centres: readonly Point[]; readonly radii: readonly number[] } {
  const [person, skin] = [createPlane(W, H), createPlane(W, H)];
  for (let y = 0; y < H; y++) {
    person.data.fill(1, y * W, y * W + 200);
    if (isBare) skin.data.fill(1, y * W, y * W + 20);
  }
  const joints = armsHangingAt(4, 164);
  return armTubes(joints, bodyFrame(joints), { skin, person } as unknown as PersonPlanes, 1)[0];
}

describe('armTubes', () => {
  it('does not take the photo’s edge for the outline of an arm that leaves it', () => {
    const bare = cutOffArm(true);
    for (let i = 6; i < 15; i++) {
      expect(bare.radii[i]).toBeGreaterThan(14);
      expect(Math.abs(bare.centres[i].x + bare.radii[i] - 20)).toBeLessThan(2.5);
    }
    // in a sleeve nothing shows the arm's width: it is the usual one
    for (const radius of cutOffArm(false).radii.slice(6, 15)) expect(radius).toBeGreaterThan(14);
  });

  it('makes arms of somebody turned aside as stout as they are, though the shoulders look narrow', () => {
    expect(radiiFromSide()[13]).toBeGreaterThan(9);
  });

  it('gives an arm in a wide sleeve its usual form: stout forearm, slim wrist', () => {
    const radii = radiiIn(30);
    expect(radii[13] / 160).toBeGreaterThan(0.09);
    expect(radii[20] / 160).toBeLessThan(0.072);
  });

  it('does not carry the width of a spread hand on to the arm', () => {
    const radii = radiiIn(40, 18);
    expect(radii[13] / radiiIn(40)[13]).toBeLessThan(1.2);
    expect(radii[18] / 160).toBeLessThan(0.09);
  });

  it('tapers from the hand to the wrist, so that the hand does not sit on a block', () => {
    const radii = radiiIn(40, 15);
    // the first stations that show the hand are as wide as it is, with no step before them
    expect(radii[22]).toBeGreaterThan(0.9 * 15);
    for (let i = 17; i < 22; i++) expect(radii[i + 1] - radii[i]).toBeLessThan(2);
  });

  it('makes no arm wider than its sleeve', () => {
    for (const radius of radiiIn(14).slice(3, 19)) expect(radius).toBeLessThanOrEqual(14);
  });
});
