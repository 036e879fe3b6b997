import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { besideArmhole, besideHand, fingerAt, keptClothes, pastSleeve } from './front';
import type { Scene } from '../../model/scene';

/** Arm at the image's right side; work pixels are photo pixels. */
function sceneWith(sleeve: Partial<Scene['sleeves'][0]>): Scene {
  const mask = createPlane(100, 100);
  const tip = { x: 70, y: 20 };
  const placed = { shoulder: [tip, tip], sleeves: [] };
  const both = { mask, end: 0, cuff: 1, length: 'none', ...sleeve };
  return {
    k: 1,
    sw: 40,
    garment: mask,
    sleeves: [both, both],
    person: { body: { across: { x: 1, y: 0 }, shoulderMid: { x: 50, y: 20 } } },
    placement: { region: { kind: 'upper', ...placed } },
  } as unknown as Scene;
}

const at = (x: number, y: number): number => y * 100 + x;

describe('pastSleeve', () => {
  it('lets a short sleeve end where its own fabric does', () => {
    const mask = createPlane(100, 100);
    mask.data[at(70, 50)] = 1;
    const past = pastSleeve(sceneWith({ mask, end: 0.4, length: 'short' }), 1);
    expect(past(at(70, 50), 0.6, 0)).toBe(0);
    expect(past(at(71, 50), 0.6, 0)).toBe(1);
    expect(past(at(71, 20), 0.2, 0)).toBe(0);
  });

  it('lets a long sleeve end where its fabric does, if that is before the plan', () => {
    const past = pastSleeve(sceneWith({ end: 0.9, cuff: 0.8, length: 'long' }), 1);
    expect(past(at(70, 50), 0.79, 0)).toBe(0);
    expect(past(at(70, 50), 0.84, 0)).toBe(1);
    expect(pastSleeve(sceneWith({ end: 0.9, cuff: 0.95, length: 'long' }), 1)(at(70, 50), 0.94, 0)).toBe(1);
  });

  it('leaves an arm hole slantwise: the outer side of the arm comes out before the inner one', () => {
    const past = pastSleeve(sceneWith({}), 1);
    expect(past(at(66, 50), 0.25, 0.9)).toBe(1);
    expect(past(at(60, 50), 0.25, -0.9)).toBe(0);
    expect(past(at(60, 60), 0.4, -0.9)).toBe(1);
  });

  it('keeps fabric without sleeves over the shoulder as far as its tip', () => {
    const past = pastSleeve(sceneWith({}), 1);
    expect(past(at(66, 30), 0.12, 0)).toBe(0);
    expect(past(at(75, 30), 0.12, 0)).toBe(1);
  });
});

describe('besideHand', () => {
  it('leaves a lifted hand its heel before the throat, which widens from the cuff on', () => {
    const up = { x: 0, y: -1 };
    const beside = (x: number, y: number) => besideHand({ x, y }, up, 100);
    expect([beside(0, -30), beside(-10, -20), beside(7, 0)]).toEqual([0, 0, 0]);
    expect([beside(17, -20), beside(-13, 0), beside(40, -30)]).toEqual([1, 1, 1]);
  });
});

describe('keptClothes', () => {
  it('takes the rim of a coat before a new skirt, not in front of the background, and leaves its inside whole', () => {
    const coat = createPlane(20, 20);
    const skirt = createPlane(20, 20);
    for (let y = 0; y < 20; y++) {
      coat.data.fill(1, 20 * y, 20 * y + 10);
      if (y >= 10) skirt.data.fill(1, 20 * y, 20 * y + 20);
    }
    const kept = keptClothes(coat, skirt);
    const across = (y: number) => [7, 9, 10].map((x) => kept.data[20 * y + x]);
    expect(across(4)).toEqual([1, 1, 0]);
    expect(across(15)[0]).toBe(1);
    expect(across(15)[1]).toBeLessThan(0.6);
    expect(across(15)[2]).toBe(0);
  });
});

it('fingerAt tells fingers from the hem of a cuff that is half read as skin', () => {
  expect(fingerAt(1, 0.95)).toBe(1);
  expect(fingerAt(1, 0.5)).toBe(0);
  expect(fingerAt(0.9, 1)).toBe(0);
});

describe('besideArmhole', () => {
  it('leaves the inner side of an invented arm behind the fabric above the armpit, along a long slant, never its outer side', () => {
    expect([besideArmhole(0.12, 0.9), besideArmhole(0.12, -0.5), besideArmhole(0.12, 0)]).toEqual([1, 0, 0]);
    expect(besideArmhole(0.4, 0.5)).toBe(0);
    expect(besideArmhole(0.4, 0.95)).toBe(1);
    expect(besideArmhole(0.5, 1)).toBe(0);
  });
});
