import type { MeasurementRow } from '@drape/db';
import {
  estimate,
  ESTIMATE_METHOD,
  findImplausible,
  MEASUREMENT_FIELDS,
  mergeBodies,
  sizeWindow,
  STANDARD_CHARTS,
  ZONES,
  type BodyMeasurements,
  type Sex,
} from '@drape/fit';

/**
 * The public form of a submission: what was sent, and what the session knows with it. `history`: the session's submissions up to
 * this one, oldest first.
 */
export function toMeasurementsRecord(row: MeasurementRow, history: readonly MeasurementRow[]) {
  const { body, department } = mergeBodies(history);
  const sex = department === 'women' || department === 'men' ? department : null;
  const missing = MEASUREMENT_FIELDS.filter((field) => body[field] === undefined);
  const known = MEASUREMENT_FIELDS.length - missing.length;
  return {
    id: row.id,
    sessionId: row.sessionId,
    department,
    measurements: { ...row.submitted },
    ...{ unit: row.unit, weightUnit: row.weightUnit },
    normalized: { ...body },
    estimated: estimatesOf(body, sex),
    sizes: { chart: 'en13402-3', women: { window: letters(body, 'women') }, men: { window: letters(body, 'men') } },
    completeness: Math.round((100 * known) / MEASUREMENT_FIELDS.length) / 100,
    missing,
    warnings: warningsOf(body, sex),
    createdAt: row.createdAt.toISOString(),
  };
}

function estimatesOf(body: BodyMeasurements, sex: Sex | null) {
  const estimates: Record<string, { value: number; low: number; high: number; method: string }> = {};
  for (const zone of ZONES) {
    const guess = body[zone] === undefined ? estimate(zone, body, sex) : null;
    if (guess !== null) {
      estimates[zone] = { value: guess.value, low: guess.low, high: guess.high, method: ESTIMATE_METHOD };
    }
  }
  return estimates;
}

/** Letters by the chest: measured, or guessed with its spread. Empty where neither is known. */
function letters(body: BodyMeasurements, sex: Sex): string[] {
  const chart = STANDARD_CHARTS[sex];
  if (body.chest !== undefined) return sizeWindow(chart, 'chest', [body.chest, body.chest]);
  const guess = estimate('chest', body, sex);
  return guess === null ? [] : sizeWindow(chart, 'chest', [guess.low, guess.high]);
}

function warningsOf(body: BodyMeasurements, sex: Sex | null) {
  return findImplausible(body, sex).map(({ field, valueCm, expected }) => ({
    code: 'measurement_unusual',
    param: field,
    message: `${field} of ${valueCm} cm is unusual for this height and weight (expected about ${expected.value} cm): check the value and its unit.`,
  }));
}
