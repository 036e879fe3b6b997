import { isTerminal } from '@drape/contracts';
import type { TryOnRow } from '@drape/db';
import type { ObjectStore } from '@drape/storage';
import { RESULT_URL_SECONDS } from '../limits';
import { preferenceApplied, type Preference } from '../prefer';
import type { Answer } from '../respond';
import { toTryOnRecord } from './to-tryon-record';

/**
 * The one place that decides how a try-on is answered, on POST and GET alike:
 * - completed, canceled: 200, success;
 * - failed, expired: 200, `success: false` with the error (the status never depends on how fast the render was);
 * - queued, processing: 200, or 202 where the client sent `Prefer: respond-async`; with Location and Retry-After.
 */
export async function answerTryOn(row: TryOnRow, preference: Preference, store: ObjectStore): Promise<Answer> {
  const unfinished = !isTerminal(row.status);
  const record = toTryOnRecord(row, await signResult(row, store));
  const applied = preferenceApplied(preference);
  return {
    status: unfinished && preference.respondAsync ? 202 : 200,
    headers: {
      Location: `/v1/tryon/${row.id}`,
      'X-Drape-Cache': row.cached ? 'hit' : 'miss',
      ...(unfinished ? { 'Retry-After': '1' } : {}),
      ...(applied === null ? {} : { 'Preference-Applied': applied }),
    },
    data: record,
    ...(record.timings === null ? {} : { spent: record.timings }),
    ...(record.error === null ? {} : { error: record.error }),
  };
}

/** A signed URL of the result, good for 24 hours but never beyond the picture's retention. */
export async function signResult({ status, result, expiresAt }: TryOnRow, store: ObjectStore): Promise<string | null> {
  if (status !== 'completed' || result === null) return null;
  const leftSec = expiresAt === null ? Infinity : Math.floor((expiresAt.getTime() - Date.now()) / 1000);
  const expiresInSec = Math.min(RESULT_URL_SECONDS, leftSec);
  return expiresInSec > 0 ? store.presignGet(result.key, { expiresInSec }) : null;
}
