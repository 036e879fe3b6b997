import { describe, expect, it } from '@jest/globals';
import { guidedFilter } from '../../test/guided-filter';
import { maxDifference, randomPlane, rasterOf, testRandom } from '../../test/planes';
import { guidedModels } from './guided-models';

describe('guidedModels', () => {
  it.each([
    [31, 17, 2],
    [5, 40, 4],
    [1, 9, 2],
    [64, 3, 1],
  ])('holds the models that the colour guided filter applies, %i×%i, radius %i', (width, height, radius) => {
    const random = testRandom(width);
    const guide = rasterOf(width, height, 3, () => [255 * random(), 255 * random(), 255 * random()]);
    const planes = [randomPlane(width, height, 2), randomPlane(width, height, 3)];
    const { coefficients } = guidedModels(guide, planes, radius, 1e-3);
    planes.forEach((plane, p) => {
      const [a, b, c, d] = coefficients.slice(4 * p, 4 * p + 4).map(({ data }) => data);
      const applied = plane.data.map(
        (_, i) => (a[i] * guide.data[3 * i] + b[i] * guide.data[3 * i + 1] + c[i] * guide.data[3 * i + 2]) / 255 + d[i],
      );
      expect(maxDifference(applied, guidedFilter(guide, plane, radius, 1e-3))).toBeLessThan(2e-5);
    });
  });

  it('refuses planes that do not fit the guide', () => {
    const guide = rasterOf(4, 4, 3, () => [1, 2, 3]);
    expect(() => guidedModels(guide, [randomPlane(4, 5, 1)], 1, 1e-3)).toThrow(RangeError);
    expect(() =>
      guidedModels(
        rasterOf(4, 4, 4, () => [1, 2, 3, 4]),
        [],
        1,
        1e-3,
      ),
    ).toThrow(RangeError);
  });
});
