import { describe, expect, it } from '@jest/globals';
import { placeOnChart } from './chart-place';
import { warnOfCharts } from './outside-chart';
import { STANDARD_CHARTS } from './size-chart';

describe('placeOnChart', () => {
  const { men } = STANDARD_CHARTS;

  it('names the sizes in question within the chart', () => {
    expect(placeOnChart(men, 'chest', [93, 101])).toEqual({ window: ['S', 'M'], nearest: null, outsideChart: false });
  });

  it('names no size far outside, only the nearest', () => {
    expect(placeOnChart(men, 'chest', [60, 60])).toEqual({ window: [], nearest: 'XS', outsideChart: true });
    expect(placeOnChart(men, 'chest', [160, 160])).toEqual({ window: [], nearest: '3XL', outsideChart: true });
  });

  it('keeps the last size just outside, and says that it is', () => {
    expect(placeOnChart(men, 'chest', [76, 76])).toEqual({ window: ['XS'], nearest: null, outsideChart: true });
    expect(placeOnChart(men, 'chest', [142, 142])).toEqual({ window: ['3XL'], nearest: null, outsideChart: true });
  });

  it('is not outside where the spread of a guess reaches the chart', () => {
    expect(placeOnChart(men, 'chest', [70, 79])).toEqual({ window: ['XS'], nearest: null, outsideChart: false });
  });

  it('knows nothing of a zone that the chart does not give', () => {
    expect(placeOnChart(men, 'hips', [60, 60])).toEqual({ window: [], nearest: null, outsideChart: false });
  });
});

describe('warnOfCharts', () => {
  it('names value and ends of the chart of the department', () => {
    expect(warnOfCharts({ chest: 60, waist: 70 }, 'men')).toEqual([
      {
        code: 'outside_chart',
        message:
          'chest of 60 cm is outside the size chart, which goes from 78 to 141 cm (en13402-3/men): no size is made for it.',
        param: 'chest',
        params: { zone: 'chest', bodyCm: 60, chartMin: 78, chartMax: 141 },
      },
    ]);
    expect(warnOfCharts({ chest: 135 }, 'women')).toHaveLength(1);
  });

  it('takes the widest of all charts where no department was told, and the one that gives the zone', () => {
    expect(warnOfCharts({ chest: 135, waist: 60 }, null)).toEqual([]);
    expect(warnOfCharts({ chest: 160, hips: 70, inseam: 100 }, null)).toMatchObject([
      { params: { zone: 'chest', chartMin: 74, chartMax: 141 } },
      { params: { zone: 'hips', chartMin: 82, chartMax: 135 } },
    ]);
    expect(warnOfCharts({ hips: 70 }, 'men')).toEqual([]);
  });
});
