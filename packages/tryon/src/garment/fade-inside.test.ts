import { createPlane, type RasterU8 } from '@drape/imaging';
import { describe, expect, it } from '@jest/globals';
import { drawTee } from '../../test/drawn-garments';
import { drawPolygon, paint } from '../../test/drawn-shapes';
import { readOf } from '../../test/read-of';
import { fadeInside } from './fade-inside';

const mask = drawTee();
const inside = drawPolygon(mask.width, mask.height, [
  { x: 170, y: 60 },
  { x: 250, y: 60 },
  { x: 250, y: 160 },
  { x: 170, y: 160 },
]);
const torso = createPlane(mask.width, mask.height);
for (let i = 0; i < torso.data.length; i++) torso.data[i] = Math.max(0, mask.data[i] - inside.data[i]);
const read = readOf({ parts: { torso, insideBack: inside }, points: {} });
const whole = { origin: { x: 0, y: 0 }, scale: 1 };

const faded = (until: number): RasterU8 => {
  const rgba = paint(mask, [40, 60, 160]);
  fadeInside(rgba, read, whole, until);
  return rgba;
};
const alphaAt = ({ width, data }: RasterU8, x: number, y: number): number => data[4 * (y * width + x) + 3];

describe('the inside of the back', () => {
  it('is hidden where the reader sees it, and the front stays', () => {
    const rgba = faded(mask.height);
    expect([alphaAt(rgba, 210, 120), alphaAt(rgba, 210, 300), alphaAt(rgba, 140, 200)]).toEqual([0, 255, 255]);
  });

  it('stays below the row down to which it is looked for: what shows there is an open front', () => {
    expect(alphaAt(faded(100), 210, 140)).toBe(255);
  });
});
