import { expect, it } from '@jest/globals';
import { relightSkin, skinRelief, skinShade } from './skin-shade';

const SKIN = [185, 140, 118] as const;
const LUMA = [0.299, 0.587, 0.114] as const;
const luma = (rgb: readonly number[]): number => rgb.reduce((sum, v, c) => sum + LUMA[c] * v, 0);

it('shade on skin is redder than the skin, light on it paler, each as light as it should be', () => {
  for (const light of [0.7, 0.85, 1.1]) {
    const lit = SKIN.map((v, c) => v * skinShade(light, c));
    expect(luma(lit) / luma(SKIN)).toBeCloseTo(light, 1);
    expect(Math.sign(lit[0] / lit[2] - SKIN[0] / SKIN[2])).toBe(light < 1 ? 1 : -1);
  }
});

it('small changes follow the same rule', () => {
  for (const light of [0.88, 1.12]) {
    for (let c = 0; c < 3; c++) expect(skinRelief(light, c)).toBeCloseTo(skinShade(light, c), 2);
  }
});

it('a lighter skin is paler by the same rule', () => {
  const [red, , blue] = relightSkin(SKIN, 1.3);
  expect(red / blue).toBeLessThan(0.92 * (SKIN[0] / SKIN[2]));
  expect(luma(relightSkin(SKIN, 1.3)) / luma(SKIN)).toBeCloseTo(1.3, 1);
});
