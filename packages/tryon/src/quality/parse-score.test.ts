import { createPlane } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { PARSE_CLASSES, type ParseClass } from '../ports';
import { classMap, createParseScorer } from './parse-score';

const index = (name: ParseClass): number => PARSE_CLASSES.indexOf(name);
const pixels = (...names: ParseClass[]): Uint8Array => Uint8Array.from(names.map(index));

describe('createParseScorer', () => {
  it('counts pixels over all photos, unions as one class', () => {
    const scorer = createParseScorer();
    scorer.add(pixels('background', 'top', 'top', 'pants'), pixels('background', 'top', 'dress', 'background'));
    scorer.add(pixels('skin', 'hair'), pixels('skin', 'skin'));
    const score = scorer.score();
    expect(score.personIoU).toBeCloseTo(4 / 5);
    expect(score.clothesIoU).toBeCloseTo(2 / 3);
    expect(score.upperIoU).toBe(1);
    expect(score.lowerIoU).toBe(0);
    expect(score.skinIoU).toBeCloseTo(1 / 2);
    expect(score.hairIoU).toBe(0);
    expect(score.classes.top).toBeCloseTo(1 / 2);
    expect(score.classes.shoes).toBeNaN();
  });

  it('is 1 for a perfect guess of every class', () => {
    const scorer = createParseScorer();
    const all = pixels(...PARSE_CLASSES);
    scorer.add(all, all);
    expect(scorer.score().mIoU).toBe(1);
    expect(() => scorer.add(all, all.slice(1))).toThrow(RangeError);
  });
});

describe('classMap', () => {
  it('enlarges the planes into their box and calls the rest background', () => {
    const planes = PARSE_CLASSES.map(() => createPlane(2, 2));
    const [skin, top] = [planes[index('skin')], planes[index('top')]];
    skin.data.set([1, 1, 0, 0]);
    top.data.set([0, 0, 1, 1]);
    const map = classMap({ box: { x: 2, y: 1, width: 4, height: 8 }, planes }, 10, 10);
    const at = (x: number, y: number): string => PARSE_CLASSES[map[y * 10 + x]];
    expect(at(3, 2)).toBe('skin');
    expect(at(3, 4)).toBe('skin');
    expect(at(3, 5)).toBe('top');
    expect(at(5, 8)).toBe('top');
    expect([at(1, 4), at(6, 4), at(3, 0), at(3, 9)]).toEqual(Array.from({ length: 4 }, () => 'background'));
  });
});
