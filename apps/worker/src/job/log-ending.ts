import { ERRORS, timeOfId, type FailureCode, type KeyEnv } from '@drape/contracts';
import type { Logger } from '@drape/runtime';

/** How a try-on ended, or, `fenced`, was left to whoever holds its row. */
export interface Ending {
  readonly tryOnId: string;
  readonly requestId: string;
  readonly env: KeyEnv;
  readonly attempt: number;
  readonly outcome: 'completed' | 'failed' | 'expired' | 'fenced';
  readonly code: FailureCode | null;
  /** From its creation until it was first taken up; null where it never was. */
  readonly queueMs: number | null;
  /** Of the last attempt; null where there was none, or where it died with its worker. */
  readonly attemptMs: number | null;
}

/**
 * One line per try-on that is over: ids, times and a code, nothing of a person. What is ours to mend is a warning; that a photo or
 * a product picture was no good is not.
 */
export function logEnding(log: Pick<Logger, 'info' | 'warn'>, ending: Ending): void {
  const createdMs = timeOfId('try', ending.tryOnId);
  const totalMs = createdMs === null ? null : Date.now() - createdMs;
  log[isOurs(ending.code) ? 'warn' : 'info']({ ...ending, totalMs }, 'try-on over');
}

/** Whether somebody who runs the service should look. Deadlines pass where workers are missing or too few. */
export function isOurs(code: FailureCode | null): boolean {
  return code !== null && (ERRORS[code].report || code === 'deadline_exceeded');
}
