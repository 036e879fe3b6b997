import {
  exampleSuccess,
  failedEnvelope,
  isTerminal,
  ServiceError,
  successEnvelope,
  TRY_ON_EXAMPLES,
  tryOnSchema,
} from '@drape/contracts';
import type { Database } from '@drape/db';
import type { ObjectStore } from '@drape/storage';
import type { Answer } from '../respond';
import { answerTryOn } from '../tryon/answer-tryon';
import { waitForTryOn, type WaitDeps } from '../tryon/wait-for-tryon';
import { findVisible, SESSION_HEADER_DOC } from '../tryon/find-visible';
import { LANGUAGE_HEADER, type ApiRequest, type Route } from './route';

export interface GetTryOnDeps extends WaitDeps {
  readonly db: Pick<Database, 'tryOns'>;
  readonly store: ObjectStore;
}

export function getTryOnRoute(deps: GetTryOnDeps): Route {
  const answer = { anyOf: [successEnvelope(tryOnSchema), failedEnvelope(tryOnSchema)] };
  return {
    ...{ method: 'get', path: '/v1/tryon/{id}', operationId: 'getTryOn', tag: 'Try-on', scope: 'tryon:read' },
    summary: 'Get a try-on by its id',
    description: 'With `Prefer: wait=N` (at most 30) the answer waits until the try-on is finished.',
    params: { id: { type: 'string' } },
    headers: {
      Prefer: {
        type: 'string',
        examples: ['wait=10'],
        description: '`wait=N`: seconds to wait for the end at most, up to 30.',
      },
      ...LANGUAGE_HEADER,
      ...SESSION_HEADER_DOC,
    },
    responses: {
      200: { description: 'The try-on: completed, failed or unfinished.', schema: answer },
      202: {
        description: 'Unfinished, where `Prefer: respond-async` was sent.',
        schema: successEnvelope(tryOnSchema),
        example: exampleSuccess(TRY_ON_EXAMPLES.queued),
      },
    },
    errors: ['tryon_not_found'],
    handle: (request) => getTryOn(deps, request),
  };
}

async function getTryOn(deps: GetTryOnDeps, request: ApiRequest): Promise<Answer> {
  const { preference } = request;
  const read = () => findVisible(deps.db, request);
  let row = await read();
  if (row !== null && !isTerminal(row.status) && preference.waitSec !== null && preference.waitSec > 0) {
    const waiter = deps.waiters.register(row.id);
    row = await waitForTryOn(deps, { id: row.id, budgetMs: preference.waitSec * 1000, read, waiter });
  }
  if (row === null) throw new ServiceError('tryon_not_found');
  return answerTryOn(row, request, deps);
}
