import { isTerminal, type BatchItemRecord } from '@drape/contracts';
import type { BatchItem, Database } from '@drape/db';
import { preferenceApplied } from '../../http/prefer';
import type { Answer } from '../../http/respond';
import { principalOf, type ApiRequest } from '../../routes/route';
import { presentTryOns, type AnswerDeps } from './answer-tryon';

export interface AnswerBatchDeps extends AnswerDeps {
  readonly db: AnswerDeps['db'] & { readonly tryOns: Pick<Database['tryOns'], 'listBatch'> } & Pick<
      Database,
      'batches'
    >;
}

export interface BatchAnswer extends Answer {
  /** None of its try-ons is unfinished. */
  readonly isOver: boolean;
}

/** A batch in its state after `waitedMs`; null where it does not exist. */
export async function answerBatch(
  deps: AnswerBatchDeps,
  request: ApiRequest,
  id: string,
  waitedMs: number,
): Promise<BatchAnswer | null> {
  const { owner } = principalOf(request);
  const batch = await deps.db.batches.find(owner, id);
  if (batch === null) return null;
  const rows = await deps.db.tryOns.listBatch(owner, id);
  const records = await presentTryOns(rows, request, deps);
  const byId = new Map(records.map((record) => [record.id, record]));
  const isOver = rows.every(({ status }) => isTerminal(status));
  return {
    status: 200,
    headers: {
      ...(isOver ? {} : { 'Retry-After': '1' }),
      ...preferenceApplied(request.preference, { isAsync: false, inVainMs: isOver ? null : waitedMs }),
    },
    data: {
      batchId: id,
      livemode: owner.env === 'live',
      items: batch.items.map((item, index) => toItemRecord(item, index, byId)),
    },
    language: request.language,
    isOver,
  };
}

function toItemRecord(
  item: BatchItem,
  index: number,
  byId: ReadonlyMap<string, BatchItemRecord['tryOn']>,
): BatchItemRecord {
  if ('error' in item) return { index, status: 'refused', id: null, tryOn: null, error: item.error };
  return { index, status: 'accepted', id: item.id, tryOn: byId.get(item.id) ?? null, error: null };
}
