import { createPlane, createRaster } from '@drape/imaging';
import { PARSE_CLASSES, type ParseClass } from '@drape/tryon';
import { describe, expect, it } from '@jest/globals';
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
  const halves = (): { planes: ReturnType<typeof createPlane>[]; skin: Float32Array; top: Float32Array } => {
    const planes = PARSE_CLASSES.map(() => createPlane(8, 8));
    return { planes, skin: planes[index('skin')].data, top: planes[index('top')].data };
  };

  it('enlarges the planes into their box and calls the rest background', () => {
    const { planes, skin, top } = halves();
    skin.fill(1, 0, 32);
    top.fill(1, 32);
    const map = classMap({ box: { x: 8, y: 4, width: 16, height: 32 }, planes }, createRaster(40, 40, 3));
    const at = (x: number, y: number): string => PARSE_CLASSES[map[y * 40 + x]];
    expect([at(9, 5), at(12, 17), at(12, 22), at(23, 35)]).toEqual(['skin', 'skin', 'top', 'top']);
    expect([at(7, 16), at(24, 16), at(12, 3), at(12, 36)]).toEqual(Array.from({ length: 4 }, () => 'background'));
  });

  it('moves a border onto the edge that the photo shows close by', () => {
    const { planes, skin, top } = halves();
    skin.fill(1, 0, 32);
    top.fill(1, 32);
    const photo = createRaster(64, 64, 3);
    photo.data.fill(220, 0, 64 * 34 * 3);
    const map = classMap({ box: { x: 0, y: 0, width: 64, height: 64 }, planes }, photo);
    const column = Array.from({ length: 64 }, (_, y) => map[y * 64 + 30]);
    expect(column.lastIndexOf(index('skin'))).toBe(33);
    expect(column[34]).toBe(index('top'));
  });
});
