import { ServiceError } from '@drape/contracts';
import type { InsertOutcome } from '@drape/db';
import { againWhenErased } from '../again-when-erased';
import type { CreateTryOnDeps } from './create-deps';
import { tooManyAtOnce, tooManyInFlight } from './in-flight';
import { dropInputs, type Input } from './inputs';
import { toNewTryOn, type Accepted } from './new-try-on';
import { resolveProduct } from './resolve-product';
import { resolveSession } from './resolve-session';

/** Puts the try-on on record, behind as many others as its account has unfinished; else drops what is stored for it. */
export async function putOnRecord(
  deps: CreateTryOnDeps,
  accepted: Accepted,
  inputs: readonly Input[],
): Promise<Inserted> {
  try {
    const { owner, inFlightMax } = accepted.principal;
    const insert = () => againWhenErased(() => insertOnce(deps, accepted));
    return await deps.turns.take(owner, insert, () => tooManyAtOnce(inFlightMax));
  } catch (error) {
    await dropInputs(deps, accepted, inputs);
    throw error;
  }
}

type Inserted = Extract<InsertOutcome, { readonly kind: 'inserted' }>;

async function insertOnce({ db, gatewayId }: CreateTryOnDeps, accepted: Accepted): Promise<Inserted> {
  const { id: tryOnId, principal, input } = accepted;
  const { inFlightMax, clientToken } = principal;
  const { picture, productId = null, productCategory: category = null, sessionId: wanted = null } = input;
  const [sessionId, product] = await Promise.all([
    resolveSession(db.sessions, principal, wanted),
    resolveProduct(db.products, principal, { tryOnId, picture, productId, category }),
  ]);
  const row = toNewTryOn(accepted, { gatewayId, sessionId, product });
  const outcome = await db.tryOns.insertWithin(row, { inFlightMax, ofTokenMax: clientToken?.maxTryOns ?? null });
  if (outcome.kind === 'too_many_in_flight') throw tooManyInFlight(inFlightMax, outcome.inFlight);
  if (outcome.kind === 'upload_gone') throw uploadGone();
  if (outcome.kind === 'token_used_up') throw tokenUsedUp(clientToken?.maxTryOns ?? 0);
  return outcome;
}

/** The error of an upload that another request has used since this one looked at it. */
export function uploadGone(): ServiceError {
  return new ServiceError('upload_used', {
    detail: 'Another request has used the upload meanwhile: make another one.',
  });
}

/** The error of a client token that has made all its try-ons. */
export function tokenUsedUp(maxTryOns: number): ServiceError {
  const detail = `The client token allows ${maxTryOns} try-ons, and they are made; ask for another token.`;
  return new ServiceError('client_token_used_up', { detail });
}
