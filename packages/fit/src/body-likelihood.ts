import { BOUNDS, REGRESSIONS, type BodyMeasurements } from './measurements';
import { ZONES, type Sex, type Zone } from './size-chart';

/** Adults as normal distributions of height, and of the logarithm of the body-mass index. */
export interface Population {
  readonly heightCm: number;
  readonly heightSd: number;
  readonly bmi: number;
  readonly logBmiSd: number;
}

/**
 * How likely heights and weights are.
 *
 * Source: ANSUR II (men 175.6 ± 6.9 cm and a median index of 27.4, women 162.8 ± 6.4 cm and 25.3, ± 0.15 on the log scale), widened to
 * ± 0.20 and ± 7.5 cm, because shoppers vary more than soldiers; medians within half a point of ANSUR II.
 */
export const POPULATION: Readonly<Record<Sex, Population>> = {
  men: { heightCm: 175.6, heightSd: 7.5, bmi: 27.2, logBmiSd: 0.2 },
  women: { heightCm: 162.8, heightSd: 7.5, bmi: 25.8, logBmiSd: 0.2 },
};

/** Standard deviation, cm, of a tape measurement at home against a surveyor's: held looser or tighter. Our own judgement. */
const TAPE_SD = 3;
/** Share of girths that are plain errors and say nothing: one of them must not outvote all other fields. */
const BLUNDER_SHARE = 0.01;

/** Body-mass index, kg/m². */
export function bodyMassIndex(heightCm: number, weightKg: number): number {
  return weightKg / (heightCm / 100) ** 2;
}

/**
 * How likely a body is among adults, relative to others with the same fields: the density of the logarithms of its values, so that it does
 * not depend on their units. Unknown height and weight are averaged over.
 */
export function bodyLikelihood(body: BodyMeasurements, sex: Sex | null): number {
  return sex === null ? (ofSex(body, 'men') + ofSex(body, 'women')) / 2 : ofSex(body, sex);
}

function ofSex(body: BodyMeasurements, sex: Sex): number {
  const { heightCm, heightSd, bmi, logBmiSd } = POPULATION[sex];
  let sum = 0;
  for (const height of pointsOf(body.height, heightCm, heightSd, 1)) {
    const usual = Math.log(bmi * (height.value / 100) ** 2);
    for (const weight of pointsOf(body.weight && Math.log(body.weight), usual, logBmiSd, 0)) {
      const density = height.density * weight.density;
      sum += density * zonesLikelihood(body, { height: height.value, weight: Math.exp(weight.value) }, sex);
    }
  }
  return sum;
}

interface Point {
  readonly value: number;
  /** The density of a known value; the weight of a point that stands for an unknown one. */
  readonly density: number;
}

/** Points of a standard normal and their weights, for unknown values. */
const NORMAL_POINTS = Array.from({ length: 13 }, (_, i) => (i - 6) / 2).map((z) => ({
  z,
  share: Math.exp((-z * z) / 2),
}));
const NORMAL_POINTS_SUM = NORMAL_POINTS.reduce((sum, { share }) => sum + share, 0);

/** `power` 1: the density of the value's logarithm; 0: the value is itself a logarithm. */
function pointsOf(known: number | undefined, mean: number, sd: number, power: 0 | 1): Point[] {
  if (known !== undefined) return [{ value: known, density: normal(known, mean, sd) * known ** power }];
  return NORMAL_POINTS.map(({ z, share }) => ({ value: mean + z * sd, density: share / NORMAL_POINTS_SUM }));
}

function zonesLikelihood(body: BodyMeasurements, of: { height: number; weight: number }, sex: Sex): number {
  let product = 1;
  for (const zone of ZONES) {
    const value = body[zone];
    if (value !== undefined) product *= zoneLikelihood(zone, value, of, sex);
  }
  return product;
}

function zoneLikelihood(zone: Zone, cm: number, of: { height: number; weight: number }, sex: Sex): number {
  const { a, b, c, sd } = REGRESSIONS[sex][zone];
  const [low, high] = BOUNDS[zone];
  const expected = a + b * of.height + c * of.weight;
  const regular = cm * normal(cm, expected, Math.hypot(sd, TAPE_SD));
  return (1 - BLUNDER_SHARE) * regular + BLUNDER_SHARE / Math.log(high / low);
}

function normal(value: number, mean: number, sd: number): number {
  return Math.exp(-0.5 * ((value - mean) / sd) ** 2) / (sd * Math.sqrt(2 * Math.PI));
}
