import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseUnavailable, type NewRequestLog } from '@drape/db';
import type { Logger } from '@drape/runtime';

/** Records requests in the background: no request waits for it. */
export interface RequestJournal {
  record(row: NewRequestLog): void;
  /** Writes the buffered rows, or gives up after {@link CLOSE_MS}. No row may be recorded afterwards. */
  close(): Promise<void>;
}

export interface RequestJournalDeps {
  /** Must be idempotent for the same rows. */
  readonly write: (rows: readonly NewRequestLog[]) => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** How long a row is buffered at most. Default 500. */
  readonly flushMs?: number;
  /** Rows that are buffered while the database is away; about 10 MB. Default 20,000. */
  readonly heldMax?: number;
}

const FLUSH_MS = 500;
/** Rows per statement; this many are written without waiting. */
const BATCH_MAX = 200;
const HELD_MAX = 20_000;
/** Pause before a failed batch is retried. */
const RETRY_MS = 1_000;
/** How long the shutdown waits for the last rows. */
const CLOSE_MS = 5_000;

/**
 * Rows are buffered until there are {@link BATCH_MAX} of them or half a second has passed. One statement runs at a time. While the database
 * is away rows stay in the buffer; above the limit the newest are dropped, and a log line says how many.
 */
export function createRequestJournal(deps: RequestJournalDeps): RequestJournal {
  const { log, flushMs = FLUSH_MS, heldMax = HELD_MAX } = deps;
  const held: NewRequestLog[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  const closing = new AbortController();

  function schedule(): void {
    if (writing !== null || held.length === 0) return;
    if (held.length >= BATCH_MAX || closing.signal.aborted) begin();
    else timer ??= setTimeout(begin, flushMs);
  }

  function begin(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writeBatch().finally(() => {
      writing = null;
      schedule();
    });
  }

  async function writeBatch(): Promise<void> {
    const batch = held.slice(0, BATCH_MAX);
    if (!(await writeOrGiveUp(deps, batch, closing.signal))) return;
    held.splice(0, batch.length);
    if (dropped > 0) log.warn({ rows: dropped }, 'requests were not put on record: too many were held');
    dropped = 0;
  }

  /** Writes batches one after the other. */
  async function drained(): Promise<void> {
    if (writing === null) return;
    await writing;
    await drained();
  }

  return {
    record(row) {
      if (held.length >= heldMax) dropped += 1;
      else held.push(row);
      schedule();
    },
    async close() {
      closing.abort();
      schedule();
      const deadline = sleep(CLOSE_MS, undefined, { ref: false });
      await Promise.race([drained(), deadline]);
      if (timer !== null) clearTimeout(timer);
      if (held.length > 0) log.warn({ rows: held.length }, 'requests were not put on record: the service ends');
    },
  };
}

/** False, after a pause, where the same rows should be tried again: the database is away, and there is still time. */
async function writeOrGiveUp(
  { write, log }: RequestJournalDeps,
  batch: readonly NewRequestLog[],
  closing: AbortSignal,
): Promise<boolean> {
  try {
    await write(batch);
  } catch (err) {
    if (isDatabaseUnavailable(err) && !closing.aborted) {
      await sleep(RETRY_MS, undefined, { signal: closing, ref: false }).catch(() => undefined);
      return false;
    }
    log.error({ err, rows: batch.length }, 'requests could not be put on record');
  }
  return true;
}
