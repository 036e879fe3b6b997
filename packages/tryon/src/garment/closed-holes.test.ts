import { describe, expect, it } from '@jest/globals';
import { drawPants, drawSkirt, PANTS, WIDTH } from '../../test/drawn-garments';
import { photograph } from '../../test/drawn-shapes';
import type { PlaneF32 } from '@drape/imaging';
import { closedHoles } from './closed-holes';
import { cutOutGarment } from './cut-out';

const BLUE = [60, 80, 140] as const;
const PALE = [232, 230, 226] as const;

/** A rectangle without cloth. */
function punch(shape: PlaneF32, x: number, y: number, width: number, height: number): void {
  for (let v = y; v < y + height; v++) shape.data.fill(0, v * shape.width + x, v * shape.width + x + width);
}

const sum = ({ data }: PlaneF32): number => data.reduce((all, v) => all + v, 0);

describe('holes in what is worn from the waist', () => {
  it('are found where a tag has the colour of the ground, and painted in that of the cloth', () => {
    const skirt = drawSkirt();
    const whole = { ...skirt, data: skirt.data.slice() };
    punch(skirt, WIDTH / 2 + 20, 100, 22, 34);
    const found = closedHoles(skirt, false);
    expect(found === null ? 0 : sum(found.holes)).toBe(22 * 34);
    const { rgba } = cutOutGarment(photograph(skirt, BLUE, PALE), skirt, { fromWaist: true });
    let [area, pale] = [0, 0];
    for (let i = 0; i < rgba.data.length; i += 4) {
      area += rgba.data[i + 3] / 255;
      if (rgba.data[i + 3] > 200 && rgba.data[i] > 150) pale++;
    }
    expect(Math.abs(area / sum(whole) - 1)).toBeLessThan(0.01);
    expect(pale).toBe(0);
  });

  it('are closed and stay as they are where a button lies', () => {
    const skirt = drawSkirt();
    punch(skirt, WIDTH / 2, 100, 6, 6);
    const found = closedHoles(skirt, false);
    expect(found === null ? 0 : sum(found.holes)).toBe(36);
    expect(found?.tags).toBeNull();
  });

  it('are no tags under the bar of a hanger', () => {
    const skirt = drawSkirt();
    punch(skirt, WIDTH / 2 - 40, 70, 80, 10);
    expect(closedHoles(skirt, false)).toBeNull();
  });

  it('are no tags where two legs enclose them', () => {
    const pants = drawPants();
    for (let y = PANTS.hemInner.y - 12; y < PANTS.hemInner.y; y++)
      pants.data.fill(1, y * WIDTH + WIDTH / 2 - 60, y * WIDTH + WIDTH / 2 + 60);
    expect(closedHoles(pants, true)).toBeNull();
  });
});
