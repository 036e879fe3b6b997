import { bodyMassIndex } from './body-likelihood';
import { findImplausible, type BodyMeasurements, type MeasurementField } from './measurements';
import { otherReading, toBody, toNormal, type SentBody, type SentValue } from './sent-body';
import type { Sex } from './size-chart';
import { findUnitSlip, type UnitSlip } from './unit-slip';

/** Something about a session's measurements that their sender should check; nothing is refused for it. */
export interface MeasurementWarning {
  readonly code: string;
  readonly message: string;
  /** The field that the warning is about. */
  readonly param: MeasurementField;
  /** The values in the message, for programs. */
  readonly params: Readonly<Record<string, string | number>>;
}

/** Range of plausible body-mass indices of adults, kg/m²; outside it, height or weight is wrong. */
const BMI_RANGE: readonly [number, number] = [13, 60];

/**
 * Everything that is unusual about a body. A unit mistake is named once, at its own field: what its other reading explains is not reported
 * too.
 */
export function warnOfBody(sent: SentBody, sex: Sex | null): MeasurementWarning[] {
  const body = toBody(sent);
  const slip = findUnitSlip(sent, sex);
  const readings = slip === null ? [body] : slip.certainty === 'likely' ? [slip.body] : [body, slip.body];
  return [
    ...warnOfSlip(sent, slip),
    ...(readings.every(isUnlikelyPair) ? warnOfPair(sent) : []),
    ...warnOfImplausible(readings, sex, slip),
  ];
}

function warnOfSlip(sent: SentBody, slip: UnitSlip | null): MeasurementWarning[] {
  if (slip === null) return [];
  return slip.fields.flatMap((param) => {
    const came = sent[param];
    if (came === undefined) return [];
    const other = otherReading(came);
    const params = {
      value: came.value,
      unit: came.unit,
      otherUnit: other.unit,
      otherNormalized: toNormal(param, other),
    };
    const isLikely = slip.certainty === 'likely';
    const code = isLikely ? `${param}_unit_likely_${other.unit}` : `${param}_unit_unclear`;
    const message = (isLikely ? likelyText : unclearText)(param, came, sent);
    return [{ code, message, param, params }];
  });
}

function likelyText(param: MeasurementField, came: SentValue, sent: SentBody): string {
  const other = otherReading(came);
  const [asSent, meant] = [withNormal(param, came), withNormal(param, other)];
  return `${param} of ${asSent} is unlikely${context(param, sent)}; ${meant} is far likelier: did you mean ${unitName(param)} "${other.unit}"?`;
}

function unclearText(param: MeasurementField, came: SentValue, sent: SentBody): string {
  const [asSent, meant] = [withNormal(param, came), withNormal(param, otherReading(came))];
  return `${param} may be ${asSent} or ${meant}, both are possible${context(param, sent)}: make sure that ${unitName(param)} "${came.unit}" is right.`;
}

const unitName = (param: MeasurementField): string => (param === 'weight' ? 'weightUnit' : 'unit');

/** ` at a height of 178 cm`, if the weight is judged by it. */
function context(param: MeasurementField, { height }: SentBody): string {
  return param === 'weight' && height !== undefined ? ` at a height of ${withNormal('height', height)}` : '';
}

/** `172 lb (78.02 kg)`, `78 kg`. */
function withNormal(param: MeasurementField, sent: SentValue): string {
  const asSent = `${sent.value} ${sent.unit}`;
  if (sent.unit === 'cm' || sent.unit === 'kg') return asSent;
  return `${asSent} (${toNormal(param, sent)} ${sent.unit === 'lb' ? 'kg' : 'cm'})`;
}

function isUnlikelyPair({ height, weight }: BodyMeasurements): boolean {
  if (height === undefined || weight === undefined) return false;
  const index = bodyMassIndex(height, weight);
  return index < BMI_RANGE[0] || index > BMI_RANGE[1];
}

/** Warns of a height and weight that no adult has together, in whatever units. */
function warnOfPair({ height, weight }: SentBody): MeasurementWarning[] {
  if (height === undefined || weight === undefined) return [];
  const [tall, heavy] = [toNormal('height', height), toNormal('weight', weight)];
  const metres = (tall / 100) ** 2;
  const [from, to] = [Math.ceil(BMI_RANGE[0] * metres), Math.floor(BMI_RANGE[1] * metres)];
  const range = `${from}–${to} kg`;
  const message = `weight of ${withNormal('weight', weight)} hardly goes with a height of ${withNormal('height', height)}, where ${range} are expected: check both and their units.`;
  return [{ code: 'measurement_unusual', message, param: 'weight', params: { normalized: heavy, from, to } }];
}

/** Fields that are implausible in every possible reading, except those that the unit mistake names. */
function warnOfImplausible(
  readings: readonly BodyMeasurements[],
  sex: Sex | null,
  slip: UnitSlip | null,
): MeasurementWarning[] {
  const [first = [], ...others] = readings.map((body) => findImplausible(body, sex));
  const inAll = first.filter(({ field }) => others.every((found) => found.some((one) => one.field === field)));
  return inAll
    .filter(({ field }) => slip?.fields.includes(field) !== true)
    .map(({ field, valueCm, expected }) => ({
      code: 'measurement_unusual',
      message: `${field} of ${valueCm} cm is unusual for this height and weight (expected about ${expected.value} cm): check the value and its unit.`,
      param: field,
      params: { normalized: valueCm, from: expected.low, to: expected.high },
    }));
}
