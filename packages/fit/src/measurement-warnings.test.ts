import { describe, expect, it } from '@jest/globals';
import { warnOfBody } from './measurement-warnings';
import { mergeSent, type SentSubmission } from './sent-body';

const CM = { unit: 'cm', weightUnit: 'kg' } as const;
const INCH = { unit: 'in', weightUnit: 'lb' } as const;
const warningsOf = (...history: SentSubmission[]) => warnOfBody(mergeSent(history), null);
const codesOf = (...history: SentSubmission[]) => warningsOf(...history).map(({ code }) => code);

describe('warnOfBody', () => {
  it('names the weight that came in pounds, what came and the other reading, by height and weight alone', () => {
    expect(warningsOf({ ...CM, submitted: { height: 178, weight: 172 } })).toEqual([
      {
        code: 'weight_unit_likely_lb',
        message:
          'weight of 172 kg is unlikely at a height of 178 cm; 172 lb (78.02 kg) is far likelier: did you mean weightUnit "lb"?',
        param: 'weight',
        params: { value: 172, unit: 'kg', otherUnit: 'lb', otherNormalized: 78.02 },
      },
    ]);
  });

  it('names kilograms that unit "in" made pounds', () => {
    expect(warningsOf({ ...INCH, submitted: { height: 70, weight: 78 } })).toMatchObject([
      {
        code: 'weight_unit_likely_kg',
        message:
          'weight of 78 lb (35.38 kg) is unlikely at a height of 70 in (177.8 cm); 78 kg is far likelier: did you mean weightUnit "kg"?',
      },
    ]);
  });

  it('asks where both readings are possible', () => {
    expect(warningsOf({ ...CM, submitted: { height: 165, weight: 122 } })).toMatchObject([
      {
        code: 'weight_unit_unclear',
        message:
          'weight may be 122 kg or 122 lb (55.34 kg), both are possible at a height of 165 cm: make sure that weightUnit "kg" is right.',
      },
    ]);
  });

  it('does not blame the girths for the weight', () => {
    const body = { height: 178, weight: 172, chest: 98, waist: 84, hips: 98 };
    expect(codesOf({ ...CM, submitted: body })).toEqual(['weight_unit_likely_lb']);
    expect(codesOf({ ...INCH, submitted: { height: 70, weight: 78, chest: 38.6, waist: 33 } })).toEqual([
      'weight_unit_likely_kg',
    ]);
  });

  it('blames the girth that its other unit explains, and the one that nothing explains', () => {
    const body = { height: 165, weight: 60, waist: 42, hips: 140 };
    expect(warningsOf({ ...CM, submitted: body })).toMatchObject([
      { code: 'measurement_unusual', param: 'waist' },
      { code: 'measurement_unusual', param: 'hips' },
    ]);
    expect(codesOf({ ...CM, submitted: { height: 165, weight: 110, waist: 45 } })).toEqual(['waist_unit_likely_in']);
  });

  it('knows the unit of each field where a session told them in different ones', () => {
    const first = { ...INCH, submitted: { height: 70, weight: 172 } };
    expect(codesOf(first, { ...CM, submitted: { chest: 99 } })).toEqual([]);
    expect(codesOf(first, { ...CM, submitted: { weight: 172 } })).toEqual(['weight_unit_likely_lb']);
  });

  it('says that height and weight do not go together where no unit explains it', () => {
    expect(warningsOf({ ...CM, submitted: { height: 230, weight: 40 } })).toEqual([
      {
        code: 'measurement_unusual',
        message:
          'weight of 40 kg hardly goes with a height of 230 cm, where 69–317 kg are expected: check both and their units.',
        param: 'weight',
        params: { normalized: 40, from: 69, to: 317 },
      },
    ]);
  });

  it('says nothing of usual bodies', () => {
    const body = { height: 178, weight: 78, chest: 98, waist: 84, hips: 100, inseam: 82 };
    expect(warningsOf({ ...CM, submitted: body })).toEqual([]);
    expect(warningsOf({ ...CM, submitted: { weight: 78 } })).toEqual([]);
    expect(warningsOf()).toEqual([]);
  });
});
