import {
  createMeasurementsSchema,
  MEASUREMENT_UNITS,
  requestError,
  WEIGHT_UNITS,
  type CreateMeasurementsBody,
  type ErrorDetail,
  type Validator,
} from '@drape/contracts';
import type { NewMeasurement } from '@drape/db';
import {
  defaultWeightUnit,
  explainOutOfBounds,
  explainOutOfBoundsInAny,
  MEASUREMENT_FIELDS,
  normalize,
  type MeasurementField,
  type Units,
} from '@drape/fit';

/** A checked submission in cm and kg; the caller finds or creates the session. */
export type MeasurementsInput = Omit<NewMeasurement, 'owner' | 'sessionId'> & { readonly sessionId: string | null };

/** Throws: ServiceError that names every field at fault, in the schema's order: its bounds, the value, and the likely mistake. */
export function parseMeasurements(body: unknown, validate: Validator<CreateMeasurementsBody>): MeasurementsInput {
  const checked = validate(body);
  const details = inOrder([...outOfBounds(body), ...(checked.ok ? [] : checked.details), ...emptiness(body)]);
  if (!checked.ok || details.length > 0) throw requestError(details);
  const { unit = 'cm', weightUnit = defaultWeightUnit(unit), sessionId = null, department = null } = checked.value;
  const submitted: Record<string, number> = {};
  const normal: Record<string, number> = {};
  for (const field of MEASUREMENT_FIELDS) {
    const value = checked.value[field];
    if (value === undefined) continue;
    submitted[field] = value;
    normal[field] = normalize(field, value, { unit, weightUnit });
  }
  return { sessionId, department, unit, weightUnit, submitted, body: normal };
}

/** Checks the bounds of all numbers, whatever else is wrong with the body. */
function outOfBounds(body: unknown): ErrorDetail[] {
  if (!isObject(body)) return [];
  const units = readUnits(body);
  return MEASUREMENT_FIELDS.flatMap((field) => {
    const value = body[field];
    if (typeof value !== 'number' || !Number.isFinite(value)) return [];
    const message = explain(field, value, units);
    return message === null ? [] : [{ param: field, code: 'invalid_measurement', message }];
  });
}

/** Units as far as they can be read; null: unknown, and then only values that are impossible in every unit are out of bounds. */
interface ReadUnits {
  readonly unit: Units['unit'] | null;
  readonly weightUnit: Units['weightUnit'] | null;
}

function readUnits({ unit = 'cm', weightUnit }: Readonly<Record<string, unknown>>): ReadUnits {
  const length = MEASUREMENT_UNITS.find((one) => one === unit) ?? null;
  const named = WEIGHT_UNITS.find((one) => one === weightUnit) ?? null;
  const usual = length === null ? null : defaultWeightUnit(length);
  return { unit: length, weightUnit: weightUnit === undefined ? usual : named };
}

function explain(field: MeasurementField, value: number, { unit, weightUnit }: ReadUnits): string | null {
  const isUnknown = field === 'weight' ? weightUnit === null : unit === null;
  if (isUnknown) return explainOutOfBoundsInAny(field, value);
  return explainOutOfBounds(field, value, { unit: unit ?? 'cm', weightUnit: weightUnit ?? 'kg' });
}

/** A body without any of the six fields. */
function emptiness(body: unknown): ErrorDetail[] {
  if (!isObject(body) || MEASUREMENT_FIELDS.some((field) => field in body)) return [];
  const message = `At least one of ${MEASUREMENT_FIELDS.join(', ')} is required.`;
  return [{ param: '', code: 'measurements_empty', message }];
}

const ORDER = Object.keys(createMeasurementsSchema.properties);

/** One detail per field, the first that names it: fields in the schema's order, then unknown ones, then the body as a whole. */
function inOrder(details: readonly ErrorDetail[]): ErrorDetail[] {
  const unique = new Map([...details].reverse().map((detail) => [detail.param, detail]));
  const kept = details.filter((detail) => unique.get(detail.param) === detail);
  const place = ({ param }: ErrorDetail): number => {
    const index = ORDER.indexOf(param);
    return index >= 0 ? index : param === '' ? ORDER.length + 1 : ORDER.length;
  };
  return kept.sort((a, b) => place(a) - place(b));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
