import { isTerminal, parseTestOutcome, type TryOnRecord } from '@drape/contracts';
import type { Database, TryOnRow } from '@drape/db';
import { signPicture, type ObjectStore } from '@drape/storage';
import { preferenceApplied } from '../../http/prefer';
import type { Answer } from '../../http/respond';
import { principalOf, type ApiRequest } from '../../routes/route';
import { toTryOnRecord } from './to-tryon-record';

export interface AnswerDeps {
  readonly db: { readonly tryOns: Pick<Database['tryOns'], 'countAhead' | 'countAheadOf'> };
  readonly store: ObjectStore;
}

/** OpenAPI: the headers of {@link answerTryOn}. */
export const TRY_ON_HEADERS = ['Location', 'Retry-After', 'X-Drape-Cache', 'Preference-Applied'] as const;

/** What the answer depends on: the reader of the try-on. */
export type Reader = Pick<ApiRequest, 'language' | 'host' | 'publicUrl' | 'principal'>;

/**
 * The one place that decides how a try-on is answered, by POST and GET alike:
 * - completed, canceled: 200, success;
 * - failed, expired: 200, `success: false` with the error (the status never depends on how fast the render was);
 * - queued, processing: 200, or 202 where the client sent `Prefer: respond-async`; with Location and Retry-After.
 */
export async function answerTryOn(
  row: TryOnRow,
  request: Reader & Pick<ApiRequest, 'preference'>,
  deps: AnswerDeps,
  waitedMs: number,
): Promise<Answer> {
  const { preference, language } = request;
  const unfinished = !isTerminal(row.status);
  const record = await presentTryOn(row, request, deps);
  const isAsync = unfinished && preference.respondAsync;
  return {
    status: isAsync ? 202 : 200,
    headers: {
      Location: `/v1/tryon/${row.id}`,
      'X-Drape-Cache': row.cached ? 'hit' : 'miss',
      ...(unfinished ? { 'Retry-After': '1' } : {}),
      ...preferenceApplied(preference, { isAsync, inVainMs: unfinished ? waitedMs : null }),
    },
    data: record,
    language,
    ...(record.timings === null ? {} : { spent: record.timings }),
    ...(record.error === null ? {} : { error: record.error }),
  };
}

/** The public form of a row, with what has to be looked up: the picture's URL, the queue position. */
export async function presentTryOn(row: TryOnRow, reader: Reader, { db, store }: AnswerDeps): Promise<TryOnRecord> {
  const { language, host, publicUrl } = reader;
  const asker = principalOf(reader);
  const ahead = isPlaced(row) ? db.tryOns.countAhead(row.id) : null;
  const [resultImageUrl, count] = await Promise.all([signResult(row, host, store), ahead]);
  return toTryOnRecord(row, { resultImageUrl, queuePosition: queuePositionOf(row, count), language, publicUrl, asker });
}

/** The same for many rows, with one query of the queue. */
export async function presentTryOns(
  rows: readonly TryOnRow[],
  reader: Reader,
  { db, store }: AnswerDeps,
): Promise<TryOnRecord[]> {
  const { language, host, publicUrl } = reader;
  const asker = principalOf(reader);
  const [urls, ahead] = await Promise.all([
    Promise.all(rows.map((row) => signResult(row, host, store))),
    db.tryOns.countAheadOf(rows.filter(isPlaced).map(({ id }) => id)),
  ]);
  return rows.map((row, i) => {
    const queuePosition = queuePositionOf(row, ahead.get(row.id) ?? null);
    return toTryOnRecord(row, { resultImageUrl: urls[i] ?? null, queuePosition, language, publicUrl, asker });
  });
}

/** Whether its queue position has to be looked up. */
function isPlaced({ status, productImageUrl }: TryOnRow): boolean {
  return status === 'queued' && parseTestOutcome(productImageUrl)?.kind !== 'queue';
}

/** Null unless queued. In test mode the position that the URL asks for. */
function queuePositionOf({ status, productImageUrl }: TryOnRow, ahead: number | null): number | null {
  if (status !== 'queued') return null;
  const test = parseTestOutcome(productImageUrl);
  return test?.kind === 'queue' ? test.position : (ahead ?? 0);
}

/** A signed URL of the result for a client that came by `host`; null where there is no picture, or no longer one. */
export async function signResult(
  { status, result, expiresAt }: TryOnRow,
  host: string | null,
  store: ObjectStore,
): Promise<string | null> {
  if (status !== 'completed' || result === null) return null;
  const signed = await signPicture(store, { key: result.key, expiresAt }, { host, nowMs: Date.now() });
  return signed && signed.url;
}
