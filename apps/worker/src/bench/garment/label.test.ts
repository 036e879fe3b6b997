import { describe, expect, it } from '@jest/globals';
import { measuredPoints, parseLabels } from './label';

const OUTLINE = [
  [10, 10],
  [90, 10],
  [90, 90],
  [10, 90],
];

function line(change: Record<string, unknown> = {}): string {
  return JSON.stringify({
    image: 'skirt/drawn.png',
    category: 'skirt',
    points: { waistLeft: [20, 10], waistMiddle: null, waistRight: [80, 10] },
    polygons: { outline: OUTLINE, sleeveLeft: null },
    attributes: {
      view: 'flat',
      side: 'front',
      closure: 'none',
      sleeveLeft: 'none',
      sleeveRight: 'none',
      collar: 'none',
    },
    note: '',
    ...change,
  });
}

describe('labels of garments', () => {
  it('are read as fractions of the picture, without what is not visible', () => {
    const [label] = parseLabels(`${line()}\n\n`);
    expect(label?.points).toEqual({ waistLeft: { x: 0.2, y: 0.1 }, waistRight: { x: 0.8, y: 0.1 } });
    expect(label?.polygons).toEqual({ outline: OUTLINE.map(([x = 0, y = 0]) => ({ x: x / 100, y: y / 100 })) });
  });

  it.each([
    ['not JSON', '{', 'line 1 is not JSON'],
    ['a category that there is not', line({ category: 'hat' }), 'line 1: category must be one of top, jacket'],
    ['a point outside the picture', line({ points: { waistLeft: [120, 10] } }), 'line 1: points.waistLeft must be two'],
    ['no outline', line({ polygons: {} }), 'line 1: polygons.outline must be a list of points; got nothing'],
    ['no picture', line({ image: undefined }), 'line 1: image must be the path of a picture; got nothing'],
  ])('are refused with the line and the field: %s', (_what, text, message) => {
    expect(() => parseLabels(text)).toThrow(message);
  });

  it('measure no elbows, and the waist of lower garments only', () => {
    expect(measuredPoints('jacket').filter((name) => /elbow|waist/.test(name))).toEqual([]);
    expect(measuredPoints('skirt')).toContain('waistMiddle');
  });
});
