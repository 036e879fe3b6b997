import { isTerminal, MAX_ATTEMPTS } from '@drape/contracts';
import type { AuditedTryOn } from '@drape/db';
import { resultPrefix } from '@drape/storage';
import type { Violation, ViolationKind } from './violation';

export interface Patience {
  /** Seconds after which what workers do by themselves counts as not done. */
  readonly graceSec: number;
  /** All work is said to be done: nothing may be unfinished. */
  readonly isDrained: boolean;
}

/** What a row says by itself; `keys` are the pictures stored for it. Neither the pictures' bytes nor the queue are looked at. */
export function judgeRow(row: AuditedTryOn, keys: readonly string[], patience: Patience): Violation[] {
  const { id } = row;
  const found = (kinds: readonly (ViolationKind | false)[]) => kinds.filter((kind) => kind !== false);
  const always = found([row.attempt > MAX_ATTEMPTS && 'attempts_over_cap']);
  const kinds = isTerminal(row.status)
    ? [...always, ...found(ofEnded(row))]
    : [...always, ...found(ofOpen(row, patience))];
  return [...kinds.map((kind) => ({ kind, id })), ...ofPictures(row, keys, patience)];
}

function ofOpen(row: AuditedTryOn, { graceSec, isDrained }: Patience): readonly (ViolationKind | false)[] {
  return [
    row.overdueSec > graceSec && 'row_overdue',
    isDrained && row.overdueSec <= graceSec && 'row_not_ended',
    (row.resultKey !== null || row.errorCode !== null || row.endedSec !== null) && 'written_twice',
    (row.leaseOverSec ?? -1) > graceSec && 'row_stuck',
  ];
}

/** Each end leaves columns of its own: what has those of two was written by two. */
function ofEnded(row: AuditedTryOn): readonly (ViolationKind | false)[] {
  const isCompleted = row.status === 'completed';
  const isOfAttempt = row.resultKey?.startsWith(`${resultPrefix(row.id)}${row.attempt}.`) ?? false;
  const isTwice = isCompleted ? row.errorCode !== null || !isOfAttempt : row.resultKey !== null;
  return [
    row.status === 'failed' && row.errorCode === null && 'failed_without_reason',
    (isTwice || row.endedSec === null) && 'written_twice',
  ];
}

function ofPictures(row: AuditedTryOn, keys: readonly string[], { graceSec }: Patience): Violation[] {
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

/** Whether its picture has to be stored. */
export function isKept(row: AuditedTryOn): boolean {
  return row.status === 'completed' && row.resultKey !== null && (row.retentionOverSec ?? 0) < 0;
}
