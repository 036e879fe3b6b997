import { requestError, ServiceError, type ErrorBody } from '@drape/contracts';
import type { NewBatchItem } from '@drape/db';
import { toErrorBody } from '../../http/respond';
import { atProduct } from './at-product';
import { principalOf, type ApiRequest } from '../../routes/route';
import type { CreateTryOnDeps } from './create-deps';
import { toNewTryOn, type Accepted } from './new-try-on';
import type { CreateBatchInput, ParsedProduct } from '../request/parse-create-batch';
import { resolveProduct } from './resolve-product';
import { delayOf } from '../request/test-delay';

/** What all items of a batch share. */
export interface BatchFrame extends Pick<Accepted, 'photo' | 'deadlineMs'> {
  readonly input: CreateBatchInput;
  readonly sessionId: string;
  /** Ids of the try-ons, by index of their product. */
  readonly ids: readonly string[];
  /** Items over a limit, by index. */
  readonly refused: ReadonlyMap<number, ErrorBody>;
}

export interface ResolvedItem {
  readonly item: NewBatchItem;
  /** Delay in test mode, milliseconds. */
  readonly delayMs: number;
}

/** Turns each product of a batch into a try-on, or into the error of this item alone. Throws: errors of the whole request. */
export async function resolveBatch(
  deps: CreateTryOnDeps,
  request: ApiRequest,
  frame: BatchFrame,
): Promise<readonly ResolvedItem[]> {
  return Promise.all(
    frame.input.products.map((product, index) => resolveItem(deps, request, { ...frame, product, index })),
  );
}

interface ItemFrame extends BatchFrame {
  readonly product: ParsedProduct;
  readonly index: number;
}

async function resolveItem(deps: CreateTryOnDeps, request: ApiRequest, frame: ItemFrame): Promise<ResolvedItem> {
  const error = frame.refused.get(frame.index);
  if (error !== undefined) return { item: { error }, delayMs: 0 };
  try {
    return await toItem(deps, request, frame);
  } catch (caught) {
    if (!(caught instanceof ServiceError) || !isOfItem(caught)) throw caught;
    return { item: { error: toErrorBody(atProduct(caught, frame.index), request.publicUrl) }, delayMs: 0 };
  }
}

/** Whether the error concerns only this product. */
function isOfItem({ spec: { status } }: ServiceError): boolean {
  return status === 400 || status === 404;
}

async function toItem(deps: CreateTryOnDeps, request: ApiRequest, frame: ItemFrame): Promise<ResolvedItem> {
  const { photo, deadlineMs, sessionId, input, product: named, ids, index } = frame;
  const { picture: parsed, ...fields } = named;
  if (!parsed.ok) throw requestError([parsed.problem]);
  const { picture } = parsed;
  const id = ids[index];
  if (id === undefined) throw new Error(`no id was made for the product ${index}`);
  const principal = principalOf(request);
  const { productId = null, productCategory: category = null } = fields;
  const delayMs = await delayOf(deps, request, picture);
  const product = await resolveProduct(deps.db.products, principal, { tryOnId: id, picture, productId, category });
  const accepted: Accepted = {
    id,
    requestId: request.requestId,
    traceparent: request.traceparent,
    principal,
    input: { ...input.shared, ...fields, picture, photo: input.photo },
    deadlineMs,
    photo,
  };
  return { item: { tryOn: toNewTryOn(accepted, { gatewayId: deps.gatewayId, sessionId, product }) }, delayMs };
}
