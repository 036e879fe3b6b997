import { isTerminal, MAX_ATTEMPTS } from '@drape/contracts';
import type { AuditedTryOn } from '@drape/db';
import { resultPrefix } from '@drape/storage';
import type { Violation, ViolationKind } from './violation';

export interface GracePeriod {
  /** Seconds after which work that workers do on their own counts as undone. */
  readonly graceSec: number;
  /** The service is drained: nothing may be unfinished. */
  readonly isDrained: boolean;
}

/** Checks a row on its own; `keys` are the results stored for it. Neither their bytes nor the queue are read. */
export function judgeRow(row: AuditedTryOn, keys: readonly string[], grace: GracePeriod): Violation[] {
  const { id } = row;
  const found = (kinds: readonly (ViolationKind | false)[]) => kinds.filter((kind) => kind !== false);
  const always = found([row.attempt > MAX_ATTEMPTS && 'attempts_over_cap']);
  const kinds = isTerminal(row.status)
    ? [...always, ...found(ofEnded(row))]
    : [...always, ...found(ofOpen(row, grace))];
  return [...kinds.map((kind) => ({ kind, id })), ...ofPictures(row, keys, grace)];
}

function ofOpen(row: AuditedTryOn, { graceSec, isDrained }: GracePeriod): readonly (ViolationKind | false)[] {
  return [
    row.overdueSec > graceSec && 'row_overdue',
    isDrained && row.overdueSec <= graceSec && 'row_not_ended',
    (row.resultKey !== null || row.errorCode !== null || row.endedSec !== null) && 'written_twice',
    (row.leaseOverSec ?? -1) > graceSec && 'row_stuck',
  ];
}

/** Each kind of end fills its own columns: a row with those of two was finished twice. */
function ofEnded(row: AuditedTryOn): readonly (ViolationKind | false)[] {
  const isCompleted = row.status === 'completed';
  const isOfAttempt = row.resultKey?.startsWith(`${resultPrefix(row.id)}${row.attempt}.`) ?? false;
  const isTwice = isCompleted ? row.errorCode !== null || !isOfAttempt : row.resultKey !== null;
  return [
    row.status === 'failed' && row.errorCode === null && 'failed_without_reason',
    (isTwice || row.endedSec === null) && 'written_twice',
  ];
}

function ofPictures(row: AuditedTryOn, keys: readonly string[], { graceSec }: GracePeriod): Violation[] {
  if (!isTerminal(row.status)) return [];
  const { id, resultKey } = row;
  const overSec = row.retentionOverSec ?? 0;
  const isOld = (row.endedSec ?? Infinity) > graceSec;
  const own = keys.filter((key) => key === resultKey);
  const others = isOld ? keys.filter((key) => key !== resultKey) : [];
  return [
    ...others.map((key) => ({ kind: 'result_surplus' as const, id, key })),
    ...(overSec > graceSec ? own.map((key) => ({ kind: 'result_kept_too_long' as const, id, key })) : []),
    ...(isKept(row) && own.length === 0 ? [{ kind: 'result_missing' as const, id, key: resultKey ?? '' }] : []),
  ];
}

/** Whether its result has to be in the store. */
export function isKept(row: AuditedTryOn): boolean {
  return row.status === 'completed' && row.resultKey !== null && (row.retentionOverSec ?? 0) < 0;
}
