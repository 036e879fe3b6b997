import type { MeasurementRow, TryOnRow } from '@drape/db';
import { findUnitSlip, mergeBodies, mergeSent, statedSex, type MeasurementField, type Submission } from '@drape/fit';

/** The body measurements that a try-on uses. */
export interface KnownMeasurements extends Submission {
  /** Fields that may have been sent in another unit. */
  readonly doubtfulUnits: readonly MeasurementField[];
}

/** Merges a session's submissions. `history`: oldest first. The try-on's own department takes precedence over the session's. */
export function mergeMeasurements(
  history: readonly MeasurementRow[],
  { department: asked }: Pick<TryOnRow, 'department'>,
): KnownMeasurements {
  const { body, department: earlier } = mergeBodies(history);
  const department = asked ?? earlier;
  const slip = findUnitSlip(mergeSent(history), statedSex(department));
  return { body, department, doubtfulUnits: slip?.fields ?? [] };
}
