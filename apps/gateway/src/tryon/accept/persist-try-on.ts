import { ServiceError } from '@drape/contracts';
import type { InsertOutcome } from '@drape/db';
import { retryIfSessionErased } from '../../sessions/retry-if-session-erased';
import type { ApiRequest } from '../../routes/route';
import { withProductPath } from './at-product';
import type { CreateTryOnDeps } from './create-deps';
import { tooManyAtOnce, tooManyInFlight } from './in-flight';
import { dropInputs, storeInputs, type Input } from './inputs';
import { toNewTryOn, type Accepted } from './new-try-on';
import type { LookProductInput } from '../request/parse-create-tryon';
import { resolveProduct, type ResolvedProduct } from './resolve-product';
import { resolveSession } from './resolve-session';

/**
 * Stores the sent pictures and inserts the try-on, with a priority behind the account's unfinished ones; where either fails, no picture is
 * left.
 */
export async function persistTryOn(
  deps: CreateTryOnDeps,
  request: ApiRequest,
  accepted: Accepted,
  inputs: readonly Input[],
): Promise<Inserted> {
  try {
    const [names] = await allOf(resolve(deps, accepted), storeInputs(deps, request, inputs));
    return await insertInTurn(deps, accepted, names);
  } catch (error) {
    await dropInputs(deps, accepted, inputs);
    throw error;
  }
}

type Inserted = Extract<InsertOutcome, { readonly kind: 'inserted' }>;

interface Names {
  readonly sessionId: string;
  readonly product: ResolvedProduct;
  /** The other products of a look. */
  readonly others: readonly ResolvedProduct[];
}

/** Finds or creates the session and products of a try-on. */
async function resolve({ db }: CreateTryOnDeps, { id: tryOnId, principal, input }: Accepted): Promise<Names> {
  const isLook = input.look !== undefined;
  const nameOf = (named: Pick<LookProductInput, 'picture' | 'productId' | 'productCategory'>, place: number) => {
    const { picture, productId = null, productCategory: category = null } = named;
    const product = { tryOnId, picture, productId, category, place };
    return withProductPath(place, isLook, () => resolveProduct(db.products, principal, product));
  };
  const [sessionId, product, ...others] = await Promise.all([
    resolveSession(db.sessions, principal, input.sessionId ?? null),
    nameOf(input, 0),
    ...(input.look?.others ?? []).map((other, i) => nameOf(other, i + 1)),
  ]);
  return { sessionId, product, others };
}

/** Both results; the first error is thrown only when neither is running any more. */
async function allOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return Promise.all([first, second]);
}

async function insertInTurn(deps: CreateTryOnDeps, accepted: Accepted, names: Names): Promise<Inserted> {
  const { owner, inFlightMax } = accepted.principal;
  let known: Names | null = names;
  const insert = () =>
    retryIfSessionErased(async () => {
      const current = known ?? (await resolve(deps, accepted));
      known = null;
      return insertOnce(deps, accepted, current);
    });
  return deps.perOwner.run(owner, insert, () => tooManyAtOnce(inFlightMax));
}

async function insertOnce({ db, gatewayId }: CreateTryOnDeps, accepted: Accepted, names: Names): Promise<Inserted> {
  const { inFlightMax, clientToken } = accepted.principal;
  const row = toNewTryOn(accepted, { gatewayId, ...names });
  const outcome = await db.tryOns.insertWithin(row, { inFlightMax, ofTokenMax: clientToken?.maxTryOns ?? null });
  if (outcome.kind === 'too_many_in_flight') throw tooManyInFlight(inFlightMax, outcome.inFlight);
  if (outcome.kind === 'upload_gone') throw uploadGone();
  if (outcome.kind === 'token_used_up') throw tokenUsedUp(clientToken?.maxTryOns ?? 0);
  return outcome;
}

/** The error for an upload that another request has used in the meantime. */
export function uploadGone(): ServiceError {
  return new ServiceError('upload_used', {
    detail: 'Another request has used the upload meanwhile: make another one.',
  });
}

/** The error for a client token that has created all its try-ons. */
export function tokenUsedUp(maxTryOns: number): ServiceError {
  const detail = `The client token allows ${maxTryOns} try-ons, and they are made; ask for another token.`;
  return new ServiceError('client_token_used_up', { detail });
}
