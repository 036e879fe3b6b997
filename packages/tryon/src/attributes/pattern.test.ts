import { describe, expect, it } from '@jest/globals';
import type { PlaneF32 } from '@drape/imaging';
import { checks, dots, flowers, NAVY, printed, slogan, stripes, type Rgb } from '../../test/drawn-fabric';
import { drawDress, drawPants, drawSkirt, drawTee } from '../../test/drawn-garments';
import { sampleFabric } from './fabric-sample';
import { findPattern } from './pattern';

const patternOf = (mask: PlaneF32, colourAt: (x: number, y: number) => Rgb): string =>
  findPattern(sampleFabric(printed(mask, colourAt))).value;

describe('findPattern', () => {
  it.each([
    ['solid', () => NAVY],
    ['striped', stripes(26)],
    ['checked', checks(40)],
    ['dotted', dots(34, 9)],
    ['floral', flowers()],
    ['graphic', slogan(150, 180)],
  ] as const)('knows a %s tee', (expected, colourAt) => {
    expect(patternOf(drawTee(), colourAt)).toBe(expected);
  });

  it('knows stripes of dresses, skirts and trousers, wide and narrow', () => {
    for (const mask of [drawDress(), drawSkirt(), drawPants()])
      for (const period of [16, 30]) expect(patternOf(mask, stripes(period))).toBe('striped');
  });

  it('calls a garment with soft vertical folds plain', () => {
    const folds = (x: number): Rgb => {
      const light = 1 + 0.18 * Math.sin(x / 9);
      return [90 * light, 120 * light, 70 * light];
    };
    expect(['solid', 'unknown']).toContain(patternOf(drawSkirt(), folds));
  });

  it('does not guess at noise', () => {
    const noise = (x: number, y: number): Rgb => {
      const v = Math.abs(Math.sin(x * 12.9898 + y * 78.233) * 43758.5453) % 1;
      return [60 + 60 * v, 60 + 60 * v, 60 + 60 * v];
    };
    expect(findPattern(sampleFabric(printed(drawTee(), noise))).value).not.toMatch(/striped|checked|graphic|dotted/);
  });

  it('claims no confidence where it does not know', () => {
    const blotches = (x: number, y: number): Rgb => [
      120 + 30 * Math.sin(x / 11 + y / 17),
      110,
      100 + 25 * Math.cos(y / 7),
    ];
    const found = findPattern(sampleFabric(printed(drawTee(), blotches)));
    if (found.value === 'unknown') expect(found.confidence).toBe(0);
    else expect(found.confidence).toBeLessThan(1);
  });
});
