import { describe, expect, it } from '@jest/globals';
import { findSize } from './asked-size';
import { STANDARD_CHARTS, type SizeChart } from './size-chart';

const chartOf = (...sizes: string[]): SizeChart => ({
  name: 'product',
  rows: sizes.map((size) => ({ size, zones: {} })),
});

describe('findSize', () => {
  it.each([
    ['M', 'M'],
    [' m ', 'M'],
    ['medium', 'M'],
    ['Extra Large', 'XL'],
    ['x-large', 'XL'],
    ['1XL', 'XL'],
    ['2xl', 'XXL'],
    ['XX-Large', 'XXL'],
    ['xxxl', '3XL'],
    ['Extra-Small', 'XS'],
  ])('takes %j for %s', (asked, size) => {
    expect(findSize(STANDARD_CHARTS.men, asked)?.size).toBe(size);
  });

  it.each(['nonsense', '', '4XL', '2L', '38', 'XM', 'one size', 'constructor'])('does not know %j', (asked) => {
    expect(findSize(STANDARD_CHARTS.men, asked)).toBeNull();
  });

  it('takes the size as the chart spells it first', () => {
    expect(findSize(chartOf('XXL', '2XL'), '2XL')?.size).toBe('2XL');
    expect(findSize(chartOf('XXL', '2xl'), '2XL')?.size).toBe('2xl');
    expect(findSize(chartOf('W32 / L34', '3-4'), 'w32  / l34')?.size).toBe('W32 / L34');
  });

  it('keeps numbers apart', () => {
    expect(findSize(chartOf('3-4', '5-6'), '34')).toBeNull();
    expect(findSize(chartOf('38', '40'), '3 8')).toBeNull();
  });
});
