import { describe, expect, it } from '@jest/globals';
import { assessFit } from './assess-fit';
import { fromMerchantChart } from './merchant-chart';

describe('fromMerchantChart', () => {
  it('keeps ranges of bodies, and makes a range of a single number', () => {
    const rows = [{ size: 'S', chest: [86, 94] as const, waist: 78 }];
    expect(fromMerchantChart({ kind: 'body', unit: 'cm', rows }, 'top')).toEqual({
      name: 'product',
      rows: [{ size: 'S', zones: { chest: [86, 94], waist: [76, 80] } }],
    });
  });

  it('turns inches into centimetres', () => {
    const rows = [{ size: '32', waist: 32, inseam: [31, 32] as const }];
    expect(fromMerchantChart({ kind: 'body', unit: 'in', rows }, 'pants')?.rows[0]?.zones).toEqual({
      waist: [79.3, 83.3],
      inseam: [78.7, 81.3],
    });
  });

  it('takes the ease off charts of garments, more off a jacket than off a top', () => {
    const rows = [{ size: 'M', chest: 110 }];
    const chest = (category: 'top' | 'jacket') =>
      fromMerchantChart({ kind: 'garment', unit: 'cm', rows }, category)?.rows[0]?.zones.chest;
    expect(chest('top')).toEqual([99, 103]);
    expect(chest('jacket')).toEqual([96, 100]);
  });

  it('puts the smallest size first', () => {
    const rows = [
      { size: 'L', chest: 106 },
      { size: 'S', chest: 90 },
    ];
    const chart = fromMerchantChart({ kind: 'body', unit: 'cm', rows }, 'top');
    expect(chart?.rows.map(({ size }) => size)).toEqual(['S', 'L']);
  });

  it('is nothing for a garment of which the chart says nothing', () => {
    const rows = [{ size: 'M', inseam: 80 }];
    expect(fromMerchantChart({ kind: 'body', unit: 'cm', rows }, 'top')).toBeNull();
  });

  it('names the size of the shop', () => {
    const rows = [
      { size: '38', chest: 92 },
      { size: '40', chest: 97 },
    ];
    const chart = fromMerchantChart({ kind: 'body', unit: 'cm', rows }, 'top');
    const asked = { category: 'top', department: 'women', preference: null, size: null } as const;
    const { fit } = assessFit({ visual: 0.9, warnings: [], ...asked, body: { chest: 96 }, chart });
    expect(fit).toMatchObject({ basis: 'measured_product_chart', size: { recommended: '40', chart: 'product' } });
  });
});
