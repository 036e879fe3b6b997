import type { MeasurementRow } from '@drape/db';
import {
  estimate,
  ESTIMATE_METHOD,
  MEASUREMENT_FIELDS,
  mergeBodies,
  mergeSent,
  placeOnChart,
  STANDARD_CHARTS,
  warnOfBody,
  warnOfCharts,
  ZONES,
  type BodyMeasurements,
  type ChartPlace,
  type MeasurementWarning,
  type Sex,
} from '@drape/fit';

/**
 * The public form of a submission: what was sent, and what the session knows including it. `history`: the session's submissions up to this
 * one, oldest first.
 */
export function toMeasurementsRecord(row: MeasurementRow, history: readonly MeasurementRow[]) {
  const { body, department } = mergeBodies(history);
  const sex = department === 'women' || department === 'men' ? department : null;
  const missing = MEASUREMENT_FIELDS.filter((field) => body[field] === undefined);
  const known = MEASUREMENT_FIELDS.length - missing.length;
  return {
    id: row.id,
    livemode: row.owner.env === 'live',
    sessionId: row.sessionId,
    department,
    measurements: { ...row.submitted },
    ...{ unit: row.unit, weightUnit: row.weightUnit },
    normalized: { ...body },
    estimated: estimatesOf(body, sex),
    sizes: { chart: 'en13402-3', women: lettersOf(body, 'women'), men: lettersOf(body, 'men') },
    completeness: Math.round((100 * known) / MEASUREMENT_FIELDS.length) / 100,
    missing,
    warnings: warningsOf(history, body, sex),
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

/** Letter sizes of tops by chest girth: measured, or estimated with a range. Empty where it is unknown, and where no size fits. */
function lettersOf(body: BodyMeasurements, sex: Sex): ChartPlace {
  const chart = STANDARD_CHARTS[sex];
  if (body.chest !== undefined) return placeOnChart(chart, 'chest', [body.chest, body.chest]);
  const guess = estimate('chest', body, sex);
  if (guess === null) return { window: [], nearest: null, outsideChart: false };
  return placeOnChart(chart, 'chest', [guess.low, guess.high]);
}

/** Unit warnings first: a value in the wrong unit is not also blamed for lying outside the chart. */
function warningsOf(history: readonly MeasurementRow[], body: BodyMeasurements, sex: Sex | null): MeasurementWarning[] {
  const ofBody = warnOfBody(mergeSent(history), sex);
  const named = new Set(ofBody.filter(({ code }) => code !== 'measurement_unusual').map(({ param }) => param));
  return [...ofBody, ...warnOfCharts(body, sex).filter(({ param }) => !named.has(param))];
}
