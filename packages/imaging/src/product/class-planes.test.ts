import { describe, expect, it } from '@jest/globals';
import { guidedFilter } from '../../test/guided-filter';
import { maxDifference, randomPlane, rasterOf, testRandom } from '../../test/planes';
import { refineClasses, type ClassPlanes, type CoarseClasses } from './class-planes';
import { createPlane, type PlaneF32 } from '../core/raster';

const REFINEMENT = { radius: 2, eps: 1e-3, edge: [0.22, 0.78], noiseFloor: 0.1 } as const;

function coarseOf(width: number, height: number): CoarseClasses {
  const random = testRandom(height);
  const plane = (seed: number, max: number): PlaneF32 => {
    const { data } = randomPlane(width, height, seed);
    return { width, height, data: data.map((v) => v * max) };
  };
  return {
    guide: rasterOf(width, height, 3, () => [255 * random(), 255 * random(), 255 * random()]),
    refined: [plane(1, 1), plane(2, 1), plane(3, 1), plane(4, 1), plane(5, 1)],
    plain: [plane(6, 0.3), plane(7, 0.3), plane(8, 0.3), plane(9, 0.5), plane(10, 0.5), plane(11, 0.5), plane(12, 0.5)],
  };
}

const sumAt = (planes: ClassPlanes, names: readonly (keyof ClassPlanes)[], i: number): number =>
  names.reduce((sum, name) => sum + planes[name].data[i], 0);

describe('refineClasses', () => {
  const [width, height] = [45, 70];
  const coarse = coarseOf(width, height);
  const box = { x: 0, y: 0, width, height };

  it('gives the guided filter of the person, steepened, and of the classes without their mist', () => {
    const planes = refineClasses(coarse, coarse.guide, box, createPlane(width, height), REFINEMENT);
    const filtered = coarse.refined.map((plane) => guidedFilter(coarse.guide, plane, 2, 1e-3));
    const person = filtered[0].map((v) => {
      const t = Math.min(1, Math.max(0, (v - 0.22) / 0.56));
      return t * t * (3 - 2 * t);
    });
    expect(maxDifference(planes.person.data, person)).toBeLessThan(1e-4);
    const dropNoise = (v: number): number => (v < 0.1 ? 0 : Math.min(1, v));
    const wanted = person.map((matte, i) => {
      const values = [...filtered.slice(1).map((f) => f[i]), ...coarse.plain.slice(0, 3).map(({ data }) => data[i])];
      return (matte * dropNoise(values[2])) / values.reduce((sum, v) => sum + dropNoise(v), 0);
    });
    expect(maxDifference(planes.upper.data, wanted)).toBeLessThan(1e-4);
  });

  it('shares the person out among the classes, and the clothes among their kinds', () => {
    const planes = refineClasses(coarse, coarse.guide, box, createPlane(width, height), REFINEMENT);
    for (let i = 0; i < width * height; i++) {
      const all = sumAt(planes, ['hair', 'skin', 'upper', 'lower', 'shoes', 'bag', 'other'], i);
      expect(all).toBeCloseTo(planes.person.data[i], 5);
      const clothes = sumAt(planes, ['top', 'outer', 'dress', 'pants', 'skirt'], i);
      expect(clothes).toBeCloseTo(planes.upper.data[i] + planes.lower.data[i], 5);
    }
  });

  it('is nothing outside the box, nearest to the border in what of it leaves the guide, and skin on the face', () => {
    const guide = rasterOf(90, 100, 3, (x, y) => [x, y, 128]);
    const face = createPlane(90, 100);
    face.data[50 * 90 + 30] = 1;
    const part = { x: -20, y: 10, width: 60, height: 70 };
    const planes = refineClasses(coarse, guide, part, face, REFINEMENT);
    const outside = Array.from(planes.person.data, (v, i) => (i % 90 >= 40 || i < 900 || i >= 7200 ? v : 0));
    expect(Math.max(...outside)).toBe(0);
    expect(Math.max(...planes.person.data)).toBeGreaterThan(0.5);
    expect(planes.skin.data[50 * 90 + 30]).toBe(1);
    expect(planes.hair.data[50 * 90 + 30]).toBe(0);
    const away = refineClasses(coarse, guide, { ...part, x: 200 }, face, REFINEMENT);
    expect(Math.max(...away.person.data)).toBe(0);
  });

  it('refuses planes that do not fit', () => {
    expect(() => refineClasses(coarse, coarse.guide, box, createPlane(9, 9), REFINEMENT)).toThrow(RangeError);
  });
});
