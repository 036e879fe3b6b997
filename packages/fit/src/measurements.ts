import type { Sex, Zone } from './size-chart';

export const MEASUREMENT_FIELDS = ['height', 'weight', 'chest', 'waist', 'hips', 'inseam'] as const;
export type MeasurementField = (typeof MEASUREMENT_FIELDS)[number];
export type LengthUnit = 'cm' | 'in';
export type WeightUnit = 'kg' | 'lb';

/** Centimetres, and kilograms for the weight; values that were not given are absent. */
export type BodyMeasurements = Readonly<Partial<Record<MeasurementField, number>>>;

/** Lowest and highest plausible value, cm and kg. Source: wider than all 6,068 adults of ANSUR II. */
export const BOUNDS = {
  height: [100, 230],
  weight: [25, 250],
  chest: [50, 180],
  waist: [40, 180],
  hips: [50, 190],
  inseam: [40, 110],
} as const satisfies Record<MeasurementField, readonly [number, number]>;

const CM_PER_INCH = 2.54;
const KG_PER_POUND = 0.45359237;

export interface Units {
  readonly unit: LengthUnit;
  readonly weightUnit: WeightUnit;
}

/** Kilograms with centimetres, pounds with inches. */
export function defaultWeightUnit(unit: LengthUnit): WeightUnit {
  return unit === 'in' ? 'lb' : 'kg';
}

/** Converts to cm or kg, rounded to two decimals. */
export function normalize(field: MeasurementField, value: number, units: Units): number {
  const factor = field === 'weight' ? weightFactor(units.weightUnit) : lengthFactor(units.unit);
  return Math.round(value * factor * 100) / 100;
}

const lengthFactor = (unit: LengthUnit): number => (unit === 'in' ? CM_PER_INCH : 1);
const weightFactor = (unit: WeightUnit): number => (unit === 'lb' ? KG_PER_POUND : 1);

/**
 * Null if the value is plausible, else a sentence that names the field, the bound and the likely mistake.
 *
 * `value` as sent; finite.
 */
export function explainOutOfBounds(field: MeasurementField, value: number, units: Units): string | null {
  const [low, high] = BOUNDS[field];
  const normal = normalize(field, value, units);
  if (normal >= low && normal <= high) return null;
  const sent = field === 'weight' ? units.weightUnit : units.unit;
  const base = baseUnit(field);
  const same = sent === base ? '' : ` (${normal} ${base})`;
  const side = normal < low ? 'below' : 'above';
  return `${field} of ${value} ${sent}${same} is ${side} ${low}–${high} ${base}${hint(field, value, units)}`;
}

/** The same if the unit itself could not be read: null unless the value is out of bounds in every unit of its kind. */
export function explainOutOfBoundsInAny(field: MeasurementField, value: number): string | null {
  const isOut = (units: Units): boolean => explainOutOfBounds(field, value, units) !== null;
  if (!isOut({ unit: 'cm', weightUnit: 'kg' }) || !isOut({ unit: 'in', weightUnit: 'lb' })) return null;
  const [low, high] = BOUNDS[field];
  const units = field === 'weight' ? 'kg or lb' : 'cm or in';
  return `${field} of ${value} is outside ${low}–${high} ${baseUnit(field)}, whether it is ${units}.`;
}

const baseUnit = (field: MeasurementField): 'kg' | 'cm' => (field === 'weight' ? 'kg' : 'cm');

/** `; 67 in would be 170.18 cm: did you mean unit "in"?`, if the other unit would fit. */
function hint(field: MeasurementField, value: number, units: Units): string {
  const other: Units =
    field === 'weight'
      ? { ...units, weightUnit: units.weightUnit === 'kg' ? 'lb' : 'kg' }
      : { ...units, unit: units.unit === 'cm' ? 'in' : 'cm' };
  const [low, high] = BOUNDS[field];
  const normal = normalize(field, value, other);
  if (normal < low || normal > high) return hintOfScale(field, value, units);
  const [name, unit, base] = field === 'weight' ? ['weightUnit', other.weightUnit, 'kg'] : ['unit', other.unit, 'cm'];
  const wouldBe = unit === base ? `${value} ${unit} would fit` : `${value} ${unit} would be ${normal} ${base}`;
  return `; ${wouldBe}: did you mean ${name} "${unit}"?`;
}

/** Hint for metres, or millimetres, sent as centimetres. */
function hintOfScale(field: MeasurementField, value: number, { unit }: Units): string {
  if (field === 'weight' || unit !== 'cm') return '.';
  const [low, high] = BOUNDS[field];
  const within = (cm: number) => cm >= low && cm <= high;
  if (within(value * 100)) return `; ${value} m would be ${Math.round(value * 1e4) / 100} cm: did you mean metres?`;
  if (within(value / 10)) return `; ${value} mm would be ${value / 10} cm: did you mean millimetres?`;
  return '.';
}

/** value = a + b·height cm + c·weight kg, and the standard deviation of the residuals. */
export interface Regression {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly sd: number;
}

const regression = (a: number, b: number, c: number, sd: number): Regression => ({ a, b, c, sd });

/**
 * Source: least squares on ANSUR II (4,082 men, 1,986 women, US Army 2012), used as published; `both`: men and women together.
 * scripts/calibrate.mjs derives them again from the table.
 */
export const REGRESSIONS: Readonly<Record<Sex | 'both', Readonly<Record<Zone, Regression>>>> = {
  men: {
    chest: regression(103.64, -0.2909, 0.6235, 3.23),
    waist: regression(102.49, -0.4358, 0.7962, 4.4),
    hips: regression(80.84, -0.1401, 0.5346, 2.63),
    inseam: regression(-20.96, 0.62, -0.039, 2.34),
  },
  women: {
    chest: regression(99.03, -0.3292, 0.7269, 4.26),
    waist: regression(101.41, -0.4717, 0.9076, 4.85),
    hips: regression(84.69, -0.1784, 0.6861, 2.95),
    inseam: regression(-20.53, 0.6199, -0.0324, 2.34),
  },
  both: {
    chest: regression(82.56, -0.1933, 0.6622, 3.83),
    waist: regression(106.59, -0.467, 0.8145, 4.6),
    hips: regression(126.27, -0.3853, 0.5244, 4.07),
    inseam: regression(-16.05, 0.5944, -0.042, 2.36),
  },
};

/** The method's name, given with every estimate. */
export const ESTIMATE_METHOD = 'height_weight_regression_ansur2';

export interface Estimate {
  /** cm, the likeliest value, and one standard deviation on each side. */
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly sd: number;
}

/** The girth or length expected from height and weight; null if one of them is missing. */
export function estimate(zone: Zone, body: BodyMeasurements, sex: Sex | null): Estimate | null {
  const { height, weight } = body;
  if (height === undefined || weight === undefined) return null;
  const { a, b, c, sd } = REGRESSIONS[sex ?? 'both'][zone];
  const value = a + b * height + c * weight;
  return { value: oneDigit(value), low: oneDigit(value - sd), high: oneDigit(value + sd), sd };
}

const oneDigit = (value: number): number => Math.round(value * 10) / 10;

/**
 * Standard deviations from the prediction above which a value is a mistake, not a body: pounds sent as kg, a waist in inches. Source: the
 * same table.
 */
const IMPLAUSIBLE_SD = 5;

export interface Implausible {
  readonly field: Zone;
  readonly valueCm: number;
  readonly expected: Estimate;
}

/** Girths and lengths that do not fit the height and weight; a reason to ask, never to refuse. */
export function findImplausible(body: BodyMeasurements, sex: Sex | null): Implausible[] {
  const found: Implausible[] = [];
  for (const field of ['chest', 'waist', 'hips', 'inseam'] as const) {
    const valueCm = body[field];
    const expected = estimate(field, body, sex);
    if (valueCm === undefined || expected === null) continue;
    if (Math.abs(valueCm - expected.value) > IMPLAUSIBLE_SD * expected.sd) found.push({ field, valueCm, expected });
  }
  return found;
}

/** One submission of a session. */
export interface Submission {
  readonly body: BodyMeasurements;
  readonly department: 'women' | 'men' | 'unisex' | null;
}

/** Merges a session's submissions: the latest value of each field. `history` oldest first. */
export function mergeBodies(history: readonly Submission[]): Submission {
  const merged: { body: BodyMeasurements; department: Submission['department'] } = { body: {}, department: null };
  for (const { body, department } of history) {
    merged.body = { ...merged.body, ...body };
    merged.department = department ?? merged.department;
  }
  return merged;
}
