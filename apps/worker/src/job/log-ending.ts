import { ERRORS, timeOfId, type FailureCode, type KeyEnv } from '@drape/contracts';
import type { Logger } from '@drape/runtime';

/** How a try-on ended; `fenced`: it was left to the holder of its row. */
export interface Ending {
  readonly tryOnId: string;
  readonly requestId: string;
  readonly env: KeyEnv;
  readonly attempt: number;
  readonly outcome: 'completed' | 'failed' | 'expired' | 'fenced';
  readonly code: FailureCode | null;
  /** From its creation to its first claim; null where it was never claimed. */
  readonly queueMs: number | null;
  /** Of the last attempt; null where there was none, or where it died with its worker. */
  readonly attemptMs: number | null;
}

/**
 * One line per ended try-on: ids, times and a code, nothing personal. Faults of ours are warnings; unsuitable photos or product pictures
 * are not.
 */
export function logEnding(log: Pick<Logger, 'info' | 'warn'>, ending: Ending): void {
  const createdMs = timeOfId('try', ending.tryOnId);
  const totalMs = createdMs === null ? null : Date.now() - createdMs;
  log[isOurs(ending.code) ? 'warn' : 'info']({ ...ending, totalMs }, 'try-on over');
}

/** Whether the operator should look at it. Deadlines pass where workers are missing or too few. */
export function isOurs(code: FailureCode | null): boolean {
  return code !== null && (ERRORS[code].report || code === 'deadline_exceeded');
}
