import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { STANDARD_CHARTS, ZONES, zonesFor, type Range } from './size-chart';
import { rowScore, scoreSizes, sizeWindow, zoneScore, zonesOf, zoneValues } from './size-score';

const RANGE: Range = [94, 102];
const cm = (min: number, max: number) => fc.double({ min, max, noNaN: true });

describe('zoneScore', () => {
  it('is 1 in the middle, .85 at both edges, 0 where cloth neither gives nor holds', () => {
    expect(zoneScore(98, RANGE)).toBe(1);
    expect(zoneScore(94, RANGE)).toBeCloseTo(0.85, 12);
    expect(zoneScore(102, RANGE)).toBeCloseTo(0.85, 12);
    expect(zoneScore(106, RANGE)).toBe(0);
    expect(zoneScore(86, RANGE)).toBe(0);
    expect(zoneScore(104, RANGE)).toBeCloseTo(0.425, 12);
  });

  it('stays in 0…1, has no jumps, and falls with the distance from the middle', () => {
    fc.assert(
      fc.property(cm(60, 160), cm(0, 0.1), (x, step) => {
        const score = zoneScore(x, RANGE);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(Math.abs(zoneScore(x + step, RANGE) - score)).toBeLessThan(0.03);
        if (x >= 98) expect(zoneScore(x + step, RANGE)).toBeLessThanOrEqual(score);
        else if (x + step <= 98) expect(zoneScore(x + step, RANGE)).toBeGreaterThanOrEqual(score);
      }),
    );
  });
});

describe('STANDARD_CHARTS', () => {
  it('leave no gap and no overlap between sizes', () => {
    for (const { rows } of Object.values(STANDARD_CHARTS)) {
      for (const zone of ZONES) {
        const ranges = rows.flatMap((row) => row.zones[zone] ?? []);
        for (let i = 2; i < ranges.length; i += 2) expect(ranges[i]).toBe(ranges[i - 1]);
      }
    }
  });

  it('are those of EN 13402-3', () => {
    expect(STANDARD_CHARTS.men.rows.find((r) => r.size === 'M')?.zones).toEqual({ chest: [94, 102], waist: [82, 90] });
    expect(STANDARD_CHARTS.women.rows.find((r) => r.size === 'XL')?.zones).toEqual({
      chest: [107, 119],
      waist: [91, 103],
      hips: [115, 125],
    });
    expect(STANDARD_CHARTS.men.rows.map((r) => r.size)).toEqual(['XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL']);
    expect(STANDARD_CHARTS.women.rows).toHaveLength(6);
  });
});

describe('rowScore', () => {
  const row = { size: 'M', zones: { chest: RANGE, waist: [82, 90] as Range } };

  it('mixes the weighted mean and the worst zone', () => {
    const values = [
      { zone: 'chest' as const, weight: 1, cm: 98, sd: 0 },
      { zone: 'waist' as const, weight: 0.5, cm: 90, sd: 0 },
    ];
    expect(rowScore(row, values)).toBeCloseTo(0.7 * ((1 + 0.5 * 0.85) / 1.5) + 0.3 * 0.85, 12);
  });

  it('is null where the row and the body have no zone in common', () => {
    expect(rowScore(row, [{ zone: 'hips', weight: 1, cm: 100, sd: 0 }])).toBeNull();
  });
});

describe('scoreSizes', () => {
  it('ranks the size whose middle is nearest first', () => {
    fc.assert(
      fc.property(cm(80, 128), (chest) => {
        const values = zoneValues([{ zone: 'chest', weight: 1 }], { chest }, 'men');
        const best = scoreSizes(STANDARD_CHARTS.men, values, 'regular')[0];
        const [low, high] = best?.row.zones.chest ?? [0, 0];
        expect(chest).toBeGreaterThanOrEqual(low);
        expect(chest).toBeLessThanOrEqual(high);
      }),
    );
  });

  it('moves with the preference: never a larger size for slim than for loose', () => {
    const order = STANDARD_CHARTS.men.rows.map((r) => r.size);
    fc.assert(
      fc.property(cm(80, 128), (chest) => {
        const values = zoneValues([{ zone: 'chest', weight: 1 }], { chest }, 'men');
        const of = (p: 'slim' | 'regular' | 'loose') =>
          order.indexOf(scoreSizes(STANDARD_CHARTS.men, values, p)[0]?.size ?? '');
        expect(of('slim')).toBeLessThanOrEqual(of('regular'));
        expect(of('regular')).toBeLessThanOrEqual(of('loose'));
      }),
    );
  });

  it('is less sure of guesses than of measurements', () => {
    const rules = zonesFor('top', 'men');
    const guessed = zoneValues(rules, { height: 178, weight: 78 }, 'men');
    const measured = guessed.map((value) => ({ ...value, sd: 0 }));
    const [a] = scoreSizes(STANDARD_CHARTS.men, guessed, 'regular');
    const [b] = scoreSizes(STANDARD_CHARTS.men, measured, 'regular');
    expect(a?.score ?? 1).toBeLessThan(b?.score ?? 0);
  });
});

describe('sizeWindow', () => {
  it('names all sizes that a range meets, an edge belonging to the larger', () => {
    expect(sizeWindow(STANDARD_CHARTS.men, 'chest', [93, 101])).toEqual(['S', 'M']);
    expect(sizeWindow(STANDARD_CHARTS.men, 'chest', [94, 94])).toEqual(['M']);
  });

  it('is never empty where the chart knows the zone: the nearest size', () => {
    expect(sizeWindow(STANDARD_CHARTS.men, 'chest', [50, 60])).toEqual(['XS']);
    expect(sizeWindow(STANDARD_CHARTS.men, 'chest', [170, 180])).toEqual(['3XL']);
    expect(sizeWindow(STANDARD_CHARTS.men, 'hips', [90, 100])).toEqual([]);
  });
});

describe('zonesOf', () => {
  it('says where and how far a body leaves the range of the size', () => {
    const row = { size: 'M', zones: { chest: RANGE, waist: [82, 90] as Range, hips: [98, 106] as Range } };
    const at = (zone: 'chest' | 'waist' | 'hips', value: number, sd = 0) => ({ zone, weight: 1, cm: value, sd });
    const zones = zonesOf(row, [at('chest', 103), at('waist', 76, 4), at('hips', 100)]);
    expect(zones).toEqual([
      { zone: 'chest', bodyCm: 103, verdict: 'tight', deltaCm: 1, source: 'measured' },
      { zone: 'waist', bodyCm: 76, verdict: 'too_loose', deltaCm: -6, source: 'estimated' },
      { zone: 'hips', bodyCm: 100, verdict: 'just_right', deltaCm: 0, source: 'measured' },
    ]);
  });
});
