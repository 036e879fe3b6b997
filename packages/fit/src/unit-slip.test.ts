import { describe, expect, it } from '@jest/globals';
import { BOUNDS, REGRESSIONS, type BodyMeasurements } from './measurements';
import type { SentBody } from './sent-body';
import { ZONES, type Sex } from './size-chart';
import { findUnitSlip, type UnitSlip } from './unit-slip';

const KG_PER_POUND = 0.45359237;
const metric = (body: BodyMeasurements): SentBody =>
  Object.fromEntries(Object.entries(body).map(([field, value]) => [field, { value, unit: unitOf(field, 'cm') }]));
const imperial = (body: BodyMeasurements): SentBody =>
  Object.fromEntries(Object.entries(body).map(([field, value]) => [field, { value, unit: unitOf(field, 'in') }]));
const unitOf = (field: string, unit: 'cm' | 'in') => (field !== 'weight' ? unit : unit === 'cm' ? 'kg' : 'lb');
const verdict = (slip: UnitSlip | null) => slip && [slip.certainty, ...slip.fields];

/** Means and standard deviations of ANSUR II itself, not those of the model under test, which are wider. */
const ANSUR = {
  men: { height: 175.6, heightSd: 6.86, bmi: 27.4, logBmiSd: 0.1465 },
  women: { height: 162.8, heightSd: 6.42, bmi: 25.3, logBmiSd: 0.1416 },
} as const;
const SEXES = ['men', 'women'] as const;

/** Low-discrepancy points through Box–Muller instead of random numbers: the same people on every run. */
function people(count: number): { sex: Sex; body: Required<BodyMeasurements> }[] {
  const roots = [2, 3, 5, 7, 11, 13].map(Math.sqrt);
  return Array.from({ length: count }, (_, i) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = roots.map((root) => ((i + 1) * root) % 1);
    const z = [...bells(a, b), ...bells(c, d), ...bells(e, f)];
    const sex = SEXES[i % 2] ?? 'men';
    const { height: mean, heightSd, bmi, logBmiSd } = ANSUR[sex];
    const height = mean + heightSd * (z[0] ?? 0);
    const weight = bmi * Math.exp(logBmiSd * (z[1] ?? 0)) * (height / 100) ** 2;
    const [chest = 0, waist = 0, hips = 0, inseam = 0] = ZONES.map((zone, n) => {
      const law = REGRESSIONS[sex][zone];
      return law.a + law.b * height + law.c * weight + law.sd * (z[n + 2] ?? 0);
    });
    return { sex, body: { height, weight, chest, waist, hips, inseam } };
  });
}

/** Two independent values of a standard normal. */
function bells(u: number, v: number): [number, number] {
  const radius = Math.sqrt(-2 * Math.log(u));
  return [radius * Math.cos(2 * Math.PI * v), radius * Math.sin(2 * Math.PI * v)];
}

const within = (field: keyof typeof BOUNDS, value: number) => value >= BOUNDS[field][0] && value <= BOUNDS[field][1];
const share = <T>(all: readonly T[], of: (one: T) => boolean) => all.filter(of).length / all.length;
const inches = ({ height, weight }: BodyMeasurements) => ({ height: (height ?? 0) / 2.54, weight: weight ?? 0 });

describe('findUnitSlip by height and weight alone', () => {
  const drawn = people(12_000);

  it('raises a false alarm for at most one body in 200, in either unit, and calls none likely', () => {
    const alarms = drawn.map(({ body: { height, weight } }) => [
      findUnitSlip(metric({ height, weight }), null),
      findUnitSlip(imperial({ height: height / 2.54, weight: weight / KG_PER_POUND }), null),
    ]);
    for (const unit of [0, 1]) {
      expect(share(alarms, (of) => of[unit] !== null)).toBeLessThanOrEqual(0.005);
      expect(share(alarms, (of) => of[unit]?.certainty === 'likely')).toBeLessThanOrEqual(0.0005);
    }
  });

  it('finds at least 95 of 100 pounds told as kilograms, and blames the weight', () => {
    const believed = drawn.filter(({ body }) => within('weight', body.weight / KG_PER_POUND));
    const found = believed.map(({ body: { height, weight } }) =>
      findUnitSlip(metric({ height, weight: weight / KG_PER_POUND }), null),
    );
    expect(share(found, (slip) => slip?.fields.join() === 'weight')).toBeGreaterThanOrEqual(0.95);
    expect(share(found, (slip) => slip?.certainty === 'likely')).toBeGreaterThanOrEqual(0.8);
  });

  it('finds at least 95 of 100 kilograms told as pounds, beside a height in inches', () => {
    const believed = drawn.filter(({ body }) => within('weight', body.weight * KG_PER_POUND));
    const found = believed.map(({ body }) => findUnitSlip(imperial(inches(body)), null));
    expect(share(found, (slip) => slip?.fields.join() === 'weight')).toBeGreaterThanOrEqual(0.95);
    expect(share(found, (slip) => slip?.certainty === 'likely')).toBeGreaterThanOrEqual(0.8);
  });

  it.each([
    ['kilograms', metric({ height: 178, weight: 78 }), null],
    ['pounds', imperial({ height: 70, weight: 172 }), null],
    ['a light woman', metric({ height: 165, weight: 48 }), null],
    ['a heavy man', metric({ height: 178, weight: 125 }), null],
    ['pounds as kilograms', metric({ height: 178, weight: 172 }), ['likely', 'weight']],
    ['kilograms as pounds', imperial({ height: 70, weight: 78 }), ['likely', 'weight']],
    ['a weight that is possible both ways', metric({ height: 165, weight: 122 }), ['unclear', 'weight']],
    ['a weight that no unit explains', metric({ height: 230, weight: 40 }), null],
  ])('judges %s', (_, sent, expected) => {
    expect(verdict(findUnitSlip(sent, null))).toEqual(expected);
  });
});

describe('findUnitSlip with girths', () => {
  const drawn = people(2_000);

  it('raises a false alarm for at most one body in 200', () => {
    const alarms = drawn.map(({ sex, body }) => [findUnitSlip(metric(body), sex), findUnitSlip(metric(body), null)]);
    expect(share(alarms, (of) => of.some((slip) => slip !== null))).toBeLessThanOrEqual(0.005);
  });

  it('blames the weight alone where its other reading explains every girth', () => {
    const believed = drawn.filter(({ body }) => within('weight', body.weight / KG_PER_POUND));
    const found = believed.map(({ sex, body }) =>
      findUnitSlip(metric({ ...body, weight: body.weight / KG_PER_POUND }), sex),
    );
    expect(share(found, (slip) => verdict(slip)?.join() === 'likely,weight')).toBeGreaterThanOrEqual(0.99);
  });

  it('blames the one girth that was taken in inches', () => {
    const believed = drawn.filter(({ body }) => within('waist', body.waist / 2.54));
    const found = believed.map(({ body }) => findUnitSlip(metric({ ...body, waist: body.waist / 2.54 }), null));
    expect(believed.length).toBeGreaterThan(100);
    expect(share(found, (slip) => slip?.fields.join() === 'waist')).toBeGreaterThanOrEqual(0.95);
  });

  it('tells that all lengths are inches where no height is known', () => {
    const slip = findUnitSlip(metric({ chest: 52, waist: 44, hips: 54 }), null);
    expect(verdict(slip)).toEqual(['likely', 'chest', 'waist', 'hips']);
    expect(slip?.body).toEqual({ chest: 132.08, waist: 111.76, hips: 137.16 });
  });

  it('takes a single strange girth for a strange girth', () => {
    const sent = metric({ height: 178, weight: 78, chest: 150, waist: 84, hips: 98 });
    expect(findUnitSlip(sent, 'men')).toBeNull();
  });
});

describe('a height', () => {
  it('is within its bounds in one unit at most, so that a slip of it is always refused with a hint', () => {
    const [low, high] = BOUNDS.height;
    expect(low * 2.54).toBeGreaterThan(high);
  });
});
