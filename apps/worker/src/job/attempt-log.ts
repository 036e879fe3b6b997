import type { FailureCode } from '@drape/contracts';
import type { TryOnRow } from '@drape/db';
import type { Logger } from '@drape/runtime';
import { RenderFaulted } from '../render/child-process';
import { isOurs } from './log-ending';
import type { MadePicture } from './made-picture';

type AttemptLog = Pick<Logger, 'info' | 'warn' | 'error'>;

interface Fault {
  readonly row: TryOnRow;
  readonly attempt: number;
  readonly error: unknown;
  readonly code: FailureCode | null;
}

/** Logs faults on our side. Pictures that do not allow a try-on are covered by the log line of its end. */
export function logFault(log: AttemptLog, { row, attempt, error, code }: Fault): void {
  if (code !== null && !isOurs(code)) return;
  const level = error instanceof RenderFaulted ? 'error' : 'warn';
  log[level]({ err: error, tryOnId: row.id, requestId: row.requestId, attempt, code }, 'an attempt failed');
}

interface Rendered extends MadePicture {
  readonly row: TryOnRow;
  readonly attempt: number;
  readonly renderMs: number;
}

export function logRendered(log: AttemptLog, { row, attempt, output, isCached, renderMs }: Rendered): void {
  const { stages, cached, category } = output;
  const about = { tryOnId: row.id, requestId: row.requestId, attempt, category, renderMs: Math.round(renderMs) };
  log.info(
    { ...about, stages, resultCached: isCached, garmentCached: cached.garment, personCached: cached.person },
    'rendered',
  );
}
