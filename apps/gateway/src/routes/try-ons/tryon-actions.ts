import {
  exampleSuccess,
  isTerminal,
  ServiceError,
  successEnvelope,
  TRY_ON_EXAMPLES,
  tryOnSchema,
} from '@drape/contracts';
import type { Database, TryOnRow } from '@drape/db';
import type { Notifier } from '@drape/queue';
import { removeTryOnObjects, type ErasureList, type ObjectStore } from '@drape/storage';
import { mapToUnavailable } from '../../http/map-to-unavailable';
import { answerTryOn, signResult, TRY_ON_HEADERS } from '../../tryon/answer/answer-tryon';
import type { DeliveryTrigger } from '../../webhooks/delivery-trigger';
import { getVisible, SESSION_HEADER_DOC } from '../../tryon/answer/find-visible';
import { isUnkept } from '../../tryon/answer/to-tryon-record';
import { deletedSchema, toDeleted } from '../deleted-schema';
import { HALF_ERASED, NOT_ERASED } from '../sessions/sessions';
import { LANGUAGE_HEADER, principalOf, type Route } from '../route';

export interface TryOnActionsDeps {
  readonly db: Pick<Database, 'tryOns'>;
  readonly store: ObjectStore;
  readonly erasures: Pick<ErasureList, 'add'>;
  readonly deliveryTrigger: DeliveryTrigger;
  readonly notifier: Pick<Notifier, 'wake'>;
}

const TRYON_ID = { id: { type: 'string' } } as const;

/** Cancels an unfinished try-on: a queued one is never rendered, a running render stops at its next stage. */
export function cancelTryOnRoute({ db, store, notifier, deliveryTrigger }: TryOnActionsDeps): Route {
  return {
    ...{
      method: 'post',
      path: '/v1/tryon/{id}/cancel',
      operationId: 'cancelTryOn',
      tag: 'Try-on',
      scope: 'tryon:write',
    },
    summary: 'Cancel an unfinished try-on',
    description:
      'A second cancel of the same try-on answers the same. A try-on that has ended otherwise is a conflict.',
    params: TRYON_ID,
    headers: { ...LANGUAGE_HEADER, ...SESSION_HEADER_DOC },
    responses: {
      200: {
        description: 'The canceled try-on.',
        schema: successEnvelope(tryOnSchema),
        example: exampleSuccess(TRY_ON_EXAMPLES.canceled),
      },
    },
    sends: TRY_ON_HEADERS,
    errors: ['tryon_not_found', 'tryon_already_finished'],
    async handle(request) {
      const { owner } = principalOf(request);
      const { id } = await getVisible(db, request);
      const canceled = await db.tryOns.cancel(owner, id);
      const row = await getVisible(db, request);
      if (row.status !== 'canceled') {
        throw new ServiceError('tryon_already_finished', { detail: `The try-on is already ${row.status}.` });
      }
      if (canceled) {
        deliveryTrigger.fire(id);
        await notifier.wake(row.gatewayId, id);
      }
      return answerTryOn(row, request, { db, store }, 0);
    },
  };
}

export function deleteTryOnRoute({ db, store, erasures }: TryOnActionsDeps): Route {
  return {
    ...{ method: 'delete', path: '/v1/tryon/{id}', operationId: 'deleteTryOn', tag: 'Try-on', scope: 'tryon:delete' },
    summary: 'Erase a try-on: its photo, its result and its record',
    params: TRYON_ID,
    responses: { 200: { description: 'It is gone.', schema: successEnvelope(deletedSchema) } },
    errors: ['tryon_not_found'],
    async handle(request) {
      const row = await getVisible(db, request);
      const { id, createdAt } = row;
      const { owner } = principalOf(request);
      await request.measure('store', () =>
        mapToUnavailable(erasures.add({ kind: 'try_on', ...owner, id, createdAt }), NOT_ERASED),
      );
      await db.tryOns.withdraw(owner, id);
      // Pictures first: where the store is away the record stays, promises no picture, and the request can be repeated.
      const remove = async () => removeTryOnObjects(store, [id], (await isPhotoShared(db, row)) ? [] : [row.photoKey]);
      await request.measure('store', () => mapToUnavailable(remove(), HALF_ERASED));
      if (!(await db.tryOns.erase(owner, id))) throw new ServiceError('tryon_not_found');
      // What a render has stored in the meantime; otherwise the sweep of orphans finds it.
      await request.measure('store', () => remove().catch(() => undefined));
      return { status: 200, data: toDeleted(owner, id) };
    },
  };
}

/** Whether an unfinished try-on of the same batch still needs the photo. */
async function isPhotoShared(db: Pick<Database, 'tryOns'>, { id, owner, batchId }: TryOnRow): Promise<boolean> {
  return batchId !== null && db.tryOns.isBatchOpen(owner, batchId, id);
}

/** Why there is no picture. An unfinished try-on may have one later; one that ended without never will. */
function noPicture({ status }: TryOnRow): ServiceError {
  if (!isTerminal(status)) {
    const detail = `The try-on is ${status}: its picture is not made yet.`;
    return new ServiceError('tryon_not_completed', { detail, retryAfterSec: 1 });
  }
  const why = status === 'completed' ? 'its retentionSeconds is 0' : `it is ${status}`;
  return new ServiceError('tryon_has_no_picture', { detail: `The try-on has no picture: ${why}.` });
}

/** A stable link: redirects to a freshly signed URL as long as the picture is kept. */
export function tryOnImageRoute({ db, store }: TryOnActionsDeps): Route {
  return {
    ...{
      method: 'get',
      path: '/v1/tryon/{id}/image',
      operationId: 'getTryOnImage',
      tag: 'Try-on',
      scope: 'tryon:read',
    },
    summary: 'Get the picture of a completed try-on',
    params: TRYON_ID,
    headers: SESSION_HEADER_DOC,
    responses: {
      302: {
        description: 'Where the picture lies, signed anew.',
        schema: { type: 'string' },
        contentType: 'text/plain',
      },
    },
    sends: ['Location'],
    errors: ['tryon_not_found', 'tryon_not_completed', 'tryon_has_no_picture', 'image_expired'],
    async handle(request) {
      const row = await getVisible(db, request);
      if (row.status !== 'completed' || isUnkept(row)) throw noPicture(row);
      const url = await signResult(row, request.host, store);
      if (url === null) throw new ServiceError('image_expired');
      return { status: 302, headers: { Location: url, 'Content-Type': 'text/plain; charset=utf-8' }, document: url };
    },
  };
}
