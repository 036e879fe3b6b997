import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  BOUNDS,
  defaultWeightUnit,
  estimate,
  explainOutOfBounds,
  explainOutOfBoundsInAny,
  findImplausible,
  MEASUREMENT_FIELDS,
  normalize,
} from './measurements';

const CM = { unit: 'cm', weightUnit: 'kg' } as const;
const INCH = { unit: 'in', weightUnit: 'lb' } as const;

describe('normalize', () => {
  it('turns inches and pounds into centimetres and kilograms', () => {
    expect(normalize('height', 67, INCH)).toBe(170.18);
    expect(normalize('weight', 150, INCH)).toBe(68.04);
    expect(normalize('waist', 82, CM)).toBe(82);
    expect(defaultWeightUnit('in')).toBe('lb');
    expect(defaultWeightUnit('cm')).toBe('kg');
  });
});

describe('explainOutOfBounds', () => {
  it('takes the bounds themselves', () => {
    for (const field of MEASUREMENT_FIELDS) {
      for (const bound of BOUNDS[field]) expect(explainOutOfBounds(field, bound, CM)).toBeNull();
    }
  });

  it('names the bound and the likely slip', () => {
    expect(explainOutOfBounds('height', 67, CM)).toBe(
      'height of 67 cm is below 100–230 cm; 67 in would be 170.18 cm: did you mean unit "in"?',
    );
    expect(explainOutOfBounds('height', 172, INCH)).toBe(
      'height of 172 in (436.88 cm) is above 100–230 cm; 172 cm would fit: did you mean unit "cm"?',
    );
    expect(explainOutOfBounds('height', 1.72, CM)).toBe(
      'height of 1.72 cm is below 100–230 cm; 1.72 m would be 172 cm: did you mean metres?',
    );
    expect(explainOutOfBounds('height', 1720, CM)).toContain('did you mean millimetres?');
    expect(explainOutOfBounds('weight', 300, CM)).toBe(
      'weight of 300 kg is above 25–250 kg; 300 lb would be 136.08 kg: did you mean weightUnit "lb"?',
    );
    expect(explainOutOfBounds('weight', 9000, CM)).toBe('weight of 9000 kg is above 25–250 kg.');
  });
});

describe('explainOutOfBoundsInAny', () => {
  it('doubts a value of an unknown unit only where no unit makes it possible', () => {
    expect(explainOutOfBoundsInAny('height', 500)).toBe('height of 500 is outside 100–230 cm, whether it is cm or in.');
    expect(explainOutOfBoundsInAny('weight', 900)).toBe('weight of 900 is outside 25–250 kg, whether it is kg or lb.');
    expect(explainOutOfBoundsInAny('height', 67)).toBeNull();
    expect(explainOutOfBoundsInAny('height', 170)).toBeNull();
  });
});

describe('estimate', () => {
  it('needs height and weight', () => {
    expect(estimate('waist', { height: 178 }, 'men')).toBeNull();
  });

  it('gives the regression with one standard deviation to each side', () => {
    expect(estimate('chest', { height: 178, weight: 78 }, 'men')).toEqual({
      value: 100.5,
      low: 97.3,
      high: 103.7,
      sd: 3.23,
    });
  });

  it('grows girths with weight, and legs with height', () => {
    const body = fc.record({
      height: fc.double({ min: 140, max: 205, noNaN: true }),
      weight: fc.double({ min: 40, max: 150, noNaN: true }),
    });
    const sex = fc.constantFrom('women' as const, 'men' as const, null);
    fc.assert(
      fc.property(body, sex, ({ height, weight }, s) => {
        const at = (zone: 'waist' | 'inseam', h: number, w: number) =>
          estimate(zone, { height: h, weight: w }, s)?.value ?? NaN;
        expect(at('waist', height, weight + 5)).toBeGreaterThan(at('waist', height, weight));
        expect(at('inseam', height + 5, weight)).toBeGreaterThan(at('inseam', height, weight));
      }),
    );
  });
});

describe('findImplausible', () => {
  it('catches pounds sent as kilograms and a waist in inches', () => {
    expect(findImplausible({ height: 178, weight: 172, waist: 84, chest: 98 }, 'men').map((i) => i.field)).toEqual([
      'chest',
      'waist',
    ]);
    expect(findImplausible({ height: 165, weight: 60, waist: 42 }, 'women').map((i) => i.field)).toEqual(['waist']);
  });

  it('says nothing of usual bodies, nor without height and weight', () => {
    expect(findImplausible({ height: 178, weight: 78, chest: 98, waist: 84, hips: 100, inseam: 82 }, 'men')).toEqual(
      [],
    );
    expect(findImplausible({ chest: 98, waist: 42 }, null)).toEqual([]);
  });
});
