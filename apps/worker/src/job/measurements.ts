import type { MeasurementRow, TryOnRow } from '@drape/db';
import { findUnitSlip, mergeBodies, mergeSent, toldSex, type MeasurementField, type Submission } from '@drape/fit';

/** What a try-on knows of the body. */
export interface KnownMeasurements extends Submission {
  /** Fields that may have been told in another unit. */
  readonly doubtfulUnits: readonly MeasurementField[];
}

/** `history`: what the session was told, oldest first. The try-on's own department counts before the session's. */
export function mergeMeasurements(
  history: readonly MeasurementRow[],
  { department: asked }: Pick<TryOnRow, 'department'>,
): KnownMeasurements {
  const { body, department: earlier } = mergeBodies(history);
  const department = asked ?? earlier;
  const slip = findUnitSlip(mergeSent(history), toldSex(department));
  return { body, department, doubtfulUnits: slip?.fields ?? [] };
}
