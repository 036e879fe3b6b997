import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import type { DetectedPerson } from '../types';
import { OWN_PARSER, PARSE_CLASSES, personBox, softmaxPlanes } from './person-parser';

function personWith(mask: readonly [number, number, number, number], landmarks: DetectedPerson['landmarks'] = []) {
  const plane = createPlane(100, 200);
  for (let y = mask[1]; y < mask[3]; y++) plane.data.fill(1, y * 100 + mask[0], y * 100 + mask[2]);
  return { score: 1, landmarks, mask: plane };
}

const PHOTO = { width: 100, height: 200 };

describe('personBox', () => {
  it('grows the mask by 8 % and widens it to 1.6 : 1', () => {
    const box = personBox(personWith([40, 20, 60, 120]), PHOTO, 1.6);
    expect(box.height).toBeCloseTo(108);
    expect(box.width).toBeCloseTo(67.5);
    expect(box.x + box.width / 2).toBeCloseTo(50);
    expect(box.y + box.height / 2).toBeCloseTo(70);
  });

  it('heightens a wide mask to 1.6 : 1', () => {
    const box = personBox(personWith([0, 50, 100, 100]), PHOTO, 1.6);
    expect(box.width).toBeCloseTo(108);
    expect(box.height).toBeCloseTo(172.8);
  });

  it('takes in landmarks that are visible and leaves out hidden ones', () => {
    const foot = { x: 50, y: 170, z: 0, visibility: 0.9, presence: 1 };
    const hand = { x: 5, y: 60, z: 0, visibility: 0.2, presence: 1 };
    const box = personBox(personWith([40, 20, 60, 120], [foot, hand]), PHOTO, 1.6);
    expect(box.height).toBeCloseTo(150 * 1.08);
    expect(box.x + box.width / 2).toBeCloseTo(50);
  });

  it("reads a mask of half the photo's size", () => {
    const box = personBox(personWith([40, 20, 60, 120]), { width: 200, height: 400 }, 1.6);
    expect(box.height).toBeCloseTo(216);
    expect(box.x + box.width / 2).toBeCloseTo(100);
  });

  it('is the photo where nobody is seen', () => {
    const box = personBox(personWith([0, 0, 0, 0]), PHOTO, 1.6);
    expect(box.height).toBeCloseTo(216);
  });
});

describe('softmaxPlanes', () => {
  it('gives planes that sum to one, a twelfth channel counted as other, a thirteenth as skin', () => {
    const logits = Float32Array.from({ length: 13 * 6 }, (_, i) => Math.sin(i) * 5);
    const planes = softmaxPlanes(logits, [1, 13, 3, 2], OWN_PARSER.labels);
    expect(planes.map(({ width, height }) => [width, height])).toEqual(PARSE_CLASSES.map(() => [2, 3]));
    for (let i = 0; i < 6; i++) {
      expect(planes.reduce((sum, plane) => sum + plane.data[i], 0)).toBeCloseTo(1, 5);
      const exps = Array.from({ length: 13 }, (_, c) => Math.exp(logits[c * 6 + i]));
      const total = exps.reduce((a, b) => a + b, 0);
      expect(planes[10].data[i]).toBeCloseTo((exps[10] + exps[11]) / total, 5);
      expect(planes[2].data[i]).toBeCloseTo((exps[2] + exps[12]) / total, 5);
    }
  });

  it('does not overflow on large logits', () => {
    const planes = softmaxPlanes(Float32Array.of(1000, 999, -1000), [1, 3, 1, 1], [0, 1, 2]);
    expect(planes[0].data[0]).toBeCloseTo(1 / (1 + Math.exp(-1)), 6);
  });

  it('refuses a network with more channels than labels', () => {
    expect(() => softmaxPlanes(new Float32Array(14), [1, 14, 1, 1], OWN_PARSER.labels)).toThrow(
      'the parser has 14 channels, 13 are named',
    );
  });
});
