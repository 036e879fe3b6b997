import {
  MEASUREMENT_FIELDS,
  normalize,
  type BodyMeasurements,
  type LengthUnit,
  type MeasurementField,
  type Units,
  type WeightUnit,
} from './measurements';

/** A value as it was sent. */
export interface SentValue {
  readonly value: number;
  readonly unit: LengthUnit | WeightUnit;
}

/** A session's measurements, each field in the unit that it was sent in. */
export type SentBody = Readonly<Partial<Record<MeasurementField, SentValue>>>;

/** One submission as it was sent. */
export interface SentSubmission extends Units {
  readonly submitted: Readonly<Partial<Record<MeasurementField, number>>>;
}

/** The latest value that was sent for each field. `history` oldest first. */
export function mergeSent(history: readonly SentSubmission[]): SentBody {
  const merged: Partial<Record<MeasurementField, SentValue>> = {};
  for (const { submitted, unit, weightUnit } of history) {
    for (const field of MEASUREMENT_FIELDS) {
      const value = submitted[field];
      if (value !== undefined) merged[field] = { value, unit: field === 'weight' ? weightUnit : unit };
    }
  }
  return merged;
}

const OTHER_UNIT = { cm: 'in', in: 'cm', kg: 'lb', lb: 'kg' } as const satisfies Record<
  SentValue['unit'],
  SentValue['unit']
>;

/** The same number in the other unit of its kind. */
export function otherReading({ value, unit }: SentValue): SentValue {
  return { value, unit: OTHER_UNIT[unit] };
}

/** Converts to cm or kg. */
export function toNormal(field: MeasurementField, { value, unit }: SentValue): number {
  const isImperial = unit === 'in' || unit === 'lb';
  return normalize(field, value, isImperial ? { unit: 'in', weightUnit: 'lb' } : { unit: 'cm', weightUnit: 'kg' });
}

export function toBody(sent: SentBody): BodyMeasurements {
  const body: Partial<Record<MeasurementField, number>> = {};
  for (const field of MEASUREMENT_FIELDS) {
    const one = sent[field];
    if (one !== undefined) body[field] = toNormal(field, one);
  }
  return body;
}
