import type { ProductCategory } from '@drape/contracts';
import { describe, expect, it } from '@jest/globals';
import { layerOrder } from './look';
import { TryOnRefusal } from './refusal';

const garments = (...categories: ProductCategory[]) => categories.map((category) => ({ category }));
const orderOf = (isTuckedIn: boolean, ...categories: ProductCategory[]) =>
  layerOrder(garments(...categories), isTuckedIn).map((place) => categories[place]);

describe('the order in which a look is put on', () => {
  it('is from the innermost out, whatever the order of the request', () => {
    expect(orderOf(false, 'jacket', 'top', 'pants')).toEqual(['pants', 'top', 'jacket']);
    expect(orderOf(false, 'top', 'skirt')).toEqual(['skirt', 'top']);
    expect(orderOf(false, 'jacket', 'dress')).toEqual(['dress', 'jacket']);
  });

  it('has a top that is tucked in below its trousers', () => {
    expect(orderOf(true, 'jacket', 'pants', 'top')).toEqual(['top', 'pants', 'jacket']);
  });

  it.each([
    ['top', 'top'],
    ['pants', 'skirt'],
    ['dress', 'top'],
    ['skirt', 'dress'],
    ['jacket', 'jacket'],
  ] as const)('refuses %s with %s, which take the same place', (one, other) => {
    expect(() => layerOrder(garments(one, other), false)).toThrow(TryOnRefusal);
    expect(() => layerOrder(garments(one, other), false)).toThrow(/same place on the body/);
  });
});
