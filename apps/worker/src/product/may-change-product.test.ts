import type { ProductCategory } from '@drape/contracts';
import type { RenderedProduct } from '@drape/db';
import { describe, expect, it } from '@jest/globals';
import { mayDescribe, mayFail } from './may-change-product';

const product = (category: ProductCategory | null, isDescribed = false): RenderedProduct => ({
  category,
  saidCategory: null,
  garmentPackage: null,
  isDescribed,
  sizeChart: null,
});
const asks = (categoryRequested: ProductCategory | null) => ({ categoryRequested });

describe('a try-on that calls its product what the catalogue does not', () => {
  it.each([
    ['another category than the catalogue', asks('skirt'), product('top')],
    ['a category where the catalogue names none', asks('skirt'), product(null)],
  ])('as %s, neither describes nor fails it for what the picture shows', (_what, row, seen) => {
    expect(mayDescribe(row, seen)).toBe(false);
    for (const code of ['garment_not_detected', 'category_mismatch', 'category_ambiguous'] as const) {
      expect([code, mayFail(row, seen, code)]).toEqual([code, false]);
    }
  });

  it('fails it where no picture can be had', () => {
    expect(mayFail(asks('skirt'), product('top'), 'product_image_not_found')).toBe(true);
  });
});

describe('a try-on that names the catalogue’s category, or none', () => {
  it.each([
    [asks('top'), product('top')],
    [asks(null), product('top')],
    [asks(null), product(null)],
  ])('describes and fails it', (row, seen) => {
    expect([mayDescribe(row, seen), mayFail(row, seen, 'garment_not_detected')]).toEqual([true, true]);
  });

  it('describes it once, and does not blame it for a fault of the photo', () => {
    expect(mayDescribe(asks('top'), product('top', true))).toBe(false);
    expect(mayFail(asks('top'), product('top'), 'person_not_detected')).toBe(false);
  });
});
