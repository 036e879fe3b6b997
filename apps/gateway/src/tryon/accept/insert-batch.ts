import type { BatchOutcome, NewTryOn } from '@drape/db';
import { garmentKey } from '@drape/storage';
import { retryIfSessionErased } from '../../sessions/retry-if-session-erased';
import { toErrorBody } from '../../http/respond';
import { principalOf, type ApiRequest } from '../../routes/route';
import type { CreateTryOnDeps } from './create-deps';
import { tooManyAtOnce, tooManyInFlight } from './in-flight';
import { dropInputs, type Input } from './inputs';
import { tokenUsedUp, uploadGone } from './persist-try-on';
import { resolveBatch, type BatchFrame } from './resolve-batch';
import { resolveSession } from './resolve-session';

/** A batch that has passed validation. */
export interface WantedBatch {
  readonly id: string;
  readonly inputs: readonly Input[];
  readonly frame: Omit<BatchFrame, 'sessionId'>;
}

export interface InsertedBatch extends Pick<
  Extract<BatchOutcome, { readonly kind: 'inserted' }>,
  'inFlight' | 'priorities'
> {
  readonly tryOns: readonly Pick<NewTryOn, 'id'>[];
  /** By try-on id. */
  readonly delaysMs: ReadonlyMap<string, number>;
}

/** Inserts the whole batch at once. Unneeded pictures are deleted. */
export async function insertBatch(
  deps: CreateTryOnDeps,
  request: ApiRequest,
  wanted: WantedBatch,
): Promise<InsertedBatch> {
  const { inputs } = wanted;
  try {
    const { owner, inFlightMax } = principalOf(request);
    const insert = () => retryIfSessionErased(() => insertOnce(deps, request, wanted));
    const inserted = await deps.perOwner.run(owner, insert, () => tooManyAtOnce(inFlightMax));
    const photos = inserted.tryOns.length === 0 ? [] : [wanted.frame.photo.key];
    const needed = new Set([...photos, ...inserted.tryOns.map(({ id }) => garmentKey(id))]);
    await dropInputs(
      deps,
      request,
      inputs.filter(({ key }) => !needed.has(key)),
    );
    return inserted;
  } catch (error) {
    await dropInputs(deps, request, inputs);
    throw error;
  }
}

async function insertOnce(
  deps: CreateTryOnDeps,
  request: ApiRequest,
  { id, frame }: WantedBatch,
): Promise<InsertedBatch> {
  const principal = principalOf(request);
  const { owner, inFlightMax, clientToken } = principal;
  const sessionId = await resolveSession(deps.db.sessions, principal, frame.input.shared.sessionId ?? null);
  const resolved = await resolveBatch(deps, request, { ...frame, sessionId });
  const ofTokenMax = clientToken?.maxTryOns ?? null;
  const batch = {
    id,
    owner,
    sessionId,
    items: resolved.map(({ item }) => item),
    clientTokenId: clientToken?.id ?? null,
    usedUp: toErrorBody(tokenUsedUp(ofTokenMax ?? 0), request.publicUrl),
  };
  const outcome = await deps.db.batches.insertWithin(batch, { inFlightMax, ofTokenMax });
  if (outcome.kind === 'too_many_in_flight') throw tooManyInFlight(inFlightMax, outcome.inFlight);
  if (outcome.kind === 'upload_gone') throw uploadGone();
  const delaysMs = new Map(
    resolved.flatMap(({ item, delayMs }) => ('error' in item ? [] : [[item.tryOn.id, delayMs]])),
  );
  const tryOns = outcome.items.flatMap((item) => ('error' in item ? [] : [item]));
  return { tryOns, inFlight: outcome.inFlight, priorities: outcome.priorities, delaysMs };
}
