import { describe, expect, it } from '@jest/globals';
import { WARNING_CODES } from '@drape/contracts';
import fc from 'fast-check';
import { ADVICE, renderAdvice } from './advice';
import { pictureAdvice } from './picture-advice';

const PREVIEWS = ['preview_reliable', 'preview_fair', 'preview_rough'];
const warnings = (...codes: string[]) => codes.map((code) => ({ code }));

describe('pictureAdvice', () => {
  it.each([
    [1, 'preview_reliable'],
    [0.88, 'preview_reliable'],
    [0.879, 'preview_fair'],
    [0.7, 'preview_fair'],
    [0.6, 'preview_fair'],
    [0.59, 'preview_rough'],
    [0, 'preview_rough'],
  ])('calls a picture of V %d %s', (visual, code) => {
    expect(pictureAdvice({ visual, warnings: [] })).toEqual([code]);
  });

  it('says that a picture was placed clearly of none that anything limits', () => {
    const high = { visual: 0.99 };
    expect(pictureAdvice({ ...high, warnings: warnings('large_fill') })).toEqual([
      'preview_fair',
      'photo_close_clothes',
    ]);
    expect(pictureAdvice({ ...high, warnings: warnings('imprecise_placement') })[0]).toBe('preview_fair');
    expect(pictureAdvice({ ...high, warnings: warnings('body_partly_hidden') })[0]).toBe('preview_fair');
    expect(pictureAdvice({ ...high, warnings: warnings('low_resolution_photo') })[0]).toBe('preview_reliable');
  });

  it('names what limits the picture: the photo to the shopper, the product to the merchant', () => {
    const byPhoto = pictureAdvice({ visual: 0.7, warnings: [], limits: ['photo_show_more'] });
    expect(byPhoto).toEqual(['preview_fair', 'photo_show_more']);
    const byProduct = pictureAdvice({ visual: 0.5, warnings: warnings('garment_unclear') });
    expect(byProduct).toEqual(['preview_rough', 'preview_limited_by_product', 'garment_plain_background']);
    expect(byProduct.map((code) => ADVICE[code].about)).toEqual(['shopper', 'shopper', 'merchant']);
  });

  it('says of a garment that the photo cuts off that its length cannot be judged, and asks once for a photo that shows more', () => {
    const cut = { visual: 0.9, warnings: warnings('garment_cut_off') };
    expect(pictureAdvice(cut)).toEqual(['preview_reliable', 'photo_ends_early']);
    expect(pictureAdvice({ ...cut, limits: ['photo_show_more'] })).toEqual(['preview_reliable', 'photo_ends_early']);
    expect(renderAdvice(['photo_ends_early'], 'dress')[0]?.text).toBe(
      'Your photo ends before the dress does, so how long it is on you cannot be judged by this picture; one that shows you from head to ankles shows all of it.',
    );
  });

  it('says of every picture exactly once how far it can be trusted, and nothing twice', () => {
    const all = fc.subarray([...WARNING_CODES, 'a_code_of_tomorrow']);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1 }), all, (visual, codes) => {
        const advice = pictureAdvice({ visual, warnings: warnings(...codes), limits: ['photo_show_more'] });
        expect(advice.filter((code) => PREVIEWS.includes(code))).toHaveLength(1);
        expect(new Set(advice).size).toBe(advice.length);
      }),
    );
  });
});
