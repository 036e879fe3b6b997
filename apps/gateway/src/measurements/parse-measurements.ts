import { requestError, type CreateMeasurementsBody, type ErrorDetail, type Validator } from '@drape/contracts';
import type { NewMeasurement } from '@drape/db';
import { defaultWeightUnit, explainOutOfBounds, MEASUREMENT_FIELDS, normalize, type Units } from '@drape/fit';

/** A submission, checked and in cm and kg; the session is the caller's to find or make. */
export type MeasurementsInput = Omit<NewMeasurement, 'accountId' | 'sessionId'> & { readonly sessionId: string | null };

/** Throws: ServiceError that names every field at fault: its bound, what came, and the likely slip. */
export function parseMeasurements(body: unknown, validate: Validator<CreateMeasurementsBody>): MeasurementsInput {
  const checked = validate(body);
  if (!checked.ok) throw requestError(checked.details);
  const { unit = 'cm', weightUnit = defaultWeightUnit(unit), sessionId = null, department = null } = checked.value;
  const units: Units = { unit, weightUnit };
  const submitted: Record<string, number> = {};
  const normal: Record<string, number> = {};
  const details: ErrorDetail[] = [];
  for (const field of MEASUREMENT_FIELDS) {
    const value = checked.value[field];
    if (value === undefined) continue;
    const problem = explainOutOfBounds(field, value, units);
    if (problem !== null) details.push({ param: field, code: 'invalid_measurement', message: problem });
    submitted[field] = value;
    normal[field] = normalize(field, value, units);
  }
  if (details.length > 0) throw requestError(details);
  if (Object.keys(submitted).length === 0) {
    const message = `At least one of ${MEASUREMENT_FIELDS.join(', ')} is required.`;
    throw requestError([{ param: '', code: 'measurements_empty', message }]);
  }
  return { sessionId, department, unit, weightUnit, submitted, body: normal };
}
